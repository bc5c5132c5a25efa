"""Contracts and records as JSON objects."""

from functools import cache
from typing import Any, get_type_hints

from pydantic import BaseModel, TypeAdapter
from pydantic_core import to_jsonable_python

from contracts.records import Record
from contracts.tables import Table

adapter = cache(TypeAdapter)
"""The adapter of a type, made once: making it costs a thousand times what using it does."""


def as_object(value: Any, *without: str) -> dict[str, Any]:
    """What a contract or a record says, without what is as usual, and without some of its fields."""
    made = adapter(type(value)).dump_python(value, mode="json", exclude_defaults=True)
    return {name: inner for name, inner in made.items() if name not in without}


def json_of(record: Any) -> str:
    """A record as JSON."""
    return adapter(type(record)).dump_json(record).decode()


def through_json(record: Any) -> Any:
    """What is read of a record that was written as JSON."""
    return adapter(type(record)).validate_json(json_of(record))


def whole(value: Any) -> Any:
    """The same with everything, and tables as rows."""
    if isinstance(value, BaseModel | Record):
        return {name: whole(getattr(value, name)) for name in fields_of(type(value))}
    if isinstance(value, tuple | list | Table):
        return [whole(inner) for inner in value]
    if isinstance(value, dict):
        return {name: whole(inner) for name, inner in value.items()}
    return to_jsonable_python(value)


def fields_of(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields of a contract or a record."""
    return kind.FIELDS if issubclass(kind, Record) else tuple(kind.model_fields)


def fields_with_types(kind: type[Any]) -> dict[str, tuple[Any, bool]]:
    """The type of each field of a contract or a record, and whether it has to be given."""
    if issubclass(kind, Record):
        hints = get_type_hints(kind)
        return {name: (hints[name], name not in kind._field_defaults) for name in kind.FIELDS}
    return {name: (field.annotation, field.is_required()) for name, field in kind.model_fields.items()}


def rows_of(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """The rows of a table as it is written in JSON."""
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
