"""Games one after the other: everything a game says, read and checked; no more than one is held at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from contracts.codes.pbn import READ_AS, STRAY_TEXT
from shared.formats.pbn.auction import AuctionRead, compare_contract, read_auction
from shared.formats.pbn.columns import COLUMNS
from shared.formats.pbn.deal import Deal, read_deal, whole_deal
from shared.formats.pbn.game import Game, Tag, Token, place_of
from shared.formats.pbn.inherit import WITH_NOTES, Fields, Inheritance
from shared.formats.pbn.pieces import pieces_of
from shared.formats.pbn.play import PlayRead, Terms, compare_result, read_play
from shared.formats.pbn.report import Report
from shared.formats.pbn.scan import Scanner
from shared.formats.pbn.score_checks import check_instant, check_optimum, check_rubber
from shared.formats.pbn.separate import separated
from shared.formats.pbn.table_checks import check_ascii, check_table
from shared.formats.pbn.tables import Table, read_table
from shared.formats.pbn.tags import TAGS, GameValues, read_tags
from shared.formats.pbn.tags_together import check_together

PROBLEMS_IN_A_GAME = 4
"""Times five: how many findings and unknown things a game with cards may have before a file counts as hopeless."""
_VERSION = re.compile(r"\s*PBN\s+(\S+)\s*")
_VERSIONS = frozenset({"1.0", "2.0", "2.1"})
_NO_TABLES = TAGS | set(WITH_NOTES)


@dataclass(slots=True)
class ReadGame:
    """A game as it is understood.

    Attributes:
        tables: the sections that PBN defines, by name.
        sections: those of users, which have data and are no table that PBN defines.
    """

    fields: Fields
    values: GameValues
    deal: Deal | None = None
    auction: AuctionRead | None = None
    play: PlayRead | None = None
    tables: dict[str, Table] = field(default_factory=dict)
    sections: list[Tag] = field(default_factory=list)

    @property
    def game(self) -> Game:
        """The game as it stands in the file."""
        return self.fields.game


class GameReader:
    """Reads the games of a file; use `games` once.

    Attributes:
        report: what was found so far.
        trailing: comments and directives behind the last game, once `games` has come to its end.
    """

    def __init__(self, data: bytes, report: Report) -> None:
        self.report = report
        self._scanner = Scanner(pieces_of(data, report), report)
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
        for found in self._scanner.games():
            for game in separated(found, self.report):
                number += 1
                game.number = number
                yield self._read(game)

    def _read(self, game: Game) -> ReadGame:
        report = self.report
        for token in game.before:
            version = _VERSION.fullmatch(token[1]) if token[0] == "directive" else None
            if version is not None and version[1] not in _VERSIONS:
                report.add_few(
                    READ_AS,
                    "a version of PBN that is not known is read as 2.1",
                    place_of(token),
                    stated=version[1],
                    computed="2.1",
                )
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
                report.add(STRAY_TEXT, f"the data of a second {tag.name}", place_of(token), stated=token[1])
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
