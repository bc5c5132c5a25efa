"""Boards played, percentages and totals that can be."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.codes import validation as codes
from contracts.facts import AdjustmentFact, EventFact, ResultFact, Scope, Score, SessionFact, StatedTotal
from contracts.findings import Finding
from services.validation.domain import totals
from services.validation.domain.case import Case
from tests.support.fragments import fragment, result
from tests.support.matches import TEAMS, table

WHOLE = Scope(whole=True)


def found(*stated: StatedTotal, **facts: Any) -> list[Finding]:
    case = Case(fragment("f", totals=stated, **{"scope": WHOLE, **facts}))
    return [finding for rule in totals.RULES for finding in rule(case)]


def total(**fields: Any) -> StatedTotal:
    return StatedTotal(**{"participant": "1", "kind": "pair", **fields})


def boards(count: int, **more: Any) -> list[ResultFact]:
    return [result(str(number), "1", "2", **more) for number in range(1, count + 1)]


def test_boards_played_are_those_with_a_result() -> None:
    assert found(total(boards_played=3), results=boards(3)) == []
    (finding,) = found(total(boards_played=4), results=boards(3))
    assert (finding.code, finding.stated, finding.computed) == (codes.BOARDS_PLAYED.code, "4", "3")
    assert len(found(total(boards_played=2), results=boards(3))) == 1


def test_adjusted_scores_count_as_played_and_boards_sat_out_do_not() -> None:
    adjusted = Score(kind="artificial", percent=Decimal(60))
    out = Score(kind="not_in_play")
    lines = [
        *boards(3),
        result("4", "1", "2", 0, ns_score=adjusted, ew_score=adjusted),
        result("5", "1", "2", 0, ns_score=out, ew_score=out),
    ]
    assert found(total(boards_played=4), results=lines) == []
    assert len(found(total(boards_played=5), results=lines)) == 1


@pytest.mark.parametrize("kind", ["unknown", "late", "not_played"])
def test_a_line_that_waits_for_its_score_counts_or_not(kind: str) -> None:
    waiting = Score(kind=kind)  # type: ignore[arg-type]
    lines = [*boards(3), result("4", "1", "2", 0, ns_score=waiting, ew_score=waiting)]
    assert found(total(boards_played=3), results=lines) == found(total(boards_played=4), results=lines) == []
    assert len(found(total(boards_played=5), results=lines)) == 1


def test_a_score_for_one_side_counts_for_that_side() -> None:
    line = result("4", "1", "2", 50, ew_score=Score(kind="unknown"))
    stated = (total(boards_played=3), total(participant="2", boards_played=3))
    assert [f.subject for f in found(*stated, results=[*boards(3), line])] == ["pair 1"]


def test_fewer_results_than_stated_say_nothing_about_a_part_of_the_event() -> None:
    stated = total(boards_played=9)
    for scope in (
        Scope(),
        Scope(whole=True, rounds=(1,)),
        Scope(whole=True, boards=("1",)),
        Scope(whole=True, sections=("A",)),
    ):
        assert found(stated, results=boards(3), scope=scope) == []
    to_date = (EventFact(kind="pairs", results="to_date"),)
    assert found(stated, results=boards(3), events=to_date) == []


def test_more_results_than_stated_are_wrong_in_any_file() -> None:
    assert len(found(total(boards_played=2), results=boards(3), scope=Scope())) == 1


def test_an_overall_total_may_rest_on_sessions_of_other_files() -> None:
    sessions = {"sessions": (SessionFact(id="1"),)}
    lines = boards(3, session="1")
    assert found(total(boards_played=9), results=lines, **sessions) == []
    complete = (EventFact(kind="pairs", results="complete"),)
    assert len(found(total(boards_played=9), results=lines, events=complete, **sessions)) == 1
    assert len(found(total(boards_played=9, session="1"), results=lines, **sessions)) == 1


def test_a_session_has_boards_of_its_own() -> None:
    lines = [*boards(3, session="1"), *boards(2, session="2")]
    stated = (total(boards_played=3, session="1"), total(boards_played=2, session="2"), total(boards_played=5))
    assert found(*stated, results=lines) == []


def test_a_total_of_another_session_or_section_than_the_files_is_not_counted() -> None:
    scope = Scope(whole=True, sessions=("1",), sections=("A",))
    assert found(total(boards_played=9, session="2", section="A"), results=boards(3), scope=scope) == []
    assert found(total(boards_played=9, session="1", section="B"), results=boards(3), scope=scope) == []
    assert len(found(total(boards_played=9, session="1", section="A"), results=boards(3), scope=scope)) == 1


def test_a_repeated_result_is_one_board() -> None:
    lines = boards(3)
    assert found(total(boards_played=3), results=[*lines, lines[0].replace(part=1)]) == []


def test_teams_and_files_without_results_are_not_counted() -> None:
    assert found(total(boards_played=9)) == []
    assert found(total(boards_played=9, kind="team"), results=boards(3)) == []
    assert found(total(boards_played=9), results=boards(3), events=(EventFact(kind="teams"),)) == []


@pytest.mark.parametrize(("percentage", "wrong"), [("0", 0), ("100", 0), ("100.01", 1), ("-0.5", 1)])
def test_a_percentage_lies_within_0_and_100(percentage: str, wrong: int) -> None:
    assert len(found(total(percentage=Decimal(percentage)))) == wrong


def test_a_handicap_may_lift_a_percentage_and_a_total() -> None:
    handicap = AdjustmentFact(kind="handicap", participant="1", amount=Decimal(5), counted=True)
    stated = total(percentage=Decimal(103), total=Decimal(52), maximum=Decimal(50))
    assert len(found(stated)) == 2
    assert found(stated, adjustments=(handicap,)) == []
    assert len(found(stated, adjustments=(handicap.replace(amount=Decimal(0)),))) == 2


def test_totals_of_imps_have_no_limit() -> None:
    imps = (EventFact(kind="pairs", board_scoring="cross_imps"),)
    assert found(total(total=Decimal(-8), maximum=Decimal(50)), events=imps) == []
    assert [f.code for f in found(total(total=Decimal(-8), maximum=Decimal(50)))] == [codes.TOTAL_IMPOSSIBLE.code]


def paired(board: str, **more: Any) -> ResultFact:
    line = table("A", "B", 0, board, **more)
    return line.replace(sides=line.sides.replace(ns="1", ew="2"))


def test_pairs_of_teams_play_the_boards_of_their_lines() -> None:
    lines = [paired("1"), paired("2"), paired("1", round=2)]
    assert found(total(boards_played=3), events=(TEAMS,), results=lines) == []
    assert len(found(total(boards_played=4), events=(TEAMS,), results=lines)) == 1
    assert found(total(boards_played=4), events=(TEAMS,), results=[*lines, paired("3", round=None)]) == []
    unpaired = [table("A", "B", 0), table("A", "B", 0, "2")]
    assert found(total(boards_played=4), events=(TEAMS,), results=unpaired) == []


def test_nobody_plays_more_boards_than_the_event_has() -> None:
    event = EventFact(name="Pairs", kind="pairs", boards_played=2)
    assert found(events=(event,), results=boards(2)) == []
    (finding,) = found(events=(event,), results=boards(3))
    assert (finding.code, finding.stated, finding.computed) == (codes.BOARDS_PLAYED.code, "2", "3")
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    assert found(events=(event,), results=boards(3, session="1"), sessions=sessions) == []


def test_a_part_of_an_event_shows_missing_results_where_most_totals_agree() -> None:
    part = Scope(whole=True, boards=("1", "2", "3"))
    lines = [*boards(3), *(result(str(number), "3", "4") for number in range(1, 4))]
    agreeing = [
        total(boards_played=3),
        total(participant="2", boards_played=3),
        total(participant="3", boards_played=3),
    ]
    assert len(found(*agreeing, total(participant="4", boards_played=4), results=lines, scope=part)) == 1
    all_of_it = [total(participant=name, boards_played=24) for name in "1234"]
    assert found(*all_of_it, results=lines, scope=part) == []


def test_totals_to_date_are_not_believed_because_those_of_the_one_session_here_are_right() -> None:
    names = ("1", "2")
    of_session = [total(participant=name, session="B", boards_played=3) for name in names]
    to_date = [total(participant=name, boards_played=6) for name in names]
    part = {"sessions": (SessionFact(id="B"),), "scope": Scope(whole=True, sessions=("B",))}
    assert found(*of_session, *to_date, results=boards(3, session="B"), **part) == []
    wrong = [of_session[0], total(participant="2", session="B", boards_played=4)]
    assert [f.stated for f in found(*wrong, *to_date, results=boards(3, session="B"), **part)] == ["4"]
