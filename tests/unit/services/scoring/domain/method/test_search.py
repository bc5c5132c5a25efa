"""The method that explains most of what files state; each choice is tested with events, here and beside them."""

from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.facts import AdjustmentFact, EventFact, Facts, ResultFact, StatedScore, StatedTotal
from services.scoring.domain.boards.board_scores import BoardScores
from services.scoring.domain.boards.imp_methods import CROSS_IMPS
from services.scoring.domain.boards.line_methods import EBU
from services.scoring.domain.method.event_scores import BridgeEvent, EventScores, score_event
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.method.search import best, best_scores
from services.scoring.domain.rankings.scheme import scheme_of
from tests.support.fragments import pair, result
from tests.support.scored_matches import boards_of
from tests.support.team_facts import both, facts, match, teams


def event(of: Facts) -> BridgeEvent:
    return BridgeEvent(of, boards_of(of.results), BoardScores(), scheme_of(of))


def method_of(of: Facts) -> ScoringMethod:
    method = best_scores(event(of)).scoring_method
    assert method is not None
    return method


def test_the_first_of_those_with_the_fewest_wins() -> None:
    assert best("abcd", {"a": 3, "b": 2, "c": 2, "d": 5}.__getitem__) == "b"


def test_nothing_more_is_tried_once_everything_is_explained() -> None:
    tried: list[int] = []

    def unexplained(candidate: int) -> int:
        tried.append(candidate)
        return 2 - candidate

    assert best(range(9), unexplained) == 2
    assert tried == [0, 1, 2]


SCORES = (100, 50, 0)


def pairs(stated: tuple[str, ...] | None = None, scoring: str = "cross_imps", **more: object) -> Facts:
    lines = []
    for number, score in enumerate(SCORES, 1):
        line = result("1", f"{number}", f"{number + 3}", score)
        if stated is not None:
            line = line.replace(stated=StatedScore(ns=Decimal(stated[number - 1])))
        lines.append(line)
    return Facts(
        events=(EventFact(kind="pairs", board_scoring=scoring),),
        results=tuple(lines),
        participants=tuple(pair(f"{number}") for number in range(1, 7)),
        **more,
    )


def test_the_default_stands_where_nothing_is_stated() -> None:
    of = pairs()
    assert method_of(of) == ScoringMethod(scheme_of(of), CROSS_IMPS[0])
    by_match_points = pairs(scoring="match_points")
    assert method_of(by_match_points) == ScoringMethod(scheme_of(by_match_points), EBU, own_averages=True)


def test_boards_that_are_dealt_anew_for_each_round_of_a_swiss_are_compared_within_the_round() -> None:
    swiss = (EventFact(kind="swiss_pairs", board_scoring="match_points"),)
    lines = [result("1", "1", "2", 100, round=1), result("1", "3", "4", 50, round=1)]
    again = [result("1", "1", "3", 620, round=2), result("1", "2", "4", -50, round=2)]
    by_round = method_of(Facts(events=swiss, results=(*lines, *again)))
    assert (by_round.apart, by_round.detected) == ("round", False)
    others = (line.replace(board="2") for line in again)
    assert method_of(Facts(events=swiss, results=(*lines, *others))).apart is None


def test_points_of_boards_choose_the_method_for_lines() -> None:
    method = method_of(pairs(("5", "0", "-5")))
    assert (method.lines, method.detected) == (CROSS_IMPS[6], True)


@pytest.mark.parametrize(("stated", "compared"), [(("2.5", "0", "-2.5"), True), (("9", "8", "-7"), False)])
def test_plain_imps_of_which_no_method_gives_half_are_not_compared(stated: tuple[str, ...], compared: bool) -> None:
    of = pairs(stated, "imps")
    of = of.replace(results=tuple(_in_imps(line) for line in of.results))
    assert (method_of(of).lines is not None) is compared


def _in_imps(line: ResultFact) -> ResultFact:
    assert line.stated is not None
    return line.replace(stated=line.stated.replace(unit="imps"))


@pytest.mark.parametrize(("total", "percent"), [("5", False), ("4.5", True)])
def test_stated_totals_choose_whether_a_penalty_without_a_unit_is_per_cent(total: str, percent: bool) -> None:
    penalty = AdjustmentFact(kind="bonus", participant="1", participant_kind="pair", amount=Decimal(1), unit=None)
    penalty = penalty.replace(amount=Decimal(1) if not percent else Decimal("12.5"))
    totals = (StatedTotal(participant="1", kind="pair", total=Decimal(total)),)
    of = pairs(scoring="match_points", adjustments=(penalty,), totals=totals)
    assert method_of(of).percent_penalties is percent


def test_stated_scores_of_matches_choose_what_a_match_gives() -> None:
    lines = [*both(1, "1", "2", 620, -50), *both(2, "1", "2", 90, 150)]
    for stated, won in ((("10", "-10"), False), (("12", "2"), True)):
        of = facts(
            participants=teams("1", "2"),
            matches=[match("1", "2", stated)],
            results=lines,
            event={"match_scoring": "imps"},
        )
        method = method_of(of)
        assert method.matches is not None
        assert (method.matches.won, method.detected) == (won, won)


def test_scoring_by_a_method_searches_nothing() -> None:
    of = pairs(("5", "0", "-5"))
    of_event = event(of)
    scores = score_event(of_event, ScoringMethod(scheme_of(of), CROSS_IMPS[0]))
    assert [line.ns for line in scores.points[of_event.boards[0].key]] == [Fraction(5, 2), 0, Fraction(-5, 2)]
    assert scores.unexplained.lines == 2


def test_the_method_that_was_taken_gives_the_same_scores_again() -> None:
    of = pairs(("5", "0", "-5"), totals=(StatedTotal(participant="1", kind="pair", total=Decimal(5)),))
    scores = best_scores(event(of))
    assert scores.scoring_method is not None
    again = score_event(event(of), scores.scoring_method)
    assert _shown(again) == _shown(scores)


def _shown(scores: EventScores) -> tuple[object, ...]:
    return scores.rankings, scores.matches, scores.method, scores.findings, scores.points, scores.unexplained
