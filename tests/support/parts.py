"""What a value is made of."""

from collections.abc import Iterator

from contracts.base import Contract


def parts_of(value: object) -> Iterator[Contract]:
    """A value and all values in it."""
    if isinstance(value, Contract):
        yield value
        for inner in value.__dict__.values():
            yield from parts_of(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from parts_of(inner)
