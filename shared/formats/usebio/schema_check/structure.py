"""A file of USEBIO 1.4 against our schema, part by part, bounded in time and memory, and against `required.py`.

Rule 1: the document comes in through `Document`, with all of its limits: nothing outside the bytes is read.
Rule 2: a part (a pair, a board, a match, a container without its parts) is compared when it has come in, and is then
    taken out of the tree; `compare.py` compares it.
"""

import re
from dataclasses import dataclass, field
from itertools import chain

from lxml import etree

from contracts.base import Place
from contracts.codes.usebio import MORE_LIKE_IT, NO_EVENT, SCHEMA_NOT_APPLIED, SCHEMA_UNKNOWN, SCHEMA_VALUE, TOO_LARGE
from contracts.findings import Finding
from shared.errors import FormatError
from shared.formats.parsed import Parsed
from shared.formats.usebio.reader.document import Document
from shared.formats.usebio.reader.document_reader import MOST_PARTS
from shared.formats.usebio.reader.encoding import declared_encoding, in_its_encoding
from shared.formats.usebio.reader.nodes import LAST_LINE, line_of, take_out
from shared.formats.usebio.report import Report
from shared.formats.usebio.schema_check.compare import MOST_FAULTS, Comparison, EnoughFaults
from shared.formats.usebio.schema_check.faults import Fault
from shared.formats.usebio.schema_check.required import required_by_values
from shared.formats.usebio.tables.elements import CONTAINERS, PARTS, SHAPES

VERSION = "1.4"

MOST_BESIDE_PARTS = 2_000
"""Children of a container that are no parts; EVENT has about 60 kinds of them."""

_TAGS = frozenset(CONTAINERS) | (frozenset(SHAPES) - {"CLUB"})
"""Containers and parts; CLUB stays with USEBIO, whose constraint asks for it."""


def check_schema(data: bytes, parsed: Parsed | None) -> tuple[Finding, ...]:
    """Compare a file with the schema, and, if it could be read, with what 1.4 requires that a schema cannot say."""
    facts = [event.facts for event in parsed.events] if parsed is not None else []
    required = (required_by_values(each) for each in facts if each.event.format_version == VERSION)
    return (*check_structure(data), *chain.from_iterable(required))


def check_structure(data: bytes) -> tuple[Finding, ...]:
    """What is wrong with a file by the schema of USEBIO 1.4, in the order of the lines.

    For a file of another version it is that the schema is not for it; for one that cannot be read the reason.
    """
    report = Report()

    def attempt(encoding: str | None, _: tuple[Finding, ...]) -> None:
        nonlocal report
        report = Report()
        _check(data, encoding, report)

    try:
        in_its_encoding(data, attempt)
    except EnoughFaults:
        message = f"{MOST_FAULTS} faults of structure were found; what stands further on was not compared"
        report.add(MORE_LIKE_IT, message, subject="usebio.schema")
    except FormatError as refused:
        return (*_in_order(report), refused.findings[-1])
    return _in_order(report)


def _in_order(report: Report) -> tuple[Finding, ...]:
    def line(finding: Finding) -> int:
        return (finding.place.line if finding.place else None) or LAST_LINE

    return tuple(sorted(report.finish(), key=line))


def _check(data: bytes, encoding: str | None, report: Report) -> None:
    document = Document(data, _TAGS, encoding)
    walk = _Elements(document, report)
    try:
        for event, element in document.events():
            if event == "start" and not walk.start(element):
                return
            if event == "end":
                walk.end(element)
    except FormatError:
        walk.comparison.finish()
        raise
    if walk.version is None:
        raise FormatError(NO_EVENT, "the outermost element is not USEBIO")
    declared = declared_encoding(data)
    if declared is not None and declared.lower() not in ("utf-8", "us-ascii"):
        report.add(SCHEMA_VALUE, "USEBIO 1.4 is written in UTF-8", Place(line=1), stated=declared)


@dataclass
class _Open:
    """A container that is open, with the numbers of children of each name, and of those that are no parts.

    `done` is the last part, which stays in the tree, empty, until something stands behind it.
    """

    element: etree._Element
    path: str
    numbers: dict[str, int] = field(default_factory=dict)
    beside: int = 0
    last: etree._Element | None = None
    done: etree._Element | None = None

    def path_of(self, tag: str) -> str:
        """The path of the next child of this name."""
        number = self.numbers[tag] = self.numbers.get(tag, 0) + 1
        return f"{self.path}/{tag}[{number}]"


class _Elements:
    """Follows the events of a document, whose version is known once it has begun, and has each part compared."""

    def __init__(self, document: Document, report: Report) -> None:
        self.version: str | None = None
        self._document = document
        self._report = report
        self.comparison = Comparison(report)
        self._stack: list[_Open] = []
        self._inside = 0
        self._parts = 0

    def start(self, element: etree._Element) -> bool:
        """An element has begun; False when the document is none that the schema is for."""
        if self._inside:
            self._inside += 1
            return True
        if not self._stack:
            return self._root(element)
        parent = self._stack[-1]
        tag = str(element.tag)
        if tag in CONTAINERS and self._belongs(element, parent):
            self._tidy(parent, element)
            self._stack.append(_Open(element, parent.path_of(tag)))
            self._document.path = self._stack[-1].path
        else:
            self._inside = 1
        return True

    def _root(self, element: etree._Element) -> bool:
        place = Place(line=line_of(element), path="/USEBIO")
        name = etree.QName(element)
        if name.localname != "USEBIO":
            raise FormatError(NO_EVENT, f"the outermost element is {name.localname[:40]}, not USEBIO")
        self.version = " ".join((element.get("Version") or "").split())
        if re.fullmatch(r"[0-9]{1,2}\.[0-9]{1,2}", self.version) and self.version != VERSION:
            message = f"the file is USEBIO {self.version}; the schema is for {VERSION} and was not applied"
            self._report.add(SCHEMA_NOT_APPLIED, message, place, stated=self.version, computed=VERSION)
            return False
        if name.namespace:
            message = "the elements are in a namespace, which USEBIO does not use; nothing else was compared"
            self._report.add(SCHEMA_UNKNOWN, message, place, stated=name.namespace)
            return False
        self._stack.append(_Open(element, "/USEBIO"))
        return True

    def end(self, element: etree._Element) -> None:
        """An element has come in."""
        if self._inside:
            self._inside -= 1
            parent = self._stack[-1]
            if not self._inside and self._belongs(element, parent):
                self._tidy(parent, element)
                self._part(element, parent.path_of(str(element.tag)))
            return
        closed = self._stack.pop()
        self._tidy(closed, None)
        if self._stack:
            self._part(element, closed.path)
        else:
            self.comparison.compare(element, closed.path, ())
            self.comparison.finish()

    def _belongs(self, element: etree._Element, parent: _Open) -> bool:
        """Whether an element is a part of this container; any other is compared together with the container."""
        return element.getparent() is parent.element and str(element.tag) in PARTS[str(parent.element.tag)]

    def _part(self, element: etree._Element, path: str) -> None:
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise FormatError(TOO_LARGE, f"more than {MOST_PARTS} participants, boards and matches", Place(path=path))
        self._document.path = path
        self.comparison.compare(element, path, tuple(str(container.element.tag) for container in self._stack))
        take_out(element)
        self._stack[-1].done = element
        self._document.handed_on()

    def _tidy(self, container: _Open, until: etree._Element | None) -> None:
        """Take out the last part, now that something stands behind it; FormatError for too much beside the parts."""
        element, done = container.element, container.done
        container.done = None
        if done is not None:
            if done.tail and not done.tail.isspace():
                message = f"text stands in {element.tag}, where only elements belong"
                fault = Fault(SCHEMA_UNKNOWN, message, (), done.tail)
                self.comparison.note(fault, line_of(done), container.path)
            element.remove(done)
        new = []
        before = element.iterchildren(reversed=True) if until is None else until.itersiblings(preceding=True)
        for sibling in before:
            if sibling is container.last:
                break
            new.append(sibling)
        if new:
            container.last = new[0]
            container.beside += len(new)
        if container.beside > MOST_BESIDE_PARTS:
            message = f"more than {MOST_BESIDE_PARTS} elements in {element.tag} beside its parts"
            raise FormatError(TOO_LARGE, message, Place(path=container.path))
