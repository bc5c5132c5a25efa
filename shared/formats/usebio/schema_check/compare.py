"""Comparing a part of a document with the schema, so that every fault is found and none takes long.

Rule 1: a part is validated as a copy, under empty elements with the names of what is around it. Faults of those empty
    elements are not faults of the document.
Rule 2: libxml2 looks for the path of every fault among all siblings, which takes the square of their number; a part
    with more than `MOST_AT_ONCE` elements is validated in slices: what it holds itself with the first child of each
    name, then its other children.
Rule 3: behind an element that it does not expect libxml2 is silent about the rest of the parent. Such elements are
    taken out of the copy and the copy is validated again, so that they hide nothing.
"""

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import cast

from lxml import etree

from contracts.base import NAME_LENGTH, Place
from contracts.codes.usebio import SCHEMA_UNKNOWN, TOO_LARGE
from shared.errors import FormatError
from shared.formats.usebio.reader.nodes import MOST_ATTRIBUTES, line_of
from shared.formats.usebio.report import Report
from shared.formats.usebio.schema_check.faults import NOT_EXPECTED, Fault, tell
from shared.formats.usebio.schema_check.schema import compiled

MOST_FAULTS = 1_000
"""Faults after which the check stops; a file with more is corrected in its program, not line by line."""

MOST_AT_ONCE = 2_000
"""Elements that are validated together."""

MOST_IN_A_PART = 100_000
"""Elements of a part; a board with 5,000 tables has 65,000."""

MOST_TEXT = 65_536
"""Characters of a text that are compared; the document's values have a dozen."""

_MOST_ROUNDS = 20
"""How often a copy is validated again; each round takes out all elements of one unexpected name in each parent."""

Piece = tuple[etree._Element, str]
"""A copy, and the XPath of what it is a copy of."""


class EnoughFaults(Exception):
    """There are more faults than anybody reads."""


class Comparison:
    """Compares the parts of one document."""

    def __init__(self, report: Report) -> None:
        """Start with no fault; `report` takes the findings."""
        self._report = report
        self._faults = 0
        self._waiting: list[Piece] = []
        self._count = 0
        self._around: tuple[str, ...] = ()

    def compare(self, element: etree._Element, path: str, around: tuple[str, ...]) -> None:
        """Compare a complete element and everything in it, at once or with the next ones.

        Of very long texts in it only the beginning is left; `around` are the elements around it, the outermost first.

        Raises:
            FormatError: usebio.too-large for an element with more attributes or elements than any has.
            EnoughFaults: `MOST_FAULTS` have been noted.
        """
        count = self._size(element, path)
        if count > MOST_AT_ONCE or not around:
            self.finish()
            self._compare(element, path, around)
            return
        if around != self._around or self._count + count > MOST_AT_ONCE:
            self.finish()
        self._waiting.append((deepcopy(element), path))
        self._count += count
        self._around = around

    def finish(self) -> None:
        """Compare what has been waiting for more of its like; EnoughFaults when `MOST_FAULTS` have been noted."""
        waiting, self._waiting, self._count = self._waiting, [], 0
        if waiting:
            self._validate(waiting, self._around, {})

    def _size(self, element: etree._Element, path: str) -> int:
        """How many elements there are; on the way long texts are cut and floods refused."""
        count = 0
        for count, node in enumerate(element.iter(), 1):  # noqa: B007 - the last number is the result
            if len(node.attrib) > MOST_ATTRIBUTES:
                place = Place(line=line_of(node), path=path[:NAME_LENGTH])
                raise FormatError(TOO_LARGE, f"{len(node.attrib)} attributes on one element", place)
            if node.text is not None and len(node.text) > MOST_TEXT:
                node.text = node.text[:MOST_TEXT]
        if count > MOST_IN_A_PART:
            raise FormatError(TOO_LARGE, f"{count} elements in one {element.tag}", Place(path=path[:NAME_LENGTH]))
        return count

    def _compare(self, element: etree._Element, path: str, around: tuple[str, ...]) -> None:
        sizes: list[int] = [sum(1 for _ in child.iter()) for child in element]
        if sum(sizes) <= MOST_AT_ONCE:
            self._validate([(deepcopy(element), path)], around, {})
            return
        children = list(zip(element, _paths(element, path), sizes, strict=True))
        shell = etree.Element(str(element.tag))
        for name, value in element.attrib.items():
            shell.set(name, value)
        shell.text, shell.sourceline = element.text, element.sourceline
        inside: dict[etree._Element, str] = {}
        rest: list[tuple[etree._Element, str, int]] = []
        names: set[object] = set()
        for child, child_path, size in children:
            if size == 1 or (size <= MOST_AT_ONCE and child.tag not in names):
                copy = deepcopy(child)
                shell.append(copy)
                inside[copy] = child_path
                names.add(child.tag)
            else:
                rest.append((child, child_path, size))
        if len(inside) > MOST_AT_ONCE:
            message = f"more than {MOST_AT_ONCE} elements with nothing in them but a text in one {element.tag}"
            raise FormatError(TOO_LARGE, message, Place(path=path[:NAME_LENGTH]))
        if self._validate([(shell, path)], around, inside):
            self._slices(rest, (*around, str(element.tag)))

    def _slices(self, children: list[tuple[etree._Element, str, int]], around: tuple[str, ...]) -> None:
        """Compare the children of a large element, as many together as `MOST_AT_ONCE` allows."""
        batch: list[Piece] = []
        count = 0
        for child, path, size in children:
            if size > MOST_AT_ONCE:
                self._compare(child, path, around)
                continue
            if count + size > MOST_AT_ONCE:
                self._validate(batch, around, {})
                batch, count = [], 0
            batch.append((deepcopy(child), path))
            count += size
        if batch:
            self._validate(batch, around, {})

    def _validate(self, pieces: list[Piece], around: tuple[str, ...], inside: dict[etree._Element, str]) -> bool:
        """Validate copies together, which are taken apart; False when the schema does not expect the only one at all.

        `inside` has the XPaths of children of a copy that lacks some of its children.
        """
        top = holder = etree.Element(around[0]) if around else pieces[0][0]
        for tag in around[1:]:
            holder = etree.SubElement(holder, tag)
        if around:
            holder.extend(piece for piece, _ in pieces)
        paths = {**dict(pieces), **inside}
        for piece, path in pieces:
            for node in [node for node in piece.iter(etree.Element) if str(node.tag).startswith("{")]:
                name = etree.QName(node)
                message = f"{name.localname} is in a namespace, which USEBIO does not use"
                self.note(Fault(SCHEMA_UNKNOWN, message, (), name.namespace), line_of(node), path)
                _drop(node)
        noted: set[tuple[etree._Element, tuple[str, ...]]] = set()
        for _ in range(_MOST_ROUNDS):
            unexpected: list[etree._Element] = []
            for node, error in _errors(top):
                place = _path(node, paths)
                fault = tell(error.type, error.message, node) if place is not None else None
                if place is None or fault is None or (node, fault.about) in noted:
                    continue
                noted.add((node, fault.about))
                again = list(node.itersiblings(str(node.tag))) if NOT_EXPECTED in error.message else []
                subject = _subject(node)
                self.note(fault, line_of(node), place, subject)
                for other in again:
                    self.note(fault, line_of(other), _path(other, paths) or place, subject)
                if NOT_EXPECTED in error.message:
                    unexpected.extend((node, *again))
            if not unexpected:
                break
            if unexpected == [pieces[0][0]] and len(pieces) == 1:
                return False
            for node in unexpected:
                _drop(node)
        return True

    def note(self, fault: Fault, line: int | None, path: str, subject: str | None = None) -> None:
        """Make a finding of a fault; EnoughFaults when there are `MOST_FAULTS` already."""
        self._faults += 1
        if self._faults > MOST_FAULTS:
            raise EnoughFaults
        stated = " ".join((fault.stated or "").split()) or None
        self._report.add(
            fault.code, fault.message, Place(line=line, path=path[:NAME_LENGTH]), subject=subject, stated=stated
        )


def _paths(element: etree._Element, path: str) -> Iterator[str]:
    """The XPath of each child."""
    numbers: dict[str, int] = {}
    for child in element:
        tag = str(child.tag)
        numbers[tag] = numbers.get(tag, 0) + 1
        yield f"{path}/{tag}[{numbers[tag]}]"


def _path(node: etree._Element, paths: dict[etree._Element, str]) -> str | None:
    """The XPath that a node of a copy has in the document; None for what only stands around the copies."""
    steps: list[str] = []
    at: etree._Element | None = node
    while at is not None:
        if at in paths:
            return paths[at] + "".join(reversed(steps))
        number = 1 + sum(1 for _ in at.itersiblings(str(at.tag), preceding=True))
        steps.append(f"/{at.tag}[{number}]")
        at = at.getparent()
    return None


_NUMBERS = {
    "BOARD": "BOARD_NUMBER",
    "TEAM": "TEAM_ID",
    "PAIR": "PAIR_NUMBER",
    "PLAYER": "PLAYER_NUMBER",
    "SECTION": "SECTION_ID",
    "SESSION": "SESSION_ID",
}
"""What has a number that people know it by, and the element or attribute with that number."""


def _subject(node: etree._Element) -> str | None:
    """The board, participant, section or session that a node belongs to."""
    at: etree._Element | None = node
    while at is not None:
        name = _NUMBERS.get(str(at.tag), "")
        number = (at.findtext(name) or at.get(name) or "").strip() if name else ""
        if number:
            return f"{str(at.tag).lower()} {number[:NAME_LENGTH]}"
        at = at.getparent()
    return None


def _errors(top: etree._Element) -> Iterable[tuple[etree._Element, etree._LogEntry]]:
    """What libxml2 finds, with the element that it is about."""
    schema = compiled()
    etree.strip_elements(top, etree.Entity, with_tail=False)  # libxml2 cannot validate a reference without a definition
    if schema.validate(top):
        return ()
    tree = top.getroottree()
    log = cast(Iterable[etree._LogEntry], schema.error_log)
    return [(cast(list[etree._Element], tree.xpath(error.path))[0], error) for error in log if error.path]


def _drop(node: etree._Element) -> None:
    """Take a node out of its copy; a copy as a whole stays."""
    parent = node.getparent()
    if parent is not None:
        parent.remove(node)
