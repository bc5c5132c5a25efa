"""Made-up files for benchmarks."""

from datetime import UTC, datetime, timedelta

from contracts.facts import AsOf
from kibitz.replay.cut import Part, cut
from kibitz.replay.made_up import Size, made_up_file

START = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)


def finished(tables: int = 14, seed: int = 14) -> bytes:
    rounds = tables - 1 if tables % 2 == 0 else tables
    as_of = AsOf(at=START + timedelta(days=seed), source="stated")
    return made_up_file(Size(tables, rounds, 2), as_of, seed)


def parts(tables: int = 14, seed: int = 14) -> list[Part]:
    return cut(finished(tables, seed), f"event-{seed}.xml", START)
