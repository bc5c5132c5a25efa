"""Descriptions of HTTP interfaces for programs (OpenAPI 3.1): what those of all services have in common."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

Node = dict[str, Any]

JSON = "application/json"


def document(
    title: str, description: str, paths: Node, models: Sequence[type[BaseModel]], security: Mapping[str, Node]
) -> bytes:
    """The whole description as JSON.

    Args:
        title: of the interface.
        description: of the interface, in a sentence.
        paths: the operations.
        models: what `answer` refers to.
        security: schemes, each of which opens everything that does not say otherwise.
    """
    _, definitions = models_json_schema(
        [(model, "validation") for model in models], ref_template="#/components/schemas/{model}"
    )
    described = {
        "openapi": "3.1.0",
        "info": {"title": title, "version": "1", "description": description},
        "paths": paths,
        "components": {"schemas": definitions["$defs"], "securitySchemes": security},
        "security": [{name: []} for name in security],
    }
    return json.dumps(described, indent=1).encode()


def answer(text: str, model: type[BaseModel] | None, media_type: str = JSON) -> Node:
    """A response with a value of a class, with any JSON object, or with anything of another media type."""
    if media_type != JSON:
        return {"description": text, "content": {media_type: {}}}
    schema = {"$ref": f"#/components/schemas/{model.__name__}"} if model is not None else {"type": "object"}
    return {"description": text, "content": {JSON: {"schema": schema}}}


def parameter(name: str, text: str, place: str = "query", **schema: Any) -> Node:  # noqa: ANN401 - JSON
    """A parameter, a string unless its schema states another type; those of the path are required."""
    schema = {"type": "string", **schema}
    return {"name": name, "in": place, "required": place == "path", "description": text, "schema": schema}
