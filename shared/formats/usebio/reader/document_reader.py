"""The walk through a document: which container is open, which part has come in, and what stands beside the parts.

`DocumentReader` keeps a stack of the containers that are open (`elements.CONTAINERS`); parts (`elements.SHAPES`) are
read whole when they end (`parts.py`). `assemble.py` turns what was gathered for an event into facts.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lxml import etree

from contracts.base import NAME_LENGTH, Place
from contracts.codes.usebio import BAD_IN_PLAY, MISSING_REQUIRED, NAMESPACE, NO_EVENT, REPEATED_ID, TOO_LARGE
from contracts.facts import SectionFact, SessionFact
from shared.errors import FormatError
from shared.formats.parsed import Parsed
from shared.formats.usebio.in_play import TARGET, UnreadableInstruction, read_in_play
from shared.formats.usebio.passthrough import TARGET as KEPT
from shared.formats.usebio.reader.assemble import assemble
from shared.formats.usebio.reader.document import Document
from shared.formats.usebio.reader.draft import Draft, Where
from shared.formats.usebio.reader.event import read_section, read_session
from shared.formats.usebio.reader.fields import Fields, predicate
from shared.formats.usebio.reader.nodes import Reader, line_of, place_of, take_out
from shared.formats.usebio.reader.participants.people import lists_members
from shared.formats.usebio.reader.parts import read_part
from shared.formats.usebio.reader.play.boards import note_type
from shared.formats.usebio.reader.play.movements_ladders_handsets import handset_details
from shared.formats.usebio.reader.play.plain_lines import PlainLines
from shared.formats.usebio.report import Report
from shared.formats.usebio.tables.element_versions import USUAL, version_of
from shared.formats.usebio.tables.elements import CONTAINERS, PARTS, SHAPES

TAGS = frozenset(CONTAINERS) | frozenset(SHAPES)
"""Elements whose start and end the walk wants to know of."""

MOST_CONTAINERS = 4_000
"""Sessions, sections and lists of a document: ten sessions of a hundred sections with a list each are 2,010."""

MOST_EVENTS = 200
"""Events of a document; programs write one, or one for each flight."""

MOST_PARTS = 50_000
"""Participants, boards and matches of a document, besides one for each result."""

MOST_INSTRUCTIONS = 1_000
"""Processing instructions of a document; ours stands in it once."""


@dataclass
class _Open:
    """A container that is open.

    Attributes:
        part: the last part in it that was read; it stays in the tree, empty, until the next one has come in.
    """

    tag: str
    element: etree._Element
    reader: Reader
    where: Where
    part: etree._Element | None = None


class DocumentReader:
    """Follows the events of a document and gathers one `Draft` for each EVENT."""

    def __init__(self, document: Document, report: Report, lines: PlainLines | None = None) -> None:
        """Start before the first element; lines are those that were taken out of the document."""
        self._document = document
        self._lines = lines or PlainLines()
        self._report = report
        self._stack: list[_Open] = []
        self._inside = 0
        self._parts = 0
        self._containers = 0
        self._instructions = 0
        self._namespaced = False
        self._version_text: str | None = None
        self._drafts: list[Draft] = []
        self._draft: Draft | None = None
        self._outside = self._new_draft(Fields(tag="EVENT", path="/USEBIO", line=1))
        self._in_play: str | None = None

    def _new_draft(self, fields: Fields) -> Draft:
        return Draft(
            report=self._report,
            version=version_of(self._version_text) or USUAL,
            version_text=self._version_text,
            fields=fields,
            lines=self._lines,
        )

    def read(self, digest: Callable[[], str]) -> Parsed:
        """Follow the document to its end.

        Args:
            digest: gives a name to an event whose file says nothing that could name it.

        Raises:
            FormatError: the document is not well-formed, too large, or holds no event.
        """
        for event, element in self._document.events():
            if event == "start":
                self.start(element)
            elif event == "end":
                self.end(element)
            else:
                self.instruction(element)
        return self.finish(digest)

    def _target(self) -> Draft:
        return self._draft or self._outside

    def start(self, element: etree._Element) -> None:
        """An element has begun: a new container, or the beginning of a part."""
        if self._inside:
            self._inside += 1
            return
        tag = self._name(element)
        if not self._stack:
            self._root(element, tag)
            return
        parent = self._stack[-1]
        if tag in CONTAINERS and tag in PARTS[parent.tag] and element.getparent() is parent.element:
            self._sweep(parent, element)
            path = parent.reader.path_of(tag)
            self._open(tag, element, path, parent.where)
        else:
            self._inside = 1

    def _root(self, element: etree._Element, tag: str) -> None:
        if tag != "USEBIO":
            raise FormatError(NO_EVENT, f"the outermost element is {tag[:40]}, not USEBIO")
        if self._namespaced:
            self._report.add(NAMESPACE, "the elements are in a namespace", stated=str(element.tag))
        self._open(tag, element, "/USEBIO", Where(path="/USEBIO", owner="/USEBIO"))
        for node in element.itersiblings(preceding=True):
            if isinstance(node, etree._Comment):
                place = place_of(node, "/")
                self._report.count(place)
                comment = self._report.unknown("comment", "#comment", node.text or "", place)
                self._stack[0].reader.fields.unknown.insert(0, comment)

    def _open(self, tag: str, element: etree._Element, path: str, outer: Where) -> None:
        self._containers += 1
        if self._containers > MOST_CONTAINERS or len(self._drafts) > MOST_EVENTS:
            raise FormatError(TOO_LARGE, "more events, sessions and sections than any document has", Place(path=path))
        if self._namespaced:
            element.tag = tag
        reader = Reader(element, CONTAINERS[tag], path, self._report)
        fields = reader.fields
        owner, session, section = f"{outer.owner}/{tag}", outer.session, outer.section
        if tag == "USEBIO":
            owner = "/USEBIO"
            others = (other.value.strip() for other in fields.unknown if other.name.upper() == "VERSION")
            self._version_text = (fields.attributes.get("Version") or next(others, ""))[:40] or None
            version = version_of(self._version_text)
            if self._version_text and version:
                self._report.declare(self._version_text, version)
        elif tag == "EVENT":
            self._draft = self._new_draft(fields)
            self._drafts.append(self._draft)
        elif tag == "SESSION":
            session = self._id(fields, "SESSION_ID", outer)
            owner += predicate("@SESSION_ID", session)
        elif tag == "SECTION":
            section = self._id(fields, "SECTION_ID", outer)
            owner += predicate("@SECTION_ID", section)
        elif tag == "HANDSET" and "HANDSET_ID" in fields.attributes:
            owner += predicate("@HANDSET_ID", fields.attributes["HANDSET_ID"])
        elif tag == "PARTICIPANTS":
            note_type(fields, self._target())
        where = Where(path=path, owner=owner[:NAME_LENGTH], session=session, section=section)
        self._stack.append(_Open(tag, element, reader, where))
        self._document.path = path

    def _id(self, fields: Fields, name: str, outer: Where) -> str:
        """The id of a session or section; its number in the file when it has none."""
        if stated := fields.attributes.get(name):
            return self._report.clip(stated, fields.place())
        draft = self._target()
        number = str(len(draft.sessions) + 1 if name == "SESSION_ID" else len(draft.sections) + 1)
        self._report.add(MISSING_REQUIRED, f"{fields.tag} has no {name}", fields.place(), computed=number)
        return number

    def end(self, element: etree._Element) -> None:
        """An element has come in: a part is read, a container closed."""
        if self._inside:
            self._inside -= 1
            if not self._inside:
                self._part(element)
            return
        self._close(element)

    def _part(self, element: etree._Element) -> None:
        parent = self._stack[-1]
        tag = self._name(element)
        if element.getparent() is not parent.element:
            return  # inside an element that is no container: it is read or kept with that one
        if self._namespaced:
            for inner in element.iter(etree.Element):
                inner.tag = etree.QName(inner).localname
        if tag not in SHAPES or tag not in PARTS[parent.tag]:
            return  # in a place where it does not belong: swept up as unknown
        self._sweep(parent, element)
        self._parts += 1
        if self._parts > MOST_PARTS + self._report.results:
            raise FormatError(TOO_LARGE, f"{self._parts} parts and hardly a result", parent.reader.fields.place())
        path = parent.reader.path_of(tag)
        self._document.path = path
        read_part(element, tag, path, parent.where, parent.reader.fields, self._target())
        take_out(element)
        parent.part = element
        self._document.handed_on()

    def _close(self, element: etree._Element) -> None:
        self._sweep(self._stack[-1], None)
        closed = self._stack.pop()
        tag, fields, where = closed.tag, closed.reader.fields, closed.where
        draft = self._target()
        fields.keep_unknown(draft.extensions, where.owner)
        if tag == "SESSION":
            session = read_session(fields, where, draft)
            self._compare("sessions", draft.sessions.setdefault(session.id, session), session)
        elif tag == "SECTION":
            fact = read_section(fields, where, draft)
            self._compare("sections", draft.sections.setdefault(fact.key, fact), fact)
        elif tag == "HANDSET":
            set_id = fields.attributes.get("HANDSET_ID", "")[:NAME_LENGTH] or None
            draft.details.extend(handset_details(fields, set_id, self._report))
        elif tag == "USEBIO":
            draft.details.extend(fields.details(self._report, {"NOTES": "USEBIO/NOTES"}))
        if tag == "EVENT":
            self._draft = None
        if self._stack:
            take_out(element)
            self._stack[-1].part = element
            self._document.handed_on()
            self._document.path = self._stack[-1].where.path

    def _compare(self, what: str, first: SessionFact | SectionFact, again: SessionFact | SectionFact) -> None:
        """Report a second session or section with the id of another (4.1.1 and 4.2.1)."""
        if first is not again:
            message = f"two {what} have the id {again.id}"
            self._report.add(REPEATED_ID, message, again.at, subject=again.id, computed=str(first.at))

    def _sweep(self, container: _Open, until: etree._Element | None) -> None:
        """Read what stands before `until` and is no part, then take everything before it out of the tree."""
        element, reader = container.element, container.reader
        for child in element:
            if child is until:
                break
            if child is container.part:
                reader.take_tail(child)
            elif not (isinstance(child, etree._ProcessingInstruction) and child.target == TARGET):
                if self._namespaced:
                    for inner in child.iter(etree.Element):
                        inner.tag = etree.QName(inner).localname
                reader.take(child)
        container.part = None
        # len() counts the children, and there may be a slice full of them.
        while (first := next(iter(element), None)) is not None and first is not until:
            element.remove(first)

    def instruction(self, node: etree._Element) -> None:
        """A processing instruction; ours says how far the event is."""
        if isinstance(node, etree._ProcessingInstruction) and node.target == KEPT:
            return  # read and counted where it stands
        self._instructions += 1
        if self._instructions > MOST_INSTRUCTIONS:
            raise FormatError(TOO_LARGE, f"more than {MOST_INSTRUCTIONS} instructions", Place(line=line_of(node)))
        if not isinstance(node, etree._ProcessingInstruction) or node.target != TARGET:
            return
        text = node.text or ""
        place = place_of(node, f"{self._document.path}/processing-instruction()")
        try:
            read_in_play(text)
        except UnreadableInstruction as error:
            self._report.add(BAD_IN_PLAY, str(error), place, stated=text)
            return
        if self._draft is not None:
            self._draft.in_play = text
        else:
            self._in_play = text

    def _name(self, element: etree._Element) -> str:
        tag = str(element.tag)
        if tag.startswith("{"):
            self._namespaced = True
            return tag.rpartition("}")[2]
        return tag

    def finish(self, digest: Callable[[], str]) -> Parsed:
        """Put the facts together.

        Args:
            digest: gives a name to an event whose file says nothing that could name it.

        Raises:
            FormatError: usebio.no-event.
        """
        outside = self._outside
        drafts = self._drafts
        if not drafts:
            if not (outside.deals or outside.movements or lists_members(outside.extensions.facts)):
                raise FormatError(NO_EVENT, "the file holds no EVENT", findings=tuple(self._report.findings))
            drafts = [outside]
        for draft in drafts:
            draft.in_play = draft.in_play or self._in_play
        return assemble(drafts, outside, digest, self._report)
