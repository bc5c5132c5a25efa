from typing import Any

import pytest

from contracts.analysis import DealAnalysis
from services.broadcast.domain.board_list import BOARD_LIST_COLUMNS
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.languages.catalogue import Catalogue
from services.broadcast.domain.message_tables import BOARD_COLUMNS, SEAT_COLUMNS, analysis_table
from services.broadcast.domain.pages import boards
from services.broadcast.domain.pages.words import Words
from tests.support.deals import MADE_UP, MADE_UP_TEXT


def test_the_best_result_of_a_traveller_stands_first_and_those_without_points_last() -> None:
    rows = [{"ns": "3"}, {"ns": "10", "ns_points": "2"}, {"ns": "9", "ns_points": "2"}, {"ns": "1", "ns_points": "6"}]
    cells = {str(n): tuple(map(row.get, BOARD_COLUMNS)) for n, row in enumerate(rows)}
    meta: dict[str, Any] = {"board": "7", "unit": "match_points", "dealer": "S", "vulnerable": "All", "top": "12"}
    meta["deal"] = {"north": {"spades": "AKT", "hearts": ""}}
    made = boards.traveller(TableState(BOARD_COLUMNS, cells, meta), several_sessions=False)
    assert [row["ns"] for row in made.lines] == ["1", "9", "10", "3"]
    assert made.facts == ["Dealer South", "Both sides vulnerable", "Top 12"]
    assert made.centre == ["Dlr S", "Vul All"]
    assert made.hands["North"][:2] == [("S", "A K 10"), ("H", "–")]
    assert boards.high_card_points(made.hands["North"]) == 7


def board(*rows: dict[str, Any], **meta: Any) -> TableState:
    """A traveller."""
    cells = {str(n): tuple(map(row.get, (*BOARD_COLUMNS, "calls"))) for n, row in enumerate(rows)}
    return TableState((*BOARD_COLUMNS, "calls"), cells, {"board": "7", "unit": "match_points", **meta})


def test_boards_are_listed_by_session_with_what_is_known_of_each() -> None:
    listed = [{"id": "1-1", "session": "1"}, {"id": "2-1", "session": "2"}, {"id": "1-2", "session": "1"}]
    known = TableState(BOARD_LIST_COLUMNS, {"1-2": tuple({"par": 0}.get(name) for name in BOARD_LIST_COLUMNS)}, {})
    first, second = boards.by_session(listed, known)
    assert ([each["id"] for each in first.boards], first.analysed) == (["1-1", "1-2"], True)
    assert (second.session, second.analysed, second.boards[0]["low"]) == ("2", False, None)


def test_scores_are_counted_from_the_best_and_are_worth_something_only_if_it_is_the_same_everywhere() -> None:
    scores = (("-50", "2"), ("420", "6"), ("-50", "3"), ("A6040", "5"), ("PASS", "4"))
    made = boards.traveller(board(*({"score": score, "ns_points": points} for score, points in scores)), False)
    assert [(each.scores, each.points, each.worth, each.times) for each in made.frequencies] == [
        (("420", ""), 420, "6", 1),
        (("0", "0"), 0, "4", 1),
        (("", "50"), -50, None, 2),
        (("60%", "40%"), None, "5", 1),
    ]
    few = boards.traveller(board({"score": "420"}, {"score": "420"}), False)
    assert few.frequencies == []


def test_scores_that_are_words_are_in_the_language_of_the_reader() -> None:
    french = Words(Catalogue("fr", {"void": ("annulé",), "late": ("à jouer",)}))
    made = boards.traveller(board({"score": "void"}, {"score": "late"}, {"score": "420"}), False, language=french)
    assert [line["scores"] for line in made.lines] == [("annulé", ""), ("à jouer", ""), ("420", "")]


def test_an_analysis_stands_beside_results_only_if_it_is_about_the_same_cards() -> None:
    row = {"score": "420", "ew_score": "-100", "contract": "3NT", "declarer": "N", "tricks": 9}
    same, other = (DealAnalysis.model_validate({**ANALYSIS, "deal": deal}) for deal in (MADE_UP_TEXT, "N:other"))
    deal = MADE_UP.model_dump(mode="json")
    made = boards.traveller(board(row, deal=deal), False, analysis_table(same))
    assert made.analysis is not None
    assert (made.analysis.par, made.lines[0]["best"], made.lines[0]["in_play"]) == (400, 8, None)
    assert boards.traveller(board(row, deal=deal), False, analysis_table(other)).analysis is None


TRICKS = {"notrump": 8, "spades": 7, "hearts": 6, "diamonds": 5, "clubs": 4}
ANALYSIS = {"event": "club", "id": "1-7", "board": "7", "par": 400, "origin": "computed"}
ANALYSIS |= {"tricks": [{"declarer": "N", **TRICKS}]}


def test_what_tables_recorded_is_on_the_page_up_to_a_number_of_them() -> None:
    rows = [{"ns": str(n), "score": "420", "calls": ["Pass"]} for n in range(25)]
    made = boards.traveller(board({"ns": "99", "score": "420"}, *rows), False)
    assert (made.recorded, len(made.records), made.records[1].line["ns"]) == (25, 20, "1")


def test_seats_stand_by_table_with_the_names_that_are_known() -> None:
    rows = [
        {
            "section": "A",
            "table": "10",
            "ns": "1",
            "ns_names": "Rosa & Uri",
            "ew": "2",
            "first_board": 7,
            "last_board": 9,
        },
        {"section": "A", "table": "2", "north": "3", "south": "4", "first_board": 1},
    ]
    table = TableState(
        SEAT_COLUMNS, {str(n): tuple(map(row.get, SEAT_COLUMNS)) for n, row in enumerate(rows)}, {"round": 3}
    )
    made = boards.seats(table, {"3": "Ada", "4": "Ben"})
    assert made is not None
    assert made.title == "Round 3"
    assert made.tables[0] == boards.Seat("A2", [(["3", "4"], "Ada & Ben"), ([], "")], "1")
    assert made.tables[1] == boards.Seat("A10", [(["1"], "Rosa & Uri"), (["2"], "")], "7–9")
    assert not made.inferred
    assert boards.seats(TableState(table.columns, table.rows, {"rule": "inferred"}), {}).inferred  # type: ignore[union-attr]
    assert boards.seats(None, {}) is None


@pytest.mark.parametrize("chess", [False, True])
def test_a_round_that_the_next_one_has_overtaken_stands_by_itself(chess: bool) -> None:
    playing = [{"table": "4", "home": "1", "away": "2"}]
    table = TableState(SEAT_COLUMNS, {}, {"round": 3, "playing": playing})
    made = boards.seats(table, {"1": "Ada"}, chess_event=chess)
    assert made is not None
    assert (made.tables, made.playing_title) == ([], "Still playing round 2")
    assert made.playing == [boards.Seat("4", [(["1"], "Ada"), (["2"], "")], "")]
    assert made.sides == (("White", "Black") if chess else ("North-South", "East-West"))


def test_somebody_sits_on_a_side_or_sits_out() -> None:
    row = {"table": "2", "ns": "3", "ew": "4"}
    table = TableState(SEAT_COLUMNS, {"1": tuple(map(row.get, SEAT_COLUMNS))}, {"sitting_out": ["5"]})
    made = boards.seats(table, {})
    assert made is not None
    assert boards.own_seats(made, "4") == [("Next seats", made.tables[0], 1)]
    assert boards.own_seats(made, "5") == [("Next seats", None, 0)]
    assert (boards.own_seats(made, "6"), boards.own_seats(None, "4")) == ([], [])


def test_somebody_has_two_seats_while_the_next_round_has_its_seats_already() -> None:
    row = {"table": "2", "ns": "3", "ew": "4"}
    meta = {"round": 3, "playing": [{"table": "7", "home": "4", "away": "5"}], "sitting_out": ["5"]}
    made = boards.seats(TableState(SEAT_COLUMNS, {"1": tuple(map(row.get, SEAT_COLUMNS))}, meta), {})
    assert made is not None
    now = ("Still playing round 2", made.playing[0])
    assert boards.own_seats(made, "4") == [(*now, 0), ("Round 3", made.tables[0], 1)]
    assert boards.own_seats(made, "5") == [(*now, 1), ("Round 3", None, 0)]
