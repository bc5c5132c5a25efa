"""Short ways to make fragments for tests; everybody in them is made up."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from contracts.base import FileFormat, FileRef
from contracts.facts import AsOf, EventFact, Facts, Participant, Person, ResultFact, Scope, Score, Sides, StatedScore
from contracts.messages import Fragment

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)


def points(value: int) -> Score:
    return Score(kind="points", points=value)


def result(board: str, ns: str, ew: str, score: int | None = 0, **more: Any) -> ResultFact:
    side = points(score) if score is not None else Score(kind="unknown")
    fields: dict[str, Any] = {"board": board, "sides": Sides(ns=ns, ew=ew), "ns_score": side, "ew_score": side, **more}
    return ResultFact(**fields)


def stated(ns: str, ew: str) -> StatedScore:
    return StatedScore(ns=Decimal(ns), ew=Decimal(ew), unit="match_points")


def pair(number: str, **more: Any) -> Participant:
    return Participant(
        id=number, kind="pair", players=(Person(name=f"Ann {number}"), Person(name=f"Bob {number}")), **more
    )


def fragment(
    name: str,
    *,
    minutes: int = 0,
    results: Iterable[ResultFact] = (),
    scope: Scope | None = None,
    event: str = "club-pairs-2026-03-07",
    file_format: FileFormat = "usebio",
    **facts: Any,
) -> Fragment:
    facts.setdefault("events", (EventFact(name="Club pairs", kind="pairs", board_scoring="match_points"),))
    digest = hashlib.sha256(name.encode()).hexdigest()
    return Fragment(
        id=f"{digest[:12]}.0",
        event=event,
        file=FileRef(sha256=digest, name=f"{name}.xml", size=1, format=file_format, received_at=NOON),
        ordinal=0,
        as_of=AsOf(at=NOON + timedelta(minutes=minutes), source="stated"),
        scope=scope or Scope(),
        facts=Facts(results=tuple(results), **facts),
    )
