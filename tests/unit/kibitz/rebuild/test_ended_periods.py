"""Correction periods of the past: their ends go before their beginnings, and are put back."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from contracts.base import FileRef
from contracts.decisions import Decisions, SetStatus
from kibitz.rebuild.ended_periods import EndedPeriod, with_ends_first
from shared.kept.originals import Original, OriginalsFolder, OriginalsWriter, path_of
from shared.kept.queries import ENDED_BY, PeriodEnd

START = datetime(2031, 10, 3, 20, tzinfo=UTC)
OUTCOME = "ab" * 32


def decision(event: str, minutes: int, status: str, *, by: str = "Ada", lasts: int | None = None) -> bytes:
    at = START + timedelta(minutes=minutes)
    until = None if lasts is None else at + timedelta(minutes=lasts)
    outcome = OUTCOME if status == "official" else None
    said = SetStatus(decision="status", status=status, outcome=outcome, corrections_until=until)  # type: ignore[arg-type]
    return Decisions(event=event, at=at, by=by, decisions=(said,)).model_dump_json(exclude_none=True).encode()


def originals(folder: Path, **contents: bytes) -> list[Original]:
    writer = OriginalsWriter(folder)
    for number, (name, data) in enumerate(contents.items()):
        kind = "pbn" if name.startswith("file") else "decisions"
        file = FileRef(
            sha256=sha256(data).hexdigest(), name=name, size=len(data), format=kind, received_at=START, sender="desk"
        )
        writer.write([(file, (data,))], START + timedelta(seconds=number))
    return OriginalsFolder(folder).originals()


def names(found: list[Original]) -> list[str]:
    return [original.line.file.name for original in found]


def test_an_end_goes_before_the_beginning_of_its_own_period(tmp_path: Path) -> None:
    files = originals(
        tmp_path,
        file_1=b"1",
        other=decision("other", 0, "provisional", lasts=5),
        first=decision("club", 1, "provisional", lasts=30),
        file_2=b"2",
        longer=decision("club", 9, "provisional", lasts=60),
        file_3=b"3",
        ended=decision("club", 70, "official", by=ENDED_BY),
    )
    ordered, ended = with_ends_first(files)
    assert names(ordered) == ["file_1", "other", "first", "file_2", "ended", "longer", "file_3"]
    until, at = START + timedelta(minutes=69), START + timedelta(minutes=70)
    assert ended == [EndedPeriod("club", until, PeriodEnd(outcome=OUTCOME, at=at))]


def test_what_the_director_declares_stays_in_its_place_and_so_does_what_cannot_be_read(tmp_path: Path) -> None:
    files = originals(
        tmp_path,
        first=decision("club", 1, "provisional", lasts=30),
        mine=decision("club", 5, "official"),
        no_decision=b"{}",
        lost=decision("club", 40, "official", by=ENDED_BY),
    )
    (tmp_path / path_of(files[-1].line.file)).unlink()
    assert (names(with_ends_first(files)[0]), with_ends_first(files)[1]) == (
        ["first", "mine", "no_decision", "lost"],
        [],
    )
