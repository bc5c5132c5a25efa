"""Points that no game gave: lent in accelerated rounds, given or taken away."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from decimal import Decimal
from typing import Literal

from contracts.base import Place
from contracts.codes.trf import ACCELERATION_RANGE, TOO_LARGE
from contracts.facts import AdjustmentFact
from shared.errors import FormatError
from shared.formats.trf.draft import Draft, Lent
from shared.formats.trf.progress import Progress

ROUNDS_LENT = 99
"""Up to which round points are lent where nothing states the number of rounds."""

MOST_ADJUSTMENTS = 200_000
"""Points lent or given to single participants; a file of more is not a tournament."""


def adjustments_of(draft: Draft, rounds: int | None, progress: Progress) -> tuple[AdjustmentFact, ...]:
    """Points lent in accelerated rounds, and points given or taken away, for each participant.

    Match points and game points of a team have different kinds, because a fact has one amount.
    """
    kind: Literal["team", "player"] = "team" if draft.is_team_event else "player"
    known: list[int] = sorted(draft.teams if draft.is_team_event else draft.players)
    found: dict[tuple[str, int, int | None], AdjustmentFact] = {}
    twice: set[tuple[int | None, int | None]] = set()
    steps = 0

    def put(name: str, who: int, round_: int | None, amount: Decimal, unit: str, place: Place, *, add: bool) -> None:
        nonlocal steps
        before = found.get((name, who, round_))
        if before is not None and add:
            amount += before.amount
        elif before is not None and before.at is not None and (before.at.line, place.line) not in twice:
            twice.add((before.at.line, place.line))
            message = f"line {before.at.line} gives {who} points for round {round_} already"
            draft.report.add(ACCELERATION_RANGE, message, place, subject=f"{kind} {who}")
        steps += 1
        if steps > MOST_ADJUSTMENTS:
            raise FormatError(TOO_LARGE, "too many points are lent or given", place, draft.report.finish())
        found[name, who, round_] = AdjustmentFact(
            at=place, kind=name, participant=str(who), participant_kind=kind, round=round_, amount=amount, unit=unit
        )

    last = max(rounds or ROUNDS_LENT, progress.last)
    for lent in draft.lent:
        for fault in _faults(lent, kind, rounds):
            draft.report.add(ACCELERATION_RANGE, fault, lent.place)
        members = known[bisect_left(known, lent.first) : bisect_right(known, lent.last)]
        for round_ in range(lent.first_round, min(lent.last_round, last) + 1):
            for who in members:
                if kind == "team" and lent.match_points:
                    put("acceleration", who, round_, lent.match_points, "match_points", lent.place, add=False)
                if lent.game_points:
                    name = "acceleration_game_points" if kind == "team" else "acceleration"
                    unit = "game_points" if kind == "team" else "points"
                    put(name, who, round_, lent.game_points, unit, lent.place, add=False)
    for given in draft.abnormal:
        if given.kind:
            continue
        for who in given.who or known:
            if kind == "team" and given.match_points:
                put("free_points", who, given.round, given.match_points, "match_points", given.place, add=True)
            if given.game_points:
                name = "free_game_points" if kind == "team" else "free_points"
                unit = "game_points" if kind == "team" else "points"
                put(name, who, given.round, given.game_points, unit, given.place, add=True)
    return tuple(found.values())


def _faults(lent: Lent, kind: str, rounds: int | None) -> list[str]:
    """What a record of accelerated rounds says that its tournament cannot have."""
    found = []
    if not lent.match_points and not lent.game_points:
        found.append("no points are given")
    if kind == "player" and lent.match_points:
        found.append("players have no match points")
    if rounds is not None and lent.last_round > rounds:
        found.append(f"round {lent.last_round} of {rounds}")
    return found
