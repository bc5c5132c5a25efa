"""How totals are written, and that a percentage may stand in their place."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contracts.facts import StatedTotal
from contracts.findings import Finding
from contracts.standings import StandingRow
from services.scoring.domain.differences.rankings import Habits, compare_row, habits_of, place_of, totals_ahead
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.rankings.adjustments import Adjustment
from services.scoring.domain.rankings.tallies import ParticipantScore
from shared.bridge.rankings.places import Place
from tests.support.fragments import fragment, pair, result


def stated(*pairs: tuple[str, str | None]) -> list[StatedTotal]:
    return [
        StatedTotal(participant=str(n), kind="pair", total=Decimal(total), percentage=percent and Decimal(percent))
        for n, (total, percent) in enumerate(pairs)
    ]


def test_most_totals_say_whether_the_percentage_stands_in_their_place() -> None:
    assert habits_of(stated(("55", "55.25"), ("45", "44.75"), ("50", "50"))) == Habits(2, repeats_percentages=True)
    assert habits_of(stated(("44", "55.25"), ("45", "44.75"), ("36", "45"))) == Habits(2, repeats_percentages=False)
    assert habits_of(stated(("44", None))) == Habits(0, repeats_percentages=False)


def test_a_wrong_total_that_happens_to_be_near_its_percentage_is_found() -> None:
    lines = [result("1", "1", "2", 420), result("1", "3", "4", 50), result("1", "5", "6", -50)]
    percents = {"1": (4, 100), "3": (50, 50)}
    totals = tuple(
        StatedTotal(participant=name, kind="pair", total=Decimal(total), percentage=Decimal(percent))
        for name, (total, percent) in percents.items()
    )
    state = EventState("club-pairs-2026-03-07")
    state.apply(fragment("f", results=lines, participants=tuple(map(pair, "123456")), totals=totals))
    assert [(f.code, f.stated, f.computed) for f in state.score()[0].findings] == [("scoring.total-differs", "50", "2")]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("3", Place(3)),
        ("3=", Place(3, None)),
        ("=3", Place(3, None)),
        ("3/5", Place(3, 3)),
        ("", None),
        ("-", None),
        (None, None),
        ("first", None),
        ("0", None),
    ],
)
def test_a_place_is_read_in_every_way_of_writing_it_or_not_at_all(text: str | None, place: Place | None) -> None:
    assert place_of(StatedTotal(participant="1", kind="pair", place=text)) == place


@pytest.mark.parametrize(("claimed", "agrees"), [("179", True), ("179.00", True), ("178", False), ("179.01", False)])
def test_a_total_with_a_penalty_in_per_cent_is_printed_to_two_decimals(claimed: str, agrees: bool) -> None:
    penalty = Adjustment(adjustment=Fraction("-1.9968"), counted=Fraction("-1.9968"))
    whole = ParticipantScore(Fraction(181), Fraction(312), 26, penalty, Fraction(181))
    total = StatedTotal(participant="1", kind="pair", total=Decimal(claimed))
    assert (compare_row(PAIR, whole, None, None, total, habits_of([total])) == []) is agrees


def test_without_a_total_there_is_no_place() -> None:
    assert place_of(None) is None


PAIR = pair("1").replace(number="7")  # findings say the id: pairs of two sections may have one number


def differences(
    placed: Place | None = None, printed: Place | None = None, score: int = 30, possible: int = 60, **claims: Any
) -> list[tuple[str, str, str | None, str | None]]:
    total = StatedTotal(participant="1", kind="pair", **claims)
    whole = ParticipantScore(Fraction(score), Fraction(possible), 3, Adjustment(), Fraction(score))
    findings = compare_row(PAIR, whole, placed, printed, total, habits_of([total]))
    return [(f.code.removeprefix("scoring."), f.message, f.stated, f.computed) for f in findings]


def test_a_total_or_percentage_that_differs_is_said_with_what_the_results_give() -> None:
    assert differences(percentage=Decimal("51.00")) == [
        ("percentage-differs", "pair 1 is stated with 51.00 %, but its results give 50.00 %", "51.00", "50.00")
    ]
    assert differences(total=Decimal(31)) == [
        ("total-differs", "pair 1 is stated with a total of 31, but its results add up to 30", "31", "30")
    ]
    assert differences(total=Decimal(30), percentage=Decimal("50.00")) == []
    assert differences(possible=0, percentage=Decimal("51.00")) == []


@pytest.mark.parametrize(
    ("claimed", "place", "printed", "message"),
    [
        ("3", Place(2, 3), None, "pair 1 is stated in place 3, but has the same score as others in 2="),
        ("4", Place(2, 3), None, "pair 1 is stated in place 4, but has the same score as others in 2="),
        ("5", Place(2, 3), None, "pair 1 is stated in place 5, but by its results it is in place 2="),
        ("1", Place(2), Place(1, 2), "pair 1 shares place 1= as printed, but is 2 by the exact percentage"),
        ("1", Place(2), Place(2), "pair 1 is stated in place 1, but by its results it is in place 2"),
        ("2", Place(2), Place(2), None),
        ("first", Place(2), Place(2), None),
        (None, Place(2), Place(2), None),
        ("2", None, None, None),
    ],
)
def test_a_place_that_differs_is_a_tie_or_wrong(
    claimed: str | None, place: Place | None, printed: Place | None, message: str | None
) -> None:
    assert [text for _, text, *_ in differences(place, printed, place=claimed)] == ([message] if message else [])


def ahead(*rows: tuple[int, int | None, bool | None]) -> Finding | None:
    """Rows of boards played, boards that the file states, and whether the total agrees."""
    totals = [
        (StatedTotal(participant=str(n), kind="pair", boards_played=claimed), boards)
        for n, (boards, claimed, _) in enumerate(rows, 1)
    ]
    return totals_ahead(
        [StandingRow(id=str(n), number="", name="", agrees=a) for n, (*_, a) in enumerate(rows)], totals
    )


def test_totals_that_count_boards_that_have_not_come_are_not_compared() -> None:
    finding = ahead((2, 3, False), (3, 3, True), (1, 3, False))
    assert finding is not None
    assert finding.message == "the stated totals count more boards than have come in: pair 1 has 2 of 3"
    assert (finding.subject, finding.stated, finding.computed) == ("the totals", "3", "2")


@pytest.mark.parametrize(
    "rows",
    [
        [(2, 3, False), (3, 3, False)],  # half of them have fewer boards
        [(2, 3, False), (2, 3, True)],  # half of the totals agree
        [(3, 3, False), (3, None, False)],
        [],
    ],
)
def test_totals_are_compared_where_most_boards_are_there_or_most_totals_agree(
    rows: list[tuple[int, int | None, bool | None]],
) -> None:
    assert ahead(*rows) is None


@pytest.mark.parametrize(
    ("total", "words"),
    [
        ("26", "; with -1 for penalties instead of -3 it would be right"),
        ("27", "; without its penalties of -3 it would be right"),
        ("30", "; with 3 for penalties instead of -3 it would be right"),
        ("29", ""),
        ("22", "; with -5 for penalties instead of -3 it would be right"),
    ],
)
def test_a_total_that_another_penalty_would_make_right_says_so(total: str, words: str) -> None:
    fine = Adjustment(adjustment=Fraction(-3), counted=Fraction(-3))
    claimed = StatedTotal(participant="1", kind="team", total=Decimal(total))
    whole = ParticipantScore(Fraction(27), Fraction(0), 3, fine, Fraction(24))
    (finding,) = compare_row(PAIR, whole, None, None, claimed, habits_of([claimed]))
    assert finding.message.partition("add up to 24")[2] == words


def test_a_total_that_leaves_a_carry_over_out_says_so() -> None:
    claimed = StatedTotal(participant="1", kind="team", total=Decimal(22))
    carried = Adjustment(carried=Fraction(5), counted=Fraction(5))
    whole = ParticipantScore(Fraction(22), Fraction(0), 3, carried, Fraction(27))
    (finding,) = compare_row(PAIR, whole, None, None, claimed, habits_of([claimed]))
    assert finding.message.endswith("add up to 27; without its carry-over of 5 it would be right")


def test_whole_percentages_may_be_rounded_where_all_are_whole() -> None:
    whole = stated(("28", "47"), ("31", "51"), ("30", "50"), ("29", "48"))
    assert habits_of(whole) == Habits(0, repeats_percentages=False, whole_percentages=True)
    assert not habits_of([*whole, *stated(("27.5", "45.83"))]).whole_percentages
    assert not habits_of(whole[:3]).whole_percentages
    score = ParticipantScore(Fraction(61, 2), Fraction(60), 1, Adjustment(), value=Fraction(0))

    def differing(total: StatedTotal, habits: Habits) -> bool:
        found = compare_row(PAIR, score, None, None, total, habits)
        return any(finding.code == "scoring.percentage-differs" for finding in found)

    assert not differing(whole[1], habits_of(whole))
    assert differing(whole[0], habits_of(whole))
    assert differing(whole[1], habits_of(whole[:3]))
