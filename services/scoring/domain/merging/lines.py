"""Lines of an event: what results, games, matches and adjustments report, and the words for them.

What a program works out from a line (match points, totals) is no part of its report, and neither is its place in the
file. Lines can be read under other numbers of the participants, so that a renumbering changes none.
"""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Literal, NamedTuple

from contracts.facts import AdjustmentFact, Fact, GameFact, Key, MatchFact, ResultFact, Score
from shared.bridge.reported import is_reported

SIDE_KINDS = ("pair", "pair", "player", "player", "player", "player", "team", "team")
"""The kinds of participants in the key of `Sides`."""

NUMBERED: dict[str, tuple[tuple[int, str | None], ...]] = {
    "results": tuple(enumerate(SIDE_KINDS, 2)),
    "games": ((1, "player"),),
    "matches": ((3, None), (4, None)),
    "adjustments": ((2, None),),
}
"""Of each type of lines the places of its key that have a number, and whose; None where the key says it, in place 1."""

Number = tuple[str, str]
"""Kind and number of a participant."""

Numbers = Mapping[Number, str | None]
"""Other numbers of participants; None for one that nobody has there."""

AS_THEY_ARE: Numbers = MappingProxyType({})
"""No other numbers."""

_OTHER_SIDE: dict[str, Literal["home", "away"]] = {"home": "away", "away": "home"}


class Report(NamedTuple):
    """What a line reports; `outcome` is empty for one that only says who is to meet."""

    kind: str
    outcome: tuple[object, ...]
    meeting: str | None = None


def side_kind(kind: object) -> str:
    """Who plays matches of a kind."""
    return "pair" if kind == "pairs" else "team"


def renumbered(kind: str, key: Key, numbers: Numbers) -> Key | None:
    """The key of a line of a type under other numbers; None for a line of somebody who has none."""
    parts = list(key)
    for place, of in NUMBERED[kind]:
        number = key[place]
        if number is not None:
            own = (of or (side_kind(key[1]) if kind == "matches" else str(key[1])), str(number))
            parts[place] = numbers.get(own, number)
            if parts[place] is None:
                return None
    if kind == "matches":
        parts[3:5] = sorted(map(str, parts[3:5]))
    return tuple(parts)


def report_of(fact: Fact | None, numbers: Numbers = AS_THEY_ARE) -> Report | None:
    """What a line reports, under other numbers; None for one that says nothing yet."""
    match fact:
        case ResultFact() if is_reported(fact):
            return Report("result", (fact.contract, fact.declarer, fact.tricks, fact.ns_score, fact.ew_score))
        case GameFact(opponent=opponent, result=result):
            other = None if opponent is None else numbers.get(("player", opponent), opponent)
            if result and result.strip():
                return Report("game", (result,), other)
            return None if other is None else Report("pairing", (), other)
        case MatchFact():
            match = in_order(fact, numbers)
            scores = (match.home_score, match.away_score, match.home_imps, match.away_imps, match.forfeit)
            known = scores if any(score is not None for score in scores) else ()
            return Report("match" if known else "pairing", known)
        case AdjustmentFact(amount=amount, unit=unit):
            return Report("adjustment", (amount, unit))
    return None


def in_order(match: MatchFact, numbers: Numbers = AS_THEY_ARE) -> MatchFact:
    """A match from the view of the side that its key names first under other numbers."""
    kind = side_kind(match.kind)
    home, away = (str(numbers.get((kind, side or ""), side)) for side in (match.home, match.away))
    if match.away is None or home <= away:
        return match
    return match.replace(
        home=match.away,
        away=match.home,
        home_score=match.away_score,
        away_score=match.home_score,
        home_imps=match.away_imps,
        away_imps=match.home_imps,
        forfeit=_OTHER_SIDE.get(match.forfeit or "", match.forfeit),
    )


def words_of(fact: Fact | None, numbers: Numbers = AS_THEY_ARE) -> str | None:
    """What a line reports, as people write it: "4S by N, 10 tricks, 420", "1", "24 : 12", "-10 percent"."""
    match fact:
        case ResultFact(contract=contract, declarer=declarer, tricks=tricks):
            scores = dict.fromkeys((score_text(fact.ns_score), score_text(fact.ew_score)))
            by = f"{contract} by {declarer}" if contract and declarer else contract
            return ", ".join(filter(None, (by, f"{tricks} tricks" if tricks is not None else "", " / ".join(scores))))
        case GameFact(result=result):
            return (result or "").strip() or "no result"
        case MatchFact():
            match = in_order(fact, numbers)
            home, away = (
                (match.home_imps, match.away_imps) if match.home_score is None else (match.home_score, match.away_score)
            )
            return "no result" if home is None and away is None else f"{_amount(home)} : {_amount(away)}"
        case AdjustmentFact(amount=amount, unit=unit):
            return f"{amount:f} {unit or ''}".rstrip()
    return None


def _amount(value: Decimal | None) -> str:
    return "–" if value is None else f"{value:f}"


def subject_of(fact: Fact) -> str:
    """Which line it is: "board 7, 3 against 12", "round 2, 5 against 9", "penalty of pair 3", "total of 3"."""
    match fact:
        case ResultFact(board=board, sides=sides):
            return f"board {board}, {sides.ns or sides.north} against {sides.ew or sides.east}"
        case GameFact(round=number, player=player, opponent=opponent):
            return f"round {number}, {player}{f' against {opponent}' if opponent is not None else ''}"
        case MatchFact(round=number, home=home, away=away):
            teams = f"match of {home} and {away}" if away is not None else f"bye of {home}"
            return f"round {number}, {teams}" if number is not None else teams
        case AdjustmentFact(kind=kind, participant=participant):
            return f"{kind.replace('_', ' ')} of {fact.participant_kind} {participant}"
    return f"total of {getattr(fact, 'participant', '')}"


def score_text(score: Score) -> str:
    """A score on a board: "420", "60%", "not played"."""
    if score.kind == "points":
        return str(score.points)
    return f"{score.percent}%" if score.percent is not None else score.kind.replace("_", " ")
