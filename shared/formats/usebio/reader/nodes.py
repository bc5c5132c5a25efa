"""Reading one element, child by child, against the table that says what it may hold."""

from html.entities import html5
from typing import Any

from lxml import etree

from contracts.base import Place
from contracts.codes import usebio as codes
from shared.errors import FormatError
from shared.formats.report import Unknown
from shared.formats.usebio.passthrough import NEWER, read_kept
from shared.formats.usebio.passthrough import TARGET as KEPT
from shared.formats.usebio.reader.fields import OWN_TEXT, Fields, Shape, place_at
from shared.formats.usebio.report import Report

MOST_ATTRIBUTES = 64
"""Attributes of one element; USEBIO has elements with up to four."""

LAST_LINE = 65_535
"""libxml2 counts lines up to here; an element further down is found by its path alone."""


def line_of(element: etree._Element) -> int | None:
    """The line of an element, None beyond the last that libxml2 can tell."""
    line: Any = element.sourceline
    return line if line is not None and line < LAST_LINE else None


def take_out(element: etree._Element) -> None:
    """Empty an element that has been read; the text behind it is its container's."""
    element.clear(keep_tail=True)  # type: ignore[call-arg]  # the stubs do not know the argument


def place_of(element: etree._Element, path: str) -> Place:
    """The place of an element."""
    return place_at(line_of(element), path)


def leaf_text(element: etree._Element, path: str, report: Report, unknown: list[Unknown] | None = None) -> str:
    """The text of a leaf, trimmed; comments are left out, undeclared entities read as HTML reads them."""
    text = element.text or ""
    if len(element) == 0:
        return text.strip()
    parts = [text]
    for child in element:
        if child.tag is etree.Entity:
            name = child.text.strip("&;") if child.text else ""
            parts.append(html5.get(f"{name};", f"&{name};"))
            report.add(
                codes.ENTITY_UNDECLARED, f"the entity &{name}; is not declared", place_of(element, path), stated=name
            )
        elif unknown is not None:
            keep_node(child, f"{path}/{child.tag}" if isinstance(child.tag, str) else path, report, unknown)
        parts.append(child.tail or "")
    return "".join(parts).strip()


def as_it_stands(element: etree._Element, path: str, report: Report) -> Unknown:
    """An element of which nothing is read, with all that is in it."""
    text = etree.tostring(element, encoding="unicode", with_tail=False)
    return report.unknown("element", str(element.tag), text, place_of(element, path))


def keep_node(node: etree._Element, path: str, report: Report, unknown: list[Unknown]) -> None:
    """Keep an element, comment, instruction or entity that has no place in the tables."""
    place = place_of(node, path)
    if isinstance(node.tag, str):
        whole = as_it_stands(node, path, report)
        report.add(codes.UNKNOWN_ELEMENT, f"unknown element {node.tag}", place, stated=whole.value)
        unknown.append(whole)
    elif isinstance(node, etree._ProcessingInstruction):
        report.count(place)
        ours = read_kept(node.text or "") if node.target == KEPT else None
        ours = ours if ours is not None and ours[0] != NEWER else None
        unknown.append(report.unknown(*(ours or ("directive", str(node.target), node.text or "")), place))
    elif isinstance(node, etree._Comment):
        report.count(place)
        unknown.append(report.unknown("comment", "#comment", node.text or "", place))
    elif node.text:
        keep_stray(node.text, place, report, unknown)


def keep_stray(text: str, place: Place, report: Report, unknown: list[Unknown]) -> None:
    """Keep text that stands between elements."""
    report.add(codes.STRAY_TEXT, "text between elements", place, stated=text.strip())
    unknown.append(report.unknown("text", "#text", text.strip(), place))


def keep_attributes(
    element: etree._Element, known: frozenset[str], path: str, report: Report, unknown: list[Unknown]
) -> dict[str, str]:
    """Read the attributes that the table lists and keep the others.

    Raises:
        FormatError: usebio.too-large for more attributes than `MOST_ATTRIBUTES`; lxml takes quadratic time over them.
    """
    if len(element.attrib) > MOST_ATTRIBUTES:
        message = f"{len(element.attrib)} attributes on one element; at most {MOST_ATTRIBUTES} are read"
        raise FormatError(codes.TOO_LARGE, message, place_of(element, path), tuple(report.findings))
    listed: dict[str, str] = {}
    for name, value in element.attrib.items():
        key, text = str(name), str(value)
        if key in known:
            listed[key] = text.strip()
            continue
        place = place_of(element, f"{path}/@{key}")
        report.add(codes.UNKNOWN_ATTRIBUTE, f"unknown attribute {key}", place, stated=text)
        unknown.append(report.unknown("attribute", key, text, place))
    return listed


class Reader:
    """Fills `Fields` child by child, so that a container can be read while its file is still coming in."""

    def __init__(self, element: etree._Element, shape: Shape, path: str, report: Report) -> None:
        """Start with the attributes of the element."""
        self.shape = shape
        self._leaves = shape.leaves
        self._groups = shape.groups
        self.report = report
        self.fields = Fields(tag=str(element.tag), path=path, line=line_of(element))
        self._newer = report.newer.get(self.fields.tag)
        if element.keys():
            self.fields.attributes = keep_attributes(element, shape.attributes, path, report, self.fields.unknown)
            for name in self.fields.attributes:
                if self._newer and name in self._newer:
                    report.note_newer(self.fields.tag, name, place_of(element, f"{path}/@{name}"))
        if shape.text:
            text = leaf_text(element, path, report, self.fields.unknown)
            if text:
                self.fields.texts[OWN_TEXT] = [(text, self.fields.line)]
        elif element.text and not element.text.isspace():
            keep_stray(element.text, place_of(element, path), report, self.fields.unknown)
        self._numbers: dict[str, int] = {}

    def path_of(self, tag: str) -> str:
        """The path of the next child of this name; each call counts one on."""
        number = self._numbers.get(tag, 0) + 1
        self._numbers[tag] = number
        if tag in self._leaves and tag not in self._groups and tag not in self.shape.many:
            return f"{self.fields.path}/{tag}"
        return f"{self.fields.path}/{tag}[{number}]"

    def take(self, child: etree._Element) -> None:
        """Read one child and the text behind it."""
        tag = child.tag
        fields = self.fields
        if self._newer and tag in self._newer and (len(child) or child.text):
            self.report.note_newer(fields.tag, tag, place_of(child, f"{fields.path}/{tag}"))
        if not isinstance(tag, str):
            if not self._take_newer(child):
                keep_node(child, fields.path, self.report, fields.unknown)
        elif tag in self._leaves and (tag not in self._groups or not _is_group(child, self._groups[tag])):
            self._take_leaf(child, tag)
        elif tag in self._groups:
            shape = self._groups[tag]
            path = self.path_of(tag)
            if shape is None:
                fields.raw.append((child, path))
            else:
                fields.groups.append((tag, read_fields(child, shape, path, self.report)))
        else:
            keep_node(child, self.path_of(tag), self.report, fields.unknown)
        self.take_tail(child)

    def take_tail(self, child: etree._Element) -> None:
        """Keep text that stands behind a child."""
        if child.tail and not child.tail.isspace():
            keep_stray(child.tail, place_of(child, self.fields.path), self.report, self.fields.unknown)

    def _take_newer(self, node: etree._Element) -> bool:
        """Whether a node is an instruction of ours that stands for a leaf, which the version of the file has not."""
        ours = isinstance(node, etree._ProcessingInstruction) and node.target == KEPT
        kind, tag, text = (read_kept(node.text or "") if ours else None) or ("", "", "")
        if kind != NEWER or tag not in self._leaves or (tag in self.fields.texts and tag not in self.shape.many):
            return False
        self.report.count(place_of(node, self.fields.path))
        self.fields.texts.setdefault(tag, []).append((text.strip(), line_of(node)))
        return True

    def _take_leaf(self, child: etree._Element, tag: str) -> None:
        fields = self.fields
        path = self.path_of(tag)
        keep_attributes(child, frozenset(), path, self.report, fields.unknown)
        text = leaf_text(child, path, self.report, fields.unknown)
        if not text:
            return
        before = fields.texts.setdefault(tag, [])
        if not before or tag in self.shape.many:
            before.append((text, line_of(child)))
        elif before[0][0] != text:
            path = f"{fields.path}/{tag}"
            first = before[0][0]
            owner = fields.path.rpartition("/")[2]
            message = f"{owner} gives {tag} more than once: first {first[:40]!r}, then {text[:40]!r}"
            self.report.add(codes.REPEATED_ELEMENT, message, place_of(child, path), stated=text, computed=first)
            fields.unknown.append(as_it_stands(child, path, self.report))


def _is_group(element: etree._Element, shape: Shape | None) -> bool:
    """Whether an element whose name is also that of a leaf has elements, or attributes that only the group has."""
    if shape is not None and not shape.attributes.isdisjoint(map(str, element.keys())):
        return True
    return any(isinstance(child.tag, str) for child in element)


def read_fields(element: etree._Element, shape: Shape, path: str, report: Report) -> Fields:
    """Read an element and everything below it by its table.

    Most children are leaves with a text alone, each the first of its name: they need none of what `Reader.take` looks
    at.
    """
    reader = Reader(element, shape, path, report)
    fields = reader.fields
    texts = fields.texts
    newer = report.newer.get(fields.tag)
    plain = shape.plain - newer.keys() if newer else shape.plain
    for child in element if not shape.text else ():
        tag = child.tag
        if tag in plain and tag not in texts and not len(child) and not child.keys():
            text = (child.text or "").strip()
            if text:
                line: Any = child.sourceline
                texts[tag] = [(text, line if line is not None and line < LAST_LINE else None)]
            if child.tail:
                reader.take_tail(child)
        else:
            reader.take(child)
    return fields
