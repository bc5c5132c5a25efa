"""JSON Schemas (2020-12) of everything that crosses a process boundary, made from the classes.

The schemas describe what is written, so that a program in any language can read it: exact numbers are strings, a field
with a default may be missing, a field that a schema does not name is to be ignored.
"""

import json
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from contracts import feed, registry
from contracts.decisions import Decisions
from contracts.docstrings import in_json, meanings
from contracts.questions import FileStatus

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]
"""A JSON Schema, or a part of one."""


class Schemas(GenerateJsonSchema):
    """Schemas with what docstrings say; a table without rows, the default of all, is written without a column."""

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Give each field the words that the docstrings of its class have for it."""
        made, said = super().model_schema(schema), meanings(schema["cls"])
        for name, field in schema["cls"].model_fields.items():
            part = made["properties"].get(field.alias or name, made["properties"].get(name))
            if part is not None and name in said:
                part.setdefault("description", in_json(said[name]))
        return made

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Write the default as what it is written as."""
        made = super().default_schema(schema)
        if "$ref" in made and made.get("default") == []:
            made["default"] = {}
        return made


def bus_models() -> tuple[type[BaseModel], ...]:
    """Every message of the registry in its order, questions and answers, and what HTTP says about a file."""
    return (*(subject.message for subject in registry.SUBJECTS), *question_models(), FileStatus)


def question_models() -> tuple[type[BaseModel], ...]:
    """Every question of the registry, followed by its answer."""
    return tuple(model for entry in registry.QUESTIONS for model in (entry.question, entry.answer))


def client_models() -> tuple[type[BaseModel], ...]:
    """What a client of the live feed sends."""
    return get_args(get_args(feed.ClientMessage)[0])


def server_models() -> tuple[type[BaseModel], ...]:
    """What the live feed sends to a client."""
    return get_args(get_args(feed.ServerMessage)[0])


def places() -> dict[str, type[BaseModel]]:
    """Every class by the place of its schema and of its example: "FileReceived", "feed/Snapshot"."""
    feed_models = (*client_models(), *server_models())
    return {
        **{model.__name__: model for model in bus_models()},
        Decisions.__name__: Decisions,
        **{f"feed/{model.__name__}": model for model in feed_models},
    }


@cache
def schema(place: str, model: type[BaseModel]) -> Schema:
    """The schema of one class, whole in itself; made once, so nobody changes it."""
    made = _discriminated(model.model_json_schema(mode="serialization", schema_generator=Schemas))
    return {"$schema": DIALECT, "$id": f"urn:kibitz:v1:{place.replace('/', ':')}", **made}


@cache
def shared_definitions(models: tuple[type[BaseModel], ...], template: str) -> tuple[dict[str, str], dict[str, Schema]]:
    """The schemas of several classes with their parts told once; made once, so nobody changes them.

    The reference of each class by its name, such as "#/components/schemas/{model}", and every definition by its name.
    """
    references, whole = models_json_schema(
        [(model, "serialization") for model in models], ref_template=template, schema_generator=Schemas
    )
    named = {model.__name__: str(references[model, "serialization"]["$ref"]) for model in models}
    definitions = {name: _discriminated(part) for name, part in sorted(whole.get("$defs", {}).items())}
    return named, definitions


def text(value: object) -> str:
    """JSON as it is written to files: two spaces, in the order given, one line feed at the end."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _discriminated(made: Schema) -> Schema:
    """Require `type` where it names the message: it has a default in the class, and is always written."""
    if "const" not in made.get("properties", {}).get("type", {}):
        return made
    rest = [name for name in made.get("required", []) if name != "type"]
    return {**made, "required": ["type", *rest]}
