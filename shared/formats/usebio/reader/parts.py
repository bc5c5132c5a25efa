"""The parts of a document, each read whole: who reads which, and PAIR, TEAM and PLAYER as entries of a list."""

from lxml import etree

from contracts.base import NAME_LENGTH
from contracts.codes.usebio import MISSING_REQUIRED
from shared.formats.usebio.reader.draft import Draft, Entry, Where
from shared.formats.usebio.reader.event import read_club
from shared.formats.usebio.reader.fields import Fields, predicate
from shared.formats.usebio.reader.nodes import as_it_stands, place_of, read_fields
from shared.formats.usebio.reader.participants.people import OWNER
from shared.formats.usebio.reader.play.boards import note_type, read_board
from shared.formats.usebio.reader.play.cards import HAND_DETAILS, read_hands
from shared.formats.usebio.reader.play.matches import read_match
from shared.formats.usebio.reader.play.movements_ladders_handsets import read_ladder_entry, read_movement
from shared.formats.usebio.reader.values import direction_of
from shared.formats.usebio.tables.elements import BOARD, SHAPES

_NUMBERS = {"PAIR": "PAIR_NUMBER", "TEAM": "@TEAM_ID", "PLAYER": "PLAYER_NUMBER"}


def read_part(element: etree._Element, tag: str, path: str, where: Where, container: Fields, draft: Draft) -> None:
    """Read a part, by its name without a namespace, into the draft."""
    if tag == "MATCH":
        read_match(element, path, where, draft)
        return
    if tag == "BOARD" and container.tag != "HANDSET":
        read_board(element, path, where, draft)
        return
    fields = read_fields(element, SHAPES[tag], path, draft.report)
    if tag == "BOARD":
        _hands(element, fields, where, container, draft)
    elif tag == "CLUB":
        draft.organiser = read_club(fields, draft.report)
        fields.keep_unknown(draft.extensions, OWNER)
        for member, member_path in fields.raw:  # carried as they stand (1.0, 5.1)
            draft.report.count(place_of(member, member_path))
            draft.extensions.keep(OWNER, as_it_stands(member, member_path, draft.report))
    elif tag == "MOVEMENT":
        read_movement(fields, where, draft)
    elif tag == "LADDER_ENTRY":
        read_ladder_entry(fields, where, draft)
    else:
        _participant(tag, fields, where, draft, element)


def _hands(element: etree._Element, fields: Fields, where: Where, handset: Fields, draft: Draft) -> None:
    for line, path in fields.raw:
        unknown = as_it_stands(line, path, draft.report)
        draft.report.add(MISSING_REQUIRED, "a TRAVELLER_LINE in a HANDSET is not scored", unknown.place)
        fields.unknown.append(unknown)
    fields.take_board_name()
    number = fields.text("BOARD_NUMBER")
    owner = f"{where.owner}/BOARD" + (predicate("BOARD_NUMBER", number) if number else "")
    if number is None:
        draft.extensions.keep(where.owner, as_it_stands(element, fields.path, draft.report))
        fields.unknown = []
    fields.set_aside(draft.report, BOARD.leaves - HAND_DETAILS.keys() - {"BOARD_NUMBER"})
    fields.keep_unknown(draft.extensions, owner)
    read_hands(fields, where, handset.attributes.get("HANDSET_ID", "")[:NAME_LENGTH] or None, draft)


def _participant(
    tag: str,
    fields: Fields,
    where: Where,
    draft: Draft,
    element: etree._Element | None = None,
    parent: Entry | None = None,
) -> None:
    """A PAIR, TEAM or PLAYER of a list, and the pairs of a team."""
    report = draft.report
    note_type(fields, draft)
    if tag == "TEAM":
        number = report.clip(fields.attributes.get("TEAM_ID", ""), fields.place()) or None
    elif tag == "PAIR":
        number = fields.name(report, "PAIR_NUMBER")
    else:  # a player of an individual event, by the best there is (2.6.2)
        number = fields.name(report, "PLAYER_NUMBER", "MEMBER_ID", "NATIONAL_ID_NUMBER", "PLAYER_NAME")
    owner = f"{where.owner}/{tag}" + (predicate(_NUMBERS[tag], number) if number else "")
    if number is None and parent is not None:
        report.add(MISSING_REQUIRED, f"a {tag} without a number: its players are its team's", fields.place())
        parent.fields.groups.extend(("PLAYER", player) for player in fields.all("PLAYER"))
        fields.set_aside(report, list(fields.texts))
        fields.keep_unknown(draft.extensions, f"{where.owner}/TEAM{predicate('@TEAM_ID', parent.number)}")
        return
    if number is None:
        report.add(MISSING_REQUIRED, f"a {tag} without a number does not count", fields.place())
        if element is not None:
            draft.extensions.keep(where.owner, as_it_stands(element, fields.path, draft.report))
        return
    report.about = f"{tag.lower()} {number}"
    if parent is None:
        fields.keep_unknown(draft.extensions, owner)
    direction = direction_of(fields, report)
    report.about = None
    entry = Entry(kind=tag.lower(), number=number, where=where, fields=fields, direction=direction, parent=parent)
    draft.entries.append(entry)
    if parent is not None:
        draft.team_of[number] = parent.number
    for inner in fields.all("PAIR"):
        _participant("PAIR", inner, where, draft, None, entry)
    for match, path in fields.raw:
        read_match(match, path, Where(path, owner, where.session, where.section), draft, team=number)
    fields.raw = []
