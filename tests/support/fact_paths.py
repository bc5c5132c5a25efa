"""Paths of the fields of facts."""

from collections.abc import Iterable
from typing import Any, get_args, get_origin

from contracts.facts import Facts
from tests.support.objects import fields_with_types


def unknown_paths(paths: Iterable[str]) -> list[str]:
    """The paths, without the names of details behind a blank, that no fact has."""
    return [path for path in paths if path and not _leads_on(Facts, path.split(" ")[0].split("."))]


def _leads_on(kind: Any, names: list[str]) -> bool:
    if not names:
        return True
    kinds = [each for each in _inner(kind) if isinstance(each, type) and hasattr(each, "replace") and each is not str]
    return any(
        names[0] in fields and _leads_on(fields[names[0]][0], names[1:]) for fields in map(fields_with_types, kinds)
    )


def _inner(kind: Any) -> Iterable[Any]:
    """A type, or those that it is made of."""
    if get_origin(kind) is None:
        return [kind]
    return [inner for argument in get_args(kind) for inner in _inner(argument)]
