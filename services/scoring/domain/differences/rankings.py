"""Stated totals, percentages and places, held against those of the boards or matches."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.facts import Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import StandingRow
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.boards.line_methods import agrees
from services.scoring.domain.rankings.tallies import ParticipantScore
from shared.bridge.rankings.places import Place, parse_place
from shared.bridge.rankings.totals import percentage
from shared.bridge.rounding import to_decimal

ABOUT_TIES = frozenset((codes.TIE_AT_PRINT.code, codes.TIE_SPLIT.code))
"""Codes of findings that leave a row in agreement."""


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
    places_written: int,
) -> list[Finding]:
    """Where percentage, total and place of a participant are stated otherwise than they come out."""
    subject = f"{participant.kind} {participant.number or participant.id}"
    findings: list[Finding] = []
    total = whole.stated
    percent = percentage(total, whole.possible)
    if agrees(stated.percentage, percent, places_written) is False:
        findings.append(
            codes.PERCENTAGE_DIFFERS.finding(
                f"{subject} is stated with {stated.percentage} %, its boards give {_two_decimals(percent)} %",
                place=stated.at,
                subject=subject,
                stated=str(stated.percentage),
                computed=str(_two_decimals(percent)),
            )
        )
    if agrees(stated.total, total) is False and not _is_percentage(stated):
        findings.append(
            codes.TOTAL_DIFFERS.finding(
                f"{subject} is stated with {stated.total}, its boards add up to {published(total)}",
                place=stated.at,
                subject=subject,
                stated=str(stated.total),
                computed=str(published(total)),
            )
        )
    findings.extend(_compare_place(subject, place, printed, stated))
    return findings


def _is_percentage(stated: StatedTotal) -> bool:
    """Some programs repeat the percentage in the place of the total."""
    return stated.percentage is not None and stated.total is not None and abs(stated.percentage - stated.total) < 1


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
        text = f"{subject} is stated in place {stated.place}, its boards give {place}"
    return [code.finding(text, place=stated.at, subject=subject, stated=stated.place, computed=str(place))]
