"""XML as text: indented, with line feeds, the same bytes for the same event; and what it could not carry.

Extensions that were read from USEBIO are put back under the element that they hung on: `Markup` looks up the owner of
each element that it opens. Elements newer than the version that is written are left out and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lxml import etree

from contracts.facts import Extension
from shared.formats.losses import Losses

Version = tuple[int, int]

_OF_1_3 = (
    "AUTH_ORG EVENT_ID EVENT_LOCAL_ID TOURNAMENT_ID TOURNAMENT_DESCRIPTION START_TIME END_TIME RESULTS_TYPE "
    "EVENT_RATING HAND_RECORD_ID SEATING CARRY_FORWARD_SEATING MASTER_POINT_TOTAL SECTION_PLACE STRATIFICATION "
    "STRAT_NUMBER STRAT_LABEL STRAT_PLACE OVERRIDE_STRAT DATUM ROUND_NUMBER/LINE TABLE_NUMBER/LINE SITOUT "
    "ACBL_CLUB_CLASS ACBL_SESSION_ID ACBL_SIDE_GAME ACBL_START_DATE ACBL_END_DATE EBU_CHARGE_CODE "
    "ACBL_PLAYER_CITY ACBL_PLAYER_STATE ACBL_PLAYER_COUNTRY ACBL_PLAYER_STATE_CODE"
)
_OF_1_4 = (
    "PLAYING_ENVIRONMENT ONLINE_PLATFORM SESSION_URL OVERALL_RESULTS VP_SCALE DIRECTOR_ID BOARDS_PER_STANZA "
    "STATUS MAX_SCORE PLAYER_NAME/PARTS"
)

SINCE: dict[str, Version] = {**dict.fromkeys(_OF_1_3.split(), (1, 3)), **dict.fromkeys(_OF_1_4.split(), (1, 4))}
"""The version in which an element came. LIN_DATA and PLAY_DATA came in 1.4, but real files of 1.2 have them."""

_INVALID = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def escape(text: str) -> str:
    """Text for the inside of an element."""
    text = _INVALID.sub("\ufffd", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def escape_attribute(text: str) -> str:
    """Text for an attribute in double quotes."""
    return escape(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")


class Markup:
    """A document that is being written.

    Attributes:
        version: of USEBIO that is written.
        losses: what was left out.
    """

    def __init__(self, version: Version, extensions: Iterable[Extension]) -> None:
        """Start an empty document with the extensions that wait for their owners."""
        self.version = version
        self.losses = Losses()
        self._lines: list[str] = ['<?xml version="1.0" encoding="UTF-8"?>']
        self._open: list[tuple[str, str]] = []
        self._waiting: dict[str, list[Extension]] = {}
        for extension in extensions:
            self._waiting.setdefault(extension.owner, []).append(extension)

    @property
    def owner(self) -> str:
        """XPath of the element that is open."""
        return self._open[-1][1] if self._open else ""

    def open(self, tag: str, attributes: Iterable[tuple[str, str | None]] = (), by: str | None = None) -> None:
        """Begin an element.

        Args:
            tag: its name.
            attributes: those with None are left out.
            by: the predicates that tell it from its like, as `fields.predicate` makes them.
        """
        owner = f"{self.owner}/{tag}{by or ''}"[:1024]
        attributes = tuple(attributes)
        kept = [(item.name, item.value) for item in self._waiting.get(owner, ()) if item.kind == "attribute"]
        waiting = [item for item in self._waiting.pop(owner, ()) if item.kind != "attribute"]
        if waiting:
            self._waiting[owner] = waiting
        known = {name for name, value in attributes if value is not None}
        pairs = [*attributes, *((name, value) for name, value in kept if name not in known and _NAME.fullmatch(name))]
        text = "".join(f' {name}="{escape_attribute(value)}"' for name, value in pairs if value is not None)
        self._line(f"<{tag}{text}>")
        self._open.append((tag, owner))

    def close(self) -> None:
        """End the innermost element; what hangs on it as extension comes last."""
        for item in self._waiting.pop(self.owner, ()):
            self._extension(item)
        tag, _ = self._open.pop()
        self._line(f"</{tag}>")

    def leaf(self, tag: str, text: str | None, *, since: str | None = None, empty: bool = False) -> None:
        """Write an element with text; nothing for None, unless `empty` asks for the element all the same.

        Args:
            tag: its name.
            text: its text.
            since: name in `SINCE`, where that is not the tag.
            empty: write the element without text.
        """
        if text is None and not empty:
            return
        if SINCE.get(since or tag, (1, 0)) > self.version:
            self.losses.add(tag, f"came after USEBIO {self.version[0]}.{self.version[1]}")
            return
        self._line(f"<{tag}>{escape(text or '')}</{tag}>")

    def with_attributes(self, tag: str, text: str, attributes: Iterable[tuple[str, str | None]]) -> None:
        """Write an element with text and attributes."""
        pairs = "".join(f' {name}="{escape_attribute(value)}"' for name, value in attributes if value is not None)
        self._line(f"<{tag}{pairs}>{escape(text)}</{tag}>")

    def instruction(self, target: str, text: str) -> None:
        """Write a processing instruction."""
        self._line(f"<?{target} {text}?>")

    def _line(self, text: str) -> None:
        self._lines.append("  " * len(self._open) + text)

    def _extension(self, item: Extension) -> None:
        if item.kind == "element" and _is_element(item.value):
            self._line(item.value)
        elif item.kind == "comment" and "--" not in item.value and not item.value.endswith("-"):
            self._line(f"<!--{item.value}-->")
        elif item.kind == "directive" and _NAME.fullmatch(item.name) and "?>" not in item.value:
            self._line(f"<?{item.name} {item.value}?>" if item.value else f"<?{item.name}?>")
        elif item.kind == "text" and item.value.strip():
            self._line(escape(item.value))
        else:
            self.losses.add(f"extension {item.kind} {item.name}", "is not XML that can stand in a USEBIO document")

    def finish(self) -> bytes:
        """The bytes of the document; extensions that found no owner are counted as lost."""
        for owner, items in self._waiting.items():
            for item in items:
                why = "hangs on an element that is not written" if owner.startswith("/USEBIO") else "is not USEBIO's"
                self.losses.add(f"extension {item.kind} {item.name}", why)
        return ("\n".join(self._lines) + "\n").encode("utf-8")


_NAME = re.compile(r"(?!xml)[A-Za-z_][A-Za-z0-9_.-]{0,200}", re.ASCII | re.IGNORECASE)


def _is_element(text: str) -> bool:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    if "<!" in text:
        return False
    try:
        etree.fromstring(text.encode("utf-8"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return False
    return True
