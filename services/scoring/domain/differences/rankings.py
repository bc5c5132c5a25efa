"""Stated totals, percentages and places, held against those of the boards or matches."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.codes.code import Code
from contracts.facts import Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import StandingRow
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.boards.line_methods import agrees, places_of
from services.scoring.domain.differences.agreement import FEW
from services.scoring.domain.rankings.adjustments import Adjustment
from services.scoring.domain.rankings.tallies import ParticipantScore
from shared.bridge.rankings.places import Place, parse_place
from shared.bridge.rankings.totals import percentage
from shared.bridge.rounding import to_decimal

ABOUT_TIES = frozenset((codes.TIE_AT_PRINT.code, codes.TIE_SPLIT.code))
"""Codes of findings that leave a row in agreement."""


TOTALS_AHEAD = "the totals"
"""What the finding is about that totals count more than has come in."""


@dataclass(frozen=True)
class Habits:
    """How a file writes its totals.

    Attributes:
        places: decimals of its percentages; some programs drop zeros at the end.
        repeats_percentages: whether it has the percentage in the place of the total, as some programs do.
        whole_percentages: whether all of them are whole numbers; then they may be rounded.
    """

    places: int
    repeats_percentages: bool
    whole_percentages: bool = False


def habits_of(stated: Collection[StatedTotal]) -> Habits:
    """How most of some totals are written."""
    both = [(t.total, t.percentage) for t in stated if t.total is not None and t.percentage is not None]
    repeated = sum(abs(total - percent) < 1 for total, percent in both)
    percentages = [total.percentage for total in stated if total.percentage is not None]
    places = max(map(places_of, percentages), default=0)
    return Habits(places, 0 < len(both) < 2 * repeated, whole_percentages=len(percentages) > FEW and not places)


def place_of(total: StatedTotal | None) -> Place | None:
    """The place that a total states; None where there is none, or none that can be read."""
    try:
        return parse_place(total.place or "") if total is not None else None
    except ValueError:
        return None


def totals_ahead(rows: Sequence[StandingRow], totals: Sequence[tuple[StatedTotal, int]]) -> Finding | None:
    """Says that stated totals count boards of which no file has come.

    Most participants have fewer boards than they are stated with then, and most totals are not theirs. Where totals
    agree, their file counts boards otherwise.
    """
    counted = [(total, claimed, boards) for total, boards in totals if (claimed := total.boards_played) is not None]
    short = [(total, claimed, boards) for total, claimed, boards in counted if claimed > boards]
    differing, compared = sum(row.agrees is False for row in rows), sum(row.agrees is not None for row in rows)
    if 2 * len(short) <= len(counted) or 2 * differing <= compared:
        return None
    first, claimed, boards = short[0]
    text = f"the stated totals count more boards than have come in: {first.kind} {first.participant} has {boards}"
    text += f" of {claimed}"
    return codes.NOT_CHECKED.finding(
        text, place=first.at, subject=TOTALS_AHEAD, stated=str(claimed), computed=str(boards)
    )


def compare_row(
    participant: Participant,
    whole: ParticipantScore,
    place: Place | None,
    printed: Place | None,
    stated: StatedTotal,
    habits: Habits,
) -> list[Finding]:
    """Where percentage, total and place of a participant are stated otherwise than they come out."""
    subject = f"{participant.kind} {participant.id}"
    findings: list[Finding] = []

    def differs(code: Code, claimed: object, computed: object, text: str) -> None:
        finding = code.finding(text, place=stated.at, subject=subject, stated=str(claimed), computed=str(computed))
        findings.append(finding)

    percent = percentage(whole.stated, whole.possible)
    if percent is not None and not _printed(stated.percentage, percent, habits):
        percentage_ = to_decimal(percent, 2)
        text = f"{subject} is stated with {stated.percentage} %, but its results give {percentage_} %"
        differs(codes.PERCENTAGE_DIFFERS, stated.percentage, percentage_, text)
    totals = [whole.stated, *([] if whole.rounded is None else [whole.rounded + whole.adjustments.counted])]
    if whole.adjustments.counted:
        totals.append(Fraction(to_decimal(whole.stated, 2)))  # 179.003 with a penalty in per cent, printed as 179
    if not habits.repeats_percentages and all(agrees(stated.total, each) is False for each in totals):
        ours = published(whole.stated)
        text = f"{subject} is stated with a total of {stated.total}, but its results add up to {ours}"
        text += _other_adjustment(Fraction(stated.total or 0) - whole.stated, whole.adjustments)
        differs(codes.TOTAL_DIFFERS, stated.total, ours, text)
    return [*findings, *compare_place(participant, place, printed, stated)]


def _printed(stated: Decimal | None, exact: Fraction, habits: Habits) -> bool:
    """Whether a stated percentage is ours as printed, or rounded where only whole numbers are printed."""
    if habits.whole_percentages and stated is not None and 2 * abs(Fraction(stated) - exact) <= 1:
        return True
    return agrees(stated, exact, habits.places) is not False


def _other_adjustment(off: Fraction, adjustments: Adjustment) -> str:
    """By which penalty, or without which carry-over, a total would be right that is `off`."""
    given, carried = adjustments.adjustment, adjustments.carried
    if carried and off == -carried:
        return f"; without its carry-over of {published(carried)} it would be right"
    meant = given + off
    if not given or (meant * given < 0 and meant != -given):
        return ""
    instead = f"with {published(meant)} for penalties instead of" if meant else "without its penalties of"
    return f"; {instead} {published(given)} it would be right"


def compare_place(
    participant: Participant, place: Place | None, printed: Place | None, stated: StatedTotal
) -> list[Finding]:
    """Where the place of a participant is stated otherwise than it comes out, exactly or as totals are printed."""
    subject = f"{participant.kind} {participant.id}"
    claimed = place_of(stated)
    if claimed is None or place is None or claimed.first == place.first:
        return []
    if place.first < claimed.first <= (place.last or place.first):
        code, text = codes.TIE_SPLIT, f"is stated in place {stated.place}, but has the same score as others in {place}"
    elif printed is not None and claimed.first == printed.first:
        code, text = codes.TIE_AT_PRINT, f"shares place {printed} as printed, but is {place} by the exact percentage"
    else:
        code = codes.PLACE_DIFFERS
        text = f"is stated in place {stated.place}, but by its results it is in place {place}"
    return [
        code.finding(
            f"{subject} {text}", place=stated.at, subject=subject, stated=str(stated.place), computed=str(place)
        )
    ]
