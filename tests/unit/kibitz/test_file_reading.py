import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from contracts.codes.intake import EMPTY, TOO_LARGE, UNKNOWN_FORMAT
from contracts.facts import AsOf
from kibitz import file_reading
from kibitz.file_reading import FileRead, read_bytes, read_file
from kibitz.replay.made_up import Size, made_up_file

EVENING = datetime(2026, 3, 7, 22, 0, tzinfo=UTC)
WHERE = Path("evening.xml")


@pytest.fixture(scope="module")
def evening() -> bytes:
    return made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"))


def read(data: bytes, name: str = "evening.xml") -> FileRead:
    return read_bytes(data, name, WHERE, EVENING)


def test_a_file_is_read_as_the_pipeline_reads_it(evening: bytes) -> None:
    file = read(evening)
    assert (file.rejected, file.path) == (None, WHERE)
    assert (file.file.format, file.file.size) == ("usebio", len(evening))
    assert file.file.sha256 == hashlib.sha256(evening).hexdigest()
    (parsed,) = file.fragments
    assert parsed.fragment.id == f"{file.file.sha256[:12]}.0"
    assert len(parsed.fragment.facts.results) == 24


def test_a_file_over_the_limit_is_rejected_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(b"<USEBIO/>")
    monkeypatch.setattr(file_reading, "MOST_BYTES", 8)
    file = read_file(path)
    assert file.rejected is not None
    assert (file.rejected.code, file.file.size) == (TOO_LARGE, 9)
    assert file.file.sha256 == hashlib.sha256(b"<USEBIO/>").hexdigest()
    assert (file.file.format, file.file.name, file.fragments) == ("unknown", "evening.xml", ())
    assert str(file.rejected) == "9 bytes; at most 8 are read"
    assert file.findings == file.rejected.findings
    monkeypatch.setattr(file_reading, "MOST_BYTES", 9)
    rejected = read_file(path).rejected
    assert rejected is None or rejected.code is not TOO_LARGE


@pytest.mark.slow
def test_64_mib_are_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.xml"
    with path.open("wb") as huge:
        huge.truncate(64 * 2**20 + 1)
    rejected = read_file(path).rejected
    assert str(rejected) == "67,108,865 bytes; at most 67,108,864 are read"


def test_the_name_of_a_file_is_its_last_part_and_its_format_is_that_of_its_content(evening: bytes) -> None:
    file = read(evening, "../../etc/evening.pbn")
    assert (file.file.name, file.file.format) == ("evening.pbn", "usebio")


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", EMPTY), (b"Dear sir, the results are below.", UNKNOWN_FORMAT), (b"\x89PNG\r\n\x1a\n\0\0", UNKNOWN_FORMAT)],
)
def test_what_is_no_results_is_rejected_with_a_code_and_nothing_is_made_of_it(data: bytes, code: object) -> None:
    file = read(data)
    assert file.rejected is not None
    assert file.rejected.code == code
    assert (file.parsed, file.fragments) == (None, ())
    assert file.findings[-1].message == str(file.rejected)


def test_half_a_file_is_rejected_with_a_place(evening: bytes) -> None:
    file = read(evening[: len(evening) // 2])
    assert file.rejected is not None
    assert file.rejected.place is not None
    assert file.rejected.place.line is not None


def test_a_file_on_disk_is_as_old_as_its_time_stamp(evening: bytes, tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(evening)
    os.utime(path, (EVENING.timestamp(), EVENING.timestamp()))
    assert read_file(path) == read_bytes(evening, "evening.xml", path, EVENING)


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "none.xml")


@pytest.fixture(scope="module")
def two_flights(evening: bytes) -> bytes:
    """Two events in one file; something unknown in the club and in the second event."""
    start, end = evening.index(b"<EVENT "), evening.index(b"</EVENT>") + len(b"</EVENT>")
    one = evening[start:end]
    other = one.replace(b"Lanternlight Pairs", b"Lanternlight Juniors").replace(b"</EVENT>", b"<WEATHER/></EVENT>")
    assert one.count(b"Lanternlight Pairs") == 1
    club = evening[:start].replace(b"</CLUB>", b"<MOTTO/></CLUB>")
    return club + one + other + evening[end:]


def test_what_is_found_about_no_event_is_known_of_the_file(two_flights: bytes, evening: bytes) -> None:
    (found,) = read(two_flights).own_findings
    assert (found.code, found.file) == ("usebio.unknown-element", hashlib.sha256(two_flights).hexdigest())
    assert found.place is not None
    assert found.place.path == "/USEBIO/CLUB[1]/MOTTO[1]"
    assert read(evening.replace(b"</CLUB>", b"<MOTTO/></CLUB>")).own_findings == []
