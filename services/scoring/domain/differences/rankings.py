"""Stated totals, percentages and places, held against those of the boards or matches."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.facts import Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import StandingRow
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.boards.line_methods import agrees, places_of
from services.scoring.domain.rankings.tallies import ParticipantScore
from shared.bridge.rankings.places import Place, parse_place
from shared.bridge.rankings.totals import percentage
from shared.bridge.rounding import to_decimal

ABOUT_TIES = frozenset((codes.TIE_AT_PRINT.code, codes.TIE_SPLIT.code))
"""Codes of findings that leave a row in agreement."""


@dataclass(frozen=True)
class Habits:
    """How a file writes its totals.

    Attributes:
        places: decimals of its percentages; some programs drop zeros at the end.
        repeats_percentages: whether it has the percentage in the place of the total, as some programs do.
    """

    places: int
    repeats_percentages: bool


def habits_of(stated: Collection[StatedTotal]) -> Habits:
    """How most of some totals are written."""
    both = [(t.total, t.percentage) for t in stated if t.total is not None and t.percentage is not None]
    repeated = sum(abs(total - percent) < 1 for total, percent in both)
    return Habits(max((places_of(total.percentage) for total in stated), default=0), 0 < len(both) < 2 * repeated)


def totals_ahead(rows: Sequence[StandingRow], totals: Sequence[tuple[StatedTotal, int]]) -> Finding | None:
    """Says that stated totals count boards of which no file has come.

    Most participants have fewer boards than they are stated with then, and most totals are not theirs. Where totals
    agree, their file counts boards otherwise.
    """
    counted = [(total, claimed, boards) for total, boards in totals if (claimed := total.boards_played) is not None]
    short = [one for one in counted if one[1] > one[2]]
    differing, compared = sum(row.agrees is False for row in rows), sum(row.agrees is not None for row in rows)
    if 2 * len(short) <= len(counted) or 2 * differing <= compared:
        return None
    first, claimed, boards = short[0]
    return codes.NOT_CHECKED.finding(
        f"the stated totals count more boards than have come in: {first.kind} {first.participant} has {boards}"
        f" of {claimed}",
        place=first.at,
        subject="the totals",
        stated=str(claimed),
        computed=str(boards),
    )


def _two_decimals(value: Fraction | None) -> Decimal | None:
    return None if value is None else to_decimal(value, 2)


def compare_row(
    participant: Participant,
    whole: ParticipantScore,
    place: Place | None,
    printed: Place | None,
    stated: StatedTotal,
    habits: Habits,
) -> list[Finding]:
    """Where percentage, total and place of a participant are stated otherwise than they come out."""
    subject = f"{participant.kind} {participant.number or participant.id}"
    findings: list[Finding] = []
    total = whole.stated
    percent = percentage(total, whole.possible)
    if agrees(stated.percentage, percent, habits.places) is False:
        findings.append(
            codes.PERCENTAGE_DIFFERS.finding(
                f"{subject} is stated with {stated.percentage} %, but its results give {_two_decimals(percent)} %",
                place=stated.at,
                subject=subject,
                stated=str(stated.percentage),
                computed=str(_two_decimals(percent)),
            )
        )
    if agrees(stated.total, total) is False and not habits.repeats_percentages:
        findings.append(
            codes.TOTAL_DIFFERS.finding(
                f"{subject} is stated with a total of {stated.total}, but its results add up to {published(total)}",
                place=stated.at,
                subject=subject,
                stated=str(stated.total),
                computed=str(published(total)),
            )
        )
    findings.extend(_compare_place(subject, place, printed, stated))
    return findings


def _compare_place(subject: str, place: Place | None, printed: Place | None, stated: StatedTotal) -> list[Finding]:
    try:
        claimed = parse_place(stated.place or "")
    except ValueError:
        return []
    if claimed is None or place is None or claimed.first == place.first:
        return []
    if place.first < claimed.first <= (place.last or place.first):
        code = codes.TIE_SPLIT
        text = f"{subject} is stated in place {stated.place}, but has the same score as others in {place}"
    elif printed is not None and claimed.first == printed.first:
        code = codes.TIE_AT_PRINT
        text = f"{subject} shares place {printed} as printed, but is {place} by the exact percentage"
    else:
        code = codes.PLACE_DIFFERS
        text = f"{subject} is stated in place {stated.place}, but by its results it is in place {place}"
    return [code.finding(text, place=stated.at, subject=subject, stated=stated.place, computed=str(place))]
