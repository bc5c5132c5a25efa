"""Which files are changed, and how; the whole command on a server is in tests/e2e/test_director.py."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from contracts.base import FileRef
from kibitz.belongings.belonging import Holding
from kibitz.commands.forget_person import Seed, changes, left_over
from shared.kept.originals import Original, OriginalsFolder, OriginalsWriter

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
NAMES = [{"Ada": "Uxo", "Lind": "Brem"}, {"1503014": "8274610"}]


def received(folder: Path, *files: tuple[str, str, bytes]) -> list[Original]:
    writer = OriginalsWriter(folder)
    for number, (name, file_format, data) in enumerate(files):
        digest = sha256(data).hexdigest()
        file = FileRef(sha256=digest, name=name, size=len(data), format=file_format, received_at=NOW)
        writer.write([(file, (data,))], NOW + timedelta(seconds=number))
    return OriginalsFolder(folder).originals()


def test_files_that_name_the_person_are_changed_and_decisions_about_them_follow(tmp_path: Path) -> None:
    game = b'[North "Lind, Ada"]'
    ruling = b'{"file":"%s"}' % sha256(game).hexdigest().encode()
    kept = received(
        tmp_path,
        ("ruling.json", "decisions", ruling),
        ("game.pbn", "pbn", game),
        ("other.pbn", "pbn", b'[North "Ada Lindholm"]'),
        ("Ada Lind.pbn", "pbn", b'[North "1"]'),
        ("x.trf", "trf", b"001    1 1503014"),
    )
    found = {each.original.line.file.name: each for each in changes(kept, NAMES)}
    assert list(found) == ["game.pbn", "Ada Lind.pbn", "x.trf", "ruling.json"]
    assert found["game.pbn"].data == b'[North "Brem, Uxo"]'
    assert found["x.trf"].data == b"001    1 8274610"
    assert (found["Ada Lind.pbn"].file.name, found["Ada Lind.pbn"].data) == ("Uxo Brem.pbn", b'[North "1"]')
    assert found["ruling.json"].data == b'{"file":"%s"}' % found["game.pbn"].file.sha256.encode()
    for each in found.values():
        assert (each.file.sha256, each.file.size) == (sha256(each.data).hexdigest(), len(each.data))


def test_what_a_stopped_command_left_on_the_bus_is_known_by_what_its_changed_original_has(tmp_path: Path) -> None:
    (changed,) = received(tmp_path, ("game.pbn", "pbn", b'[North "Brem, Uxo"]'))
    before = changed.line.file.replace(sha256="ab" * 32)
    other = before.replace(sha256="cd" * 32, size=1)
    refused = other.replace(sha256="ef" * 32, name="Ada Lind.txt")
    held = {
        file.sha256: Holding(file, {*events})
        for file, events in ((changed.line.file, {"club"}), (before, {"club"}), (other, {"club"}), (refused, ()))
    }
    assert left_over(held, [changed], NAMES) == {before.sha256, refused.sha256}


def test_bytes_that_cannot_be_read_are_left_to_the_rebuild(tmp_path: Path) -> None:
    (kept,) = received(tmp_path, ("game.pbn", "pbn", b"Ada Lind"))
    kept.path.unlink()
    assert changes([kept], NAMES) == []


def test_a_renamed_file_is_left_over_as_long_as_the_bus_has_its_old_name(tmp_path: Path) -> None:
    (renamed,) = received(tmp_path, ("Uxo Brem.pbn", "pbn", b"x"))
    before = renamed.line.file.replace(name="Ada Lind.pbn")
    assert left_over({before.sha256: Holding(before, {"club"})}, [renamed], NAMES) == {before.sha256}
    assert left_over({before.sha256: Holding(renamed.line.file, {"club"})}, [renamed], NAMES) == frozenset()


def test_a_seed_is_the_same_for_a_command_that_was_stopped_and_knows_what_it_removes(tmp_path: Path) -> None:
    first = Seed(tmp_path)
    first.keep()
    assert (Seed(tmp_path).value, Seed(tmp_path).replaced) == (first.value, frozenset())
    first.keep(["ab" * 32])
    second = Seed(tmp_path)
    second.keep(["cd" * 32])
    assert Seed(tmp_path).value == first.value
    assert Seed(tmp_path).replaced == {"ab" * 32, "cd" * 32}
    assert [path.stat().st_mode & 0o777 for path in tmp_path.iterdir()] == [0o600]
    second.remove()
    assert [*tmp_path.iterdir()] == []
    assert Seed(tmp_path).value != first.value
