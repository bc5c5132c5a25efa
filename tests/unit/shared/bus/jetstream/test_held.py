"""The file of what a process holds: the next one reads what the one before left, whatever stands in it."""

from pathlib import Path

import pytest

from shared.bus.jetstream.held import HeldFile

FIRST, SECOND = "$JS.ACK.VALIDATED.scoring-3.1.17.4.1700000000.0", "$JS.ACK.VALIDATED.scoring-5.1.18.2.1700000000.0"


def test_who_comes_next_is_told_once_what_the_one_before_left(tmp_path: Path) -> None:
    path = tmp_path / "held" / "scoring"
    file = HeldFile(path)
    assert file.left == []
    file.note([FIRST, SECOND])
    assert HeldFile(path).left == [FIRST, SECOND]
    assert HeldFile(path).left == []


def test_a_line_that_is_shorter_than_the_one_before_it_ends_where_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "scoring"
    file = HeldFile(path)
    file.note([FIRST, SECOND])
    file.note([SECOND])
    assert HeldFile(path).left == [SECOND]
    file.note([FIRST])
    file.note([])
    file.close()
    assert HeldFile(path).left == []


@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"INTAKE.x $JS.API.STREAM.PURGE.X", b"$JS.ACK.a\x00b\r\n", b"\n" + FIRST.encode()]
)
def test_nothing_but_answers_is_given_back(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "scoring"
    path.write_bytes(content)
    assert HeldFile(path).left == []


def test_a_full_disk_keeps_nobody_from_working(tmp_path: Path) -> None:
    file = HeldFile(tmp_path / "scoring")
    file.note([FIRST])
    with open("/dev/full", "wb", buffering=0) as full:
        file._file, ours = full, file._file  # type: ignore[assignment]
        file.note([FIRST, SECOND])
    ours.close()
    assert HeldFile(tmp_path / "scoring").left == [FIRST]


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        HeldFile(tmp_path / "file" / "scoring")
