"""What travels without a fact of its own: documented fields as details, unknown bytes as extensions.

Rule 1: every documented field that is not empty and that no fact carries becomes a detail under its name in capitals.
Rule 2: unknown bytes that are not all 0 become an extension of the kind "bytes" in base64, one for each gap, under the
    structure they stand in. Bytes behind a structure in its block are "rest". Free blocks are listed with their place
    and length: what stands in them is left over from what has been deleted.
"""

import base64
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import lru_cache

from contracts.base import Place
from contracts.facts import Detail, Extension
from shared.formats.acblscore import values
from shared.formats.acblscore.file.fields import Layout, Raw
from shared.formats.acblscore.file.game import Game
from shared.formats.acblscore.file.record import Record, picker
from shared.formats.report import TEXT_LENGTH

_CHUNK = TEXT_LENGTH // 4 * 3

DETAIL_MEMORY, EXTENSION_MEMORY = 420, 1_100
"""Memory that one takes."""

REAL_DIGITS = 11
"""Significant decimal digits of the 40 bits of a Pascal real."""


_WORDS: Mapping[str, Mapping[int, str]] = {
    **{key: dict(enumerate(values.RATINGS)) for key in ("rating", "rating_again")},
    "club_session": dict(enumerate(values.CLUB_SESSIONS)),
    "club_game_type": dict(enumerate(values.CLUB_GAMES)),
    "ribbon_colour": values.RIBBONS,
    "level": dict(enumerate(values.LEVELS)),
    "vp_scale": dict(enumerate(values.VP_SCALES)),
    "posting_method": dict(enumerate(values.POSTING)),
    **{key: dict(enumerate(values.PIGMENTS)) for key in ("colour_1", "colour_2", "colour_3")},
    "round_robin": values.ROUND_ROBINS,
}
"""Fields whose number stands for a word."""


def details_of(record: Record, carried: tuple[str, ...] = (), prefix: str = "") -> list[Detail]:
    """The documented fields of a record that no fact carries (rule 1), each with `prefix` before its name."""
    values = record.values
    described, picked, blanks = _described(record.layout, carried, prefix)
    if picked(values) == blanks:
        return []
    details = [
        _detail((title, text))
        for place, blank, name, title, read in described
        if values[place] != blank and (text := read(record, name))
    ]
    record.report.charge_memory(DETAIL_MEMORY * len(details), record.offset, record.name)
    return details


detail, _detail = Detail.maker("name", "value"), Detail.packer("name", "value")
"""A detail whose name and value are short and made here."""


Described = tuple[int, Raw, str, str, Callable[[Record, str], str]]
"""A field that becomes a detail: its place among the values and its value when empty, its name and that of the detail,
and what makes a text of it."""


Picker = Callable[[tuple[Raw, ...]], object]


@lru_cache(maxsize=256)
def _described(layout: Layout, carried: tuple[str, ...], prefix: str) -> tuple[tuple[Described, ...], Picker, object]:
    """The fields, with what picks their values of all, and what it picks of a structure that is empty."""
    described = tuple(
        (place, layout.blank[place], name, f"{prefix}{name.upper()}", _TEXTS[layout.fields[name][1].sort])
        for place, name in enumerate(layout.names)
        if name not in carried and not name.startswith(("unknown_", "ofs_", "len_"))
    )
    picked = picker(layout, tuple(name for _, _, name, *_ in described))
    return described, picked, picked(layout.blank)


def _base64(record: Record, name: str) -> str:
    return base64.b64encode(record.raw(name)).decode("ascii")


def _time(record: Record, name: str) -> str:
    moment = record.time(name)
    return moment.strftime("%Y-%m-%dT%H:%M:%S") if moment is not None else ""


def _number(record: Record, name: str) -> str:
    number = record.integer(name)
    if name not in _WORDS:
        return _decimal(number, record.layout.fields[name][1].digits)
    return f"{number} {_WORDS[name][number]}" if number in _WORDS[name] else str(number)


@lru_cache(maxsize=16_384)
def _decimal(number: int, digits: int) -> str:
    return f"{Decimal(number).scaleb(-digits):f}"


def decimal_text(record: Record, name: str) -> str:
    """A Pascal real in as many decimal digits as it can tell apart; "" for 0."""
    value = record.real(name)
    if not value:
        return ""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    rounded = exact.quantize(Decimal(1).scaleb(exact.adjusted() + 1 - REAL_DIGITS))
    return f"{rounded.normalize():f}"


_TEXTS: Mapping[str, Callable[[Record, str], str]] = {
    "text": Record.text,
    "char": Record.text,
    "bytes": _base64,
    "real": decimal_text,
    "time": _time,
    "number": _number,
}
"""What makes a text of a field that is not empty, by the sort of its type."""


def unknown_of(record: Record, owner: str, *, entries: bool = False) -> list[Extension]:
    """Unknown bytes of a record, and behind it unless entries follow it there (rule 2)."""
    values = record.values
    gaps, picked, blanks = _gaps(record.layout)
    extensions = []
    if picked(values) != blanks:
        extensions = [
            _extension(record.place(name), owner, name, record.raw(name))
            for place, blank, name in gaps
            if values[place] != blank
        ]
        record.report.charge_memory(EXTENSION_MEMORY * len(extensions), record.offset, record.name)
    rest = b"" if entries else record.rest()
    if any(rest):
        extensions.append(_extension(record.place(), owner, "rest", rest[:_CHUNK]))
    return extensions


@lru_cache(maxsize=64)
def _gaps(layout: Layout) -> tuple[tuple[tuple[int, Raw, str], ...], Picker, object]:
    """The gaps, with what picks their values of all, and what it picks of a structure that is empty."""
    gaps = tuple((layout.index[name], layout.blank[layout.index[name]], name) for name in layout.gaps)
    picked = picker(layout, layout.gaps)
    return gaps, picked, picked(layout.blank)


def _extension(place: Place, owner: str, name: str, data: bytes, index: int = 0) -> Extension:
    value = base64.b64encode(data).decode("ascii")
    return _bytes(("bytes", owner, name, place, value, index))


_bytes = Extension.packer("kind", "owner", "name", "at", "value", "index")


def raw_block(record: Record, owner: str) -> list[Extension]:
    """A block of which only the length is known, in pieces that a message carries."""
    rest = record.rest()
    pieces = [rest[start : start + _CHUNK] for start in range(0, len(rest), _CHUNK)]
    return [_extension(record.place(), owner, "block", piece, index) for index, piece in enumerate(pieces)]


def of_file(game: Game) -> list[Extension]:
    """What the file has beside its events; it goes with the first of them."""
    master = game.file.master
    extensions = unknown_of(master, "file")
    for block in game.raw:
        extensions.extend(raw_block(block, block.name))
    if game.free:
        text = " ".join(f"0x{block.offset:x}+{block.end - block.offset}" for block in game.free)
        extensions.append(
            Extension(at=game.free[0].place(), kind="bytes", owner="file", name="free blocks", value=text[:TEXT_LENGTH])
        )
    return extensions
