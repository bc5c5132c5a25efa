from pathlib import Path

import pytest

from services.intake.adapters.room import UNWATCHED, Room, free_bytes
from shared.telemetry import Metrics

MEBI = 1024 * 1024


def room(free: int) -> Room:
    return Room({"data": Path("data")}, 256 * MEBI, lambda _: free)


def test_there_is_room_down_to_the_low_water_mark() -> None:
    assert room(256 * MEBI).shortage() == ""
    assert "255 MiB left, and 256 are kept free" in room(256 * MEBI - 1).shortage()


def test_each_disk_has_its_own_mark_and_the_one_that_lacks_room_is_named() -> None:
    free = {Path("bus"): 300 * MEBI, Path("kept"): 5 * MEBI}
    both = Room({"data": Path("bus"), "originals": Path("kept")}, 256 * MEBI, lambda folder: free[folder])
    assert both.shortage().startswith("The disk of the originals has 5 MiB left")
    free[Path("kept")] = 256 * MEBI
    assert both.shortage() == ""


def test_without_a_folder_nobody_looks() -> None:
    assert UNWATCHED.shortage() == ""


def test_a_disk_of_which_nothing_can_be_said_has_no_room(tmp_path: Path) -> None:
    assert "No such file" in Room({"data": tmp_path / "gone"}, 1).shortage()
    assert Room({"data": tmp_path}, 1).shortage() == ""
    with pytest.raises(OSError, match="gone"):
        free_bytes(tmp_path / "gone")


def test_the_metrics_have_what_is_free_what_is_kept_and_whether_files_are_taken(tmp_path: Path) -> None:
    metrics = Metrics()
    room(5 * MEBI).measure("intake", metrics)
    assert b'kibitz_disk_bytes{disk="data",service="intake",state="free"} 5.24288e+06' in metrics.render()
    assert b'kibitz_disk_bytes{disk="data",service="intake",state="kept"} 2.68435456e+08' in metrics.render()
    assert b'kibitz_taking_files{service="intake"} 0.0' in metrics.render()
    Room({"data": tmp_path / "gone"}, budgets=lambda: "").measure("intake", metrics)
    assert b'kibitz_taking_files{service="intake"} 0.0' in metrics.render()
    UNWATCHED.measure("intake", metrics)
    assert b'kibitz_taking_files{service="intake"} 1.0' in metrics.render()
