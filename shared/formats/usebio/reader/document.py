"""From bytes to elements: parsing that is bounded in time and memory whatever comes in.

Rule 1: nothing outside the bytes is read: no DTD, no entity, no network. A document that declares entities is refused
    before its first element is looked at; a reference to an external DTD is ignored.
Rule 2: the document is read in slices, and each part of it (`elements.PARTS`) is handed on and taken out of the tree
    when it has come in, so that the tree never holds much more than one part.
Rule 3: the limits are far above any real file: 5,000 tables on a board, 60 boards, a page in every note.
Rule 4: an element is taken out of the tree only when one behind it has come in. The last one may still be growing
    inside the parser.
Rule 5: a document of a session's size is parsed in one step, which takes half of the time, and gives the same events
    but those inside parts, which mean nothing. Where that fails, or it has namespaces or declares entities, it is
    read in slices.
"""

import re
from collections.abc import Iterator
from typing import Any, cast

from lxml import etree

from contracts.base import Place
from contracts.codes.code import Code
from contracts.codes.usebio import ENTITY_DECLARATION, NOT_WELL_FORMED, TOO_DEEP, TOO_LARGE
from shared.errors import FormatError
from shared.formats.usebio.reader.encoding import EncodingError
from shared.formats.usebio.reader.play.plain_lines import PlainLines
from shared.formats.usebio.tables.elements import CONTAINERS, PARTS

MOST_BYTES = 64 * 1024 * 1024
"""Of a document; a session has 0.1 to 1 MB, 5,000 pairs over 60 boards have 50 MB. A document that is one text after
the other takes three times its size in memory, and 256 MB have to do."""

MOST_TAGS_IN_A_PART = 250_000
"""Tags between two parts that are handed on; a board with 5,000 tables has 130,000."""

MOST_ATTRIBUTES = 250_000
"""Equals signs in a document, of which every attribute needs one."""

MOST_REFERENCES = 500_000
"""Ampersands in a document; an entity that is not declared takes a node of its own."""

_SLICE = 256 * 1024
_WHOLE = 1024 * 1024
"""Bytes of a document that is parsed in one step."""

_BAD_ENCODING = {81, 32}
_LIMIT = 114
_ENTITY_LOOP = 89


# Not collect_ids=False: libxml2 takes it as a wish for the external DTD.
_OPTIONS: dict[str, Any] = {
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "dtd_validation": False,
    "attribute_defaults": False,
    "huge_tree": False,
    "recover": False,
    "remove_blank_text": True,
}

Event = tuple[str, etree._Element]


class Document:
    """The events of a document: ("start", element), ("end", element) and ("pi", instruction).

    Attributes:
        path: of the innermost part that is being read; set by the reader for the place of an error.
    """

    def __init__(
        self, data: bytes, tags: frozenset[str], encoding: str | None, lines: PlainLines | None = None
    ) -> None:
        """Look at the size alone.

        Args:
            data: the document.
            tags: elements whose start and end are events.
            encoding: overrides what the document declares; None to believe it.
            lines: takes the plain lines out before they are parsed.

        Raises:
            FormatError: usebio.too-large.
        """
        self.path = ""
        self._data = data
        self._tags_seen = 0
        self._handed_on = 0
        if len(data) > MOST_BYTES:
            raise FormatError(TOO_LARGE, f"{len(data)} bytes; at most {MOST_BYTES} are read")
        if data.count(b"=") > MOST_ATTRIBUTES:
            raise FormatError(TOO_LARGE, f"more than {MOST_ATTRIBUTES} attributes")
        if data.count(b"&") > MOST_REFERENCES:
            raise FormatError(TOO_LARGE, f"more than {MOST_REFERENCES} entities and character references")
        self._tags = tags
        self._encoding = encoding
        self._without_lines = lines.taken_from if lines is not None else bytes

    def events(self) -> Iterator[Event]:
        """Parse in one step, else slice by slice.

        Raises:
            FormatError: the document is not well-formed, or one of the limits is passed.
            EncodingError: try again with another encoding.
        """
        root = self._whole()
        return _walk(root, self._tags) if root is not None else self._in_slices()

    def _whole(self) -> etree._Element | None:
        """The outermost element of a document that can be parsed in one step (rule 5)."""
        data = self._data
        tags = data.count(b"<") if len(data) > MOST_TAGS_IN_A_PART else 0
        if len(data) > _WHOLE or tags > MOST_TAGS_IN_A_PART or b"xmlns" in data or b"\0" in data:
            return None
        try:
            root = etree.fromstring(self._without_lines(data), etree.XMLParser(encoding=self._encoding, **_OPTIONS))
        except (etree.XMLSyntaxError, LookupError):
            return None
        return root if root.tag in CONTAINERS and not _declares_entities(root) else None

    def _in_slices(self) -> Iterator[Event]:
        tags = [f"{{*}}{tag}" for tag in sorted(self._tags)]
        self._parser = etree.XMLPullParser(events=("start", "end", "pi"), tag=tags, encoding=self._encoding, **_OPTIONS)
        data = self._data
        first = True
        for start in range(0, len(data), _SLICE):
            piece = data[start : start + _SLICE]
            self._tags_seen += piece.count(b"<")
            if self._tags_seen - self._handed_on > MOST_TAGS_IN_A_PART:
                place = Place(path=self.path or None)
                raise FormatError(TOO_LARGE, f"more than {MOST_TAGS_IN_A_PART} tags in one part", place)
            try:
                self._parser.feed(self._without_lines(piece))
            except etree.XMLSyntaxError as error:
                raise self._refused(error) from None
            for event, element in self._read():
                if first and event == "start":
                    if _declares_entities(element):
                        raise FormatError(ENTITY_DECLARATION, "the document declares entities", Place(line=1))
                    first = False
                yield event, element
        try:
            self._parser.close()
        except etree.XMLSyntaxError as error:
            raise self._refused(error) from None
        yield from self._read()

    def _read(self) -> Iterator[Event]:
        return cast(Iterator[Event], self._parser.read_events())

    def handed_on(self) -> None:
        """A part has been read and taken out: what came before it no longer counts."""
        self._handed_on = self._tags_seen

    def _refused(self, error: etree.XMLSyntaxError) -> FormatError | EncodingError:
        last = self._parser.feed_error_log.last_error
        stated: int = getattr(error, "code", 0) or 0
        code = stated if stated > 1 else (last.type if last is not None else 0)
        line, column = error.position
        if not line and last is not None:
            line, column = last.line, last.column
        message = " ".join((error.msg or (last.message if last is not None else "") or "not XML").split())
        message = re.sub(r"(, line \d+, column \d+)+( \(.*\))?$", "", message)
        if code in _BAD_ENCODING:
            return EncodingError(message)
        place = Place(line=line or None, column=column or None, path=self.path or None)
        kind: Code = NOT_WELL_FORMED
        if code == _ENTITY_LOOP or "amplification" in message or "entity nesting" in message:
            kind, message = ENTITY_DECLARATION, "the document's entities grow without end"
        elif code != _LIMIT:
            message = f"the XML is damaged: {message}"
        else:
            kind = TOO_DEEP if "depth" in message else TOO_LARGE
            message = "nested deeper than any USEBIO file" if kind is TOO_DEEP else "a text or tag is too long"
        return FormatError(kind, message, place)


def _declares_entities(element: etree._Element) -> bool:
    declared: Any = element.getroottree().docinfo.internalDTD
    return declared is not None and any(True for _ in declared.entities())


def _walk(root: etree._Element, tags: frozenset[str]) -> Iterator[Event]:
    """The events of a tree: containers, the parts in them, which may be taken out of it meanwhile, and instructions."""
    before = list(root.itersiblings(etree.PI, preceding=True))
    behind = list(root.itersiblings(etree.PI))
    instructed = next(root.iter(etree.PI), None) is not None
    for node in reversed(before):
        yield "pi", node
    yield from _walk_container(root, tags, instructed=instructed)
    for node in behind:
        yield "pi", node


def _walk_container(container: etree._Element, tags: frozenset[str], *, instructed: bool) -> Iterator[Event]:
    parts = PARTS[str(container.tag)] & tags
    yield "start", container
    for child in container:
        tag: Any = child.tag
        if tag is etree.PI:
            yield "pi", child
        elif tag in CONTAINERS and tag in parts:
            yield from _walk_container(child, tags, instructed=instructed)
        else:
            if tag in parts:
                yield "start", child
            for node in child.iter(etree.PI) if instructed else ():
                yield "pi", node
            if tag in parts:
                yield "end", child
    yield "end", container
