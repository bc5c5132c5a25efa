"""The commands of backups: what they write and read, and what they say to a file that is none."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.commands import backup as command
from kibitz.rebuild.backup import Backup, Entry
from tests.support.printed import compare_options

run = CliRunner().invoke
BACKUP = Backup(made_at=datetime(2031, 10, 3, tzinfo=UTC), entries=(Entry(bucket="GRANTS", key="ada", value="eA=="),))


def test_a_backup_is_for_its_owner_alone_and_replaces_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "with_bus", lambda *_args, **_options: BACKUP)
    file = tmp_path / "backup.json"
    assert run(app, ["backup", "save", str(file)]).exit_code == 0
    assert Backup.model_validate_json(file.read_bytes()) == BACKUP
    assert file.stat().st_mode & 0o777 == 0o600
    again = run(app, ["backup", "save", str(file)])
    assert again.exit_code != 0
    assert "File exists" in again.output


def test_a_backup_is_brought_back_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "with_bus", lambda *_args, **_options: 1)
    file = tmp_path / "backup.json"
    file.write_text(BACKUP.model_dump_json())
    assert "1 entries of 2031-10-03 00:00 UTC brought back" in run(app, ["backup", "restore", str(file)]).output
    for text in (BACKUP.model_dump_json()[:-1], "{}", ""):
        file.write_text(text)
        result = run(app, ["backup", "restore", str(file)])
        assert result.exit_code != 0
        assert "no whole backup" in result.output
    assert run(app, ["backup", "restore", str(tmp_path / "none")]).exit_code != 0


def test_the_options_are_those_of_the_golden_file() -> None:
    compare_options("backup", "backup save", "backup restore")
