"""BOARD: a board with the lines of its traveller (3.1, 3.2, 3.3).

Rule 1: a score that stands in the board itself is a line (1.0, 4.4); points there belong to it, and in a match of pairs
    may stand alone.
Rule 2: IMPS and TEAM_POINTS are what a match of teams states for a board; elsewhere they are set aside.
"""

from lxml import etree

from contracts.base import NAME_LENGTH
from contracts.codes.usebio import MISSING_REQUIRED
from contracts.facts import BoardFact
from shared.formats.usebio.reader.draft import NO_MATCH, Draft, Meeting, Where
from shared.formats.usebio.reader.fields import Fields, predicate
from shared.formats.usebio.reader.nodes import Reader, as_it_stands
from shared.formats.usebio.reader.play.cards import read_board_hands, read_table_cards
from shared.formats.usebio.reader.play.lines import NOBODY, Lines, values_of
from shared.formats.usebio.reader.values import decimal_of
from shared.formats.usebio.tables.elements import BOARD, LINE_POINTS

_OF_TEAMS = ("IMPS", "TEAM_POINTS", "OPPOSING_TEAM_POINTS")
_OF_LINE = frozenset((*LINE_POINTS, "PERCENTAGE"))


def read_board(element: etree._Element, path: str, where: Where, draft: Draft, meeting: Meeting = NO_MATCH) -> Fields:
    """Read a board with its lines into results; return its own fields for what a match states about it."""
    report = draft.report
    reader = Reader(element, BOARD, path, report)
    fields = reader.fields
    elements: list[etree._Element] = []
    for child in element:
        if child.tag == "TRAVELLER_LINE":
            elements.append(child)
            if child.tail:
                reader.take_tail(child)
        else:
            reader.take(child)
    fields.take_board_name()
    number = fields.name(report, "BOARD_NUMBER")
    owner = f"{where.owner}/BOARD" + (predicate("BOARD_NUMBER", number) if number else "")
    if number is None:
        report.add(MISSING_REQUIRED, "a BOARD without BOARD_NUMBER is not scored", fields.place())
        draft.extensions.keep(where.owner, as_it_stands(element, path, report))
        return fields
    report.about = f"board {number}"
    as_line = fields.stands("SCORE") or (not elements and meeting.ns is not None and fields.stands(*LINE_POINTS))
    fields.set_aside(report, ("DUPLICATES",) if as_line else ("DUPLICATES", *_OF_LINE))
    if meeting.team is None:
        fields.set_aside(report, _OF_TEAMS)
    fields.set_aside_older(report, "DATUM", "BOARD_AVERAGE")
    fields.keep_unknown(draft.extensions, owner)
    draft.has_boards = True
    note_type(fields, draft)
    if fields.stands("DATUM", "BOARD_AVERAGE", "NOTES"):
        draft.boards.append(
            BoardFact(
                at=fields.place(),
                session=where.session,
                section=where.section,
                board=number,
                datum=decimal_of(fields, report, "DATUM", "BOARD_AVERAGE"),
                details=fields.details(report, {"NOTES": "NOTES"}),
            )
        )
    read_board_hands(fields, where, number, draft)
    read_table_cards(fields, where, number, NOBODY, None, draft)
    lines = Lines(number, where, draft, meeting)
    stem = f"{path}/TRAVELLER_LINE["[: NAME_LENGTH - 12]
    for line in elements:
        if (run := draft.lines.at(line)) is not None:
            lines.add_plain(run, stem)
        else:
            lines.add_element(line, stem, owner)
    if as_line:
        lines.add(values_of(fields, report), fields.place())
    report.about = None
    return fields


def note_type(fields: Fields, draft: Draft) -> None:
    """Remember an EVENT_TYPE inside the event, which is deprecated and may contradict the event's own."""
    inner = fields.attributes.get("EVENT_TYPE")
    if inner and inner not in draft.inner_types:
        draft.inner_types[inner] = fields.path
