"""What changed in the meta of a table, as a JSON Patch (RFC 6902).

Most of its lists gain items at the end, lose one here and there, or change one: such changes are short; a greater one
states the whole value again.
"""

from collections.abc import Iterator, Mapping

import orjson
from pydantic import JsonValue

Operation = dict[str, JsonValue]


def between(before: Mapping[str, JsonValue], after: Mapping[str, JsonValue]) -> list[Operation]:
    """The operations that make `after` of the keys of `before`; a key that is None or not there has no value."""
    operations: list[Operation] = []
    for key in sorted(before):
        old, new, path = before[key], after.get(key), _pointer("", key)
        if old is None or new is None:
            if old is not new:
                operations.append(_remove(path) if new is None else _add(path, new))
            continue
        changes = list(_changes(path, old, new))
        whole = [_replace(path, new)]
        operations += changes if len(orjson.dumps(changes)) < len(orjson.dumps(whole)) else whole if changes else ()
    return operations


def _changes(path: str, old: JsonValue, new: JsonValue) -> Iterator[Operation]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            if key not in new:
                yield _remove(_pointer(path, key))
            elif key not in old:
                yield _add(_pointer(path, key), new[key])
            else:
                yield from _changes(_pointer(path, key), old[key], new[key])
    elif isinstance(old, list) and isinstance(new, list):
        yield from _list_changes(path, old, new)
    else:
        yield _replace(path, new)


def _list_changes(path: str, old: list[JsonValue], new: list[JsonValue]) -> Iterator[Operation]:
    """Item by item; at every moment the list is `new` up to `there` and `old` from `here`."""
    here = there = 0
    while here < len(old) or there < len(new):
        if here < len(old) and there < len(new) and old[here] == new[there]:
            here, there = here + 1, there + 1
            continue
        gone = here < len(old) and old[here] not in new[there:]
        came = there < len(new) and new[there] not in old[here:]
        place = f"{path}/{there}"
        if gone and came:
            yield from _changes(place, old[here], new[there])
        else:
            yield _add(place, new[there]) if came else _remove(place)
        here += gone or not came
        there += came


def _pointer(path: str, key: str) -> str:
    return f"{path}/{key.replace('~', '~0').replace('/', '~1')}"


def _add(path: str, value: JsonValue) -> Operation:
    return {"op": "add", "path": path, "value": value}


def _replace(path: str, value: JsonValue) -> Operation:
    return {"op": "replace", "path": path, "value": value}


def _remove(path: str) -> Operation:
    return {"op": "remove", "path": path}
