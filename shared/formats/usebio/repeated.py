"""Overall results that every session of a file repeats: up to 1.3 one of two ways to report them (2.2.8 of 1.4).

Before 1.4 a list in a SESSION had the results of that session or those of the event, and nothing says which. So it is
told by what stands in them. Rule: where no list stands outside the sessions, and all who are listed in several of them
state the same results in each, these are the results of the event. They are read once, and so are adjustments and
awards that are the same in every session; what differs stays with its session.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from contracts.codes.usebio import OVERALL_REPEATED
from contracts.facts import AdjustmentFact, AwardFact, StatedTotal
from shared.formats.usebio.report import Report
from shared.formats.usebio.standing import Standing

_RESULTS = ("total", "percentage", "place", "pair_imps")
_VALUES = (*_RESULTS, "maximum", "section_place", "stratum_place", "boards_played", "wins", "average")

_FEW = 3
"""Participants who may state the same in two sessions by chance."""

Who = tuple[str, str]
Given = TypeVar("Given", AdjustmentFact, AwardFact)


def read_once(standing: Standing, version: tuple[int, int], report: Report) -> None:
    """Make totals, adjustments and awards of the event of what every session repeats."""
    if version >= (1, 4) or any(total.session is None for total in standing.totals):
        return
    listed: dict[Who, list[StatedTotal]] = {}
    for total in standing.totals:
        listed.setdefault((total.kind, total.participant), []).append(total)
    if not _is_repeated(listed.values()):
        return
    first = standing.totals[0]
    message = "every session has the same results of everybody: they were read as those of the event"
    report.add(OVERALL_REPEATED, message, first.at)
    standing.totals = [total for totals in listed.values() for total in _apart(totals)]
    sessions = {who: {total.session for total in totals} for who, totals in listed.items()}
    standing.adjustments = _once(standing.adjustments, sessions, ("kind", "number", "amount"))
    standing.awards = _once(standing.awards, sessions, ("kind", "person", "amount", "colour", "text"))


def _is_repeated(listed: Iterable[Sequence[StatedTotal]]) -> bool:
    """The rule, for those who state results; all of them must not state the same."""
    said: list[set[tuple[object, ...]]] = []
    for totals in listed:
        results = {_said(total, _RESULTS) for total in totals}
        if len({total.session for total in totals}) > 1 and results != {(None,) * len(_RESULTS)}:
            said.append(results)
    one_each = all(len(results) == 1 for results in said)
    return len(said) >= _FEW and one_each and len(set().union(*said)) > 1


def _apart(totals: Sequence[StatedTotal]) -> list[StatedTotal]:
    """The total of the event, and of each session what is its own."""
    first = totals[0]
    same = [name for name in _VALUES if len({getattr(total, name) for total in totals}) == 1]
    own = [name for name in _VALUES if name not in same]
    found = [first.replace(session=None, section=None).model_copy(update=dict.fromkeys(own))]
    if own:
        found.extend(total.replace(details=()).model_copy(update=dict.fromkeys(same)) for total in totals)
    return found


def _once(given: Iterable[Given], sessions: dict[Who, set[str | None]], says: Sequence[str]) -> list[Given]:
    """Facts of participants of which those that say the same in each session are of the event."""
    alike: dict[tuple[object, ...], list[Given]] = {}
    for fact in given:
        alike.setdefault(_said(fact, ("participant_kind", "participant", *says)), []).append(fact)
    found: list[Given] = []
    for same in alike.values():
        first = same[0]
        everywhere = sessions.get((first.participant_kind, first.participant))
        repeated = {each.session for each in same} == everywhere and len(same) == len(everywhere)
        found.extend([first.replace(session=None)] if repeated else same)
    return found


def _said(fact: object, names: Iterable[str]) -> tuple[object, ...]:
    return tuple(getattr(fact, name) for name in names)
