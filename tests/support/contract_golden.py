"""What classes of the contracts take and refuse, for golden files: their schemas, and values of their fields."""

import json
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from tests.support.golden import compare

VALUES: tuple[object, ...] = (None, "", "a", "1", "x" * 1_025, "ab" * 32, 0, -1, 1, 10_000, 10_001, True, "0.5", [], {})
"""What is put into each field."""


def compare_schemas(module: ModuleType) -> None:
    """Compare the schemas of the classes that a module defines, without descriptions, with the golden file."""
    text = []
    for name, value in vars(module).items():
        if isinstance(value, type) and issubclass(value, BaseModel) and value.__module__ == module.__name__:
            schema = _plain(value.model_json_schema())
            text.append(f"== {name}")
            text += [f"{part}: {json.dumps(schema[part])}" for part in schema if part not in ("properties", "$defs")]
            text += [f"  {field}: {json.dumps(schema['properties'][field])}" for field in schema.get("properties", ())]
    compare(f"contracts/{module.__name__.rpartition('.')[2]}", "\n".join([*text, ""]))


def compare_values(name: str, model: Any, documents: Iterable[Mapping[str, object]]) -> None:
    """Put values into every field of documents that are right, and compare what is refused with the golden file."""
    adapter: TypeAdapter[object] = TypeAdapter(model)
    text = []
    for document in documents:
        text.append(f"== {json.dumps(document)}: {_outcome(adapter, document)}")
        for field in document:
            rest = {key: value for key, value in document.items() if key != field}
            text.append(f"  without {field}: {_outcome(adapter, rest)}")
            by_outcome: dict[str, list[str]] = {}
            for value in VALUES:
                by_outcome.setdefault(_outcome(adapter, {**document, field: value}), []).append(repr(value)[:20])
            text += [f"  {field} {', '.join(values)}: {outcome}" for outcome, values in by_outcome.items()]
    compare(f"contracts/{name}", "\n".join([*text, ""]))


def _outcome(adapter: TypeAdapter[object], document: object) -> str:
    try:
        adapter.validate_python(document)
    except ValidationError as refused:
        said = [
            error["msg"] if error["type"] == "value_error" else f"{error['type']} at {'.'.join(map(str, error['loc']))}"
            for error in refused.errors()
        ]
        return "; ".join(said)
    return "taken"


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items() if key not in ("description", "title")}
    return [_plain(part) for part in value] if isinstance(value, list) else value
