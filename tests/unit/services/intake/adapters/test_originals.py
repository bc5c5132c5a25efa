"""Originals are on the disk before a sender is answered, many of them by few syncs, and a failure has a reason."""

import asyncio
import errno
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from contracts.base import FileRef
from services.intake.adapters.originals import SPARE, NotKept, Originals
from shared.bus.errors import StorageFull
from shared.kept.originals import OriginalsFolder, OriginalsWriter

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)


def ref(data: bytes) -> FileRef:
    return FileRef(sha256=sha256(data).hexdigest(), name="x", size=len(data), format="pbn", received_at=NOW)


def test_without_a_folder_nothing_is_written_and_nothing_is_wrong() -> None:
    assert asyncio.run(Originals().keep(ref(b"one"), (b"one",))) == ref(b"one")
    assert Originals().problem() == ""


async def test_what_comes_while_others_are_written_is_written_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []
    real = OriginalsWriter.write

    def write(writer: OriginalsWriter, files: list[tuple[FileRef, tuple[bytes, ...]]], now: datetime) -> list[FileRef]:
        batches.append(len(files))
        return real(writer, files, now)

    monkeypatch.setattr(OriginalsWriter, "write", write)
    originals = Originals(tmp_path, lambda: NOW)
    contents = [b"%d" % number for number in range(100)]
    await asyncio.gather(*(originals.keep(ref(data), (data,)) for data in contents))
    assert {original.read() for original in OriginalsFolder(tmp_path).originals()} == set(contents)
    assert sum(batches) == 100
    assert len(batches) <= 4


async def test_a_known_file_is_written_only_where_it_is_missing(tmp_path: Path) -> None:
    originals, file = Originals(tmp_path, lambda: NOW), ref(b"one")
    for _ in range(3):
        await originals.keep_known(file, (b"one",))
    (journal,) = tmp_path.rglob("journal-*")
    assert journal.read_bytes().count(b"\n") == 1


async def test_a_fault_of_ours_is_told_to_whoever_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OriginalsWriter, "write", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        await Originals(tmp_path).keep(ref(b"one"), (b"one",))


@pytest.mark.parametrize(
    ("number", "kind"), [(errno.ENOSPC, StorageFull), (errno.EIO, NotKept), (errno.EROFS, NotKept)]
)
async def test_a_failure_has_a_reason_and_the_next_file_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[Exception]
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, "the disk says no")

    originals = Originals(tmp_path, lambda: NOW)
    with monkeypatch.context() as broken:
        broken.setattr(OriginalsWriter, "write", fail)
        outcomes = await asyncio.gather(
            *(originals.keep(ref(data), (data,)) for data in (b"1", b"2")), return_exceptions=True
        )
    assert [type(outcome) for outcome in outcomes] == [kind, kind]
    await originals.keep(ref(b"3"), (b"3",))


def test_a_folder_that_is_gone_is_a_problem_until_it_is_back(tmp_path: Path) -> None:
    originals = Originals(tmp_path / "mounted")
    assert "KIBITZ_INTAKE_ORIGINALS" in originals.problem()
    (tmp_path / "mounted").mkdir()
    assert originals.problem() == ""


async def test_a_full_disk_is_named_until_it_has_room_for_what_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> list[FileRef]:
        raise OSError(errno.ENOSPC, "No space left on device")

    originals, free = Originals(tmp_path, lambda: NOW), [0]
    monkeypatch.setattr("services.intake.adapters.originals.free_bytes", lambda _: free[0])
    with monkeypatch.context() as patched:
        patched.setattr(OriginalsWriter, "write", full)
        with pytest.raises(StorageFull, match="make room"):
            await originals.keep(ref(b"one"), (b"one",))
    assert "full" in originals.problem()
    free[0] = SPARE + 2
    assert "full" in originals.problem()
    free[0] = SPARE + 3
    assert originals.problem() == ""
