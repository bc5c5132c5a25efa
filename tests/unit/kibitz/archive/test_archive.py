"""What is archived comes back as it was; what somebody made up or changed is refused, and nothing is written."""

import zipfile
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from struct import pack

import pytest

from contracts.base import FileRef
from kibitz.archive import archive
from kibitz.archive.archive import JOURNAL, MANIFEST, Manifest, extract, write
from shared.kept.journal import Damaged, JournalLine, written_line
from shared.kept.originals import Original, OriginalsFolder, OriginalsWriter

START = datetime(2031, 10, 3, 20, tzinfo=UTC)


def ref(data: bytes, **more: object) -> FileRef:
    return FileRef.model_validate(
        {"sha256": sha256(data).hexdigest(), "name": "x", "size": len(data), "format": "pbn", "received_at": START}
        | more
    )


def originals(folder: Path, *contents: bytes) -> list[Original]:
    folder.mkdir()
    writer = OriginalsWriter(folder)
    for number, data in enumerate(contents):
        writer.write([(ref(data), (data,))], START + timedelta(seconds=number))
    return OriginalsFolder(folder).originals()


def forged(path: Path, data: bytes, file: FileRef, *, member: str | None = None, **more: object) -> Path:
    journal = written_line(JournalLine(at=START, file=file))
    stated = {"events": ("club",), "files": 1, "journal": sha256(journal).hexdigest()} | more
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(MANIFEST, Manifest.model_validate(stated).model_dump_json())
        made.writestr(JOURNAL, journal)
        made.writestr(member or f"files/{file.sha256}", data)
    return path


def unpacked(path: Path, folder: Path) -> list[bytes]:
    folder.mkdir()
    return [original.read() for original in extract(path, folder)[1]]


def test_what_is_archived_comes_back_with_its_lines(tmp_path: Path) -> None:
    kept = originals(tmp_path / "kept", b"one", b"two")
    path, folder = tmp_path / "season.zip", tmp_path / "back"
    assert write(path, ["club", "league"], kept).events == ("club", "league")
    folder.mkdir()
    manifest, back = extract(path, folder)
    assert (manifest.files, [each.read() for each in back]) == (2, [b"one", b"two"])
    assert [each.line for each in back] == [each.line for each in kept]


def test_an_archive_takes_the_place_of_nothing_and_none_is_left_of_a_damaged_original(tmp_path: Path) -> None:
    kept = originals(tmp_path / "kept", b"one")
    path = tmp_path / "season.zip"
    path.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        write(path, ["club"], kept)
    assert path.read_bytes() == b"mine"
    kept[0].path.write_bytes(b"0ne")
    with pytest.raises(Damaged):
        write(tmp_path / "other.zip", ["club"], kept)
    assert not (tmp_path / "other.zip").exists()


def test_every_changed_byte_is_noticed_or_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "season.zip"
    write(path, ["club"], originals(tmp_path / "kept", b"one" * 50))
    whole = path.read_bytes()
    for place in range(0, len(whole), 3):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        folder = tmp_path / str(place)
        try:
            assert unpacked(path, folder) == [b"one" * 50]
        except Damaged:
            assert not list(folder.rglob("*.pbn"))


@pytest.mark.parametrize("length", [0, 10, 21, 100])
def test_a_file_that_was_cut_off_is_no_archive(tmp_path: Path, length: int) -> None:
    path = forged(tmp_path / "season.zip", b"one", ref(b"one"))
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(Damaged, match="no archive"):
        unpacked(path, tmp_path / "back")


def test_no_more_is_read_than_a_line_states(tmp_path: Path) -> None:
    bomb = b"\0" * 5_000_000
    path = forged(tmp_path / "bomb.zip", bomb, ref(bomb, size=1000))
    with pytest.raises(Damaged, match="longer than it may be"):
        unpacked(path, tmp_path / "back")
    path = forged(tmp_path / "large.zip", b"one", ref(b"one", size=archive.MOST_BYTES + 1))
    with pytest.raises(Damaged, match="larger than 256 MiB"):
        unpacked(path, tmp_path / "back2")


def test_names_in_an_archive_lead_nowhere(tmp_path: Path) -> None:
    path = forged(tmp_path / "away.zip", b"one", ref(b"one"), member="../../away")
    with pytest.raises(Damaged, match="is missing"):
        unpacked(path, tmp_path / "back")
    path = forged(tmp_path / "named.zip", b"one", ref(b"one", name="../../away"))
    assert unpacked(path, tmp_path / "in") == [b"one"]
    assert not list(tmp_path.rglob("away"))


@pytest.mark.parametrize("more", [{"files": 2}, {"journal": "ab" * 32}])
def test_what_the_manifest_says_has_to_be_so(tmp_path: Path, more: dict[str, object]) -> None:
    with pytest.raises(Damaged):
        unpacked(forged(tmp_path / "season.zip", b"one", ref(b"one"), **more), tmp_path / "back")


def test_other_bytes_than_the_journal_has_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Damaged, match="not those"):
        unpacked(forged(tmp_path / "season.zip", b"two", ref(b"one")), tmp_path / "back")


def test_a_list_of_members_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    path = forged(tmp_path / "season.zip", b"one", ref(b"one"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-10] + pack("<I", archive.LONGEST_LIST + 1) + whole[-6:])
    with pytest.raises(Damaged, match="list of members"):
        unpacked(path, tmp_path / "back")
