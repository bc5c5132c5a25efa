"""XML as text: indented, with line feeds, the same bytes for the same event; and what it could not carry.

Extensions that were read from USEBIO are put back under the element that they hung on: `Markup` looks up the owner of
each element that it opens. In 1.4 they stand in an instruction (`passthrough.py`), because the document is to be valid
by our schema; so are values that it does not take left out and counted. Elements newer than the version are counted,
too, and stand in such an instruction.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from lxml import etree

from contracts.facts import Detail, Extension
from shared.formats.losses import Losses
from shared.formats.usebio.passthrough import BOARD_NAME, NEWER, write_kept, write_name
from shared.formats.usebio.passthrough import TARGET as KEPT
from shared.formats.usebio.schema_check.schema import takes, vocabulary, words
from shared.formats.usebio.tables.element_versions import SINCE, Version
from shared.formats.xml_text import allowed, escape, escape_attribute

Attribute = tuple[str, str | None]

_IN_OLDER_FILES = frozenset({"LIN_DATA", "PLAY_DATA"})
"""They came in 1.4, but real files of 1.2 have them, and readers of 1.2 take them."""


class Markup:
    """A document of one version that is being written."""

    def __init__(self, version: Version, extensions: Iterable[Extension]) -> None:
        """Start an empty document with the extensions that wait for their owners."""
        self.version = version
        self.losses = Losses()
        self._lines: list[str] = ['<?xml version="1.0" encoding="UTF-8"?>']
        self._open: list[tuple[str, str, set[str]]] = []
        self._numbers: dict[str, str] = {}
        self._waiting: dict[str, list[Extension]] = {}
        for extension in extensions:
            self._waiting.setdefault(extension.owner, []).append(extension)

    @property
    def owner(self) -> str:
        """XPath of the element that is open."""
        return self._open[-1][1] if self._open else ""

    def waits_for(self, *owners: str) -> bool:
        """Whether something hangs on elements whose XPaths begin like one of these."""
        return any(owner.startswith(owners) for owner in self._waiting)

    @contextmanager
    def element(self, tag: str, attributes: Iterable[Attribute] = (), by: str | None = None) -> Iterator[None]:
        """An element around everything that is written inside the `with` block; attributes of None are left out.

        The predicates `by` tell it from its like, as `fields.predicate` makes them.
        """
        owner = f"{self.owner}/{tag}{by or ''}"[:1024]
        pairs = [(name, value) for name, value in attributes if value is not None]
        written = {name for name, _ in pairs}
        waiting = self._waiting.pop(owner, [])
        aside = []
        for name, value in ((item.name, item.value) for item in waiting if item.kind == "attribute"):
            # A value that was none of its kind stands beside the one by which it was read.
            if self.strict or name in written or not _NAME.fullmatch(name):
                aside.append((name, value))
            else:
                pairs.append((name, value))
        self._waiting[owner] = [item for item in waiting if item.kind != "attribute"]
        start, newer = len(self._lines), self._is_newer(tag)
        self._line(f"<{tag}{_attributes(pairs)}>")
        self._open.append((tag, owner, set()))
        for name, value in aside:
            self._aside("attribute", name, value)
        yield
        for item in self._waiting.pop(owner, ()):
            self._extension(item)
        self._open.pop()
        self._line(f"</{tag}>")
        if newer:
            whole = "".join(line.lstrip() for line in self._lines[start:])
            del self._lines[start:]
            self._aside(NEWER, tag, whole)

    def _is_newer(self, tag: str) -> bool:
        """Whether an element came after the version; if so it is counted, and stands in an instruction of ours."""
        newer = bool(self._open) and SINCE.get(self._open[-1][0], {}).get(tag, self.version) > self.version
        if newer and tag not in _IN_OLDER_FILES:
            self.losses.add(tag, f"came after USEBIO {self.version[0]}.{self.version[1]}")
            return True
        return False

    def leaf(self, tag: str, text: str | None, *, empty: bool = False) -> None:
        """Write an element with text; nothing for none, unless `empty` asks for the element all the same."""
        if text is not None and not text.strip():
            text = None  # a reader finds nothing in it either
        if text is None and not empty:
            return
        if self._is_newer(tag):
            if text is not None:
                self._aside(NEWER, tag, text)
            return
        if text is not None and self.strict and not takes(tag, text):
            text = text.upper()
            if not takes(tag, text):
                self.losses.add(f"value of {tag}", f"it is {words(tag)} in USEBIO 1.4")
                text = None
            if text is None and not empty:
                return
        if self.strict and self._open:
            parent, _, written = self._open[-1]
            if tag in written and (parent, tag) in vocabulary().once:
                self.losses.add(f"second {tag}", f"{parent} has it once in USEBIO 1.4")
                return
            written.add(tag)
        self._line(f"<{tag}>{escape(text or '')}</{tag}>")

    @property
    def strict(self) -> bool:
        """Whether the document is to be valid by our schema, which is that of 1.4."""
        return self.version >= (1, 4)

    def number_boards(self, names: Iterable[str]) -> None:
        """Find numbers for boards whose names are none, which 1.4 wants: the next that no board has."""
        every = dict.fromkeys(names)
        free = max((int(name) for name in every if takes("BOARD_NUMBER", name)), default=0)
        for name in every:
            if self.strict and not takes("BOARD_NUMBER", name):
                free += 1
                self._numbers[name] = str(free)

    def board_number(self, board: str) -> None:
        """BOARD_NUMBER; where a number stands for the name, our instruction says the name."""
        number = self._numbers.get(board)
        if number is not None:
            self.instruction(BOARD_NAME, write_name(board))
            self.losses.add(
                f"name of board {board}", f"BOARD_NUMBER is {words('BOARD_NUMBER')} in USEBIO 1.4; it is {number} there"
            )
        self.leaf("BOARD_NUMBER", number or board)

    def with_attributes(self, tag: str, text: str, attributes: Iterable[Attribute]) -> None:
        """Write an element with text and attributes."""
        self._line(f"<{tag}{_attributes(attributes)}>{escape(text)}</{tag}>")

    def details(self, details: Iterable[Detail], names: Iterable[str]) -> None:
        """Write details as elements in the order of `names`; any other is lost."""
        details = tuple(details)
        for name in names:
            for detail in details:
                if detail.name == name:
                    self.leaf(name, detail.value)

    def instruction(self, target: str, text: str) -> None:
        """Write a processing instruction."""
        self._line(f"<?{target} {text}?>")

    def _line(self, text: str) -> None:
        self._lines.append("  " * len(self._open) + text)

    def _extension(self, item: Extension) -> None:
        value = allowed(item.value)
        readable = _is_element(item.value) if item.kind == "element" else bool(item.value.strip())
        match item.kind:
            case "element" | "text" if readable and self.strict:
                self._aside(item.kind, item.name, item.value)
            case "element" if readable:
                self._line(item.value)
            case "text" if readable:
                self._line(escape(item.value))
            case "comment" if "--" not in value and not value.endswith("-"):
                self._line(f"<!--{value}-->")
            case "directive" if _NAME.fullmatch(item.name) and "?>" not in value:
                self._line(f"<?{item.name} {value}?>" if value else f"<?{item.name}?>")
            case _:
                self._lose(item.kind, item.name, _NO_XML)

    def _aside(self, kind: str, name: str, value: str) -> None:
        """Put into an instruction what is not USEBIO's, or has no place beside what is."""
        text = write_kept(kind, name, value)
        if text is None:
            self._lose(kind, name, _NO_XML)
        else:
            self.instruction(KEPT, allowed(text))

    def _lose(self, kind: str, name: str, why: str) -> None:
        self.losses.add(f"extension {kind} {name}", why, of=(f"extensions {kind} {name}".strip(),))

    def finish(self) -> bytes:
        """The bytes of the document; extensions that found no owner are counted as lost."""
        for owner, items in self._waiting.items():
            for item in items:
                why = "hangs on an element that is not written" if owner.startswith("/USEBIO") else "is not USEBIO's"
                self._lose(item.kind, item.name, why)
        return ("\n".join(self._lines) + "\n").encode("utf-8")


_NO_XML = "is not XML that can stand in a USEBIO document"
_NAME = re.compile(r"(?!xml)[A-Za-z_][A-Za-z0-9_.-]{0,200}", re.ASCII | re.IGNORECASE)


def _attributes(pairs: Iterable[Attribute]) -> str:
    return "".join(f' {name}="{escape_attribute(value)}"' for name, value in pairs if value is not None)


def _is_element(text: str) -> bool:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    if "<!" in text:
        return False
    try:
        etree.fromstring(text.encode("utf-8"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return False
    return True
