from pathlib import Path

import pytest

from services.intake.adapters.room import UNWATCHED, Room, free_bytes

MEBI = 1024 * 1024


def room(free: int) -> Room:
    return Room(Path("data"), 256 * MEBI, lambda _: free)


def test_there_is_room_down_to_the_low_water_mark() -> None:
    assert room(256 * MEBI).shortage() == ""
    assert "255 MiB left, and 256 are kept free" in room(256 * MEBI - 1).shortage()


def test_without_a_folder_nobody_looks() -> None:
    assert UNWATCHED.shortage() == ""


def test_a_disk_of_which_nothing_can_be_said_has_no_room(tmp_path: Path) -> None:
    assert "No such file" in Room(tmp_path / "gone", 1).shortage()
    assert Room(tmp_path, 1).shortage() == ""
    with pytest.raises(OSError, match="gone"):
        free_bytes(tmp_path / "gone")
