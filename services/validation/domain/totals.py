"""Rules about stated totals by themselves: places can be read and differ, and percentages and counts are possible.

Source: USEBIO 1.4, section 2.7 (PLACE, SECTION_PLACE; "3=" for a tie). Whether totals and places are right is scoring's
question.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from contracts.codes import validation as codes
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from shared.bridge.rankings.places import parse_place
from shared.bridge.rankings.unranked import NO_PLACE, all_alike
from shared.bridge.unreadable import UnreadableText


def places_readable(case: Case) -> Iterator[Finding]:
    """A place is a number, with a mark when it is shared (USEBIO 1.4, 2.7)."""
    unranked = {total.key for group in all_alike(case.facts.totals) for total in group if total.place == NO_PLACE}
    for total in case.facts.totals:
        if total.key in unranked:
            continue
        for text in (total.place, total.section_place):
            try:
                parse_place(text or "")
            except UnreadableText as error:
                subject = f"{total.kind} {total.participant}"
                yield codes.PLACE_UNREADABLE.finding(
                    f"{subject}: {error.reason}", place=total.at, subject=subject, stated=text
                )


def places_differ(case: Case) -> Iterator[Finding]:
    """Not everybody is in one place, unless all are level; a place of 0 says openly that nobody is ranked yet."""
    for group in all_alike(case.facts.totals):
        first = group[0]
        if first.place != NO_PLACE:
            yield codes.PLACES_ALIKE.finding(
                f"all {len(group)} {first.kind}s are stated in place {first.place}, so the file has no ranking",
                place=first.at,
                subject="the places",
                stated=first.place,
            )


def percentages_possible(case: Case) -> Iterator[Finding]:
    """A percentage lies within 0 and 100; a handicap or carry-forward may lift it beyond (USEBIO 1.0, 3.5)."""
    lifted = {(fact.participant_kind, fact.participant) for fact in case.facts.adjustments if fact.amount}
    for total in case.facts.totals:
        if total.percentage is None or 0 <= total.percentage <= 100 or (total.kind, total.participant) in lifted:
            continue
        subject = f"{total.kind} {total.participant}"
        yield codes.PERCENTAGE_IMPOSSIBLE.finding(
            f"{subject} is stated with {total.percentage} %, which is not between 0 and 100",
            place=total.at,
            subject=subject,
            stated=str(total.percentage),
            computed="0 to 100",
        )


def counts_of_event(case: Case) -> Iterator[Finding]:
    """An event of pairs of one session has no more pairs than it states, nor have most of them played more boards.

    It may have fewer: a pair that is missing counts, and not all may be in.
    """
    facts, event = case.facts, case.facts.event
    pairs = [each for each in facts.participants if each.kind == "pair" and not each.phantom]
    if event.kind != "pairs" or len(facts.sessions) > 1 or not case.numbers_mean_participants:
        return
    text = next((detail.value for detail in event.details if detail.name == "PAIRS"), "")
    if text.isdecimal() and len(pairs) > int(text[:9]):
        message = f"the event is stated to have {text} pairs, but {len(pairs)} are listed"
        yield codes.COUNT_EXCEEDED.finding(
            message, place=event.at, subject="the event", stated=text, computed=str(len(pairs))
        )
    played = Counter(chain.from_iterable(case.players))
    more = [boards for boards in played.values() if event.boards_played and boards > event.boards_played]
    if 2 * len(more) > len(played):
        most, stated = max(more), str(event.boards_played)
        message = f"the event is stated to have {stated} boards for each pair, but {len(more)} have up to {most}"
        yield codes.COUNT_EXCEEDED.finding(
            message, place=event.at, subject="the event", stated=stated, computed=str(most)
        )


RULES: tuple[Rule, ...] = (places_readable, places_differ, percentages_possible, counts_of_event)
