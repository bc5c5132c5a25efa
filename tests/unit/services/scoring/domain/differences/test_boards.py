"""Points of travellers held against those of their scores."""

from decimal import Decimal

from contracts.base import Place
from contracts.facts import EventFact, ResultFact, Sides, StatedScore
from contracts.findings import Finding
from contracts.standings import ScoredBoard
from services.scoring.domain.boards.board_list import Board, BoardKey, board_of
from services.scoring.domain.boards.line_methods import EBU
from services.scoring.domain.boards.travellers import Names, traveller
from services.scoring.domain.differences.boards import board_findings
from tests.support.fragments import result, stated
from tests.support.scored_documents import board, score, tags
from tests.support.scored_documents import result as line


def scored(*results: ResultFact, session: str | None = None) -> ScoredBoard:
    board = board_of(BoardKey(session, None, "7"), results, None, None)
    return traveller("e", board, EBU.score(board.lines, len(results)), Names(), None, "match_points", None)


def facts(*results: ResultFact) -> list[Board]:
    sessions = {line.session: [other for other in results if other.session == line.session] for line in results}
    return [board_of(BoardKey(session, None, "7"), lines, None, None) for session, lines in sessions.items()]


def found_in(travellers: tuple[ScoredBoard, ...], boards: list[Board]) -> list[Finding]:
    return board_findings(travellers, boards, EventFact())


RIGHT = result("7", "1", "2", 420, stated=stated("2", "0"), at=Place(line=10))
WRONG = result("7", "3", "4", 50, stated=stated("1", "2"), at=Place(line=20))


def test_travellers_that_state_what_we_compute_are_no_finding() -> None:
    other = result("7", "3", "4", 50, stated=stated("0", "2"))
    assert found_in((scored(RIGHT, other),), facts(RIGHT, other)) == []


def test_travellers_that_state_nothing_are_no_finding() -> None:
    plain = (result("7", "1", "2", 420), result("7", "3", "4", 50))
    assert found_in((scored(*plain),), facts(*plain)) == []


def test_a_board_with_wrong_points_is_one_finding_with_both_values_and_the_place_of_the_first() -> None:
    (finding,) = found_in((scored(RIGHT, WRONG),), facts(RIGHT, WRONG))
    assert finding.code == "scoring.board-points-differ"
    assert (finding.stated, finding.computed) == ("1 / 2", "0 / 2")
    assert (finding.place, finding.subject) == (Place(line=20), "board 7")
    assert finding.message.endswith("is stated with 1 / 2, but the scores of the board give 0 / 2")
    assert "3 against 4" in finding.message


def test_a_side_of_which_nothing_is_stated_is_not_shown() -> None:
    one = WRONG.replace(stated=StatedScore(ns=Decimal(1)))
    (finding,) = found_in((scored(RIGHT, one),), facts(RIGHT, one))
    assert (finding.stated, finding.computed) == ("1", "0")


def test_each_wrong_board_is_a_finding_of_its_own_in_its_own_session() -> None:
    sessions = [
        tuple(line.replace(session=name, at=Place(line=at)) for line in (RIGHT, WRONG))
        for name, at in (("1", 100), ("2", 200))
    ]
    boards = tuple(scored(*lines, session=lines[0].session) for lines in sessions)
    found = found_in(boards, facts(*(line for lines in sessions for line in lines)))
    assert [finding.place for finding in found] == [Place(line=100), Place(line=200)]


def test_the_line_of_individuals_is_found_again() -> None:
    seats = Sides(north="1", south="2", east="3", west="4")
    others = Sides(north="5", south="6", east="7", west="8")
    lines = (
        result("7", "", "", 420, sides=seats, stated=stated("0", "0"), at=Place(line=30)),
        result("7", "", "", 50, sides=others),
    )
    (finding,) = found_in((scored(*lines),), facts(*lines))
    assert finding.place == Place(line=30)
    assert "1+2 against 3+4" in finding.message


def test_tables_that_name_teams_alone_are_told_apart_by_their_teams() -> None:
    lines = tuple(
        result("7", "", "", points, sides=Sides(ns_team=home, ew_team=away), stated=stated(*said), at=Place(line=at))
        for points, home, away, said, at in (
            (420, "Reds", "Blues", ("2", "0"), 10),
            (50, "Blues", "Reds", ("1", "2"), 20),
            (50, "A", "B", ("1", "1"), 30),
        )
    )
    (finding,) = found_in((scored(*lines),), facts(*lines))
    assert finding.place == Place(line=10)
    assert "Reds against Blues" in finding.message
    (finding,) = found_in((scored(*lines[:2]),), facts(*lines))
    assert finding.place == Place(line=20)
    assert "Blues against Reds" in finding.message


def test_a_line_that_names_nobody_is_called_by_its_score() -> None:
    lines = tuple(
        result(
            "7",
            "",
            "",
            points,
            sides=Sides(),
            stated=stated(*said),
            contract="4S",
            declarer="N",
            tricks=tricks,
            at=Place(line=tricks),
        )
        for points, tricks, said in ((420, 10, ("1", "1")), (450, 11, ("2", "0")))
    )
    (finding,) = found_in((scored(*lines),), facts(*reversed(lines)))
    assert finding.place == Place(line=10)
    assert "the score of 420" in finding.message


def test_a_side_that_nobody_names_is_found_again() -> None:
    lines = (result("7", "", "", 420, sides=Sides(ns="1"), stated=stated("0", "0"), at=Place(line=30)), RIGHT)
    assert [finding.place for finding in found_in((scored(*lines),), facts(*lines))] == [Place(line=30)]


def test_values_are_shown_with_the_digits_that_the_file_has() -> None:
    line = WRONG.replace(stated=stated("0.50", "1.5"))
    (finding,) = found_in((scored(RIGHT, line),), facts(RIGHT, line))
    assert finding.stated == "0.50 / 1.5"


def messages(inside: str) -> dict[str, str]:
    """What is said of a document: message by code."""
    return {finding.code: finding.message for finding in score(inside).findings}


def test_a_method_that_was_found_is_described() -> None:
    lines = board(1, line("1", "2", 90, ("1", "0")), line("3", "4", 50, ("0", "1")))
    assert messages(lines) == {
        "scoring.method-detected": "the file leaves the scoring method open; its points and totals fit: match points,"
        " scale 1-½-0, Neuberg's formula, rounding as in ACBLscore"
    }


def test_lines_without_a_score_and_scores_from_contracts_are_counted() -> None:
    worked = (
        "<TRAVELLER_LINE><NS_PAIR_NUMBER>14</NS_PAIR_NUMBER><EW_PAIR_NUMBER>6</EW_PAIR_NUMBER>"
        + tags(CONTRACT="4S", PLAYED_BY="N", TRICKS=10)
        + "</TRAVELLER_LINE>"
    )
    found = messages(board(1, worked, line("3", "4", "")) + board(2, line("3", "4", "")))
    assert found == {
        "scoring.score-from-contract": "1 line had no score: board 1; it was calculated from the contract",
        "scoring.line-without-score": "2 lines have no score: boards 1, 2",
    }


def test_a_stated_datum_that_is_not_that_of_the_scores_is_a_finding() -> None:
    lines = (line("1", "2", 120, ("2", "-2"), "BUTLER"), line("3", "4", 0, ("-2", "2"), "BUTLER"))
    scoring = tags(BOARD_SCORING_METHOD="BUTLER_IMPS")
    found = messages(scoring + board(1, *lines, DATUM=50) + board(2, *lines, DATUM=60))
    assert found == {"scoring.datum-differs": "board 1: the datum is stated as 50, the scores give 60"}
