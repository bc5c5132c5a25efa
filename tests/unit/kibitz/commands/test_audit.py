"""The command that audits: what it says, and its status."""

from datetime import UTC, datetime
from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.commands import audit
from services.intake.domain.audit.damage import Damage, Report, damage

LOST = damage("entry-lost", "KV_GRANTS", "$KV.GRANTS.ada", "1 messages of $KV.GRANTS.ada cannot be read")
MADE = damage("message-lost", "VALIDATED", 14, "Message 14 of VALIDATED cannot be read")


def report(*left: Damage) -> Report:
    return Report(
        began_at=datetime(2026, 3, 7, tzinfo=UTC),
        seconds=1.5,
        messages=120,
        found=(MADE, *left),
        open=left,
        found_total=1 + len(left),
        open_total=len(left),
        repaired=1,
        unread=("KV_NOTICES",),
    )


def run(monkeypatch: pytest.MonkeyPatch, answered: Report, *words: str) -> Any:
    monkeypatch.setattr(audit, "with_bus", lambda *_args, **_options: answered)
    return CliRunner().invoke(app, ["audit", *words])


def test_what_was_made_again_and_what_was_not_read_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(monkeypatch, report(), "--repair")
    assert result.exit_code == 0
    assert "✓ Message 14 of VALIDATED cannot be read" in result.output
    assert "KV_NOTICES" in result.output
    assert "nothing is missing now" in result.output


def test_what_cannot_be_repaired_is_named_and_the_status_is_1(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(monkeypatch, report(LOST), "--repair")
    assert result.exit_code == 1
    assert "✗ 1 messages of $KV.GRANTS.ada cannot be read" in result.output
    assert "--accept" in result.output


def test_programs_get_json(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(monkeypatch, report(LOST), "--json")
    assert result.exit_code == 1
    assert Report.model_validate_json(result.output) == report(LOST)
