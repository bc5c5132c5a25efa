"""Games one after the other: everything a game says, read and checked; no more than two are held at a time."""

import re
from collections.abc import Iterator

from contracts.codes.pbn import NOT_SEPARATED, READ_AS, STRAY_TEXT
from shared.formats.pbn.auction import compare_contract, read_auction
from shared.formats.pbn.checks.scores import check_instant, check_optimum, check_rubber
from shared.formats.pbn.checks.tables import check_ascii, check_table
from shared.formats.pbn.columns import COLUMNS
from shared.formats.pbn.deal import read_deal, whole_deal
from shared.formats.pbn.game import WITH_NOTES, Game, Token, place_of
from shared.formats.pbn.play import Terms, compare_result, read_play
from shared.formats.pbn.read_game import ReadGame
from shared.formats.pbn.reader.inheritance import Inheritance
from shared.formats.pbn.reader.plain_games import games_and_lines
from shared.formats.pbn.reader.scanner import Scanner
from shared.formats.pbn.report import Report
from shared.formats.pbn.tables import read_table
from shared.formats.pbn.tags import SECTIONS, TAGS, check_together, read_tags

PROBLEMS_IN_A_GAME = 4
"""Times five: how many findings and unknown things a game with cards may have before a file counts as hopeless."""
_VERSION = re.compile(r"\s*PBN\s+(\S+)\s*")
_VERSIONS = frozenset({"1.0", "2.0", "2.1"})
_NO_TABLES = TAGS | set(WITH_NOTES)


class GameReader:
    """Reads the games of a file; use `games` once.

    Attributes:
        report: what was found so far.
        trailing: comments and directives behind the last game, once `games` has come to its end.
    """

    def __init__(self, data: bytes, report: Report) -> None:
        self.report = report
        self._scanner = Scanner(games_and_lines(data, report), report)
        self._inheritance = Inheritance(report, used=b"#" in data)

    @property
    def trailing(self) -> list[Token]:
        """Comments and directives behind the last game."""
        return self._scanner.trailing

    def games(self) -> Iterator[ReadGame]:
        """Read game by game.

        Raises:
            FormatError: pbn.too-large.
        """
        number = 0
        for game_text in self._joined():
            for game in split_games(game_text, self.report):
                number += 1
                game.number = number
                yield self._read(game)

    def _joined(self) -> Iterator[Game]:
        """What empty lines end; sections alone, of which the game before has none, are that game's."""
        held: Game | None = None
        for game in self._scanner.games():
            names = {tag.name for tag in game.tags}
            if held is not None and names <= SECTIONS and names.isdisjoint(tag.name for tag in held.tags):
                message = "a table or section alone is read as part of the game before it"
                self.report.add_few(READ_AS, message, game.tags[0].place, stated="an empty line", computed="none")
                held.tags += game.tags
                held.before += game.before
                continue
            if held is not None:
                yield held
            held = game
        if held is not None:
            yield held

    def _read(self, game: Game) -> ReadGame:
        report = self.report
        for token in game.before:
            version = _VERSION.fullmatch(token[1]) if token[0] == "directive" else None
            if version is not None and version[1] not in _VERSIONS:
                message = "a version of PBN that is not known is read as 2.1"
                report.add_few(READ_AS, message, place_of(token), stated=version[1], computed="2.1")
        fields = self._inheritance.resolve(game)
        deal = None
        if "Deal" in fields.tags:
            text = fields.text("Deal")
            deal = whole_deal(text) or read_deal(text, fields.place("Deal"), report)
        values = read_tags(fields, deal is not None and deal.end_position, report)
        check_together(values, fields, report)
        read = ReadGame(fields, values, deal)
        if deal is not None or values.contract is not None or "ScoreTable" in fields.tags:
            report.results += PROBLEMS_IN_A_GAME
        if "Auction" in fields.tags:
            read.auction = read_auction(fields, values.dealer, report)
            if read.auction is not None:
                compare_contract(read.auction, values.contract, values.declarer, fields, report)
        if "Play" in fields.tags:
            terms = Terms(deal, values.contract, values.declarer)
            read.play = read_play(fields, terms, report)
            if read.play is not None:
                compare_result(read.play, values.result, terms, fields, report)
        if not fields.tags.keys() <= _NO_TABLES:
            self._read_sections(read)
        check_rubber(values, fields, report)
        for tag in fields.repeated:
            if tag.content and tag.name not in COLUMNS:
                token = tag.content[0]
                report.at_token(STRAY_TEXT, f"this text stands behind a second {tag.name}, which does not count", token)
        return read

    def _read_sections(self, read: ReadGame) -> None:
        """Read the tables of a game, and what users put beside them."""
        fields, report = read.fields, self.report
        for name in [name for name in fields.tags if name not in _NO_TABLES]:
            tag = fields.tags[name]
            if name in COLUMNS:
                table = read_table(tag, report)
                if table is not None:
                    check_table(table, fields, report)
                    read.tables[name] = table
                    report.results += len(table.rows) if name in ("ScoreTable", "TotalScoreTable") else 0
            elif tag.data or any(token[0] != "stray" for token in tag.content):
                check_ascii(tag, report)
                read.sections.append(tag)
        check_instant(read.values, read.tables, fields, report)
        check_optimum(read.values, read.tables, fields, report)


_OF_A_GAME = frozenset({"Deal", "Board"})


def split_games(game: Game, report: Report) -> list[Game]:
    """The games that stand in what an empty line ends; nearly always one (3).

    A tag that stands a second time is ignored (3.4). But where the tag that began the game comes again, or Board, and
    more of the same tags behind it, another deal or board among them, a game begins: a missing empty line costs none.
    """
    names = [tag.name for tag in game.tags]
    first = names[0] if names.count(names[0]) > 1 else "Board"
    if names.count(first) <= 1:
        return [game]
    starts = [number for number, name in enumerate(names) if name == first]
    begins, known = [0], set(names[: starts[1]])
    for start, end in zip(starts[1:], [*starts[2:], len(names)], strict=True):
        behind = set(names[start:end])
        common = behind & known
        if len(common) > 1 and common & _OF_A_GAME:
            begins.append(start)
            known = behind
            report.add(
                NOT_SEPARATED, f"{first} begins another game without an empty line before it", game.tags[start].place
            )
        else:
            known |= behind
    if len(begins) == 1:
        return [game]
    ends = [*begins[1:], len(names)]
    parts = [Game(0, game.tags[start].line, [], game.tags[start:end]) for start, end in zip(begins, ends, strict=True)]
    parts[0].line, parts[0].before = game.line, game.before
    parts[0].untidy, parts[-1].blank_line = game.untidy, game.blank_line
    return parts
