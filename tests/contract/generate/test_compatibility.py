"""The guard against breaking changes: it passes what is harmless, and names every kind of harm."""

import copy
import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from contracts.generate import __main__ as generate
from contracts.generate.compatibility import breaking_changes
from tests.support.golden import compare

Schema = dict[str, Any]

RELEASED: Schema = {
    "type": "object",
    "title": "StandingsMade",
    "required": ["event", "seq", "row"],
    "properties": {
        "event": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 96},
        "seq": {"type": "integer", "minimum": 1},
        "total": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        "status": {"enum": ["live", "official"], "type": "string", "default": "live"},
        "row": {"$ref": "#/$defs/Row"},
        "rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}, "default": []},
        "shape": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
        "origins": {"type": "object", "additionalProperties": {"type": "integer"}, "default": {}},
        "answer": {"anyOf": [{"$ref": "#/$defs/Row"}, {"$ref": "#/$defs/Gone"}]},
        "at": {"type": "string", "format": "date-time"},
    },
    "$defs": {
        "Row": {
            "type": "object",
            "title": "Row",
            "required": ["id"],
            "properties": {"id": {"type": "string"}, "below": {"anyOf": [{"$ref": "#/$defs/Row"}, {"type": "null"}]}},
        },
        "Gone": {"type": "object", "title": "Gone", "properties": {"type": {"const": "gone", "type": "string"}}},
    },
}


def changed(change: Callable[[Schema], object]) -> list[str]:
    schema = copy.deepcopy(RELEASED)
    change(schema)
    return breaking_changes(RELEASED, schema)


def rename(schema: Schema) -> None:
    schema["properties"]["competition"] = schema["properties"].pop("event")


BREAKING: dict[str, tuple[Callable[[Schema], object], str]] = {
    "a property removed": (lambda s: s["properties"].pop("total"), "total: property removed or renamed"),
    "a property renamed": (rename, "event: property removed or renamed"),
    "a type changed": (lambda s: s["properties"]["seq"].update(type="string"), "seq: integer is not allowed any more"),
    "a type widened": (lambda s: s["properties"].update(seq={"type": ["integer", "null"]}), "seq: type changed"),
    "a new required property": (
        lambda s: (s["properties"].update(unit={"type": "string"}), s["required"].append("unit")),
        "unit: required now",
    ),
    "an optional property required": (lambda s: s["required"].append("status"), "status: required now"),
    "a required property optional": (lambda s: s["required"].remove("event"), "event: was always there"),
    "another default": (lambda s: s["properties"]["status"].update(default="official"), "status: means something else"),
    "a default gone": (lambda s: s["properties"]["status"].pop("default"), "status: means something else"),
    "a value taken from an enumeration": (
        lambda s: s["properties"]["status"].update(enum=["live"]),
        "status: the value 'official' is not allowed any more",
    ),
    "an enumeration where anything was allowed": (
        lambda s: s["properties"]["event"].update(enum=["spring"]),
        "event: only some values are allowed now",
    ),
    "a constant changed": (lambda s: s["$defs"]["Gone"]["properties"]["type"].update(const="lost"), "answer"),
    "a constant that says its type by its value": (
        lambda s: s["$defs"]["Gone"]["properties"].update(type={"const": 7}),
        "answer",
    ),
    "a pattern changed": (lambda s: s["properties"]["event"].update(pattern="^[a-y]+$"), "event: pattern changed"),
    "a pattern dropped": (lambda s: s["properties"]["event"].pop("pattern"), "event: pattern changed"),
    "a format changed": (lambda s: s["properties"]["at"].update(format="date"), "at: format changed"),
    "a length narrowed": (lambda s: s["properties"]["event"].update(maxLength=64), "event: maxLength narrowed"),
    "a minimum raised": (lambda s: s["properties"]["seq"].update(minimum=2), "seq: minimum narrowed"),
    "a new limit": (lambda s: s["properties"]["seq"].update(maximum=10), "seq: maximum narrowed from none"),
    "null not allowed any more": (
        lambda s: s["properties"]["total"].update(anyOf=[{"type": "string"}]),
        "total: null is not allowed any more",
    ),
    "a choice taken away": (lambda s: s["properties"]["answer"]["anyOf"].pop(), "answer: object"),
    "a choice added": (
        lambda s: s["properties"]["answer"]["anyOf"].append({"type": "integer"}),
        "answer: type changed, it may now be integer",
    ),
    "a break inside a referenced part": (
        lambda s: s["$defs"]["Row"]["properties"].pop("id"),
        "row.id: property removed or renamed",
    ),
    "a break inside a list": (lambda s: s["properties"]["rows"].update(items={"type": "integer"}), "rows[]: object"),
    "a list of anything": (lambda s: s["properties"]["rows"].pop("items"), "rows[]: type changed"),
    "a place of a tuple changed": (
        lambda s: s["properties"]["shape"]["prefixItems"][0].update(type="string"),
        "shape[0]: integer",
    ),
    "a place of a tuple added": (
        lambda s: s["properties"]["shape"]["prefixItems"].append({"type": "string"}),
        "shape: has 3 fixed places instead of 2",
    ),
    "values of a map changed": (
        lambda s: s["properties"]["origins"].update(additionalProperties={"type": "string"}),
        "origins[]: integer is not allowed any more",
    ),
    "unknown fields forbidden": (
        lambda s: s.update(additionalProperties=False),
        "additionalProperties are not allowed any more",
    ),
}

HARMLESS: dict[str, Callable[[Schema], object]] = {
    "nothing": lambda s: None,
    "a new optional property": lambda s: s["properties"].update(unit={"type": "string", "default": ""}),
    "a new value of an enumeration": lambda s: s["properties"]["status"]["enum"].append("provisional"),
    "a wider limit": lambda s: s["properties"]["event"].update(maxLength=128),
    "a limit dropped": lambda s: s["properties"]["seq"].pop("minimum"),
    "another description": lambda s: s["properties"]["event"].update(description="Which competition."),
    "another title of a part": lambda s: s["$defs"]["Row"].update(title="Line"),
}


@pytest.mark.parametrize("change", BREAKING)
def test_the_guard_names_a_breaking_change(change: str) -> None:
    apply, complaint = BREAKING[change]
    found = changed(apply)
    assert any(complaint in line for line in found), found


@pytest.mark.parametrize("change", [name for name in HARMLESS if name != "another title of a part"])
def test_the_guard_passes_a_harmless_change(change: str) -> None:
    assert changed(HARMLESS[change]) == []


def test_a_part_may_be_renamed_where_nothing_else_tells_by_its_title() -> None:
    found = changed(HARMLESS["another title of a part"])
    assert all(line.startswith("answer:") for line in found)


def test_a_part_that_contains_itself_is_compared_once() -> None:
    assert breaking_changes(RELEASED, copy.deepcopy(RELEASED)) == []


@pytest.mark.slow
def test_the_current_schemas_are_compatible_with_the_released_ones() -> None:
    assert generate.incompatible(generate.ROOT, generate.outputs()) == []


@pytest.mark.slow
def test_every_message_is_released_with_every_field() -> None:
    assert generate.unreleased(generate.ROOT, generate.outputs()) == []


@pytest.mark.slow
def test_a_new_field_that_no_release_holds_is_noticed() -> None:
    made = generate.outputs()
    name = f"{generate.SCHEMAS}/FileRendered.json"
    schema = json.loads(made[name])
    schema["properties"]["new_field"] = {"type": "string", "default": ""}
    found = {**made, name: json.dumps(schema)}
    assert generate.incompatible(generate.ROOT, found) == []
    assert [line.partition(" ")[0] for line in generate.unreleased(generate.ROOT, found)] == [name]


@pytest.mark.slow
def test_the_guard_bites_on_the_real_schemas() -> None:
    made = generate.outputs()
    name = f"{generate.SCHEMAS}/StandingsPublished.json"
    schema = json.loads(made[name])
    del schema["$defs"]["StandingRowColumns"]["properties"]["total"]
    schema["$defs"]["Position"]["required"].append("epoch")
    found = generate.incompatible(generate.ROOT, {**made, name: json.dumps(schema)})
    assert any("standings.rankings[].rows.total: property removed or renamed" in line for line in found)
    assert any("position.epoch: required now" in line for line in found)


PARTS: tuple[Schema, ...] = (
    {},
    {"type": "string"},
    {"type": ["string", "null"]},
    {"const": "a"},
    {"const": 7},
    {"const": True},
    {"const": None},
    {"const": 1.5},
    {"enum": ["a", "b"]},
    {"enum": ["a", 7]},
    {"allOf": [{"$ref": "#/$defs/Row"}]},
    {"allOf": [{"$ref": "#/$defs/Row"}, {"type": "object"}]},
    {"anyOf": [{"$ref": "#/$defs/Row"}, {"type": "object", "title": "Other"}]},
    {"oneOf": [{"type": "integer", "minimum": 1}, {"type": "string", "minLength": 1}]},
    {"type": "integer", "minimum": 0, "maximum": 9, "multipleOf": 3},
    {"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 8},
    {"type": "array"},
    {"type": "array", "items": False},
    {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 4, "uniqueItems": True},
    {"type": "array", "items": {"type": "integer"}, "prefixItems": [{"type": "string"}]},
    {"type": "object", "additionalProperties": False},
    {"type": "object", "additionalProperties": True, "properties": {"id": {"type": "string", "default": ""}}},
    {"type": "object", "additionalProperties": {"type": "integer"}, "required": ["id", "other"]},
    {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}, "minProperties": 1},
)
"""Schemas of a field, each of which another can follow."""


def test_what_breaks_when_one_schema_follows_another_is_what_the_golden_file_says() -> None:
    lines = []
    for change, (apply, _) in BREAKING.items():
        lines += [f"== {change}", *(f"  {complaint}" for complaint in changed(apply))]
    lines += [f"{number}: {json.dumps(part)}" for number, part in enumerate(PARTS)]
    for (first, old), (second, new) in product(enumerate(PARTS), enumerate(PARTS)):
        before, after = ({"properties": {"x": part}, "$defs": RELEASED["$defs"]} for part in (old, new))
        alone = breaking_changes({**old, "$defs": RELEASED["$defs"]}, {**new, "$defs": RELEASED["$defs"]})
        found = [*breaking_changes(before, after), *(line for line in alone if line.startswith("the message"))]
        lines += [f"== {first} to {second}", *(f"  {complaint}" for complaint in found)]
    compare("contracts/compatibility", "\n".join([*lines, ""]))
