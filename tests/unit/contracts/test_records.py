"""Tuples with names that are contracts."""

import copy
import pickle
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from contracts.base import Contract, Exact, Name, Place
from contracts.facts import Hand
from contracts.records import Record
from tests.support.objects import json_of, through_json
from tests.support.wrong_types import wrong_lines


class Line(Record):
    """A line of a bill."""

    at: Place | None = None
    amount: Exact
    note: Name = ""
    parts: tuple[int, ...] = ()

    @property
    def doubled(self) -> Decimal:
        """Twice the amount."""
        return 2 * self.amount


class Bill(Contract):
    """Lines, and the first of them once more."""

    lines: tuple[Line, ...] = ()
    first: Line | None = None


LINE = Line(amount=Decimal("1.50"), at=Place(line=3))


def test_a_record_is_a_tuple_with_its_fields_and_defaults() -> None:
    assert (LINE.amount, LINE.at, LINE.note, LINE.parts, LINE.doubled) == (Decimal("1.50"), Place(line=3), "", (), 3)
    assert Line(at=Place(line=3), amount=Decimal("1.5")) == LINE
    assert hash(LINE) == hash(Line(at=Place(line=3), amount=Decimal("1.5")))
    assert LINE.replace(note="x") != LINE
    assert not hasattr(LINE, "__dict__")
    assert Line.FIELDS == ("at", "amount", "note", "parts")


def test_a_maker_takes_values_in_its_own_order_and_has_defaults_for_the_rest() -> None:
    make = Line.maker("at", "amount")
    assert make(Place(line=3), Decimal("1.5")) == LINE
    assert type(make(None, Decimal(1))) is Line
    with pytest.raises(TypeError):
        make(None)


def test_a_maker_needs_every_field_without_a_default() -> None:
    with pytest.raises(KeyError, match="amount"):
        Line.maker("at")


def test_rows_are_made_of_columns_and_have_defaults_for_the_rest() -> None:
    assert Line.rows(2, amount=map(Decimal, ("1.5", "2")), at=[Place(line=3), None]) == [LINE, Line(amount=Decimal(2))]
    assert [type(line) for line in Line.rows(1, amount=[Decimal(1)])] == [Line]
    assert Line.rows(0, amount=()) == []


def test_rows_need_every_column_without_a_default_and_columns_of_one_length() -> None:
    with pytest.raises(TypeError, match="amount"):
        Line.rows(1, at=[None])
    with pytest.raises(TypeError, match="nose"):
        Line.rows(1, amount=[Decimal(1)], nose=["x"])
    with pytest.raises(ValueError, match="argument 2"):
        Line.rows(2, amount=[Decimal(1)])


def test_a_packer_takes_all_values_in_the_order_of_the_tuple() -> None:
    pack = Line.packer("amount", "at", "note", "parts")
    assert pack((Decimal("1.5"), Place(line=3), "", ())) == LINE
    assert type(pack((Decimal(1), None, "", ()))) is Line
    with pytest.raises(TypeError, match="amount, at, note, parts"):
        Line.packer("at", "amount", "note", "parts")


def test_a_record_cannot_be_changed_and_has_no_other_fields() -> None:
    with pytest.raises(AttributeError):
        LINE.note = "x"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        LINE.notes = "x"  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="amount"):
        Line(note="x")  # type: ignore[call-arg]


def test_a_copy_has_other_values_and_no_others_fields() -> None:
    assert LINE.replace(note="x", at=None) == Line(amount=Decimal("1.5"), note="x")
    assert type(LINE.replace(note="x")) is Line
    with pytest.raises(TypeError, match=r"Line: .*nose"):
        LINE.replace(nose="x")


def test_what_is_given_is_what_is_not_none_in_the_order_of_the_declaration() -> None:
    assert list(LINE.given().items()) == [
        ("at", Place(line=3)),
        ("amount", Decimal("1.5")),
        ("note", ""),
        ("parts", ()),
    ]
    assert list(LINE.replace(at=None).given()) == ["amount", "note", "parts"]


def test_in_json_a_record_is_an_object_without_its_defaults() -> None:
    assert json_of(LINE) == '{"at":{"line":3},"amount":"1.50"}'
    assert json_of(LINE.replace(at=None, note="x", parts=(1,))) == '{"amount":"1.50","note":"x","parts":[1]}'
    bill = Bill(lines=(LINE, LINE.replace(note="x")), first=LINE)
    assert Bill.model_validate_json(bill.model_dump_json()) == bill
    assert through_json(LINE) == LINE
    assert str(through_json(LINE).amount) == "1.50"


def test_a_record_that_is_written_whole_has_its_defaults_in_json() -> None:
    assert json_of(Hand(spades="AK")) == '{"spades":"AK","hearts":"","diamonds":"","clubs":""}'
    assert through_json(Hand(spades="AK")) == Hand(spades="AK")


def test_fields_from_outside_are_checked() -> None:
    assert Line.checked({"amount": "2", "at": {"line": 4}, "colour": "red"}) == Line(
        amount=Decimal(2), at=Place(line=4)
    )
    assert Bill(lines=({"amount": "2"},)).lines == (Line(amount=Decimal(2)),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({}, ("amount",)),
        ({"amount": "x"}, ("amount",)),
        ({"amount": "1", "note": "x" * 1_025}, ("note",)),
        ({"amount": "1", "at": {"line": "x"}}, ("at", "line")),
        ({"amount": "1", "parts": [1, "x"]}, ("parts", 1)),
    ],
)
def test_a_wrong_field_is_named(fields: dict[str, Any], place: tuple[str | int, ...]) -> None:
    with pytest.raises(ValidationError) as in_python:
        Line.checked(fields)
    with pytest.raises(ValidationError) as in_json:
        TypeAdapter(Line).validate_json(TypeAdapter(dict).dump_json(fields))
    for error in (in_python, in_json):
        assert tuple(part for part in error.value.errors()[0]["loc"] if not str(part).startswith("func")) == place


def test_the_schema_is_that_of_an_object_which_says_what_it_is() -> None:
    schema = TypeAdapter(Bill).json_schema(mode="serialization")["$defs"]["Line"]
    assert (schema["type"], schema["title"], schema["description"]) == ("object", "Line", "A line of a bill.")
    assert schema["required"] == ["amount"]
    assert list(schema["properties"]) == ["at", "amount", "note", "parts"]


def test_a_record_can_be_pickled_and_copied() -> None:
    assert pickle.loads(pickle.dumps(LINE)) == copy.deepcopy(LINE) == LINE
    assert type(pickle.loads(pickle.dumps(LINE))) is Line


def test_types_of_fields_are_known_when_a_record_is_made_and_copied(tmp_path: Path) -> None:
    program = (
        "from contracts.facts import Sides",
        "Sides(ns=2)",
        "Sides().replace(ns=2)",
        "Sides().replace(sn='2')",
        "Sides(ns='2').replace(ew='3')",
    )
    assert wrong_lines(tmp_path, *program) == [2, 3, 4]
