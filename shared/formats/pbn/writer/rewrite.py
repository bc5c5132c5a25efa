"""A file in export format: its own games, every tag in its place and every value in one spelling (2.1, 3.1, 3.4).

Inherited values are written out, so that every game stands for itself. A game is written as it was understood; what
could not be read is written as it stood.
"""

from __future__ import annotations

from shared.formats.parsed import Rendered
from shared.formats.pbn.annotations import Item, Row
from shared.formats.pbn.auction import ENDINGS, AuctionRead
from shared.formats.pbn.columns import CHECKS, COLUMNS
from shared.formats.pbn.game import BESIDE, NOTE, WITH_NOTES, Tag, Token
from shared.formats.pbn.play import PlayRead, column_of
from shared.formats.pbn.read_game import ReadGame
from shared.formats.pbn.reader.games import GameReader
from shared.formats.pbn.report import Report
from shared.formats.pbn.spelling import tag_value
from shared.formats.pbn.tables import Table
from shared.formats.pbn.tags import MANDATORY
from shared.formats.pbn.values import read_contract, split_result
from shared.formats.pbn.writer.sections import Element, Piece, write_elements, write_items, write_table
from shared.formats.pbn.writer.sheet import Sheet

_HEADER = ("PBN", "EXPORT")


def rewrite(data: bytes, name: str = "games.pbn") -> Rendered:
    """Write the games of a PBN file in export format.

    Args:
        data: the file, in any form that the reader takes.
        name: of the file that is made.

    Returns:
        The file, and what was left out or changed.

    Raises:
        FormatError: pbn.too-large.
    """
    sheet = Sheet()
    reader = GameReader(data, Report())
    for game in reader.games():
        sheet.new_game()
        _write(game, sheet)
    trailing = [token for token in reader.trailing if not _is_header(token)]
    if any(token[0] in BESIDE for token in trailing):
        sheet.new_game()
    _beside(trailing, sheet)
    return Rendered(sheet.finish(), name, "text/x-pbn; charset=iso-8859-1", sheet.losses.items())


def _is_header(token: Token) -> bool:
    """Whether a directive is one of those that every exported file begins with."""
    words = token[1].split()
    return token[0] == "directive" and bool(words) and words[0].upper() in _HEADER and len(words) <= 2


def _beside(tokens: list[Token], sheet: Sheet) -> None:
    """Comments and directives on lines of their own."""
    for kind, text, _, _ in tokens:
        if kind in BESIDE:
            sheet.comment(kind, text)
        else:
            sheet.losses.add("stray text", "it belongs to nothing")


def _write(game: ReadGame, sheet: Sheet) -> None:
    fields = game.fields
    _beside([token for token in game.game.before if not _is_header(token)], sheet)
    sections = {tag.name for tag in game.sections} | set(COLUMNS) | set(WITH_NOTES)
    others = sorted(name for name in fields.tags if name not in MANDATORY and name not in sections)
    for name in (*MANDATORY, *others):
        sheet.tag(name, tag_value(game, name))
        tag = fields.tags.get(name)
        if tag is not None:
            if tag.content:
                sheet.losses.add("stray text", "it belongs to nothing", len(tag.content))
            _beside([token for token in tag.tokens if token[0] in BESIDE], sheet)
    for tag in fields.repeated:
        sheet.losses.add("repeated tags", "a tag stands once in a game")
        _beside([token for token in tag.tokens if token[0] in BESIDE], sheet)
    for name, section in (("Auction", game.auction), ("Play", game.play)):
        if isinstance(section, AuctionRead):
            _auction(game, section, sheet)
        elif section is not None:
            _play(game, section, sheet)
        elif name in fields.tags:
            sheet.tag(name, fields.tags[name].value)
            _beside(fields.tags[name].tokens, sheet)
    for name in sorted(name for name in fields.tags if name in sections and name not in WITH_NOTES):
        _section(game, fields.tags[name], sheet)


def _auction(game: ReadGame, auction: AuctionRead, sheet: Sheet) -> None:
    first = auction.first or (game.values.dealer if auction.start else None)
    sheet.tag("Auction", str(first) if first is not None else auction.tag.value)
    _beside(auction.row.before, sheet)
    # Without the hyphens before the dealer, unless nobody knows who he is.
    calls = auction.row.items if auction.first is None else auction.row.items[auction.start :]
    write_items([_piece(item) for item in calls], sheet)
    _end_section(game, "Auction", auction.row, sheet)


def _piece(item: Item) -> Piece:
    return Piece(
        item.text, item.mark, item.note, tuple(item.glyphs), tuple((kind, text) for kind, text, _, _ in item.comments)
    )


def _end_section(game: ReadGame, section: str, row: Row, sheet: Sheet) -> None:
    """Count what a section loses, and write its notes."""
    if row.stray:
        sheet.losses.add("annotations", "they are not allowed where they stand", len(row.stray))
    for tag in game.fields.notes.get(section, ()):
        number, colon, text = tag.value.partition(":")
        sheet.tag(NOTE, f"{number.strip()}:{text.strip()}" if colon else tag.value)
        _beside([token for token in tag.tokens if token[0] in BESIDE], sheet)


def _play(game: ReadGame, play: PlayRead, sheet: Sheet) -> None:
    leader = play.outcome.leader if play.outcome is not None else None
    first = leader or play.first
    sheet.tag("Play", str(first) if first is not None else play.tag.value)
    _beside(play.row.before, sheet)
    items = play.row.items
    end = next((number for number, item in enumerate(items) if item.text == "*"), len(items))
    if leader is not None and play.first is not None:
        pieces = _turned(play, column_of(leader, play.first))
    else:
        pieces = [_piece(item) for item in items[:end]]
    write_items(_trimmed(pieces), sheet)
    if end < len(items):
        write_items([_piece(items[end])], sheet)
        behind = sum(item.text != "*" for item in items[end:])
        sheet.losses.add("cards behind the end", "nothing is played behind the asterisk", behind)
    _end_section(game, "Play", play.row, sheet)


def _turned(play: PlayRead, gap: int) -> list[Piece]:
    """The cells with the leader's column first; a + is in the place of a cell that the file leaves out."""
    pluses = iter([item for item in play.row.items if item.text == "+"])
    items = [item or next(pluses, None) for item in play.cells]
    cells = [_piece(item) if item is not None else Piece("-") for item in items]
    cells += [Piece("-")] * (-len(cells) % 4)
    return [cells[start + (column + gap) % 4] for start in range(0, len(cells), 4) for column in range(4)]


def _trimmed(pieces: list[Piece]) -> list[Piece]:
    """The last row as far as it says something, filled up with hyphens where it has a card."""
    while pieces and pieces[-1] == Piece("-"):
        pieces = pieces[:-1]
    if pieces and pieces[-1].text in ENDINGS:
        return pieces
    return [*pieces, *[Piece("-")] * (-len(pieces) % 4)]


def _section(game: ReadGame, tag: Tag, sheet: Sheet) -> None:
    table = game.tables.get(tag.name)
    beside = [token for token in tag.tokens if token[0] in BESIDE]
    comments = [(kind, text) for kind, text, _, _ in beside if kind != "directive"]
    if table is not None:
        write_table(tag.name, table.columns, _rows(table), sheet, comments)
    else:
        sheet.tag(tag.name, tag.value, table=tag.name in COLUMNS)
        for kind, text in comments:
            sheet.comment(kind, text)
        lines: dict[int, list[Element]] = {}
        for kind, text, line, _ in tag.content:
            if kind == "stray":
                sheet.losses.add("stray text", "it belongs to nothing")
            else:
                lines.setdefault(line, []).append((text, kind == "string"))
        for row in lines.values():
            write_elements(row, sheet)
    for kind, text, _, _ in beside:
        if kind == "directive":
            sheet.comment(kind, text)


def _rows(table: Table) -> list[list[tuple[str, bool]]]:
    """The elements of a table, contracts, calls, cards and seats in the spelling of PBN."""
    kinds = COLUMNS.get(table.tag.name, {})
    of_columns = [kinds.get(column.name, "text") for column in table.columns]
    return [
        [
            ("?", False) if token is None else (_spelled(token[1], kind), token[0] == "string")
            for token, kind in zip(row, of_columns, strict=True)
        ]
        for row in table.rows
    ]


_CAPITALS = frozenset({"call", "card", "seat", "denomination"})
"""What a column holds that may be in small letters, and is written in capitals (3.11)."""


def _spelled(text: str, kind: str) -> str:
    if kind == "contract":
        read = read_contract(text)
        # A result behind it would be lost.
        return str(read.value) if read.value is not None and not split_result(text)[1] else text
    if kind not in _CAPITALS or not CHECKS[kind](text.removeprefix("^")):
        return text
    return "Pass" if text.upper() == "PASS" else text.upper()
