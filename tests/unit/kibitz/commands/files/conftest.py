"""Files for the commands that need nothing running."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file

EVENING = AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated")


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.xml"
    path.write_bytes(made_up_file(Size(4, 3, 2), EVENING))
    return path


@pytest.fixture
def wrong(good: Path) -> Path:
    """The same with one match point too many on one line."""
    data = good.read_text()
    start = data.index("<NS_MATCH_POINTS>") + len("<NS_MATCH_POINTS>")
    end = data.index("<", start)
    path = good.with_name("wrong.xml")
    path.write_text(data[:start] + "99" + data[end:])
    return path
