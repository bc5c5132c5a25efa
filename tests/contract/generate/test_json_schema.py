"""The schemas say what is really written: an example fits its class and its schema, and nonsense fits neither."""

import copy
import json
from collections.abc import Iterable

import pytest
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from contracts import registry
from contracts.base import Contract
from contracts.decisions import Decisions
from contracts.generate import __main__ as generate
from contracts.generate import json_schema
from contracts.messages import Message

PLACES = json_schema.places()
EXAMPLES = generate.examples()

FIELDS_WITHOUT_WORDS = 834
"""In all messages, questions and answers, each class counted once: fewer is better."""


def test_every_message_has_a_made_up_example() -> None:
    assert sorted(EXAMPLES) == sorted(PLACES)


def test_no_example_is_left_over() -> None:
    folder = generate.ROOT / generate.EXAMPLES
    found = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*") if path.is_file()}
    assert found == set(PLACES)


@pytest.mark.slow
@pytest.mark.parametrize("place", sorted(PLACES))
def test_an_example_fits_its_class_and_its_schema(place: str) -> None:
    model = PLACES[place]
    read = model.model_validate_json(json.dumps(EXAMPLES[place]))
    schema = json_schema.schema(place, model)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(EXAMPLES[place])
    written = json.loads(read.model_dump_json(exclude_none=True))
    Draft202012Validator(schema).validate(written)
    assert model.model_validate(written) == read


@pytest.mark.parametrize("place", sorted(PLACES))
def test_a_schema_and_a_class_refuse_a_message_without_what_it_needs(place: str) -> None:
    model = PLACES[place]
    schema = json_schema.schema(place, model)
    needed = [name for name in schema.get("required", []) if name != "type"]
    assert needed, f"{place} needs nothing: is it a message?"
    for name in needed:
        poorer = copy.deepcopy(EXAMPLES[place])
        assert isinstance(poorer, dict)
        del poorer[name]
        assert not Draft202012Validator(schema).is_valid(poorer)
        with pytest.raises(ValidationError):
            model.model_validate(poorer)


@pytest.mark.parametrize("place", sorted(PLACES.keys() - {"Decisions"}))
def test_a_reader_ignores_a_field_that_it_does_not_know(place: str) -> None:
    model = PLACES[place]
    example = EXAMPLES[place]
    assert isinstance(example, dict)
    richer = {**example, "aFieldOfTomorrow": {"any": ["thing", 1]}}
    assert model.model_validate(richer) == model.model_validate(example)
    assert Draft202012Validator(json_schema.schema(place, model)).is_valid(richer)


def test_a_decision_with_a_field_that_nobody_knows_is_refused_by_schema_and_class() -> None:
    example = copy.deepcopy(EXAMPLES["Decisions"])
    example["decisions"][0]["aFieldOfTomorrow"] = 1  # type: ignore[index]
    assert not Draft202012Validator(json_schema.schema("Decisions", Decisions)).is_valid(example)
    with pytest.raises(ValidationError):
        Decisions.model_validate(example)


def test_an_exact_number_is_a_string_in_json_and_never_a_binary_fraction() -> None:
    schema = json_schema.schema("StandingsPublished", PLACES["StandingsPublished"])
    (total, _) = schema["$defs"]["StandingRowColumns"]["properties"]["total"]["anyOf"]
    assert {choice["type"] for choice in total["items"]["anyOf"]} == {"string", "null"}
    written = json.loads(
        PLACES["StandingsPublished"].model_validate(EXAMPLES["StandingsPublished"]).model_dump_json(exclude_none=True)
    )
    assert written["standings"]["rankings"][0]["rows"]["percentage"][0] == "100.00"


def test_the_feed_names_the_type_of_each_message() -> None:
    for model in (*json_schema.client_models(), *json_schema.server_models()):
        schema = json_schema.schema(f"feed/{model.__name__}", model)
        assert "type" in schema["required"]
        assert schema["properties"]["type"]["const"] == EXAMPLES[f"feed/{model.__name__}"]["type"]  # type: ignore[index]


def test_the_examples_of_the_bus_tell_one_story() -> None:
    event = {EXAMPLES[name]["event"] for name in ("EventMerged", "FileRendered", "FragmentRejected")}  # type: ignore[index]
    assert len(event) == 1
    assert issubclass(registry.by_name("dead").message, Message)
    assert issubclass(Message, Contract)


def test_text_keeps_the_order_and_the_letters_of_the_field() -> None:
    assert json_schema.text({"b": "½", "a": 1}) == '{\n  "b": "½",\n  "a": 1\n}\n'


@pytest.mark.slow
@pytest.mark.parametrize("place", sorted(PLACES))
def test_a_schema_is_the_one_that_is_written(place: str) -> None:
    written = generate.ROOT / generate.SCHEMAS / f"{place}.json"
    made = json_schema.text(json_schema.schema(place, PLACES[place]))
    assert made == written.read_text(encoding="utf-8")


def without_words(schemas: Iterable[json_schema.Schema]) -> dict[str, set[str]]:
    """The fields about which no schema says anything, by class."""
    found: dict[str, set[str]] = {}
    for schema in schemas:
        for part in (schema, *schema.get("$defs", {}).values()):
            for name, field in part.get("properties", {}).items():
                if "description" not in field:
                    found.setdefault(part["title"], set()).add(name)
    return found


SEATS = {"ns", "ew", "north", "south", "east", "west", "ns_team", "ew_team"}


def test_every_field_of_decisions_and_of_the_feed_has_words() -> None:
    places = {place for place in PLACES if place == "Decisions" or place.startswith("feed/")}
    found = without_words(json_schema.schema(place, PLACES[place]) for place in places)
    # Two classes of facts, which the sides of a line and a scale share with the files of scoring programs.
    assert found == {"Sides": SEATS, "ScaleTable": {"name"}}


def test_no_more_fields_of_messages_and_questions_are_without_words_than_were() -> None:
    found = without_words(json_schema.schema(place, model) for place, model in PLACES.items())
    assert sum(map(len, found.values())) <= FIELDS_WITHOUT_WORDS
