"""What a file that says it has the export format has to keep to (2.1 to 2.3, 3.1 to 3.8, 3.11, 5.1, 5.2).

A file says so by the directive "% EXPORT". Many programs write it and keep some of the rules only. Nothing is read
otherwise for that, so all of it is information, with the first lines of each kind.

| rule | document |
|---|---|
| lines end with CR LF and have no tabs | 2.3 |
| nothing stands in the line between two games | 3 |
| tags, auction, play and the other sections stand in their order, the mandatory tags in each game | 3.1, 3.4 |
| a tag pair is a line of its own, left-justified, with one blank between name and value | 3.3, 3.8 |
| values have the spelling of the export format: hands from the dealer on, ranks descending, capitals | 3.4, 3.11 |
| the auction begins with the dealer, the play with the leader, each row of four on a line of its own | 3.5, 3.6 |
| a note stands before the NAGs, these in increasing order, with single blanks; suffixes are NAGs | 3.5.2, 3.6.2, 3.7 |
| a row of a table is one line; single blanks between its elements, unless the columns have widths | 5.1, 5.2 |
"""

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from contracts.base import Place
from contracts.codes.pbn import NOT_EXPORT
from shared.bridge.play.auction import after
from shared.bridge.play.seats import Seat
from shared.formats.pbn.annotations import Item
from shared.formats.pbn.columns import COLUMNS
from shared.formats.pbn.game import BESIDE, NOTE, WITH_NOTES, Game, Tag, Token
from shared.formats.pbn.read_game import ReadGame
from shared.formats.pbn.report import Report
from shared.formats.pbn.spelling import tag_value
from shared.formats.pbn.tables import Table
from shared.formats.pbn.tags import MANDATORY, TAGS

_OTHER_END = re.compile(rb"(?<!\r)\n|\r(?!\n)")
_TAB = re.compile(rb"[\t\v]")
_ROW = 4
_HANGING = frozenset({"nag", "note", "suffix"})
_BESIDE_A_CALL = _HANGING | BESIDE | {"irregular"}
_QUOTES = len('""')


def says_export(game: Game) -> bool:
    """Whether a directive before the first tag of a game says that the file has the export format (2.4)."""
    return any(kind == "directive" and text.split() == ["EXPORT"] for kind, text, _, _ in game.before)


def check_lines(data: bytes, report: Report) -> None:
    """Report the first line that ends otherwise than it should, and the first with a tab (2.3)."""
    for pattern, message in ((_OTHER_END, "a line ends with CR LF"), (_TAB, "there are no tabs")):
        match = pattern.search(data)
        if match is not None:
            line = max(data.count(end, 0, match.start()) for end in (b"\n", b"\r")) + 1
            report.add_few(NOT_EXPORT, message, Place(line=line), most=1)


def check_game(game: ReadGame, report: Report) -> None:
    """Report what a game has otherwise than the export format wants it."""
    _check_tags(game, report)
    if game.auction is not None:
        dealer = game.values.dealer
        _check_section(game.auction.tag, game.auction.items, dealer, "the auction begins with the dealer", report)
    if game.play is not None:
        leader = after(game.values.declarer.seat) if game.values.declarer is not None else None
        _check_section(game.play.tag, game.play.items, leader, "the play begins with the leader", report)
    for table in game.tables.values():
        _check_table(table, report)
    for tag in game.sections:
        _check_blanks(tag.content, report)


def _check_tags(game: ReadGame, report: Report) -> None:
    fields, tags = game.fields, game.game.tags
    missing = [name for name in MANDATORY if name not in fields.tags]
    if missing:
        report.add_few(NOT_EXPORT, "a game has all fifteen mandatory tags", tags[0].place, computed=", ".join(missing))
    if game.game.blank_line:
        report.add_few(NOT_EXPORT, "the line between two games is empty", Place(line=game.game.blank_line))
    for line in game.game.untidy:
        message = "a tag pair begins its line, and has no blanks but one between name and value"
        report.add_few(NOT_EXPORT, message, Place(line=line))
    sections = {tag.name for tag in game.sections}
    last: tuple[int, int, str] = (0, 0, "")
    for tag in tags:
        if tag.name == NOTE:
            continue
        order = _order(tag.name, sections)
        if order < last:
            report.add_few(NOT_EXPORT, "tags and sections stand in a fixed order", tag.place, stated=tag.name)
        last = order
        behind = next((token for token in tag.tokens if token[2] == tag.line), None) if not tag.data else None
        if behind is not None:
            report.at_token(NOT_EXPORT, "nothing stands behind a tag on its line", behind, few=True)
    for name, tag in fields.tags.items():
        if name in TAGS and (text := tag_value(game, name)) != tag.value.strip():
            report.add_few(NOT_EXPORT, "this value has another spelling", tag.place, stated=tag.value, computed=text)


def _order(name: str, sections: set[str]) -> tuple[int, int, str]:
    """Where a tag belongs: mandatory tags, the others, auction, play, and the other sections (3.1, 3.4)."""
    if name in MANDATORY:
        return 0, MANDATORY.index(name), ""
    if name in WITH_NOTES:
        return 2, WITH_NOTES.index(name), ""
    return (3 if name in COLUMNS or name in sections else 1), 0, name


def _check_section(tag: Tag, items: Sequence[Item], first: Seat | None, message: str, report: Report) -> None:
    """Check the calls or cards of a section; `first` begins, None where nobody knows, and `message` is about that."""
    if first is not None and tag.value != str(first):
        report.add_few(NOT_EXPORT, message, tag.place, stated=tag.value, computed=str(first))
    for item in items:
        if item.text != item.token[1]:
            message = "calls and cards have the words of PBN, in capitals"
            report.at_token(NOT_EXPORT, message, item.token, computed=item.text, few=True)
    _check_rows(tag.tokens, report)
    for before, token in pairwise(tag.tokens):
        _check_annotations(before, token, report)


def _check_rows(tokens: Sequence[Token], report: Report) -> None:
    """Four calls or cards a line, fewer only behind annotations (3.5, 3.6)."""
    number = 0
    annotated = False
    for line, group in groupby(tokens, key=lambda token: token[2]):
        row = list(group)
        first, begun, count = row[0], number % _ROW, sum(token[0] == "word" or token[1] in ("+", "^S") for token in row)
        number += count
        broken, annotated = annotated, any(token[0] in _BESIDE_A_CALL for token in row)
        if count and not begun and (first[3] != 1 or first[0] in BESIDE):
            report.at_token(NOT_EXPORT, "a row of calls or cards begins its line", first, few=True)
        if begun + count > _ROW:
            report.add_few(NOT_EXPORT, "a line has no more than four calls or cards", Place(line=line))
        if count and begun and not (annotated or broken):
            report.at_token(NOT_EXPORT, "a line has four calls or cards", first, few=True)


def _check_annotations(before: Token, token: Token, report: Report) -> None:
    """The order of what hangs on a call or card, and the blanks between (3.5.2, 3.5.4, 3.7, 3.8)."""
    kind, text, line, column = token
    if kind == "suffix":
        report.at_token(NOT_EXPORT, "a suffix such as ! is written as $ and a number", token, few=True)
    elif before[0] == "nag" and (kind == "note" or (kind == "nag" and int(before[1][1:6] or 0) > int(text[1:6] or 0))):
        report.at_token(
            NOT_EXPORT, "a note stands before $ and its numbers, and these in increasing order", token, few=True
        )
    apart = column - before[3] - len(before[1]) == 1
    if line == before[2] and not apart and (before[0] in ("nag", "note") or (kind in BESIDE and before[0] == "word")):
        report.at_token(
            NOT_EXPORT, "a single blank stands behind notes and $ numbers, and before comments", token, few=True
        )


def _check_table(table: Table, report: Report) -> None:
    """A row is one line, and a line one row (5.2)."""
    last = 0
    for row in table.rows:
        tokens = [token for token in row if token is not None]
        if tokens[0][2] == last or tokens[-1][2] != tokens[0][2]:
            report.at_token(NOT_EXPORT, "a row of a table is a line of its own", tokens[0], few=True)
            return
        last = tokens[0][2]
    if not any(column.width for column in table.columns):
        _check_blanks(table.tag.content, report)


def _check_blanks(tokens: Sequence[Token], report: Report) -> None:
    """Report the first element of a section that has other than one blank before it (5.1)."""
    for before, token in pairwise(tokens):
        quoted = before[0] == "string"
        # A text with escapes is not as long as it stands in the file.
        escaped = quoted and ("\\" in before[1] or '"' in before[1])
        if token[2] != before[2] or "stray" in (before[0], token[0]) or escaped:
            continue
        if token[3] - before[3] - len(before[1]) != 1 + _QUOTES * quoted:
            report.at_token(NOT_EXPORT, "elements have a single blank between them", token, few=True)
            return
