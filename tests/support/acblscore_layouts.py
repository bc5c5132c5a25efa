"""Layouts of structures of a game file as golden files list them."""

from __future__ import annotations

from types import ModuleType

from shared.formats.acblscore.file.fields import Layout


def listed(module: ModuleType) -> str:
    """Every structure that a module describes: its fields and parts with their offsets and types."""
    layouts = {id(value): value for value in vars(module).values() if isinstance(value, Layout)}
    return "\n".join(line for layout in layouts.values() for line in (*_lines(layout), "")) + "\n"


def _lines(layout: Layout) -> list[str]:
    rows = [
        (offset, f"{name}: {kind.sort} {kind.code} {kind.digits}".removesuffix(" 0"))
        for name, (offset, kind) in layout.fields.items()
    ]
    rows += [(part.offset, f"{name}: {part.count} of {part.layout.name}") for name, part in layout.parts.items()]
    head = f"{layout.name}: {layout.size} bytes, at least {layout.least}"
    return [head, *(f"  {offset:#06x} {text}" for offset, text in sorted(rows))]
