"""The bracket of a knock-out, from its matches: the ties of each round, each beside those that its sides came from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from math import inf
from typing import Any

from services.broadcast.domain.pages.rounds import Round

Match = Mapping[str, Any]


@dataclass
class Side:
    """One of those who meet; without an id a place that nobody has yet. `score` is None where it has none."""

    id: str
    name: str
    score: Decimal | None = None
    won: bool = False


@dataclass
class Tie:
    """Two sides that meet, over all parts of their match; one alone has a bye, or its opponent is not drawn.

    Attributes:
        state: "bye", "waiting", "running" or "over".
        match: its last part; None where no file lists it.
        third: whether it is between those who lost before.
    """

    sides: Sequence[Side]
    state: str
    match: Match | None = None
    third: bool = False


@dataclass
class BracketRound:
    """A round; its number is None for the one after the last that is known, 0 where matches have none.

    Attributes:
        joined: each two of its ties, in their order, lead to one of the next round.
    """

    number: int | None
    ties: list[Tie] = field(default_factory=list)
    final: bool = False
    joined: bool = False


def bracket(rounds: Sequence[Round], entrants: int = 0) -> list[BracketRound]:
    """The bracket of a knock-out, the first round first, and the rounds that are not drawn as empty places.

    Args:
        rounds: its matches.
        entrants: how many take part, those with a bye in the first round among them.
    """
    numbered: dict[int, list[Match]] = {}
    for each in reversed(rounds):
        numbered.setdefault(each.rows[0]["round"] or 0, []).extend(each.rows)
    made = [BracketRound(number, _ties(own)) for number, own in sorted(numbered.items())]
    if not made:
        return []
    for at, of in enumerate(made):
        _decide(of, made[at + 1] if at + 1 < len(made) else None, made[at - 1] if at else None)
    for at in range(len(made) - 2, -1, -1):
        _align(made[at], made[at + 1])
    shown = [of for of in [*made, *_undrawn(made, entrants)] if of.ties]
    for of, following in pairwise(shown):
        known = all(len(tie.sides) == 2 and not tie.third for tie in following.ties)
        of.joined = known and len(of.ties) == 2 * len(following.ties)
    return shown


def _undrawn(known: Sequence[BracketRound], entrants: int) -> list[BracketRound]:
    """What follows the last known round. Who is through is named; who meets whom is known of two alone.

    A round has half as many ties as there were before it. The first says nothing of those who have a bye: with more
    entrants than it has sides, it is as large as a power of two makes it.
    """
    last = known[-1]
    alive = [tie for tie in last.ties if not tie.third]
    if len(known) > 1:
        places = (len([tie for tie in known[-2].ties if not tie.third]) + 1) // 2
    else:
        places = 0 if entrants <= 2 * len(alive) else 1 << (entrants - 1).bit_length() - 1
    places = max(places, len(alive))
    if places == 1:
        last.final = True
        return []
    through = [next((Side(side.id, side.name) for side in tie.sides if side.won), Side("", "")) for tie in alive]
    sides = through + [Side("", "") for _ in range(places - len(alive))]
    if places == 2:
        return [BracketRound(None, [Tie(sides, "waiting")], final=True)]
    made = [BracketRound(None, [Tie([side], "waiting") for side in sides])]
    number = max(last.number or 0, 1) + 1
    while (places := (places + 1) // 2) > 1:
        number += 1
        pairs = [Tie([Side("", "") for _ in range(2)], "waiting") for _ in range((places + 1) // 2)]
        made.append(BracketRound(number, pairs, final=places == 2))
    return made


def _ties(matches: Sequence[Match]) -> list[Tie]:
    """Matches between the same two sides are parts of one."""
    parts: dict[frozenset[str], list[Match]] = {}
    for match in matches:
        parts.setdefault(frozenset((match["home"], match["away"] or "")), []).append(match)
    return [_tie(own) for own in parts.values()]


def _tie(parts: Sequence[Match]) -> Tie:
    first, states = parts[0], {match["state"] for match in parts}
    sides = [Side(first[of], first[f"{of}_name"] or "", _sum(parts, first[of])) for of in ("home", "away") if first[of]]
    state = next((state for state in ("running", "waiting", "bye") if state in states), "over")
    return Tie(sides, state, parts[-1])


def _sum(parts: Sequence[Match], side: str) -> Decimal | None:
    sums = []
    for match in parts:
        of = "home" if match["home"] == side else "away"
        value = match[f"{of}_raw"] if match[f"{of}_score"] is None else match[f"{of}_score"]
        if value is not None:
            sums.append(Decimal(value))
    return sum(sums, Decimal(0)) if sums else None


def _decide(of: BracketRound, following: BracketRound | None, before: BracketRound | None) -> None:
    """Who won: who is in the next round, else who has more once all parts are over; who has a bye goes through."""
    lost = {side.id for tie in (before.ties if before else ()) for side in tie.sides if not side.won}
    later = [side for tie in (following.ties if following else ()) for side in tie.sides]
    for tie in of.ties:
        tie.third = len(tie.sides) > 1 and all(side.id in lost for side in tie.sides)
        through = [side for side in tie.sides if side.id in {other.id for other in later}]
        scores = [side.score for side in tie.sides]
        if len(tie.sides) == 1:
            tie.sides[0].won = True
        elif len(through) == 1:
            through[0].won = True
        elif tie.state == "over" and scores[0] is not None and scores[1] is not None:
            tie.sides[0].won, tie.sides[1].won = scores[0] > scores[1], scores[1] > scores[0]
    # A side of the next round that is in no tie of this one has had a bye. Those who play for the third place have not.
    here = {side.id for tie in of.ties for side in tie.sides}
    of.ties += [Tie([Side(side.id, side.name, won=True)], "bye") for side in later if side.id not in here]
    of.ties.sort(key=lambda tie: tie.third)


def _align(of: BracketRound, following: BracketRound) -> None:
    """Put the ties of a round in the order in which their winners stand in the next one."""
    stands = [side.id for tie in following.ties if not tie.third for side in tie.sides]
    places = {side: place for place, side in reversed([*enumerate(stands)])}
    of.ties.sort(key=lambda tie: (tie.third, min((places.get(side.id, inf) for side in tie.sides), default=inf)))
