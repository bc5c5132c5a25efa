"""Rows as columns."""

import copy
import json
import pickle
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from contracts import standings, tables
from contracts.base import Place
from contracts.facts import (
    GAMES,
    RESULTS,
    SEATS,
    Detail,
    Facts,
    GameFact,
    ResultFact,
    Score,
    SeatFact,
    Sides,
    StatedScore,
    total_points,
)

POINTS = Score(kind="points", points=420)
FIRST = ResultFact(board="1", sides=Sides(ns="1", ew="2"), ns_score=POINTS, ew_score=POINTS)
SECOND = FIRST.replace(board="2", at=Place(line=4, path="LINE"), tricks=10, stated=StatedScore(ns=Decimal("1.50")))

NAMES = st.sampled_from([None, "1", "A"])
SCORES = st.sampled_from(
    [
        POINTS,
        Score(kind="points", points=0, text="PASS"),
        Score(kind="unknown"),
        Score(kind="unknown", text="?"),
        Score(kind="artificial", percent=Decimal("60.0")),
    ]
)


def of(record: Any, **fields: Any) -> Any:
    return st.fixed_dictionaries(fields).map(lambda values: record(**values))


ROWS = st.lists(
    of(
        ResultFact,
        board=st.sampled_from(["1", "2"]),
        sides=of(Sides, ns=NAMES, ew=NAMES, ns_team=NAMES),
        ns_score=SCORES,
        ew_score=SCORES,
        at=st.none() | of(Place, line=st.integers(1, 9), path=NAMES),
        round=st.none() | st.integers(1, 3),
        stated=st.none() | of(StatedScore, ns=st.just(Decimal("2.50")), unit=NAMES),
        arrow_switched=st.sampled_from([None, True, False]),
        part=st.integers(0, 1),
        details=st.sampled_from([(), (Detail(name="a", value="b"),)]),
    ),
    max_size=4,
)


def written(rows: Any) -> dict[str, Any]:
    whole = json.loads(Facts(results=rows).model_dump_json(exclude_none=True))
    columns: dict[str, Any] = whole["results"]
    return columns


def test_a_table_is_written_as_its_columns_without_those_of_defaults() -> None:
    assert written((FIRST, SECOND)) == {
        "line": [None, 4],
        "path": [None, "LINE"],
        "board": ["1", "2"],
        "ns": ["1", "1"],
        "ew": ["2", "2"],
        "tricks": [None, 10],
        "ns_score": [420, 420],
        "stated_ns": [None, "1.50"],
    }
    assert written(()) == {}


def test_a_table_made_of_columns_is_that_of_its_rows() -> None:
    rows = (GameFact(round=1, player="3", at=Place(line=2)), GameFact(round=2, player="3", at=Place(line=2), board=1))
    lists = {"line": [2, 2], "column": [None, None], "round": [1, 2], "player": ["3", "3"], "board": [None, 1]}
    table = GAMES.of_lists(lists)
    assert table == rows
    assert table.lists == GAMES.of(rows).lists
    assert GAMES.of_lists({"round": [], "player": []}).lists == {}


def test_a_score_for_one_side_has_a_column_of_its_own_and_a_blank_one_is_null() -> None:
    ruled = FIRST.replace(ns_score=Score(kind="unknown"), ew_score=Score(kind="artificial", percent=Decimal(60)))
    columns = written((FIRST, ruled))
    assert columns["ns_score"] == [420, None]
    assert columns["ew_score"] == [420, {"kind": "artificial", "percent": "60"}]


@given(ROWS)
def test_rows_come_back_from_their_columns(rows: list[ResultFact]) -> None:
    facts = Facts(results=tuple(rows))
    again = Facts.model_validate_json(facts.model_dump_json(exclude_none=True))
    # A statement without a value in it is none.
    expected = [row.replace(stated=None) if row.stated == StatedScore() else row for row in rows]
    assert list(again.results) == expected
    assert again.model_dump_json() == facts.model_dump_json()
    assert Facts.model_validate(json.loads(facts.model_dump_json(exclude_none=True))).results == again.results


def test_games_and_seats_come_back_too() -> None:
    game = GameFact(round=1, player="3", opponent="4", colour="w", result="1", at=Place(line=2, column=9))
    seat = SeatFact(participant="3", stage="next", kind="player", round=2, resigned=True)
    facts = Facts(games=(game, game.replace(player="4", opponent="3")), seats=(seat,))
    assert Facts.model_validate_json(facts.model_dump_json()) == facts


def test_the_columns_of_games_are_the_place_and_the_fields() -> None:
    place = ["line", "column", "end_column", "path", "offset"]
    of_games = ["round", "player", "opponent", "colour", "result", "board"]
    assert list(GAMES.columns.model_fields) == [*place, *of_games]
    assert [form.columns.ALWAYS for form in (RESULTS, GAMES, SEATS)] == [
        ("board", "ns_score"),
        ("round", "player"),
        ("participant", "stage"),
    ]


def test_equal_numbers_keep_their_own_digits() -> None:
    rows = [FIRST.replace(part=n, stated=StatedScore(ns=Decimal(text))) for n, text in enumerate(("1.5", "1.50", "1"))]
    again = Facts.model_validate_json(Facts(results=tuple(rows)).model_dump_json()).results
    assert [str(row.stated.ns) for row in again if row.stated is not None] == ["1.5", "1.50", "1"]


@pytest.mark.parametrize(
    ("table", "columns", "missing"),
    [
        ("results", {"ns": ["1"]}, "board"),
        ("results", {"board": ["1"]}, "ns_score"),
        ("games", {"player": ["1"]}, "round"),
        ("games", {"round": [1]}, "player"),
        ("seats", {"round": [1]}, "participant"),
        ("seats", {"participant": ["1"]}, "stage"),
    ],
)
def test_a_column_without_a_default_has_to_be_there(table: str, columns: dict[str, Any], missing: str) -> None:
    with pytest.raises(ValidationError, match=f"there is no column {missing}"):
        Facts.model_validate_json(json.dumps({table: columns}))


def test_columns_of_several_lengths_are_refused() -> None:
    with pytest.raises(ValidationError, match="the columns have 1, 2 rows"):
        Facts.model_validate_json('{"results": {"board": ["1", "2"], "ns_score": [420]}}')


@pytest.mark.parametrize(
    "columns",
    [{"board": [None]}, {"board": ["1"], "ns_score": ["x"]}, {"board": ["x" * 1_025]}, {"board": "1"}, [], "x", 3],
    ids=str,
)
def test_columns_are_checked(columns: Any) -> None:
    with pytest.raises(ValidationError):
        Facts.model_validate_json(json.dumps({"results": columns}))


def test_rows_from_outside_are_checked() -> None:
    row = {"board": "1", "sides": {"ns": "1"}, "ns_score": {"kind": "late"}, "ew_score": {"kind": "late"}}
    late = Score(kind="late")
    assert list(Facts.model_validate({"results": [row]}).results) == [
        ResultFact(board="1", sides=Sides(ns="1"), ns_score=late, ew_score=late)
    ]
    with pytest.raises(ValidationError):
        Facts.model_validate({"results": [{**row, "board": 7}]})


def test_a_table_is_a_sequence_that_equals_the_tuple_of_its_rows() -> None:
    table = RESULTS.of([FIRST, SECOND])
    read = Facts.model_validate_json(Facts(results=table).model_dump_json()).results
    assert (len(read), read[1], read[:1], list(read)) == (2, SECOND, (FIRST,), [FIRST, SECOND])
    assert read == table == (FIRST, SECOND)
    assert table != (FIRST,)
    assert table != [FIRST, SECOND]
    assert hash(read) == hash(table)
    assert repr(table) == repr((FIRST, SECOND))
    assert pickle.loads(pickle.dumps(read)) == copy.deepcopy(read) == table
    assert bool(table)
    assert not RESULTS.of([])


def test_equal_parts_of_rows_are_one_object() -> None:
    facts = Facts(results=(FIRST, FIRST.replace(board="2")))
    first, second = Facts.model_validate_json(facts.model_dump_json()).results
    assert first.sides is second.sides
    assert first.ns_score is second.ew_score is total_points(420)


def test_the_schema_of_a_table_is_that_of_its_columns() -> None:
    schema = TypeAdapter(Facts).json_schema(mode="serialization")
    assert schema["properties"]["results"]["$ref"] == "#/$defs/ResultFactColumns"
    assert schema["$defs"]["ResultFactColumns"]["properties"]["part"]["anyOf"][0] == {
        "items": {"type": "integer"},
        "type": "array",
    }


@given(ROWS)
def test_a_value_is_written_with_its_tables_as_pydantic_writes_it(rows: list[ResultFact]) -> None:
    facts = Facts(results=rows, seats=[SeatFact(kind="pair", stage="next", participant="\0", at=Place(path="\0"))])
    assert tables.written(facts) == facts.model_dump_json(exclude_none=True).encode()


def test_cells_that_somebody_has_as_json_are_not_written_anew() -> None:
    columns = {"round": [1, 2], "player": ["3", "4"], "opponent": ["4", None]}
    order, texts = [1, 0], tables.Arranged({}, [1, 0], {})
    table = GAMES.arranged(
        tables.Arranged(columns, order, {}), texts, tables.Arranged({"opponent": ['"7"', "null"]}, order, {})
    )
    assert table.json == b'{"round":[2,1],"player":["4","3"],"opponent":[null,"7"]}'


def test_numbers_are_written_as_the_texts_that_their_maker_has() -> None:
    of = {"board": ["1", "2"], "stated_ns": [Decimal("1.5"), None]}
    table = RESULTS.of_lists(of, {"stated_ns": ["1.5", ""]})
    assert table.json == RESULTS.of_lists(of).json == b'{"board":["1","2"],"stated_ns":["1.5",null]}'


def test_numbers_that_are_there_as_texts_alone_are_made_when_they_are_read() -> None:
    of = {name: ["1", "2"] for name in ("id", "number", "name")}
    table = standings.ROWS.of_lists(of, {"total": ["1.50", ""], "final": ["", ""]})
    assert table.column("id") == ["1", "2"]
    read = standings.ROWS.of_columns(standings.ROWS.columns.model_validate_json(table.json))
    assert table.digest("id", "total", "final") == read.digest("id", "total", "final")
    assert table.digest("id") != table.digest("total")
    assert read.json == table.json
    assert [str(value) for value in table.column("total")] == ["1.50", "None"]
    assert "final" not in table.lists
    assert [str(row.total) for row in table.rows] == ["1.50", "None"]


def test_a_table_is_written_once() -> None:
    facts = Facts(results=(FIRST, SECOND))
    assert isinstance(facts.results, tables.Table)
    assert facts.results.json is facts.results.json
