"""What an element may hold, and what it holds.

A `Shape` is data (`elements.py`); `nodes.py` walks an element by such a table and gives its `Fields`. What the table
does not list is collected as `Unknown`, so that nothing is dropped silently.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

from contracts.base import NAME_LENGTH, TEXT_LENGTH, Place
from contracts.codes.usebio import UNKNOWN_ELEMENT
from contracts.facts import Detail
from shared.formats.report import Extensions, Unknown
from shared.formats.usebio.passthrough import BOARD_NAME, read_name
from shared.formats.usebio.report import Report

OWN_TEXT = "#"
"""The name under which `Fields` keeps the text of an element that has attributes and text."""


def place_at(line: int | None, path: str) -> Place:
    """The place of an element or attribute."""
    return _place((line, None, None, path[:NAME_LENGTH], None))


_place = Place.packer("line", "column", "end_column", "path", "offset")


@dataclass(frozen=True)
class Shape:
    """What an element may hold.

    Attributes:
        leaves: child elements with text only.
        groups: child elements with elements of their own; None for those that have a reader of their own. A name in
            both is a leaf when it has text only.
        many: leaves that may stand more than once.
        attributes: the attributes.
        text: whether the element has text of its own; it is then found under the name `OWN_TEXT`.
        plain: leaves that are nothing else and stand once.
    """

    leaves: frozenset[str] = frozenset()
    groups: Mapping[str, Shape | None] = field(default_factory=dict)
    many: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    text: bool = False
    plain: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        """Work out once what every element of this shape is asked for."""
        object.__setattr__(self, "plain", self.leaves - self.groups.keys() - self.many)


@dataclass(slots=True)
class Fields:
    """An element as read: texts by name, groups in order, and what the table does not list.

    Attributes:
        path: XPath of the element by position.
        texts: for each leaf with text, every occurrence with its line, in the order of the file.
        raw: child elements that have a reader of their own, with their paths.
        keeper: where what is not known has gone, and the element that it hangs on there.
    """

    tag: str
    path: str
    line: int | None
    attributes: dict[str, str] = field(default_factory=dict)
    texts: dict[str, list[tuple[str, int | None]]] = field(default_factory=dict)
    groups: list[tuple[str, Fields]] = field(default_factory=list)
    raw: list[tuple[etree._Element, str]] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)
    keeper: tuple[Extensions, str] | None = None

    def text(self, *names: str) -> str | None:
        """The text of the first of these names that has one."""
        for name in names:
            if name in self.texts:
                return self.texts[name][0][0]
        return None

    def name(self, report: Report, *names: str) -> str | None:
        """As `text`, cut to the length of a name."""
        text = self.text(*names)
        return text if text is None or len(text) <= NAME_LENGTH else report.clip(text, self.place(*names))

    def names(self, report: Report, name: str) -> Iterator[str]:
        """The texts of every leaf of this name, each cut to the length of a name."""
        for text, line in self.texts.get(name, ()):
            place = place_at(line, f"{self.path}/{name}")
            yield text if len(text) <= NAME_LENGTH else report.clip(text, place)

    def stands(self, *names: str) -> bool:
        """Whether any of these leaves has a text."""
        return not self.texts.keys().isdisjoint(names)

    def place(self, *names: str) -> Place:
        """Where the first of these leaves stands; the element itself without a name."""
        for name in names:
            if occurrences := self.texts.get(name):
                return place_at(occurrences[0][1], f"{self.path}/{name}")
        return place_at(self.line, self.path)

    def all(self, name: str) -> list[Fields]:
        """The groups of this name."""
        return [group for tag, group in self.groups if tag == name] if self.groups else []

    def details(self, report: Report, order: Mapping[str, str]) -> tuple[Detail, ...]:
        """Turn leaves into details.

        Args:
            report: takes texts that are too long.
            order: name of the leaf to name of the detail, in the order in which the details stand.
        """
        if self.texts.keys().isdisjoint(order):
            return ()
        return tuple(
            Detail(name=name, value=report.clip(value, place_at(line, f"{self.path}/{tag}"), TEXT_LENGTH))
            for tag, name in order.items()
            for value, line in self.texts.get(tag, ())
        )

    def flattened(self, report: Report, prefix: str) -> Iterator[Detail]:
        """Every leaf, attribute and group below, as details named by their way ("CONTACT/ADDRESS/LINE")."""
        for name, value in self.attributes.items():
            yield Detail(name=f"{prefix}@{name}"[:NAME_LENGTH], value=value[:TEXT_LENGTH])
        for tag, values in self.texts.items():
            for value, line in values:
                place = place_at(line, f"{self.path}/{tag}")
                yield Detail(name=f"{prefix}{tag}", value=report.clip(value, place, TEXT_LENGTH))
        for tag, group in self.groups:
            yield from group.flattened(report, f"{prefix}{tag}/")

    def take_board_name(self) -> None:
        """Put the name that our instruction gives a board in the place of the number that stands for it."""
        for unknown in self.unknown:
            if (unknown.kind, unknown.name) == ("directive", BOARD_NAME) and read_name(unknown.value):
                self.texts["BOARD_NUMBER"] = [(read_name(unknown.value), unknown.place.line)]
                self.unknown.remove(unknown)
                return

    def set_aside(self, report: Report, names: Collection[str]) -> None:
        """Move leaves that mean nothing where this element stands to what is not known there."""
        for name in [name for name in self.texts if name in names]:
            for text, line in self.texts.pop(name):
                place = place_at(line, f"{self.path}/{name}")
                report.add(UNKNOWN_ELEMENT, f"unknown element {name}", place, stated=text)
                self._keep(name, text, place, report)

    def keep_as_written(self, name: str, number: int, report: Report) -> None:
        """Move one text of a leaf, reported as no value of its kind, to what is kept as it stands."""
        text, line = self.texts[name].pop(number)
        if not self.texts[name]:
            del self.texts[name]
        self._keep(name, text, place_at(line, f"{self.path}/{name}"), report)

    def keep_attribute(self, name: str, report: Report) -> None:
        """Move an attribute, reported as no value of its kind, to what is kept as it stands."""
        place = place_at(self.line, f"{self.path}/@{name}")
        self._put(report.unknown("attribute", name, self.attributes.pop(name), place))

    def keep_group(self, group: Fields, report: Report) -> None:
        """Move a group that cannot be used, and has been reported, to what is kept as it stands."""
        self.groups = [pair for pair in self.groups if pair[1] is not group]
        self._put(report.unknown("element", group.tag, group.xml(), group.place()))

    def xml(self) -> str:
        """The element as XML: its own text, leaves and groups."""
        own = "".join(escape(text) for text, _ in self.texts.get(OWN_TEXT, ()))
        leaves = [(name, text) for name, texts in self.texts.items() if name != OWN_TEXT for text, _ in texts]
        inside = own + "".join(f"<{name}>{escape(text)}</{name}>" for name, text in leaves)
        attributes = "".join(f" {name}={quoteattr(value)}" for name, value in self.attributes.items())
        return f"<{self.tag}{attributes}>{inside}{''.join(group.xml() for _, group in self.groups)}</{self.tag}>"

    def _keep(self, name: str, text: str, place: Place, report: Report) -> None:
        self._put(report.unknown("element", name, f"<{name}>{escape(text)}</{name}>", place))

    def _put(self, unknown: Unknown) -> None:
        if self.keeper is None:
            self.unknown.append(unknown)
        else:
            extensions, owner = self.keeper
            extensions.keep(owner, unknown)

    def set_aside_older(self, report: Report, *names: str) -> None:
        """Of leaves that are one thing under several names, set aside those that say something else than the first."""
        first = self.text(*names)
        self.set_aside(report, [name for name in names if self.text(name) not in (None, first)])

    def keep_unknown(self, extensions: Extensions, owner: str) -> None:
        """Move what is not known, here and in the groups, to the extensions of the event; what comes later, too."""
        self.keeper = extensions, owner
        for unknown in self.unknown:
            extensions.keep(owner, unknown)
        numbers: dict[str, int] = {}
        for tag, group in self.groups:
            numbers[tag] = numbers.get(tag, 0) + 1
            group.keep_unknown(extensions, f"{owner}/{tag}[{numbers[tag]}]")


def predicate(name: str, value: str) -> str:
    """An XPath predicate, with the quotes that the value leaves free."""
    quote = '"' if "'" in value else "'"
    return f"[{name}={quote}{value.replace(quote, ' ')}{quote}]"
