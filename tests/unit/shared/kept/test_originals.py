"""The folder of originals: whole or not at all, one writer a journal, and what is damaged is said with its place."""

import os
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from contracts.base import FileRef
from shared.kept import originals as module
from shared.kept.journal import Damaged
from shared.kept.originals import OriginalsFolder, OriginalsWriter, path_of

NOW = datetime(2031, 10, 3, 20, 0, tzinfo=UTC)


def ref(data: bytes, **changes: object) -> FileRef:
    given = {"name": "x.xml", "format": "usebio", "sender": "club", "received_at": NOW, **changes}
    return FileRef(sha256=sha256(data).hexdigest(), size=len(data), **given)  # type: ignore[arg-type]


def keep(folder: Path, *contents: bytes, at: datetime = NOW, **changes: object) -> list[FileRef]:
    """What a process of its own writes."""
    files = [ref(data, **changes) for data in contents]
    OriginalsWriter(folder).write([(file, (data,)) for file, data in zip(files, contents, strict=True)], at)
    return files


def test_a_file_is_a_plain_file_of_its_day_and_a_line(tmp_path: Path) -> None:
    (file,) = keep(tmp_path, b"<USEBIO/>")
    (original,) = OriginalsFolder(tmp_path).originals()
    assert original.path == tmp_path / "2031-10-03" / f"{file.sha256}.xml"
    assert (original.line.file, original.read()) == (file, b"<USEBIO/>")
    assert original.place.endswith(".jsonl, line 1")
    assert original.path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a/b", "C:\\x", "..", "journal-x.jsonl", "\x1b[2J.xml", "x" * 900]
)
def test_a_name_is_a_label_and_never_a_path(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "originals"
    folder.mkdir()
    keep(folder, b"one", name=name)
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert all(path.startswith("originals/2031-10-03/") for path in written)
    assert len(written) == 2
    assert OriginalsFolder(folder).originals()[0].line.file.name == name


def test_a_format_that_is_not_known_has_a_suffix_too() -> None:
    assert path_of(ref(b"x", format="later")).name.endswith(".bin")
    assert path_of(ref(b"x", format="decisions")).name.endswith(".json")


def test_every_damage_is_named_with_its_place_and_is_whole_again_when_the_file_comes_again(tmp_path: Path) -> None:
    files = keep(tmp_path, b"one", b"two", b"three")
    day = tmp_path / "2031-10-03"
    (journal,) = day.glob("journal-*")
    assert OriginalsFolder(tmp_path).damages() == []
    lines = journal.read_bytes().splitlines(keepends=True)
    (day / f"{files[0].sha256}.xml").write_bytes(b"onf")
    journal.write_bytes(lines[0] + b"\x01" + lines[1][1:] + lines[2][:-9])
    faults = OriginalsFolder(tmp_path).damages()
    places = [fault.place.rpartition("/")[2].partition(".")[0] for fault in faults]
    named = [files[1].sha256, files[2].sha256]
    assert sorted(places) == sorted([journal.stem, journal.stem, *named, files[0].sha256])
    writer = OriginalsWriter(tmp_path)
    assert [writer.has(file) for file in files] == [False] * 3
    writer.write([(file, (data,)) for file, data in zip(files, (b"one", b"two", b"three"), strict=True)], NOW)
    assert [writer.has(file) for file in files] == [True] * 3
    assert {fault.place for fault in OriginalsFolder(tmp_path).damages()} == {f"2031-10-03/{journal.name}"}


def test_a_folder_that_is_not_there_is_not_made_up(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        keep(tmp_path / "not-mounted", b"one")


def test_replicas_write_into_one_folder_and_the_order_is_that_of_time(tmp_path: Path) -> None:
    first, second = OriginalsWriter(tmp_path), OriginalsWriter(tmp_path)
    for number in range(6):
        data = b"%d" % number
        writer = (first, second)[number % 2]
        writer.write([(ref(data, name=f"{number}"), (data,))], NOW + timedelta(seconds=number))
    folder = OriginalsFolder(tmp_path)
    assert [original.line.file.name for original in folder.originals()] == list("012345")
    assert len(list((tmp_path / "2031-10-03").glob("journal-*"))) == 2
    assert folder.faults == []


def test_the_same_bytes_are_one_file_for_each_event_as_it_first_arrived(tmp_path: Path) -> None:
    keep(tmp_path, b"one", name="first")
    keep(tmp_path, b"one", name="other event", event="spring", at=NOW + timedelta(seconds=1))
    again = ref(b"one", name="again", received_at=NOW + timedelta(days=9))
    (standing,) = OriginalsWriter(tmp_path).write([(again, (b"one",))], NOW + timedelta(days=9))
    assert standing.name == "first"
    lines = [path.read_bytes().count(b"\n") for path in tmp_path.rglob("journal-*")]
    assert lines == [1, 1]
    names = [original.line.file.name for original in OriginalsFolder(tmp_path).originals()]
    assert names == ["first", "other event"]


def test_of_two_folders_that_were_put_together_the_first_arrival_counts(tmp_path: Path) -> None:
    for number, name in enumerate(("second", "first")):
        (tmp_path / name).mkdir()
        keep(tmp_path / name, b"one", name=name, at=NOW - timedelta(minutes=number))
    for path in (tmp_path / "second").rglob("*.*"):
        path.rename(tmp_path / "first" / path.relative_to(tmp_path / "second"))
    (original,) = OriginalsFolder(tmp_path / "first").originals()
    assert original.line.file.name == "first"


def test_a_torn_last_line_is_said_and_the_others_stand(tmp_path: Path) -> None:
    keep(tmp_path, b"one", b"two")
    (journal,) = tmp_path.rglob("journal-*")
    journal.write_bytes(journal.read_bytes()[:-30])
    folder = OriginalsFolder(tmp_path)
    assert [original.read() for original in folder.originals()] == [b"one"]
    torn, orphan = folder.faults
    assert torn.place == f"2031-10-03/{journal.name}"
    assert "line 2: the line was not written to its end" in torn.text
    assert (orphan.place, "no line" in orphan.text) == (path_of(ref(b"two")).as_posix(), True)


def test_a_damaged_line_is_said_by_its_number_and_those_behind_it_stand(tmp_path: Path) -> None:
    keep(tmp_path, b"one", b"two", b"three")
    (journal,) = tmp_path.rglob("journal-*")
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(lines[0] + lines[1].replace(b"club", b"clab") + lines[2])
    folder = OriginalsFolder(tmp_path)
    assert [original.read() for original in folder.originals()] == [b"one", b"three"]
    assert "line 2: the line is damaged" in folder.faults[0].text


@pytest.mark.parametrize(
    "damage", [lambda p: p.unlink(), lambda p: p.write_bytes(b"onf"), lambda p: p.write_bytes(b"")]
)
def test_bytes_that_are_gone_or_others_are_said_and_never_given_out(tmp_path: Path, damage: object) -> None:
    (file,) = keep(tmp_path, b"one")
    damage(tmp_path / path_of(file))  # type: ignore[operator]
    (original,) = OriginalsFolder(tmp_path).originals()
    with pytest.raises(Damaged, match=r"x\.xml"):
        original.read()
    assert OriginalsFolder(tmp_path).read(file.sha256) is None


def test_damaged_bytes_are_written_anew_when_the_file_comes_again(tmp_path: Path) -> None:
    (file,) = keep(tmp_path, b"one")
    (tmp_path / path_of(file)).write_bytes(b"onf")
    keep(tmp_path, b"one")
    assert OriginalsFolder(tmp_path).read(file.sha256) == b"one"


def test_bytes_are_found_by_their_digest_alone(tmp_path: Path) -> None:
    keep(tmp_path, b"one")
    (file,) = keep(tmp_path, b"two", received_at=NOW + timedelta(days=40), format="pbn")
    folder = OriginalsFolder(tmp_path)
    assert folder.read(file.sha256) == b"two"
    assert [folder.read(digest) for digest in ("ab" * 32, "../x", "*", "")] == [None] * 4


def test_bytes_and_lines_are_written_as_they_are_on_windows_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    binary, opened, real = 1 << 30, [], os.open

    def spy(path: Path, flags: int, *mode: int) -> int:
        opened.append((Path(path).suffix, flags & (binary | os.O_CREAT)))
        return real(path, flags & ~binary, *mode)

    monkeypatch.setattr(module.os, "O_BINARY", binary, raising=False)
    monkeypatch.setattr(module.os, "open", spy)
    keep(tmp_path, b"one\ntwo")
    written = [(suffix, flags) for suffix, flags in opened if flags]
    assert written == [(".part", binary | os.O_CREAT), (".jsonl", binary | os.O_CREAT)]


def test_a_full_disk_leaves_no_half_file_and_the_next_line_stands_in_a_journal_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, sync = OriginalsWriter(tmp_path), os.fsync

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    writer.write([(ref(b"one"), (b"one",))], NOW)
    monkeypatch.setattr(module.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        writer.write([(ref(b"two"), (b"two",))], NOW)
    assert not list(tmp_path.rglob("*.part"))
    monkeypatch.setattr(module, "_write_whole", lambda path, pieces: path.write_bytes(b"".join(pieces)))
    with pytest.raises(OSError, match="No space"):
        writer.write([(ref(b"two"), (b"two",))], NOW)
    monkeypatch.setattr(module.os, "fsync", sync)
    writer.write([(ref(b"three"), (b"three",))], NOW)
    folder = OriginalsFolder(tmp_path)
    assert {original.read() for original in folder.originals()} >= {b"one", b"three"}
    lines = [path.read_bytes().count(b"\n") for path in tmp_path.rglob("journal-*")]
    assert sorted(filter(None, lines)) == [1, 1]


def test_a_day_that_is_moved_away_is_made_again(tmp_path: Path) -> None:
    writer = OriginalsWriter(tmp_path)
    writer.write([(ref(b"one"), (b"one",))], NOW)
    (tmp_path / "2031-10-03").rename(tmp_path / "archived")
    with pytest.raises(FileNotFoundError):
        writer.write([(ref(b"two"), (b"two",))], NOW)
    writer.write([(ref(b"two"), (b"two",)), (ref(b"one"), (b"one",))], NOW)
    assert len(OriginalsFolder(tmp_path).originals()) == 2


def test_bytes_and_names_are_synced_before_their_line_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        size = next((journal.stat().st_size for journal in tmp_path.rglob("journal-*")), 0)
        synced.append(f"{path.suffix or 'folder'} {'with' if size else 'without'} a line")
        real(descriptor)

    if not Path("/proc/self/fd").exists():
        pytest.skip("the system does not say which file a descriptor is of")
    monkeypatch.setattr(module.os, "fsync", fsync)
    keep(tmp_path, b"one", b"two")
    data = [".part without a line"] * 2
    assert synced == ["folder without a line", *data, "folder without a line", ".jsonl with a line"]


def test_what_lies_there_beside_originals_is_left_alone(tmp_path: Path) -> None:
    keep(tmp_path, b"one")
    (tmp_path / "README").write_text("ours")
    (tmp_path / "2031-10-03" / "notes.txt").write_text("ours")
    folder = OriginalsFolder(tmp_path)
    assert len(folder.originals()) == 1
    assert folder.faults == []


def test_a_removed_file_is_gone_with_every_line_about_it_and_may_come_again(tmp_path: Path) -> None:
    (kept,) = keep(tmp_path, b"kept")
    writer = OriginalsWriter(tmp_path)
    gone = [ref(b"gone", name="secret.xml", event=event) for event in ("a", "b")]
    writer.write([(file, (b"gone",)) for file in gone], NOW)
    folder = OriginalsFolder(tmp_path)
    assert folder.remove({gone[0].sha256}) == 2
    assert [original.line.file for original in folder.originals()] == [kept]
    assert (folder.faults, folder.remove({gone[0].sha256})) == ([], 0)
    texts = [path.name.encode() + path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(name in text for text in texts for name in (b"secret.xml", gone[0].sha256.encode(), b"gone"))

    writer.write([(gone[0], (b"gone",))], NOW + timedelta(seconds=1))
    assert [original.read() for original in folder.originals()] == [b"kept", b"gone"]


def test_a_file_is_renamed_in_every_line_about_it_and_keeps_its_bytes_and_its_place(tmp_path: Path) -> None:
    keep(tmp_path, b"kept", name="Ada.xml")
    writer = OriginalsWriter(tmp_path)
    files = [ref(b"renamed", name='Ada Lind "é".xml', event=event) for event in ("a", "b")]
    writer.write([(file, (b"renamed",)) for file in files], NOW)
    (tmp_path / "2031-10-03" / "journal-torn.jsonl").write_bytes(b'{"name": "Ada')
    folder = OriginalsFolder(tmp_path)
    before = folder.originals()
    folder.rename({files[0].sha256}, lambda name: name.replace("Ada Lind", "Uxo Brem"))
    after = folder.originals()
    assert sorted(each.line.file.name for each in after) == ["Ada.xml", *['Uxo Brem "é".xml'] * 2]
    assert sorted(each.read() for each in after) == [b"kept", b"renamed", b"renamed"]
    assert [(each.place, each.line.key, each.line.at) for each in after] == [
        (each.place, each.line.key, each.line.at) for each in before
    ]
    # Nothing moves, because others may be writing: a name of another length is none.
    with pytest.raises(ValueError, match="keeps its length"):
        folder.rename({files[0].sha256}, lambda name: name + "x")
    assert folder.originals() == after
