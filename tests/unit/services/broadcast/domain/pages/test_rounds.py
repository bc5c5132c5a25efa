from typing import Any

from services.broadcast.domain.channel import TableState
from services.broadcast.domain.message_tables import GAME_COLUMNS, MATCH_COLUMNS
from services.broadcast.domain.pages.rounds import (
    chosen,
    game_rounds,
    home_of,
    match_form,
    match_named,
    match_rounds,
    result_text,
)


def table(columns: tuple[str, ...], *rows: dict[str, Any]) -> TableState:
    """Rows of a channel."""
    return TableState(columns, {str(n): tuple(map(row.get, columns)) for n, row in enumerate(rows)})


def matches(*rows: dict[str, Any]) -> TableState:
    """Matches of victory points."""
    return table(MATCH_COLUMNS, *({"unit": "vps", "home": "1", "away": "2", "round": 1, **row} for row in rows))


def games(*rows: dict[str, Any]) -> TableState:
    """Games of chess."""
    return table(GAME_COLUMNS, *({"round": 1, "table": 1, "white": "1", "black": "2", **row} for row in rows))


def test_rounds_stand_newest_first_and_the_newest_that_has_begun_is_shown() -> None:
    rounds = match_rounds(matches({"round": 2}, {"round": 10}, {"round": 1, "boards": 8, "home_score": "12.5"}))
    assert [each.title for each in rounds] == ["Round 10", "Round 2", "Round 1"]
    shown = chosen(rounds, "")
    assert shown is not None
    assert shown.id == "1"
    assert chosen(rounds, "10") is rounds[0]
    assert chosen([], "") is None


def test_sessions_are_named_where_there_are_several() -> None:
    rounds = match_rounds(matches({"session": "1", "round": 2}, {"session": "2", "round": 1}))
    assert [(each.id, each.title) for each in rounds] == [("2-1", "Session 2, round 1"), ("1-2", "Session 1, round 2")]


def test_a_match_says_how_it_stands() -> None:
    (each,) = match_rounds(
        matches(
            {"table": "1", "boards": 3, "length": 8, "home_score": "12", "away_score": "8"},
            {"table": "2", "boards": 3, "length": 8, "home_score": "12", "ruling": "void"},
            {"table": "3"},
            {"table": "4", "away": None},
        )
    )
    assert [row["state"] for row in each.rows] == ["running", "over", "waiting", "bye"]
    assert [row["played"] for row in each.rows] == ["3/8", "3/8 void", "", ""]
    assert each.rows[0]["leading"] == 1


def test_what_one_side_won_and_the_other_lost_shows_its_sign() -> None:
    table = matches({"unit": "imps", "home_score": "12", "away_score": "-12", "home_raw": "12", "away_raw": "-12"})
    (each,) = match_rounds(table)
    assert each.rows[0]["scores"] == ("+12", "−12")
    assert not match_form(table).raws, "the boards say the same"


def test_what_the_boards_add_up_to_has_a_column_where_it_says_more() -> None:
    table = matches(
        {"raw_unit": "imps", "home_raw": "20", "away_raw": "8.5", "home_score": "14.25", "away_score": "5.75"}
    )
    form = match_form(table)
    assert (form.raws, form.raw_heading, form.decimals, form.raw_decimals) == (True, "IMPs", 2, 1)
    assert match_rounds(table)[0].rows[0]["raws"] == ("20.0", "8.5")


def test_games_stand_by_table_and_those_who_do_not_play_apart() -> None:
    (each,) = game_rounds(
        games({"table": 2}, {"result": "½-½"}, {"white": "5", "black": None, "table": None, "bye": "U"})
    )
    assert [(game["table"], game["text"]) for game in each.rows] == [(1, "½ – ½"), (2, "")]
    assert [game["white"] for game in each.byes] == ["5"]
    assert (result_text("+--"), result_text(None)) == ("+ – −", "")


def test_a_pairing_has_what_both_had_before_the_round_unless_a_result_of_theirs_is_missing() -> None:
    won = {"result": "1-0", "white_points": "1", "black_points": "0"}
    bye = {"white": "5", "black": None, "table": None, "bye": "H", "white_points": "0.5"}
    first = ({**won}, {"white": "3", "black": "4", "table": 2}, bye)
    second = ({"white": "5", "black": "1"}, {"white": "3", "black": "2", "table": 2})
    later, earlier = game_rounds(games(*first, *({"round": 2, **each} for each in second)))
    assert [(game["white_before"], game["black_before"]) for game in later.rows] == [("0.5", "1.0"), ("", "0.0")]
    assert {game[f"{side}_before"] for game in earlier.rows for side in ("white", "black")} == {""}


def test_a_match_has_an_address_with_a_number_where_its_sides_meet_again() -> None:
    table = matches({"table": "1"}, {"table": "2"}, {"round": 2, "session": "3", "away": None})
    rounds = match_rounds(table)
    items = [match["item"] for each in rounds for match in each.rows]
    assert items == ["3-2.1.", "1.1.2", "1.1.2.2"]
    found = match_named("1.1.2.2", rounds)
    assert found is not None
    assert (found[0].id, found[1]["table"]) == ("1", "2")
    assert match_named("1.2.1", rounds) is None
    assert [home_of(item, table) for item in (*items, "1.2.1", "1.1.21")] == ["1", "1", "1", "", ""]
    assert home_of("1.1.2", None) == ""
