"""What commands about a running server are tried with: an intake that answers, and a file to send."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.answering import Intake, answering


@pytest.fixture
def intake(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of an intake that takes everything, and scores it."""
    monkeypatch.setattr(Intake, "taken", [])
    monkeypatch.setattr(Intake, "state", "scored")
    with answering(Intake) as address:
        yield address


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    """A file that no format knows."""
    path = tmp_path / "letter.xml"
    path.write_bytes(b"<x/>")
    return path
