from typing import Any

from services.broadcast.domain.pages.cross_tables import (
    Cell,
    Met,
    cells_of_games,
    cells_of_matches,
    cross_table,
    is_crowded,
    pairs_table,
)
from services.broadcast.domain.pages.rankings import Ranking, ranking_lists, rankings
from services.broadcast.domain.pages.rounds import match_rounds, rows_of_channel
from tests.unit.services.broadcast.domain.pages.test_rankings import standings
from tests.unit.services.broadcast.domain.pages.test_rounds import games, matches


def ranking(*rows: dict[str, Any]) -> Ranking:
    """A ranking of p1, p2 and so on."""
    return rankings(standings(*rows))[0]


def of_games(*rows: dict[str, Any]) -> Any:
    """The cells of games."""
    return cells_of_games(rows_of_channel(games(*rows)))


def test_a_swiss_has_a_column_for_each_round_and_a_round_robin_for_each_player() -> None:
    rows = ranking({"rank": 1}, {"rank": 2}, {"rank": 3}).rows
    pair = {"white": "p1", "black": "p2", "result": "1-0"}
    swiss = cross_table(rows, of_games(pair, {"round": 2, "white": "p3", "black": None, "bye": "H"}))
    assert swiss is not None
    assert (swiss.robin, swiss.coloured, [*swiss.columns]) == (False, True, [1, 2])
    assert swiss.rows[1][2] == [[Cell("p1", "b", "0")], []]
    assert swiss.rows[2][2] == [[], [Cell(text="½ bye")]]
    rest = ({**pair, "round": 2, "black": "p3"}, {**pair, "round": 3, "white": "p2", "black": "p3"})
    robin = cross_table(rows, of_games(pair, *rest))
    assert robin is not None
    assert (robin.robin, robin.rows[0][2][1]) == (True, [Cell("p2", "w", "1")])
    assert cross_table(rows, {}) is None


def test_a_forfeit_is_marked_as_the_field_writes_it_and_totals_have_the_same_decimals() -> None:
    rows = ranking({"rank": 1, "total": "1.5"}, {"rank": 2, "total": "1"}, {"rank": 3}).rows
    table = cross_table(rows, of_games({"white": "p1", "black": "p2", "result": "+--"}))
    assert table is not None
    assert (table.rows[0][2], table.rows[1][2]) == ([[Cell("p2", "w", "+", "±")]], [[Cell("p1", "b", "−", "±")]])
    assert (table.decimals, table.marks) == (1, {"±"})
    score = {"home": "p1", "away": "p2", "boards": 0, "home_score": "2", "away_score": "0", "home_raw": "4"}
    bye = {"home": "p3", "away": None, "boards": 0, "home_score": "1", "home_raw": "2"}
    cells = cells_of_matches(match_rounds(matches({**score, "round": 1}, {**bye, "round": 1})), chess=True)
    assert cells["p1"] == {1: [Cell("p2", "w", "4", "F")]}
    assert cells["p3"] == {1: [Cell("", "", "2", "bye")]}


def test_matches_have_no_colours_and_their_rounds_are_counted_over_all_sessions() -> None:
    score = {"home": "p1", "away": "p2", "boards": 4, "home_score": "12", "away_score": "8", "home_raw": "3"}
    rounds = match_rounds(matches({**score, "session": "1"}, {**score, "session": "2"}, {**score, "session": "2"}))
    cells = cells_of_matches(rounds)
    assert cells["p2"] == {1: [Cell("p1", "", "8")], 2: [Cell("p1", "", "8"), Cell("p1", "", "8")]}
    assert cells_of_matches(rounds[:1], chess=True)["p1"] == {1: [Cell("p2", "w", "3"), Cell("p2", "w", "3")]}


COLUMNS = ["left", "right", "boards", "left_points", "right_points", "top"]


def test_the_cross_table_of_pairs_has_what_each_has_against_each() -> None:
    of = ranking({"rank": 2, "total": "11"}, {"rank": 1, "total": "14"}, {})
    met = {"unit": "match_points", "columns": COLUMNS, "rows": [["p1", "p2", 2, "7", "9", "16"]]}
    made = pairs_table(of, [of], met, "match_points")
    assert made is not None
    assert made.opponents == [("2", "Pair 2"), ("1", "Pair 1")]
    assert [(row["participant"], cells, total) for row, cells, total in made.rows] == [
        ("p2", [Met(), Met("9", True)], "14"),
        ("p1", [Met("7"), Met()], "11"),
        ("p3", [None, None], ""),
    ]
    assert made.more
    others = pairs_table(of, [of], met, "imps")
    assert others is not None
    assert ([total for *_, total in others.rows], others.more) == (["9", "7", "0"], False)
    assert pairs_table(of, [of], {**met, "rows": []}, "match_points") is None


def test_opponents_of_several_sections_are_told_apart_and_long_numbers_make_way_for_places() -> None:
    of = ranking({"section": "A", "number": "1"}, {"section": "B", "number": "1"})
    met = {"unit": "imps", "columns": COLUMNS, "rows": [["p1", "p2", 1, "3", "-3", None]]}
    made = pairs_table(of, [of], met, "match_points")
    assert made is not None
    assert [head for head, _ in made.opponents] == ["A1", "B1"]
    long = ranking({"number": "Ada Stone"}, {"number": "2"})
    made = pairs_table(long, [long], met, "match_points")
    assert made is not None
    assert (made.short, [head for head, _ in made.opponents]) == (False, ["1", "2"])


def test_more_pairs_than_anybody_can_read_are_not_put_into_a_table() -> None:
    of = ranking(*({} for _ in range(123)))
    rows = [[f"p{n}", f"p{n + 1}", 1, "1", "1", "2"] for n in range(1, 123)]
    made = pairs_table(of, [of], {"unit": "imps", "columns": COLUMNS, "rows": rows}, "imps")
    assert made is not None
    assert (made.crowded, made.rows) == (True, ())
    (few,), (many,) = (ranking_lists([ranking(*({} for _ in range(n)))], together=False) for n in (500, 501))
    assert (is_crowded(few), is_crowded(many), is_crowded(None)) == (False, True, False)
