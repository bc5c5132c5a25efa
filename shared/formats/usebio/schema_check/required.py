"""What 1.4 requires depending on other values, which a schema cannot say: each rule is told once for an event.

Rule 1: events of teams name MATCH_SCORING_METHOD, and TEAM_PAIRING_AVAILABLE where their pairs are listed (2.2.2,
    2.2.4).
Rule 2: whoever has a place has a PERCENTAGE where boards are match-pointed and no victory points count, and a
    TOTAL_SCORE where they are scored by IMPs or victory points (2.7).
Rule 3: pairs of an event with two winners have a DIRECTION (2.5.2).
Rule 4: a match that states a side's score states both, unless the opponents are NONE (3.2.1, 3.3.1).
Rule 5: a line with a score states the points of the event's scoring for both sides, where pairs or players are scored
    (3.1.3).
Rule 6: an award of master points has a colour, its own or the event's (2.2.2, 2.8).
Rule 7: a stratum has a number or a label (2.9).
"""

from collections.abc import Callable, Iterator, Sequence

from contracts.base import Place
from contracts.codes.usebio import REQUIRED_BY_VALUE
from contracts.facts import EventFact, Facts
from contracts.findings import Finding

Missing = tuple[str, Place | None]
"""Who or what lacks it, and where."""

_TEAMS = ("teams", "swiss_teams", "knockout")
_POINTS = {
    "match_points": "MATCH_POINTS",
    "butler_imps": "BUTLER_POINTS",
    "cross_imps": "CROSS_IMP_POINTS",
    "aggregate": "AGGREGATE_POINTS",
}


def required_by_values(facts: Facts) -> tuple[Finding, ...]:
    """What an event of 1.4 lacks that its other values require: one finding for each element."""
    findings = []
    for element, rule in _RULES:
        missing = list(rule(facts, facts.event))
        if missing:
            subject, place = missing[0]
            count = f", first for {subject}" if len(missing) > 1 else f" for {subject}"
            times = f" is missing {len(missing)} times" if len(missing) > 1 else " is missing"
            message = f"{element(facts.event) if callable(element) else element}{times}{count}"
            findings.append(REQUIRED_BY_VALUE.finding(message, place=place, subject=subject))
    return tuple(findings)


def _match_scoring(facts: Facts, event: EventFact) -> Iterator[Missing]:
    if event.kind in _TEAMS and event.match_scoring is None:
        yield "the event", event.at


def _pairing(facts: Facts, event: EventFact) -> Iterator[Missing]:
    """2.2.2 wants it of every event of teams and says what is assumed without it: N, which is wrong beside pairs."""
    stated = any(detail.name == "TEAM_PAIRING_AVAILABLE" for detail in event.details)
    if event.kind in _TEAMS and not stated and any(each.kind == "pair" for each in facts.participants):
        yield "the event", event.at


def _by_percentage(event: EventFact) -> bool:
    """Whether totals are percentages: match points without victory points, which are the default of Swiss pairs."""
    by_vps = event.match_scoring == "vps" or (event.kind == "swiss_pairs" and event.match_scoring is None)
    return event.board_scoring == "match_points" and not by_vps


def _percentages(facts: Facts, event: EventFact) -> Iterator[Missing]:
    if _by_percentage(event):
        for total in facts.totals:
            if total.place is not None and total.percentage is None:
                yield f"{total.kind} {total.participant}", total.at


def _totals(facts: Facts, event: EventFact) -> Iterator[Missing]:
    if not _by_percentage(event) and event.match_scoring != "percentage" and event.kind != "ladder":
        for total in facts.totals:
            if total.place is not None and total.total is None:
                yield f"{total.kind} {total.participant}", total.at


def _directions(facts: Facts, event: EventFact) -> Iterator[Missing]:
    if event.winners == 2:
        for pair in facts.participants:
            if pair.kind == "pair" and pair.team is None and pair.direction is None:
                yield f"pair {pair.id}", pair.at


def _sides_of_matches(facts: Facts, event: EventFact) -> Iterator[Missing]:
    for match in facts.matches:
        if match.away is not None and (match.home_score is None) != (match.away_score is None):
            yield f"the match of {match.home} and {match.away}", match.at


def _points(facts: Facts, event: EventFact) -> Iterator[Missing]:
    if event.kind in _TEAMS or event.board_scoring not in _POINTS:
        return
    for result in facts.results:
        stated = result.stated
        if result.ns_score.kind != "unknown" and (stated is None or stated.ns is None or stated.ew is None):
            yield f"a line of board {result.board}", result.at


def _colours(facts: Facts, event: EventFact) -> Iterator[Missing]:
    for award in facts.awards:
        if award.kind == "master_points" and award.amount and award.colour is None:
            yield f"{award.participant_kind} {award.participant}", award.at


def _strata(facts: Facts, event: EventFact) -> Iterator[Missing]:
    for count, stratum in enumerate(event.strata, 1):
        if stratum.number is None and stratum.label is None:
            yield f"stratum {count}", event.at


def _of_scoring(event: EventFact) -> str:
    name = _POINTS.get(event.board_scoring or "", "")
    return f"NS_{name} or EW_{name}"


_RULES: Sequence[tuple[str | Callable[[EventFact], str], Callable[[Facts, EventFact], Iterator[Missing]]]] = (
    ("MATCH_SCORING_METHOD", _match_scoring),
    ("TEAM_PAIRING_AVAILABLE", _pairing),
    ("PERCENTAGE", _percentages),
    ("TOTAL_SCORE", _totals),
    ("DIRECTION", _directions),
    ("the score of a side", _sides_of_matches),
    (_of_scoring, _points),
    ("MASTER_POINT_TYPE", _colours),
    ("STRAT_NUMBER or STRAT_LABEL", _strata),
)
