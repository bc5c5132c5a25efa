"""Single faults in game files of ACBLscore: one field of one structure gets another value."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game import Event, Seated, Section, read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.packing import Value, put
from shared.formats.acblscore.file.play_layouts import BOARD, RESULT2, RESULT4
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.report import Report


class DoesNotApplyError(Exception):
    """This fault cannot be put into this file: it would be none."""


@dataclass
class GameBytes:
    """A game file of one event in one section, of which one place is changed.

    Attributes:
        changed: the first and the last byte between which the finding has to stand.
    """

    original: bytes
    dice: random.Random
    changed: tuple[int, int] = (0, 0)
    file: GameFile = field(init=False)
    event: Event = field(init=False)
    section: Section = field(init=False)
    edited: bytearray = field(init=False)

    def __post_init__(self) -> None:
        self.file = GameFile(self.original, Report())
        self.event = read_game(self.file).events[0]
        self.section = self.event.sections[0]
        self.edited = bytearray(self.original)

    @property
    def data(self) -> bytes:
        """The file with what was changed."""
        return bytes(self.edited)

    def put(self, record: Record, name: str, value: Value) -> None:
        """Another value for a field; the finding has to stand in its structure."""
        put(self.edited, record.offset, record.layout, name, value)
        self.changed = (record.offset, record.end)

    def results(self) -> list[list[Record]]:
        """The results of each board."""
        layout: Layout = RESULT4 if self.event.individual else RESULT2
        return [
            [
                Record(self.original, Report(), layout, offset, offset + layout.size, "result")
                for offset in range(board.results.offset + BOARD.size, board.results.end, layout.size)
            ]
            for board in self.section.boards
        ]

    def line(self) -> tuple[Record, list[Record]]:
        """Any result, and all those of its board; the finding has to stand at one of them."""
        lines = self.dice.choice(self.results())
        return self.dice.choice(lines), lines

    def change_lines(self, lines: Sequence[Record], changes: Sequence[tuple[Record, str, Value]]) -> None:
        """Other values in results; the finding has to stand at the board."""
        for record, name, value in changes:
            self.put(record, name, value)
        self.changed = (lines[0].offset, lines[-1].end)

    def seated(self) -> Seated:
        """Anybody's place."""
        return self.dice.choice(self.section.seated)

    def entry(self) -> Record:
        """Anybody's entry."""
        entry = self.seated().entry
        assert entry is not None
        return entry

    def match(self) -> tuple[Record, Record]:
        """Any match, as each of its teams states it."""
        matches = self.section.matches
        assert matches is not None
        tables = [table for table in matches.teams if table is not None]
        own = self.dice.choice(self.dice.choice(tables)[1])
        other = tables[own.integer("opponent") - 1][1][own.integer("round") - 1]
        return own, other

    def at_match(self, own: Record, other: Record) -> None:
        """The finding has to stand at a match, which stands in the tables of both teams."""
        self.changed = (min(own.offset, other.offset), max(own.end, other.end))


GameEdit = Callable[[GameBytes], None]


def added(name: str, amount: int) -> GameEdit:
    """A number of an entry, in its smallest unit, becomes another one."""

    def edit(game: GameBytes) -> None:
        entry = game.entry()
        digits = entry.layout.fields[name][1].digits
        game.put(entry, name, entry.decimal(name) + amount if digits else entry.integer(name) + amount)

    return edit


def rank(game: GameBytes) -> None:
    """Somebody has the rank of another."""
    entry = game.entry()
    ranking = entry.part("rankings")
    others = len(game.section.seated) // (1 if game.event.teams or game.event.individual else 2)
    game.put(ranking, "rank", (ranking.integer("rank") + others // 2) % others + 1)
    game.changed = (entry.offset, entry.end)


def both_scores(game: GameBytes) -> None:
    """Both sides of a result have a score that beats others than before; its points stay."""
    line, lines = game.line()
    own, *others = (name for name in line.layout.names if name.endswith("_score"))
    field = [each.integer(own) for each in lines if each is not line]

    def beaten(score: int) -> list[int]:
        return [(score > other) - (score < other) for other in field]

    new = game.dice.choice([s for s in (-130, -5, 11, 14, 42, -11, 130) if beaten(s) != beaten(line.integer(own))])
    signs = zip((own, *others), (1, -1, 1, -1), strict=False)
    game.change_lines(lines, [(line, name, sign * new) for name, sign in signs])


def points(game: GameBytes) -> None:
    """One side of a result has other points."""
    line, lines = game.line()
    name = game.dice.choice(("ns_points", "ew_points"))
    game.change_lines(lines, [(line, name, line.decimal(name) + 2)])


def partners_points(game: GameBytes) -> None:
    """One of two partners has other points than the other."""
    line, lines = game.line()
    name = game.dice.choice(("north_points", "south_points", "east_points", "west_points"))
    game.change_lines(lines, [(line, name, line.decimal(name) + 2)])


def no_score(game: GameBytes) -> None:
    """The scores of a result are numbers that stand for no score."""
    line, lines = game.line()
    game.change_lines(lines, [(line, "ns_score", 2070)])


def unknown_number(game: GameBytes) -> None:
    """A number that nobody has."""
    line, lines = game.line()
    game.change_lines(lines, [(line, "north" if game.event.individual else "ns", 39)])


def sides_exchanged(game: GameBytes) -> None:
    """North-South and East-West of a result have each other's numbers."""
    line, lines = game.line()
    if line.integer("ns") == line.integer("ew"):
        line = next(each for each in lines if each.integer("ns") != each.integer("ew"))
    game.change_lines(lines, [(line, "ns", line.integer("ew")), (line, "ew", line.integer("ns"))])


def pair_of_another_line(game: GameBytes) -> None:
    """East-West of a result is the pair of another result of the board."""
    line, lines = game.line()
    other = game.dice.choice([each for each in lines if each is not line])
    game.change_lines(lines, [(line, "ew", other.integer("ew"))])


def no_name(game: GameBytes) -> None:
    """A player has neither first nor last name."""
    entry = game.entry()
    player = entry.part("players", game.dice.randrange(2))
    game.put(player, "first_name", "")
    game.put(player, "last_name", "")
    game.changed = (entry.offset, entry.end)


def victory_points(game: GameBytes) -> None:
    """A team has other victory points from a match."""
    own, other = game.match()
    game.put(own, "vps", (own.decimal("vps") + 4) % 20)
    game.at_match(own, other)


def match_imps(game: GameBytes) -> None:
    """A team has other IMPs than it won."""
    own, other = game.match()
    game.put(own, "imps", own.integer("imps") + 5)
    game.at_match(own, other)


def opponent(game: GameBytes) -> None:
    """A team names another opponent than the one that names it."""
    own, other = game.match()
    me, them = other.integer("opponent"), own.integer("opponent")
    game.put(own, "opponent", game.dice.choice([n for n in range(1, 7) if n not in (me, them)]))


def pointer(game: GameBytes) -> None:
    """The pointer to an entry leads out of the file."""
    seated = game.seated()
    game.put(seated.row, "ofs_entry", len(game.data) + 100)


def length_of_file(game: GameBytes) -> None:
    """The head of the file says another length."""
    game.put(game.file.master, "len_file", len(game.data) + game.dice.choice([-100, -7, -1, 1, 2, 500]))


def mode_of_movement(game: GameBytes) -> None:
    """The movement is of a mode that does not exist."""
    movement = game.section.movement
    assert movement is not None
    game.put(movement, "mode", game.dice.randrange(3, 256))


def long_name(game: GameBytes) -> None:
    """A name says that it is longer than its room."""
    player = game.entry().part("players")
    offset, _ = player.layout.fields["last_name"]
    game.edited[player.offset + offset] = 200
    game.changed = (player.offset, player.end)
