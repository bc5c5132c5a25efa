"""The interfaces for programs, from their own descriptions (OpenAPI, AsyncAPI), as a page shows them."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from services.broadcast.domain.pages.page import Page

Node = Mapping[str, Any]


class Field(NamedTuple):
    """A field of a message.

    Attributes:
        kinds: what it may be; the names of other schemas are theirs.
        values: the only ones that it may have.
    """

    name: str
    kinds: tuple[str, ...]
    required: bool
    values: tuple[str, ...] = ()


def reference(openapi: Node, asyncapi: Node) -> Page:
    """Everything that can be asked, sent and received."""
    schemas = {**openapi["components"]["schemas"], **asyncapi["components"]["schemas"]}
    values = {
        "operations": [
            {
                "path": path,
                **operation,
                "answers": {ref for answer in operation["responses"].values() for ref in _refs(answer)},
            }
            for path, methods in openapi["paths"].items()
            for operation in methods.values()
        ],
        "subjects": asyncapi["channels"],
        "senders": _services(asyncapi, "send"),
        "receivers": _services(asyncapi, "receive"),
        "messages": {
            name: {**message, "example": _example(message), "schema": "".join(_refs(message["payload"]))}
            for name, message in asyncapi["components"]["messages"].items()
        },
        "schemas": {
            name: {"about": schema.get("description", ""), "fields": fields(schema)}
            for name, schema in sorted(schemas.items())
        },
        "about": asyncapi["info"]["description"],
    }
    return Page("reference", "Interfaces for programs", f"{asyncapi['info']['description']}", values)


def fields(schema: Node) -> list[Field]:
    """The fields of a schema."""
    required = schema.get("required", ())
    return [
        Field(name, tuple(dict.fromkeys(_kinds(field))), name in required, tuple(map(str, field.get("enum", ()))))
        for name, field in schema.get("properties", {}).items()
    ]


def _kinds(schema: Node) -> Iterable[str]:
    if "$ref" in schema:
        yield _name(schema["$ref"])
    for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from _kinds(choice)
    kind = schema.get("type")
    if kind == "array":
        yield "list of"
        yield from _kinds(schema.get("items", {}))
    elif kind and kind != "null":
        yield schema.get("format", kind) if isinstance(kind, str) else " or ".join(kind)
    elif "const" in schema:
        yield json.dumps(schema["const"])


def _refs(node: object) -> list[str]:
    """The schemas that a part names itself."""
    if isinstance(node, Mapping):
        return [_name(node["$ref"])] if "$ref" in node else [name for part in node.values() for name in _refs(part)]
    return [name for part in node for name in _refs(part)] if isinstance(node, list) else []


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def _services(asyncapi: Node, action: str) -> dict[str, list[str]]:
    """Who sends or receives on each channel."""
    services: dict[str, list[str]] = {}
    for name, operation in asyncapi["operations"].items():
        if operation["action"] == action:
            services.setdefault(_name(operation["channel"]["$ref"]), []).append(name.partition(".")[0])
    return services


def _example(message: Node) -> str:
    examples = message.get("examples") or [{}]
    payload = examples[0].get("payload")
    return "" if payload is None else json.dumps(payload, ensure_ascii=False, indent=1)
