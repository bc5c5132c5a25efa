"""Rules about stated totals by themselves: a place can be read, not all are one, and a percentage can be one.

Source: USEBIO 1.4, section 2.7 (PLACE, SECTION_PLACE; "3=" for a tie). Whether totals and places are right is scoring's
question.
"""

from collections.abc import Iterator

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


RULES: tuple[Rule, ...] = (places_readable, places_differ, percentages_possible)
