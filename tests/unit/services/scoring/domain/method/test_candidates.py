"""What files leave open: each choice has its default first, and is offered only where it can make a difference."""

from decimal import Decimal

import pytest

from contracts.facts import AdjustmentFact, EventFact, Facts, ResultFact, Score, StatedScore
from services.scoring.domain.boards.board_scores import BoardScores
from services.scoring.domain.boards.imp_methods import CROSS_IMPS
from services.scoring.domain.boards.line_methods import ACBL, EBU, LineMethod
from services.scoring.domain.matches.match_scores import MatchMethod
from services.scoring.domain.method.candidates import (
    award_candidates,
    bye_candidates,
    field_candidates,
    line_candidates,
    match_candidates,
    match_rounding_candidates,
    total_candidates,
)
from services.scoring.domain.method.event_scores import BridgeEvent, EventScores, score_event
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.rankings.scheme import scheme_of
from tests.support.fragments import pair, result
from tests.support.scored_matches import boards_of
from tests.support.team_facts import both, facts, match, teams

PLUS, MINUS = (Score(kind="average", percent=Decimal(percent)) for percent in (60, 40))


def event(of: Facts) -> BridgeEvent:
    return BridgeEvent(of, boards_of(of.results), BoardScores(), scheme_of(of))


def pairs(*lines: ResultFact, scoring: str = "match_points", **more: object) -> BridgeEvent:
    participants = tuple(pair(f"{number}") for number in range(1, 5))
    of = Facts(events=(EventFact(kind="pairs", board_scoring=scoring),), results=lines, participants=participants)
    return event(of.replace(**more))


def scored(of: BridgeEvent, lines: LineMethod | None, matches: MatchMethod | None = None) -> EventScores:
    return score_event(of, ScoringMethod(of.scheme, lines, matches=matches))


LINES = (result("1", "1", "2", 50), result("1", "3", "4", 100))
STATED = StatedScore(ns=Decimal("1.5"))


def test_the_method_that_is_usual_for_lines_comes_first() -> None:
    assert line_candidates(pairs(*LINES), "usebio")[0] == EBU
    assert line_candidates(pairs(*LINES), "acblscore") == [ACBL]
    assert line_candidates(pairs(*LINES, scoring="hybrid"), "usebio") == []


@pytest.mark.parametrize(
    ("lines", "stated", "candidates"),
    [(EBU, None, [True]), (EBU, STATED, [False, True]), (ACBL, None, [False]), (CROSS_IMPS[0], STATED, [False])],
)
def test_awards_follow_the_law_unless_points_are_stated_for_them(
    lines: LineMethod, stated: StatedScore | None, candidates: list[bool]
) -> None:
    award = result("2", "1", "2", ns_score=PLUS, ew_score=MINUS, stated=stated)
    assert award_candidates(pairs(*LINES, award), lines) == candidates


def test_points_that_are_stated_for_other_lines_say_nothing_of_awards() -> None:
    award = result("2", "1", "2", ns_score=PLUS, ew_score=MINUS)
    assert award_candidates(pairs(LINES[0].replace(stated=STATED), award), EBU) == [True]


def test_sections_are_offered_where_there_are_several_and_lines_are_compared() -> None:
    two = [LINES[0].replace(section="A"), LINES[1].replace(section="B")]
    one = [line.replace(section="A") for line in LINES]
    for lines, method, offered in ((two, EBU, 1), (one, EBU, 0), (two, None, 0)):
        of = pairs(*lines)
        candidates = list(field_candidates(of, scored(of, method)))
        assert len(candidates) == offered
        assert all(candidate.by_section and candidate.detected for candidate in candidates)


def test_totals_of_match_points_are_not_stretched() -> None:
    of = pairs(*(line.replace(stated=STATED) for line in LINES))
    candidates = list(total_candidates(of, scored(of, EBU)))
    assert [candidate.total_rounding is None for candidate in candidates] == [True, False]
    assert [candidate.detected for candidate in candidates] == [False, True]
    assert not any(candidate.stretched for candidate in candidates)


def test_totals_of_imps_may_be_stretched_and_of_points_as_printed() -> None:
    of = pairs(*(line.replace(stated=STATED) for line in LINES), scoring="cross_imps")
    candidates = list(total_candidates(of, scored(of, CROSS_IMPS[0])))
    choices = [(candidate.stretched, candidate.total_rounding is not None) for candidate in candidates]
    assert choices == [(False, False), (False, True), (True, False), (True, True)]


def test_penalties_without_a_unit_are_open_where_match_points_are_scored() -> None:
    penalty = AdjustmentFact(kind="penalty", participant="1", participant_kind="pair", amount=Decimal(-1), unit=None)
    for unit, scoring, open_ in (
        (None, "match_points", True),
        ("percent", "match_points", False),
        (None, "cross_imps", False),
    ):
        of = pairs(*LINES, scoring=scoring, adjustments=(penalty.replace(unit=unit),))
        candidates = total_candidates(of, scored(of, EBU if scoring == "match_points" else CROSS_IMPS[0]))
        assert (False in {candidate.percent_penalties for candidate in candidates}) is open_


def test_nothing_is_open_about_totals_that_are_not_added_up() -> None:
    of = pairs(*LINES, scoring="hybrid")
    assert list(total_candidates(of, scored(of, None))) == []


def test_teams_have_no_points_of_lines_to_round_and_byes_are_open_where_they_are_worth_something() -> None:
    of = event(
        facts(
            participants=teams("1", "2", "3"),
            matches=[match("1", "2"), match("3", None)],
            results=both(1, "1", "2", 420, 50),
            event={"match_scoring": "vps"},
        )
    )
    by_scale = match_candidates(of, ScoringMethod(of.scheme))[0]
    assert by_scale.scale == "WBF_DISCRETE"
    scores = scored(of, None, by_scale)
    assert list(match_rounding_candidates(of, scores)) == []
    assert [candidate.byes for candidate in bye_candidates(of, scores)] == [True, False]
    assert list(bye_candidates(of, scored(of, None, MatchMethod("imps")))) == []
