"""What is archived, refused and taken out; the same on a server is in tests/e2e/test_director.py."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.base import FileRef
from kibitz.belongings.belonging import Belongings, Holding
from kibitz.cli import app
from kibitz.commands import archive as command
from kibitz.commands import forget
from shared.kept.originals import OriginalsFolder, OriginalsWriter

START = datetime(2031, 10, 3, 20, tzinfo=UTC)


def received(number: int) -> tuple[FileRef, bytes]:
    data = b"file %d" % number
    digest = sha256(data).hexdigest()
    return FileRef(sha256=digest, name=f"{number}.xml", size=len(data), format="usebio", received_at=START), data


FILES = [received(number) for number in range(4)]
EVENTS = ({"club"}, {"club"}, {"league"}, {"cup", "series"})


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    folder = tmp_path / "kept"
    folder.mkdir()
    writer = OriginalsWriter(folder)
    for number, (file, data) in enumerate(FILES):
        writer.write([(file, (data,))], START + timedelta(days=number))
    return folder


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> dict[str, Holding]:
    """What the bus knows."""
    known = {file.sha256: Holding(file, {*events}) for (file, _), events in zip(FILES, EVENTS, strict=True)}

    @asynccontextmanager
    async def connected(url: str, **_: float) -> Any:
        yield url

    async def holdings(bus: object) -> dict[str, Holding]:
        return known

    async def through(*given: object, **named: object) -> None:
        """No service is at work: test_at_work.py."""

    monkeypatch.setattr(forget, "connected", connected)
    monkeypatch.setattr(forget, "through", through)
    monkeypatch.setattr(command, "holdings", holdings)
    return known


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[Belongings]:
    """What was taken out of the bus."""
    gone: list[Belongings] = []

    async def take_out(bus: object, of: Belongings) -> int:
        gone.append(of)
        return 7

    monkeypatch.setattr(forget, "take_out", take_out)
    return gone


def archive(file: Path, kept: Path, *words: str) -> Any:
    where = ["--originals", str(kept), "--data", str(file.parent), "--nats", "nats://x"]
    return CliRunner().invoke(app, ["archive", str(file), *words, *where])


@pytest.mark.usefixtures("held")
def test_events_by_name_or_by_day_are_written_into_a_file(kept: Path, tmp_path: Path) -> None:
    for number, (words, expected) in enumerate(
        [
            (["club"], "1 events, 2 files"),
            (["--before", "2031-10-05"], "1 events, 2 files"),
            (["club", "league"], "2 e"),
        ]
    ):
        result = archive(tmp_path / f"{number}.zip", kept, *words)
        assert (result.exit_code, expected in result.output) == (0, True), result.output


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "say which events"),
        (["club", "--before", "2031-10-05"], "say which events"),
        (["nobody"], "no file tells of nobody"),
        (["--before", "2001-10-05"], "no event is over"),
        (["cup"], "series"),
    ],
)
def test_what_cannot_be_archived_is_told_and_nothing_is_written(
    kept: Path, tmp_path: Path, taken: list[Belongings], words: list[str], said: str
) -> None:
    file = tmp_path / "season.zip"
    result = archive(file, kept, *words, "--take-out")
    assert (result.exit_code, said in result.output, file.exists(), taken) == (2, True, False, []), result.output


@pytest.mark.usefixtures("held")
def test_a_folder_or_a_name_that_will_not_do_is_told(kept: Path, tmp_path: Path, taken: list[Belongings]) -> None:
    file = tmp_path / "season.zip"
    assert "is not a folder" in archive(file, tmp_path / "gone", "club").output
    file.write_bytes(b"mine")
    assert "exists" in archive(file, kept, "club").output
    assert "no archive" in archive(file, kept, "club", "--take-out").output
    next(kept.rglob(f"{FILES[0][0].sha256}.*")).write_bytes(b"changed")
    assert "not those that were received" in archive(tmp_path / "b.zip", kept, "club", "--take-out").output
    OriginalsFolder(kept).remove([FILES[0][0].sha256])
    assert "0.xml" in archive(tmp_path / "c.zip", kept, "club", "--take-out").output
    assert taken == []


def test_events_are_taken_out_once_their_archive_is_read_and_again_after_an_interruption(
    held: dict[str, Holding], kept: Path, tmp_path: Path, taken: list[Belongings]
) -> None:
    file, of = tmp_path / "season.zip", Belongings(frozenset({"club"}), frozenset(each.sha256 for each, _ in FILES[:2]))
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.log").write_text('{"file":"1.xml"}\n{"file":"2.xml"}\n')
    result = archive(file, kept, "club", "--take-out")
    assert (result.exit_code, taken) == (0, [of]), result.output
    assert OriginalsFolder(kept).digests() == {each.sha256 for each, _ in FILES[2:]}
    assert (tmp_path / "logs" / "a.log").read_text().split() == ['{"file":"2.xml"}']

    # Stopped before the bus had lost everything: what is still to go, the archive tells.
    del held[FILES[0][0].sha256]
    whole = file.read_bytes()
    for words in (["club"], ["--before", "2031-10-05"]):
        assert archive(file, kept, *words, "--take-out").exit_code == 0
    assert (taken, file.read_bytes()) == ([of, of, of], whole)


def test_what_came_after_the_archive_was_written_is_not_taken_out(
    held: dict[str, Holding], kept: Path, tmp_path: Path, taken: list[Belongings]
) -> None:
    file = tmp_path / "season.zip"
    assert archive(file, kept, "club").exit_code == 0
    assert "archive of club" in archive(file, kept, "league", "--take-out").output
    assert "archive of club" in archive(file, kept, "--before", "2031-10-04", "--take-out").output
    held[FILES[1][0].sha256].events.add("league")
    assert "league" in archive(file, kept, "club", "--take-out").output
    held[FILES[1][0].sha256].events.remove("league")
    late, data = received(9)
    OriginalsWriter(kept).write([(late, (data,))], START + timedelta(days=9))
    held[late.sha256] = Holding(late, {"club"})
    result = archive(file, kept, "club", "--take-out")
    assert (result.exit_code, "9.xml" in result.output, taken) == (2, True, []), result.output
    assert len(OriginalsFolder(kept).digests()) == len(FILES) + 1
