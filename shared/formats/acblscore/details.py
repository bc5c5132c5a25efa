"""What travels without a fact of its own: documented fields as details, unknown bytes as extensions.

Rule 1: every documented field that is not empty and that no fact carries becomes a detail under its name in capitals.
Rule 2: unknown bytes that are not all 0 become an extension of the kind "bytes" in base64, one for each gap, under the
    structure they stand in. Bytes behind a structure in its block are "rest". Free blocks are listed with their place
    and length: what stands in them is left over from what has been deleted.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal

from contracts.base import Place
from contracts.facts import Detail, Extension
from shared.formats.acblscore import values
from shared.formats.acblscore.game import Game
from shared.formats.acblscore.image import Record
from shared.formats.report import TEXT_LENGTH

_CHUNK = TEXT_LENGTH // 4 * 3

REAL_DIGITS = 11
"""Significant decimal digits of the 40 bits of a Pascal real."""


def _listed(names: tuple[str, ...]) -> Callable[[int], str]:
    return lambda number: f"{number} {names[number]}" if number < len(names) else str(number)


def _named(names: Mapping[int, str]) -> Callable[[int], str]:
    return lambda number: f"{number} {names[number]}" if number in names else str(number)


_WORDS: Mapping[str, Callable[[int], str]] = {
    "rating": _listed(values.RATINGS),
    "club_session": _listed(values.CLUB_SESSIONS),
    "club_game_type": _listed(values.CLUB_GAMES),
    "ribbon_colour": _named(values.RIBBONS),
    "level": _listed(values.LEVELS),
    "vp_scale": _listed(values.VP_SCALES),
    "posting_method": _listed(values.POSTING),
    "colour_1": _listed(values.PIGMENTS),
    "colour_2": _listed(values.PIGMENTS),
    "colour_3": _listed(values.PIGMENTS),
    "round_robin": _named(values.ROUND_ROBINS),
}
"""Fields whose number stands for a word."""


def details_of(record: Record, carried: Iterable[str] = (), prefix: str = "") -> list[Detail]:
    """The documented fields of a record that no fact carries (rule 1); of structures within it too, by their names."""
    skipped = frozenset(carried)
    found: list[Detail] = []
    for name, (_, kind) in record.layout.fields.items():
        if name in skipped or name.startswith(("unknown_", "ofs_", "len_")):
            continue
        text = _text(record, name, kind.sort)
        if text:
            found.append(Detail(name=f"{prefix}{name.upper()}", value=text))
    return found


def _text(record: Record, name: str, sort: str) -> str:
    if sort in ("text", "char"):
        return record.text(name)
    if sort == "bytes":
        raw = record.bits(name)
        return base64.b64encode(raw).decode("ascii") if any(raw) else ""
    if sort == "real":
        return decimal_text(record, name)
    if sort == "time":
        moment = record.time(name)
        return moment.strftime("%Y-%m-%dT%H:%M:%S") if moment is not None else ""
    value = record.whole(name)
    if not value:
        return ""
    return _WORDS[name](value) if name in _WORDS else f"{record.exact(name):f}"


def decimal_text(record: Record, name: str) -> str:
    """A Pascal real in as many decimal digits as it can tell apart; "" for 0."""
    value = record.real(name)
    if not value:
        return ""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    rounded = exact.quantize(Decimal(1).scaleb(exact.adjusted() + 1 - REAL_DIGITS))
    return f"{rounded.normalize():f}"


def unknown_of(record: Record, owner: str, *, entries: bool = False) -> list[Extension]:
    """Unknown bytes of a record and behind it (rule 2).

    Args:
        record: a structure.
        owner: as the extensions shall call it.
        entries: whether known entries follow the structure in its block.
    """
    found = [
        _extension(record.place(name), owner, name, record.bits(name))
        for name in record.layout.gaps
        if any(record.bits(name))
    ]
    rest = b"" if entries else record.rest()
    if any(rest):
        found.append(_extension(record.place(), owner, "rest", rest[:_CHUNK]))
    return found


def _extension(place: Place, owner: str, name: str, data: bytes) -> Extension:
    return Extension(at=place, kind="bytes", owner=owner, name=name, value=base64.b64encode(data).decode("ascii"))


def raw_block(record: Record, owner: str) -> list[Extension]:
    """A block of which only the length is known, in pieces that a message carries."""
    rest = record.rest()
    pieces = [rest[start : start + _CHUNK] for start in range(0, len(rest), _CHUNK)]
    return [
        _extension(record.place(), owner, "block", piece).model_copy(update={"index": index})
        for index, piece in enumerate(pieces)
    ]


def of_file(game: Game) -> list[Extension]:
    """What the file has beside its events; it goes with the first of them."""
    master = game.image.master
    found = unknown_of(master, "file")
    for section in master.parts("sections"):
        found.extend(unknown_of(section, section.name))
    for block in game.raw:
        found.extend(raw_block(block, block.name))
    if game.free:
        text = " ".join(f"0x{block.offset:x}+{block.end - block.offset}" for block in game.free)
        found.append(
            Extension(at=game.free[0].place(), kind="bytes", owner="file", name="free blocks", value=text[:TEXT_LENGTH])
        )
    return found
