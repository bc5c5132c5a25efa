"""Values into the fields of a structure, as far as they fit; details into those that they came from.

A detail counts by its name, the field's in capitals. Whatever a field cannot hold is left out; so is what has no field.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from decimal import Decimal
from typing import Any

from contracts.facts import Detail
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.packing import DoesNotFit, Value, pack
from shared.formats.losses import Losses, name_of

_NUMBER = re.compile(r"-?\d{1,12}(?:\.\d{1,9})?(?= |$)", re.ASCII)
"""A number at the beginning; a word can follow it ("20 NAP Club Level")."""


def fields_of(details: Iterable[Detail], layout: Layout, prefix: str = "") -> dict[str, Value]:
    """Values for the fields of a structure."""
    fields: dict[str, Value] = {}
    for detail in details:
        name = detail.name.removeprefix(prefix).lower()
        is_field = name in layout.fields and not name.startswith(("unknown_", "ofs_", "len_"))
        if not detail.name.startswith(prefix) or not is_field:
            continue
        sort = layout.fields[name][1].sort
        number = _NUMBER.match(detail.value) if sort in ("number", "real") else None
        value = detail.value if sort in ("text", "char") else Decimal(number[0]) if number is not None else None
        with suppress(DoesNotFit):
            if value is not None:
                pack(layout, {name: value})
                fields[name] = value
    return fields


def packed(layout: Layout, fields: Mapping[str, Any], losses: Losses) -> bytes:
    """The bytes of a structure, without those of its values that its fields cannot hold; they are counted."""
    try:
        return pack(layout, fields)
    except DoesNotFit:
        fitting: dict[str, Any] = {}
        for name, value in fields.items():
            try:
                pack(layout, {name: value})
            except DoesNotFit as error:
                losses.add(name_of(f"{layout.name.removesuffix(' details')}s.{name}"), str(error))
            else:
                fitting[name] = value
        return pack(layout, fitting)
