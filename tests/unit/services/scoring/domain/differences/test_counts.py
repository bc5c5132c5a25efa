"""Stated numbers of boards and wins."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.codes import scoring as codes
from contracts.facts import EventFact, ResultFact, Scope, Score, SessionFact, StatedTotal
from contracts.findings import Finding
from contracts.standings import ScoredMatch
from services.scoring.domain.differences.counts import BoardsPlayed, compare_boards_played, compare_wins
from services.scoring.domain.merging.changes import Change, recounted
from tests.support.fragments import fragment, result
from tests.support.matches import TEAMS, table


def found(*stated: StatedTotal, **facts: Any) -> list[Finding]:
    events = (EventFact(kind="pairs", results="complete"),)
    facts.pop("scope", None)
    return compare_boards_played(fragment("f", totals=stated, **{"events": events, **facts}).facts)


UNSAID = (EventFact(kind="pairs"),)
"""An event that does not say whether its results are complete."""


def total(**fields: Any) -> StatedTotal:
    return StatedTotal(**{"participant": "1", "kind": "pair", **fields})


def boards(count: int, **more: Any) -> list[ResultFact]:
    return [result(str(number), "1", "2", **more) for number in range(1, count + 1)]


def test_boards_played_are_those_with_a_result() -> None:
    assert found(total(boards_played=3), results=boards(3)) == []
    (finding,) = found(total(boards_played=4), results=boards(3))
    assert (finding.code, finding.stated, finding.computed) == (codes.BOARDS_PLAYED_DIFFER.code, "4", "3")
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


def test_more_results_than_stated_are_wrong_in_any_file() -> None:
    assert len(found(total(boards_played=2), results=boards(3), scope=Scope())) == 1


def test_a_session_has_boards_of_its_own() -> None:
    lines = [*boards(3, session="1"), *boards(2, session="2")]
    stated = (total(boards_played=3, session="1"), total(boards_played=2, session="2"), total(boards_played=5))
    assert found(*stated, results=lines) == []


def test_a_repeated_result_is_one_board() -> None:
    lines = boards(3)
    assert found(total(boards_played=3), results=[*lines, lines[0].replace(part=1)]) == []


def test_teams_and_files_without_results_are_not_counted() -> None:
    assert found(total(boards_played=9)) == []
    assert found(total(boards_played=9, kind="team"), results=boards(3)) == []
    assert found(total(boards_played=9), results=boards(3), events=(EventFact(kind="teams"),)) == []


def paired(board: str, **more: Any) -> ResultFact:
    line = table("A", "B", 0, board, **more)
    return line.replace(sides=line.sides.replace(ns="1", ew="2"))


def test_pairs_of_teams_play_the_boards_of_their_lines() -> None:
    lines = [paired("1"), paired("2"), paired("1", round=2)]
    assert found(total(boards_played=3), events=(TEAMS,), results=lines) == []
    assert len(found(total(boards_played=4), events=(TEAMS.replace(results="complete"),), results=lines)) == 1
    assert found(total(boards_played=4), events=(TEAMS,), results=[*lines, paired("3", round=None)]) == []
    unpaired = [table("A", "B", 0), table("A", "B", 0, "2")]
    assert found(total(boards_played=4), events=(TEAMS,), results=unpaired) == []


def test_nobody_plays_more_boards_than_the_event_has() -> None:
    event = EventFact(name="Pairs", kind="pairs", boards_played=2)
    assert found(events=(event,), results=boards(2)) == []
    (finding,) = found(events=(event,), results=boards(3))
    assert (finding.code, finding.stated, finding.computed) == (codes.BOARDS_PLAYED_DIFFER.code, "2", "3")
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    assert found(events=(event,), results=boards(3, session="1"), sessions=sessions) == []


def test_a_part_of_an_event_shows_missing_results_where_most_totals_agree() -> None:
    lines = [*boards(3), *(result(str(number), "3", "4") for number in range(1, 4))]
    agreeing = [
        total(boards_played=3),
        total(participant="2", boards_played=3),
        total(participant="3", boards_played=3),
    ]
    assert len(found(*agreeing, total(participant="4", boards_played=4), results=lines, events=UNSAID)) == 1
    all_of_it = [total(participant=name, boards_played=24) for name in "1234"]
    assert found(*all_of_it, results=lines, events=UNSAID) == []


def test_totals_to_date_are_not_believed_because_those_of_the_one_session_here_are_right() -> None:
    names = ("1", "2")
    of_session = [total(participant=name, session="B", boards_played=3) for name in names]
    to_date = [total(participant=name, boards_played=6) for name in names]
    part = {"sessions": (SessionFact(id="B"),), "events": UNSAID}
    assert found(*of_session, *to_date, results=boards(3, session="B"), **part) == []
    wrong = [of_session[0], total(participant="2", session="B", boards_played=4)]
    assert [f.stated for f in found(*wrong, *to_date, results=boards(3, session="B"), **part)] == ["4"]


def won(home: str, home_score: str, away_score: str, away: str = "9", **more: Any) -> ScoredMatch:
    made: dict[str, Any] = {"round": 1, "home": home, "away": away, "unit": "vps", **more}
    return ScoredMatch(home_score=Decimal(home_score), away_score=Decimal(away_score), **made)


@pytest.mark.parametrize(("wins", "wrong"), [("0", 1), ("1", 0), ("1.5", 0), ("2", 0), ("3", 1)])
def test_a_draw_counts_as_a_win_or_not(wins: str, wrong: int) -> None:
    matches = [won("1", "15", "5"), won("1", "10", "10", round=2)]
    stated = (total(kind="team", wins=Decimal(wins)), total(kind="team", participant="9", wins=Decimal(0)))
    whole = fragment("f", totals=stated, events=(TEAMS,)).facts
    found = compare_wins(whole, matches, "team")
    assert len(found) == wrong
    assert all(
        finding.code == codes.WINS_DIFFER.code and "but has won 1 to 2 matches" in finding.message for finding in found
    )


def test_one_match_is_a_match_and_one_win_a_win() -> None:
    whole = fragment("f", totals=(total(kind="team", wins=Decimal(0)),), events=(TEAMS,)).facts
    (finding,) = compare_wins(whole, [won("1", "15", "5")], "team")
    assert finding.message == "team 1 is stated with 0 wins, but has won 1 match"


def test_of_several_who_played_too_many_boards_the_first_is_named() -> None:
    lines = [result(str(number), ns, ew) for number in range(1, 4) for ns, ew in (("10", "2"), ("9", "11"))]
    event = (EventFact(kind="pairs", results="complete", boards_played=2),)
    (finding,) = found(total(participant="2", boards_played=3), results=lines, events=event)
    assert "2 has results on 3" in finding.message


def test_findings_about_numbers_say_who_states_what() -> None:
    (boards_played,) = found(total(boards_played=4), results=boards(3))
    assert boards_played.message == "pair 1 is stated with 4 boards, but has results on 3"
    assert boards_played.subject == "pair 1"
    event = (EventFact(kind="pairs", boards_played=2),)
    (too_many,) = found(results=boards(3), events=event)
    assert too_many.message == "the event is stated with 2 boards, but 1 has results on 3"
    assert (too_many.subject, too_many.stated, too_many.computed) == ("the event", "2", "3")
    assert found(results=boards(2), events=event) == []


def test_boards_of_an_event_of_several_sessions_are_not_counted_together() -> None:
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    assert found(results=boards(3), events=(EventFact(kind="pairs", boards_played=2),), sessions=sessions) == []


def test_without_stated_wins_or_matches_nothing_is_compared() -> None:
    facts = fragment("f", totals=(StatedTotal(participant="1", kind="team", wins=Decimal(1)),)).facts
    assert compare_wins(facts, (), "team") == []
    assert compare_wins(fragment("f").facts, (won("1", "12", "8"),), "team") == []


def test_imps_of_one_side_are_those_of_the_other() -> None:
    stated = (StatedTotal(participant="9", kind="team", wins=Decimal(1)),)
    facts = fragment("f", totals=stated, events=(EventFact(kind="teams", results="complete"),)).facts
    row = won("1", "-5", "0").replace(away_score=None, unit="imps")
    assert compare_wins(facts, (row,), "team") == []
    (finding,) = compare_wins(facts, (row.replace(home_score=Decimal(5)),), "team")
    assert finding.message == "team 9 is stated with 1 win, but has won 0 matches"


@pytest.mark.parametrize("by_round", [False, True])
def test_boards_counted_to_date_are_those_of_the_lines_that_are_left(by_round: bool) -> None:
    late = Score(kind="late")
    first = boards(3, round=1, session="1")
    then = [first[0], first[1].replace(ns_score=late, ew_score=late), *boards(1, round=2), result("9", "3", "4")]
    played = BoardsPlayed(first, by_round=by_round)
    changes = [Change("results", first[1], then[1]), Change("results", first[2], None)]
    played.change(recounted([*changes, *(Change("results", None, line) for line in then[2:])]))
    counted = BoardsPlayed(then, by_round=by_round)
    assert (played.scored, played.listed, played.names) == (counted.scored, counted.listed, counted.names)
