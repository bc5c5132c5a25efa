"""What a value is made of."""

from collections.abc import Iterator
from typing import Any

from contracts.base import Contract
from contracts.records import Record
from contracts.tables import Table
from tests.support.objects import fields_of


def parts_of(value: object) -> Iterator[Any]:
    """A value and all contracts and records in it."""
    if isinstance(value, Contract | Record):
        yield value
        for name in fields_of(type(value)):
            yield from parts_of(getattr(value, name))
    elif isinstance(value, tuple | Table):
        for inner in value:
            yield from parts_of(inner)
