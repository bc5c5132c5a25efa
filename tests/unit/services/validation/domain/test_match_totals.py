"""Totals and wins are those of the matches, and a pair's IMPs those of its lines."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.codes import validation as codes
from contracts.facts import AdjustmentFact, MatchFact, Scope, SessionFact, Sides, StatedScore, StatedTotal
from services.validation.domain import match_totals as rules
from tests.support.fragments import result
from tests.support.matches import TEAMS, match, of, told

WHOLE = Scope(whole=True)


def total(name: str, value: str | None = None, **more: Any) -> StatedTotal:
    return StatedTotal(participant=name, kind=more.pop("kind", "team"), total=value and Decimal(value), **more)


def totals(
    stated: list[StatedTotal], matches: list[MatchFact], **more: Any
) -> list[tuple[str, str | None, str | None]]:
    return told(rules.totals_of_matches, of(matches=matches, totals=stated, scope=WHOLE, **more))


TWO = [match("12", "8"), match("5", "15", round=2)]


def test_a_total_is_the_sum_of_the_matches() -> None:
    assert totals([total("A", "17"), total("B", "23")], TWO) == []
    assert totals([total("A", "18")], TWO) == [(codes.TOTAL_NOT_OF_MATCHES.code, "18", "17")]


def adjusted(kind: str, amount: str, counted: bool | None = None) -> AdjustmentFact:
    return AdjustmentFact(kind=kind, participant="A", participant_kind="team", amount=Decimal(amount), counted=counted)


def test_adjustments_count_as_the_version_says() -> None:
    penalty, carried = adjusted("penalty", "-1", counted=True), adjusted("carry_forward", "5", counted=False)
    handicap = adjusted("handicap", "3")
    for value in ("16", "19"):
        assert totals([total("A", value)], TWO, adjustments=[penalty, carried, handicap]) == []
    for value in ("17", "21", "24"):
        assert totals([total("A", value)], TWO, adjustments=[penalty, carried, handicap]) == [
            (codes.TOTAL_COUNTS_OTHERWISE.code, value, "17")
        ]


@pytest.mark.parametrize("value", ["17", "16", "22", "21", "20"])
def test_adjustments_of_which_nobody_says_whether_they_count_do_or_not(value: str) -> None:
    more = [adjusted("penalty", "-1"), adjusted("carry_forward", "5"), adjusted("handicap", "3")]
    assert totals([total("A", value)], TWO, adjustments=more) == []


def test_many_adjustments_count_together_or_not() -> None:
    more = [adjusted("penalty", "-1") for _ in range(20)]
    assert totals([total("A", "-3")], TWO, adjustments=more) == []
    assert len(totals([total("A", "16")], TWO, adjustments=more)) == 1


def test_another_total_than_any_adjustment_makes_is_found() -> None:
    more = [adjusted("penalty", "-1"), adjusted("carry_forward", "5")]
    assert totals([total("A", "19")], TWO, adjustments=more) == [(codes.TOTAL_NOT_OF_MATCHES.code, "19", "17")]


def test_sub_matches_that_carry_the_whole_score_count_once() -> None:
    parts = [match("12", "8"), match("12", "8", sub_match="2"), match("5", "15", round=2)]
    assert totals([total("A", "17")], parts) == []
    assert totals([total("A", "29")], parts) == []
    assert len(totals([total("A", "24")], parts)) == 1


def test_a_match_that_both_sides_report_counts_once() -> None:
    assert totals([total("A", "17"), total("B", "23")], [*TWO, match("8", "12", home="B", away="A")]) == []


def test_a_bye_counts_where_it_is_listed() -> None:
    bye = match("12", None, away=None, round=2, home="C")
    matches = [match("12", "8"), bye, match("9", "11", home="C", away="A")]
    assert totals([total("A", "23"), total("C", "21")], matches) == []
    assert totals([total("C", "20")], matches) == [(codes.TOTAL_NOT_OF_MATCHES.code, "20", "21")]


def test_a_bye_that_is_left_out_makes_no_total_wrong() -> None:
    matches = [*TWO, match("10", "10", home="C", away="A", round=3)]
    assert totals([total("C", "22")], matches) == []
    assert len(totals([total("A", "28")], matches)) == 1


def test_a_triple_is_two_matches_in_one_round() -> None:
    triple = [match("7", "3", home=one, away=other) for one, other in (("A", "B"), ("B", "C"), ("C", "A"))]
    others = [match("12", "8", home="D", away="E")]
    assert totals([total("A", "10"), total("D", "12"), total("E", "8")], triple + others) == []
    assert len(totals([total("A", "10"), total("D", "13")], triple + others)) == 1


def test_a_match_without_a_score_makes_no_total_wrong() -> None:
    assert totals([total("A", "30")], [*TWO, match(None, None, round=3)]) == []
    assert totals([total("B", "-4")], [match("4", None, unit="imps")]) == []
    assert len(totals([total("B", "4")], [match("4", None, unit="imps")])) == 1


def test_totals_that_count_something_else_are_not_checked() -> None:
    matches = [match("12", "8"), match("11", "9", home="C", away="D")]
    stated = [total("A", "24"), total("B", "20"), total("C", "23"), total("D", "21")]
    ((code, value, _),) = totals(stated, matches)
    assert (code, value) == (codes.NOT_CHECKED.code, "4")


def test_totals_of_printed_scores_may_be_off_by_their_last_decimals() -> None:
    matches = [match("13.78", "6.22"), match("5.15", "14.85", round=2)]
    assert totals([total("A", "18.93"), total("B", "21.1")], matches) == []
    assert len(totals([total("A", "18.9"), total("B", "21.3")], matches)) == 1


def test_totals_of_a_part_of_an_event_are_asked_where_most_are_those_of_its_matches() -> None:
    matches = [*TWO, match("12", "8", home="C", away="D"), match("12", "8", home="C", away="D", round=2)]

    def of_two_rounds(*stated: StatedTotal, **event: Any) -> list[str]:
        whole = of(
            TEAMS.model_copy(update=event), matches=matches, totals=stated, scope=Scope(whole=True, rounds=(1, 2))
        )
        return [code for code, _, _ in told(rules.totals_of_matches, whole)]

    all_rounds = total("A", "30"), total("B", "40"), total("C", "50"), total("D", "16")
    assert of_two_rounds(*all_rounds) == []
    assert of_two_rounds(*all_rounds, results="to_date") == []
    assert of_two_rounds(total("A", "30")) == []
    fine = total("A", "17"), total("B", "23"), total("C", "24")
    assert of_two_rounds(*fine, total("D", "17")) == [codes.TOTAL_NOT_OF_MATCHES.code]


def test_totals_of_a_session_are_of_its_matches() -> None:
    matches = [match("12", "8", session="1"), match("5", "15", session="2")]
    sessions = [SessionFact(id="1"), SessionFact(id="2")]
    stated = [total("A", "12", session="1"), total("B", "15", session="2")]
    assert totals(stated, matches, sessions=sessions) == []
    assert len(totals([total("A", "17", session="1")], matches, sessions=sessions)) == 1


def test_percentages_are_no_sums() -> None:
    assert totals([total("A", "50")], [match("40", "60", unit="percent"), match("60", "40", unit="percent")]) == []


def wins(stated: int | str, *matches: MatchFact) -> list[tuple[str, str | None, str | None]]:
    whole = of(matches=matches, totals=[total("A", wins=Decimal(stated))], scope=WHOLE)
    return told(rules.wins_of_matches, whole)


def test_draws_and_byes_count_as_wins_or_not() -> None:
    matches = [
        match("12", "8"),
        match("10", "10", round=2),
        match("3", "17", round=3),
        match("12", None, away=None, round=4),
    ]
    for stated in (1, "1.5", 2, "2.5", 3):
        assert wins(stated, *matches) == []
    assert wins(0, *matches) == [(codes.WINS_NOT_OF_MATCHES.code, "0", "1 to 3")]
    assert wins(4, *matches) == [(codes.WINS_NOT_OF_MATCHES.code, "4", "1 to 3")]


def test_wins_of_matches_without_a_score_are_not_asked() -> None:
    assert wins(5, match(None, None)) == []


def pair_line(board: str, value: str, unit: str = "cross_imps") -> Any:
    stated = StatedScore(ns=Decimal(value), ew=-Decimal(value), unit=unit)
    return result(board, "A1", "B2", 0, round=1, stated=stated, sides=Sides(ns="A1", ew="B2"))


def test_a_pair_has_the_imps_of_its_lines_as_far_as_they_are_printed() -> None:
    def found(value: str, *lines: Any) -> list[tuple[str, str | None, str | None]]:
        stated = [total("B2", kind="pair", pair_imps=Decimal(value))]
        return told(rules.imps_of_pairs, of(results=lines, totals=stated, scope=WHOLE))

    lines = pair_line("1", "3.33"), pair_line("2", "-1.17")
    assert found("-2.16", *lines) == []
    assert found("-2.17", *lines) == []
    assert found("2.16", *lines) == [(codes.PAIR_IMPS_SUM.code, "2.16", "-2.16")]
    assert found("5", *lines, pair_line("3", "5", "match_points")) == []
    assert found("5") == []


@pytest.mark.parametrize("rule", [rules.totals_of_matches, rules.wins_of_matches])
def test_totals_to_date_are_not_believed_because_those_of_the_one_session_here_are_right(rule: Any) -> None:
    played = [match("12", "8", session="B"), match("5", "15", session="B", round=2)]
    here = [total("A", "17", session="B", wins=Decimal(1)), total("B", "23", session="B", wins=Decimal(1))]
    to_date = [total("A", "40", wins=Decimal(3)), total("B", "38", wins=Decimal(2))]
    part = {"sessions": (SessionFact(id="B"),), "scope": Scope(whole=True, sessions=("B",))}
    assert told(rule, of(matches=played, totals=[*here, *to_date], **part)) == []
    wrong = here[1].replace(total=Decimal(24), wins=Decimal(2))
    assert len(told(rule, of(matches=played, totals=[here[0], wrong, *to_date], **part))) == 1
