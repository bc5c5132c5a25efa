"""Whether all pairings of a tournament were known beforehand, as in a round robin (C.07 article 15.2).

Rules kept here, the first that answers counts:

1. The type says so, coded (192) or in words (092): round robin or Swiss; any other code is no round robin.
2. A round robin has as many rounds as everybody needs to meet everybody once or twice.
3. When the rounds that are in are those of the Berger tables for the numbers that the participants have, it is one.
4. What a round robin has no use for speaks against it: fictitious points, a colour of the first player (152, XXC),
   byes that are asked for, somebody left over by the pairing while the number of participants is even, and a tie-break
   of the Buchholz family first after points.
5. So does a first round in which the upper half meets the lower half in order, as every Swiss system of C.04 begins,
   and an opponent who comes back within a cycle.
"""

from collections import defaultdict
from collections.abc import Mapping

from contracts.facts import EventFact, Facts
from shared.chess.berger import berger_round, cycle_length

_ROBIN = (
    "ROBIN",
    "BERGER",
    "_RR",
    "RR_",
    "PLAY-ALL",
    "PLAY ALL",
    "RUNDENTURNIER",
    "TOUTES RONDES",
    "ITALIANA",
    "CONTRA TODOS",
)
_SWISS = ("SWISS", "SCHWEIZ", "SUISSE", "SUIZO", "SVIZZERO", "ZWITSERS")
"""Words for both systems in the languages that programs write record 092 in."""

_OF_A_SWISS = ("BH", "AOB", "FB", "MBH", "BUC")
"""How tie-breaks begin that no round robin is decided by."""

Round = frozenset[frozenset[str]]
"""The pairs of a round."""


def type_of(event: EventFact) -> str:
    """What the event says of its system: records 192 and 092 together, in upper case."""
    return " ".join(detail.value for detail in event.details if detail.name in ("192", "092")).upper()


def _says_round_robin(event: EventFact) -> bool:
    description = type_of(event)
    return any(term in description for term in _ROBIN)


def fits_a_round_robin(event: EventFact, entrants: int, rounds: int) -> bool:
    """What can be said before anybody is paired (rules 1 and 2): whether type or number of rounds are a round robin's.

    `rounds` are 0 when nobody has said how many there will be.
    """
    if _says_round_robin(event):
        return True
    if any(term in type_of(event) for term in _SWISS) or any(detail.name == "192" for detail in event.details):
        return False
    return entrants > 2 and rounds in (cycle_length(entrants), 2 * cycle_length(entrants))


def is_pre_determined(facts: Facts, numbered: list[str], rounds: int) -> bool:
    """Whether all pairings of those ranked, in the order of their pairing numbers, were known beforehand.

    `rounds` are 0 when nobody has said how many there will be.
    """
    size = len(numbered)
    if not fits_a_round_robin(facts.event, size, rounds):
        return False
    if _says_round_robin(facts.event):
        return True
    pairs = _pairs(facts)
    if pairs and all(_is_berger(pairs[round_], numbered, round_) for round_ in pairs):
        return True
    return not (_has_swiss_ways(facts, size) or _begins_as_swiss(pairs, numbered) or _comes_back(pairs, size))


def _pairs(facts: Facts) -> dict[int, Round]:
    """Who was to meet whom in each round: teams by their matches, players by their games."""
    by_round: dict[int, set[frozenset[str]]] = defaultdict(set)
    matches = [match for match in facts.matches if match.kind == "chess_teams" and match.round]
    for match in matches:
        if match.away is not None and match.round:
            by_round[match.round].add(frozenset((match.home, match.away)))
    for game in facts.games if not matches else ():
        if game.opponent is not None:
            by_round[game.round].add(frozenset((game.player, game.opponent)))
    return {round_: frozenset(pairs) for round_, pairs in by_round.items()}


def _is_berger(pairs: Round, numbered: list[str], round_: int) -> bool:
    games = berger_round(len(numbered), round_)
    return pairs == {frozenset((numbered[white - 1], numbered[black - 1])) for white, black in games if black}


def _has_swiss_ways(facts: Facts, size: int) -> bool:
    """Rule 4."""
    first = next((code.upper() for code in facts.event.tie_breaks if "PTS" not in code.upper()), "")
    byes = {game.result for game in facts.games if game.opponent is None}
    byes |= {detail.value for match in facts.matches for detail in match.details if detail.name == "bye"}
    unused = {"H", "F"} if size % 2 else {"H", "F", "U"}
    return (
        any(each.kind.startswith("acceleration") for each in facts.adjustments)
        or any(detail.name in ("152", "XXC") for detail in facts.event.details)
        or first.startswith(_OF_A_SWISS)
        or not byes.isdisjoint(unused)
    )


def _begins_as_swiss(pairs: Mapping[int, Round], numbered: list[str]) -> bool:
    """Rule 5: 1 meets the first of the lower half, 2 the second; of three, two rules lead to the same pair."""
    half = len(numbered) // 2
    upper, lower = numbered[:half], numbered[half : 2 * half]
    in_order = frozenset(frozenset(pair) for pair in zip(upper, lower, strict=True))
    return half > 1 and pairs.get(1) == in_order


def _comes_back(pairs: Mapping[int, Round], size: int) -> bool:
    """Rule 5: two who meet twice in the rounds in which everybody meets everybody once."""
    cycles: dict[int, list[Round]] = defaultdict(list)
    for round_, met in pairs.items():
        cycles[(round_ - 1) // cycle_length(size)].append(met)
    return any(sum(map(len, met)) > len(frozenset().union(*met)) for met in cycles.values())
