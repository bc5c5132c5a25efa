"""What differs on purpose between two revisions."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.digests.cases import Document

FINDING = frozenset({"code", "severity", "message"})
"""Fields that every finding has."""

Names = frozenset[str]


@dataclass(frozen=True)
class Renames:
    """What differs on purpose. A field is named alone ("text") or with the field that it is in ("progress.text").

    Attributes:
        codes: of findings and rejections, old to new.
        removed_codes, added_codes: of findings that are only in the old or only in the new digests.
        fields: old to new.
        removed_fields, added_fields: only in the old or only in the new documents.
        values: by field, old to new.
        text_fields: that only people read; their differences are counted apart.
        files: names of cases, old to new.
    """

    codes: Mapping[str, str] = field(default_factory=dict)
    removed_codes: Names = frozenset()
    added_codes: Names = frozenset()
    fields: Mapping[str, str] = field(default_factory=dict)
    removed_fields: Names = frozenset()
    added_fields: Names = frozenset()
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    text_fields: Names = frozenset()
    files: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path | None) -> "Renames":
        """Read them from JSON; a key that is not known is an error."""
        given: dict[str, Any] = json.loads(path.read_text()) if path is not None else {}
        fields: dict[str, Any] = {k: frozenset(v) if isinstance(v, list) else v for k, v in given.items()}
        return cls(**fields)

    def old(self, document: Document, parent: str = "") -> Document:
        """An old document with the new names."""
        if isinstance(document, list):
            return [self.old(item, parent) for item in document if not _has_code(item, self.removed_codes)]
        if not isinstance(document, dict):
            return document
        renamed = {}
        for name, value in document.items():
            if is_in(self.removed_fields, name, parent):
                continue
            values = self.codes if name == "code" else _get(self.values, name, parent) or {}
            plain = isinstance(value, str | int | bool)
            new_value = values.get(str(value), value) if plain else self.old(value, name)
            renamed[_get(self.fields, name, parent) or name] = new_value
        return renamed

    def new(self, document: Document, parent: str = "") -> Document:
        """A new document without what was added."""
        if isinstance(document, list):
            return [self.new(item, parent) for item in document if not _has_code(item, self.added_codes)]
        if not isinstance(document, dict):
            return document
        kept = {name: value for name, value in document.items() if not is_in(self.added_fields, name, parent)}
        return {name: self.new(value, name) for name, value in kept.items()}


def _has_code(item: Document, codes: Names) -> bool:
    return isinstance(item, dict) and item.keys() >= FINDING and item["code"] in codes


def is_in(names: Iterable[str], name: str, parent: str) -> bool:
    """Whether a field is named, alone or with the field that it is in."""
    return name in names or f"{parent}.{name}" in names


def _get(names: Mapping[str, Any], name: str, parent: str) -> Any:
    return names.get(f"{parent}.{name}", names.get(name))
