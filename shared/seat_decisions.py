"""What decisions about seats take from the seats that are published: pairings in play, locks, and other draws."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from contracts.codes.seating import MISMATCH_OF_LOCKED, OTHERS_WOULD_MEET
from contracts.decisions import LockRound, Seated

_OTHERWISE = (OTHERS_WOULD_MEET.code, MISMATCH_OF_LOCKED.code)


class AlreadySeated(ValueError):
    """The round has its seats, so there is nothing to start early."""


def pairings(tables: Iterable[Mapping[str, Any]]) -> tuple[Seated, ...]:
    """Who meets whom at tables of published seats, by the names of their fields."""
    return tuple(
        Seated(table=table.get("table"), home=home, away=away)
        for table in tables
        for home, away in ((table.get("ns"), table.get("ew")), (table.get("white"), table.get("black")))
        if home and away
    )


def seats_before(
    meta: Mapping[str, Any], tables: Iterable[Mapping[str, Any]], number: int, session: str | None
) -> tuple[Seated, ...] | None:
    """The pairings of the round before one that starts early; None where the published seats are of another round.

    Args:
        meta: of the seats that are published.
        tables: of these seats.
        number: of the round that starts early.
        session: of that round; None for any.

    Raises:
        AlreadySeated: the published seats are those of the round itself.
    """
    met = pairings(tables)
    if session not in (None, meta.get("session")):
        return None
    if meta.get("round") == number and met:
        raise AlreadySeated(f"round {number} has its seats already")
    return met if meta.get("round") == number - 1 else None


def opened_locks(number: int | None, session: str | None) -> tuple[LockRound, ...]:
    """The decisions that open every lock which holds for a round; each may name its session and its round or not."""
    keys = product(dict.fromkeys((session, None)), dict.fromkeys((number, None)))
    return tuple(LockRound(decision="lock", session=of, round=round_, locked=False) for of, round_ in keys)


def is_drawn_otherwise(finding: Mapping[str, Any]) -> bool:
    """Whether a finding on locked seats says that they would be drawn otherwise now."""
    return finding["code"] in _OTHERWISE
