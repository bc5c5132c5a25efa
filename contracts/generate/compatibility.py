"""Whether a changed schema still lets yesterday's messages and yesterday's readers be.

The bus keeps its messages and replays them, and programs outside read it. So a change breaks something when

1. a message written before does not fit the schema any more (a new required field, a narrower value), or
2. a reader written before misses what it relied on (a field gone, optional where it was certain, of another type,
   with another meaning when it is left out).

New optional fields and new values of an enumeration break neither rule as long as readers are deployed before writers;
a reader ignores fields that it does not know. Whatever breaks needs a new major version of the subject, beside the old.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]

_LOWER_LIMITS = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_UPPER_LIMITS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_FORMS = ("pattern", "format", "multipleOf", "uniqueItems", "contentEncoding")
_ABSENT = object()


def breaking_changes(old_schema: Schema, new_schema: Schema) -> list[str]:
    """Say what in a new schema breaks the old one: a sentence for each break, with the path of the field."""
    return list(_Comparison(old_schema, new_schema).run())


class _Comparison:
    """Walks two schemas side by side; each pair of parts is compared once, so parts may contain themselves."""

    def __init__(self, old: Schema, new: Schema) -> None:
        self._old = old
        self._new = new
        self._seen: set[tuple[int, int]] = set()

    def run(self) -> Iterator[str]:
        yield from self._compare(self._old, self._new, "")

    def _compare(self, old: Schema, new: Schema, path: str) -> Iterator[str]:
        before, after = _alternatives(old, self._old), _alternatives(new, self._new)
        where = path or "the message"
        for kind in before:
            if kind not in after:
                yield f"{where}: {kind} is not allowed any more"
        for kind in after:
            if kind not in before:
                yield f"{where}: type changed, it may now be {kind}"
        for kind, part in before.items():
            if kind in after:
                yield from self._same_kind(part, after[kind], path)

    def _same_kind(self, old: Schema, new: Schema, path: str) -> Iterator[str]:
        pair = (id(old), id(new))
        if pair in self._seen:
            return
        self._seen.add(pair)
        yield from _values(old, new, path or "the message")
        yield from _limits(old, new, path or "the message")
        yield from self._properties(old, new, path)
        yield from self._places(old.get("prefixItems", ()), new.get("prefixItems", ()), path)
        for name in ("items", "additionalProperties"):
            before, after = old.get(name, True), new.get(name, True)
            inside = f"{path}[]"
            if after is False and before is not False:
                yield f"{path or 'the message'}: {name} are not allowed any more"
            elif isinstance(before, Mapping) and isinstance(after, Mapping):
                yield from self._compare(before, after, inside)
            elif isinstance(after, Mapping) and name in new:
                yield f"{inside}: anything was allowed, now it is restricted"
            elif isinstance(before, Mapping):
                yield f"{inside}: type changed, it may now be anything"

    def _properties(self, old: Schema, new: Schema, path: str) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        required_before, required_after = set(old.get("required", ())), set(new.get("required", ()))
        for name, part in before.items():
            inside = f"{path}.{name}" if path else name
            if name not in after:
                yield f"{inside}: property removed or renamed"
                continue
            if name in required_before and name not in required_after:
                yield f"{inside}: was always there, now it may be missing"
            if part.get("default", _ABSENT) != after[name].get("default", _ABSENT) and name not in required_before:
                yield f"{inside}: means something else when it is left out"
            yield from self._compare(part, after[name], inside)
        for name in sorted(required_after - required_before):
            inside = f"{path}.{name}" if path else name
            yield f"{inside}: required now, and messages written before may not have it"

    def _places(self, old: Sequence[Schema], new: Sequence[Schema], path: str) -> Iterator[str]:
        if len(old) != len(new):
            yield f"{path or 'the message'}: has {len(new)} fixed places instead of {len(old)}"
        for number, (before, after) in enumerate(zip(old, new, strict=False)):
            yield from self._compare(before, after, f"{path}[{number}]")


def _alternatives(schema: Schema, root: Schema) -> dict[str, Schema]:
    """What a value may be by type ("string", "object", "anything"), references followed; objects also by their mark."""
    parts = list(_flat(schema, root))
    objects = sum(part.get("type") == "object" for part in parts)
    alternatives: dict[str, Schema] = {}
    for part in parts:
        kinds = part.get("type") or _type_of_values(part)
        for kind in kinds if isinstance(kinds, Sequence) and not isinstance(kinds, str) else (kinds,):
            mark = _mark(part) if kind == "object" and objects > 1 else ""
            alternatives[f"{kind} {mark}".strip()] = part
    return alternatives


def _flat(schema: Schema, root: Schema) -> Iterator[Schema]:
    reference = schema.get("$ref")
    if reference is not None:
        target: Any = root
        for step in str(reference).removeprefix("#/").split("/"):
            target = target[step]
        yield from _flat(target, root)
        return
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        for choice in choices:
            yield from _flat(choice, root)
        return
    whole = schema.get("allOf")
    if whole and len(whole) == 1:
        yield from _flat(whole[0], root)
        return
    yield schema


def _type_of_values(schema: Schema) -> str:
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    names = {str: "string", bool: "boolean", int: "integer", type(None): "null"}
    kinds = {names.get(type(value), "anything") for value in values}
    return kinds.pop() if len(kinds) == 1 else "anything"


def _mark(schema: Schema) -> str:
    """What tells objects of one union apart: the value of `type`, else the title."""
    return str(schema.get("properties", {}).get("type", {}).get("const") or schema.get("title", ""))


def _values(old: Schema, new: Schema, where: str) -> Iterator[str]:
    after = new.get("enum", [new["const"]] if "const" in new else None)
    if after is None:
        return
    before = old.get("enum", [old["const"]] if "const" in old else None)
    if before is None:
        yield f"{where}: only some values are allowed now"
        return
    for value in before:
        if value not in after:
            yield f"{where}: the value {value!r} is not allowed any more"


def _limits(old: Schema, new: Schema, where: str) -> Iterator[str]:
    for name in _LOWER_LIMITS:
        if name in new and (name not in old or new[name] > old[name]):
            yield f"{where}: {name} narrowed from {old.get(name, 'none')} to {new[name]}"
    for name in _UPPER_LIMITS:
        if name in new and (name not in old or new[name] < old[name]):
            yield f"{where}: {name} narrowed from {old.get(name, 'none')} to {new[name]}"
    for name in _FORMS:
        if old.get(name) != new.get(name):
            yield f"{where}: {name} changed from {old.get(name, 'none')} to {new.get(name, 'none')}"
