"""Places can be read, follow the stated totals, and are counted as in a competition."""

from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.base import Direction, Discipline
from contracts.codes import validation as codes
from contracts.facts import AdjustmentFact, EventFact, StatedTotal
from contracts.findings import Finding
from services.validation.domain import places
from services.validation.domain.case import Case
from shared.bridge.rankings.places import rank
from tests.support.fragments import fragment, pair, result


def found(stated: list[StatedTotal], **facts: Any) -> list[Finding]:
    case = Case(fragment("f", totals=tuple(stated), **facts))
    return [finding for rule in places.RULES for finding in rule(case)]


def names(stated: list[StatedTotal], **facts: Any) -> list[tuple[str, str | None]]:
    return [(finding.code, finding.subject) for finding in found(stated, **facts)]


def ranking(*rows: tuple[str | None, Any], **more: Any) -> list[StatedTotal]:
    """Place and percentage of pairs 1, 2, 3 …"""
    return [
        StatedTotal(
            participant=str(number),
            kind="pair",
            place=place,
            percentage=None if value is None else Decimal(value),
            **more,
        )
        for number, (place, value) in enumerate(rows, 1)
    ]


EVEN = (("1", 60), ("2=", 55), ("2=", 55), ("4", 50), ("5", 45), ("6", 40))


def test_places_in_order_with_a_tie_are_in_order() -> None:
    assert found(ranking(*EVEN)) == []


def test_ties_as_older_files_and_recaps_write_them_are_ties() -> None:
    assert found(ranking(("1", 60), ("=2", 55), ("=2", 55), ("4", 50))) == []
    assert found(ranking(("1", 60), ("2/3", 55), ("2/3", 55), ("4", 50))) == []
    assert found(ranking(("1", 60), ("2", 55), ("2", 55), ("4", 50))) == []


def test_a_tie_may_be_split() -> None:
    assert found(ranking(("1", 60), ("2", 55), ("3", 55), ("4", 50))) == []


def test_a_place_that_does_not_follow_the_totals_is_found_alone() -> None:
    rows = [("1", 60), ("5", 55), ("3", 54), ("4", 50), ("5", 45), ("6", 40)]
    assert names(ranking(*rows)) == [(codes.PLACE_OUT_OF_ORDER.code, "pair 2")]


def test_one_wrong_value_is_one_finding_and_not_one_for_everybody_in_between() -> None:
    rows = [("1", 60), ("2", 56), ("3", 54), ("4", 50), ("5", 45), ("6", 61)]
    (finding,) = found(ranking(*rows))
    assert (finding.subject, finding.stated, finding.computed) == ("pair 6", "6", "1")


def test_a_shared_place_with_different_values_names_the_one_that_does_not_belong() -> None:
    rows = [("1", 60), ("2", 56), ("4", 54), ("4", 50), ("5", 45), ("6", 40)]
    assert names(ranking(*rows)) == [(codes.PLACE_OUT_OF_ORDER.code, "pair 3")]


def test_two_places_that_are_swapped_are_one_finding() -> None:
    assert len(names(ranking(("1", 60), ("3", 56), ("2", 54), ("4", 50)))) == 1


def test_places_that_follow_something_else_are_one_finding() -> None:
    rows = [(str(n), 40 + (n * 7) % 20) for n in range(1, 21)]
    (finding,) = found(ranking(*rows))
    assert finding.subject == "the ranking"
    assert "of 20 places" in finding.message


def test_a_place_left_out_is_pointed_out() -> None:
    assert names(ranking(("1", 60), ("2", 55), ("4", 50))) == [(codes.PLACES_UNEVEN.code, "pair 3")]
    assert names(ranking(("2", 60), ("3", 55), ("4", 50))) == [(codes.PLACES_UNEVEN.code, "pair 1")]


def test_a_tie_takes_up_as_many_places_as_share_it() -> None:
    assert names(ranking(("1=", 60), ("1=", 60), ("2", 50))) == [(codes.PLACES_UNEVEN.code, "pair 3")]


def test_a_part_of_a_larger_ranking_is_not_uneven() -> None:
    assert found(ranking(("3", 60), ("17", 55), ("18=", 54), ("40", 50))) == []


def test_a_place_far_behind_all_others_is_pointed_out() -> None:
    assert names(ranking(("1", 60), ("2", 55), ("3", 50), ("17", 40))) == [(codes.PLACES_UNEVEN.code, "pair 4")]


def test_the_order_of_a_part_of_a_larger_ranking_still_counts() -> None:
    assert len(names(ranking(("3", 60), ("17", 55), ("20", 57), ("40", 50)))) == 1


def test_those_without_a_place_may_be_left_out_of_the_counting() -> None:
    assert found(ranking(("1", 60), (None, 58), ("2", 55))) == []
    assert found(ranking(("1", 60), (None, 58), ("3", 55))) == []
    assert found(ranking(("1=", 60), (None, 60), ("3", 55))) == []


def test_a_mark_of_a_tie_needs_somebody_to_tie_with() -> None:
    assert names(ranking(("1", 60), ("2=", 55), ("3", 50))) == [(codes.TIE_ALONE.code, "pair 2")]


def test_a_place_that_cannot_be_read_is_found_in_either_ranking() -> None:
    assert names(ranking(("first", 60))) == [(codes.PLACE_UNREADABLE.code, "pair 1")]
    assert names(ranking((None, 60), section_place="0")) == [(codes.PLACE_UNREADABLE.code, "pair 1")]
    assert names(ranking(("-", 60), ("", 50))) == []


def test_two_lines_of_a_two_winner_movement_are_ranked_apart() -> None:
    directions = (Direction.NS, Direction.NS, Direction.EW, Direction.EW)
    pairs = tuple(pair(str(n), direction=d) for n, d in enumerate(directions, 1))
    rows = ranking(("1", 55), ("2", 50), ("1", 65), ("2", 40))
    two = {"events": (EventFact(kind="pairs", winners=2),), "participants": pairs}
    assert found(rows, **two) == []
    assert found(rows, participants=pairs) == []
    assert len(names(ranking(("1", 50), ("2", 55), ("1", 65), ("2", 40)), **two)) == 1


def test_directions_are_taken_from_the_results_where_the_list_has_none() -> None:
    lines = [result("1", "1", "3"), result("1", "2", "4")]
    rows = ranking(("1", 55), ("2", 50), ("1", 65), ("2", 40))
    assert found(rows, results=lines, participants=tuple(pair(str(n)) for n in range(1, 5))) == []


def test_sections_may_be_ranked_apart_or_together() -> None:
    pairs = tuple(pair(str(n), section=s) for n, s in enumerate("AABB", 1))
    assert found(ranking(("1", 55), ("2", 50), ("1", 65), ("2", 40)), participants=pairs) == []
    assert found(ranking(("2", 55), ("3", 50), ("1", 65), ("4", 40)), participants=pairs) == []


def test_a_wrong_place_is_not_excused_by_a_division_that_leaves_places_out() -> None:
    pairs = tuple(pair(str(n), section=s) for n, s in enumerate("ABABABABAB", 1))
    values = [60, 58, 56, 54, 52, 50, 48, 46, 44, 42]
    rows = [(str(n), value) for n, value in enumerate(values, 1)]
    rows[4], rows[5] = ("6", 52), ("5", 50)
    assert len(names(ranking(*rows), participants=pairs)) == 1


def test_places_within_a_section_follow_the_same_rules() -> None:
    pairs = tuple(pair(str(n), section=s) for n, s in enumerate("AABB", 1))
    stated = ranking((None, 55), (None, 50), (None, 65), (None, 40))
    good = [total.replace(section_place=place) for total, place in zip(stated, "1212", strict=True)]
    bad = [total.replace(section_place=place) for total, place in zip(stated, "2112", strict=True)]
    assert found(good, participants=pairs) == []
    assert len(names(bad, participants=pairs)) == 1


def test_sessions_are_ranked_apart() -> None:
    first = ranking(("1", 60), ("2", 50), session="1")
    assert found([*first, *ranking(("2", 45), ("1", 55), session="2")]) == []


def test_places_by_the_total_are_as_good_as_places_by_the_percentage() -> None:
    stated = [
        total.replace(total=value)
        for total, value in zip(ranking(("1", 50), ("2", 60)), (Decimal(90), Decimal(80)), strict=True)
    ]
    assert found(stated) == []


def test_a_handicap_outside_the_totals_decides_places_that_the_totals_do_not() -> None:
    rows = ranking(("2", 60), ("1", 55))
    handicap = AdjustmentFact(kind="handicap", participant="2", amount=Decimal(8), counted=False)
    assert len(found(rows)) == 1
    assert found(rows, adjustments=(handicap,)) == []
    assert len(found(rows, adjustments=(handicap.replace(counted=True),))) == 1


def test_chess_and_knock_outs_are_not_ranked_by_stated_totals() -> None:
    rows = ranking(("2", 60), ("1", 55))
    assert found(rows, events=(EventFact(kind="knockout"),)) == []
    assert found(rows, events=(EventFact(discipline=Discipline.CHESS),)) == []


def test_values_without_places_and_places_without_values_are_fine() -> None:
    assert found(ranking((None, 60), (None, 55))) == []
    assert found(ranking(("1", None), ("2", None))) == []
    assert found([]) == []


@given(values=st.lists(st.integers(300, 700), min_size=1, max_size=60), split=st.booleans())
@settings(max_examples=80)
def test_any_values_with_their_places_are_in_order(values: list[int], split: bool) -> None:
    ranked = rank(dict(enumerate(values)))
    order = sorted(range(len(values)), key=lambda n: -values[n])
    texts = {n: str(number) if split else str(ranked[n]) for number, n in enumerate(order, 1)}
    assert found(ranking(*[(texts[n], Decimal(value) / 10) for n, value in enumerate(values)])) == []


@given(values=st.lists(st.integers(300, 700), min_size=4, max_size=40, unique=True), pick=st.randoms())
@settings(max_examples=80)
def test_one_place_moved_over_others_is_one_finding_that_names_a_pair_on_the_way(values: list[int], pick: Any) -> None:
    values.sort(reverse=True)
    number = pick.randrange(len(values))
    place = pick.choice([n for n in range(len(values)) if n != number])
    rows = [(str(n + 1), value) for n, value in enumerate(values)]
    rows[number] = (str(place + 1), values[number])
    (finding,) = found(ranking(*rows))
    assert finding.code == codes.PLACE_OUT_OF_ORDER.code
