"""Single faults in files in which everything is right: bridge in USEBIO, PBN and ACBLscore, chess in TRF.

A clean file is made by the writers from a clean event. A fault changes one thing in it and knows between which lines
(or, in a binary file, at which kind of place) a finding has to stand, and by which codes it may be named.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from contracts.facts import AdjustmentFact, Detail, EventFact, Participant, Person, Scope, SessionFact, Sides
from contracts.findings import Finding, Severity
from contracts.messages import Fragment
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from shared.bridge.matches.victory_points import ImpScale, find_scale
from tests.support.chess_tournaments import individual, teams
from tests.support.clean_event import CleanEvent, at_a_table, shuffled
from tests.support.clean_matches import CleanMatches
from tests.support.fragments import NOON, fragment
from tests.support.game_file_faults import (
    DoesNotApplyError,
    GameBytes,
    added,
    both_scores,
    length_of_file,
    long_name,
    match_imps,
    mode_of_movement,
    no_name,
    no_score,
    opponent,
    pair_of_another_line,
    partners_points,
    pointer,
    points,
    rank,
    sides_exchanged,
    unknown_number,
    victory_points,
)

SUFFIXES = {"usebio": "xml", "pbn": "pbn", "trf": "trf", "acblscore": "aca"}


@dataclass
class Text:
    """A file of text, line by line, of which one place is changed.

    Attributes:
        changed: the first and the last line between which the finding has to stand, from 1.
    """

    lines: list[str]
    dice: random.Random
    changed: tuple[int, int] = (0, 0)

    @property
    def data(self) -> bytes:
        """The file with what was changed."""
        return "\n".join(self.lines).encode()

    def blocks(self, tag: str) -> list[tuple[int, int]]:
        """The elements of a name: numbers of their first and last lines, from 0."""
        first = [n for n, line in enumerate(self.lines) if line.strip().startswith((f"<{tag}>", f"<{tag} "))]
        ends = [n for n, line in enumerate(self.lines) if line.strip() == f"</{tag}>"]
        return [(start, next(end for end in ends if end > start)) for start in first if ends and ends[-1] > start]

    def within(self, block: tuple[int, int], tag: str) -> int | None:
        """The line of the first element of a name in a block."""
        start = f"<{tag}>"
        return next((n for n in range(block[0], block[1] + 1) if self.lines[n].strip().startswith(start)), None)

    def value(self, number: int) -> str:
        """The text of the element on a line."""
        return self.lines[number].split(">", 1)[1].split("<", 1)[0]

    def put(self, number: int, value: object) -> None:
        """Another text for the element on a line."""
        before, rest = self.lines[number].split(">", 1)
        self.lines[number] = f"{before}>{value}<{rest.split('<', 1)[1]}"

    def choose(self, block: str, tag: str) -> tuple[tuple[int, int], int]:
        """Any element of a name that has an element of another name, and the line of that."""
        having = [(b, n) for b in self.blocks(block) if (n := self.within(b, tag)) is not None]
        if not having:
            raise DoesNotApplyError
        chosen, number = self.dice.choice(having)
        self.changed = (chosen[0] + 1, chosen[1] + 1)
        return chosen, number

    def rows(self, start: str) -> list[int]:
        """The numbers of the lines that begin with a text."""
        return [n for n, line in enumerate(self.lines) if line.startswith(start)]

    def row(self, start: str, fits: Callable[[str], bool] = lambda _: True) -> int:
        """Any line that begins with a text and fits."""
        having = [n for n in self.rows(start) if fits(self.lines[n])]
        if not having:
            raise DoesNotApplyError
        number = self.dice.choice(having)
        self.changed = (number + 1, number + 1)
        return number

    def columns(self, number: int, first: int, text: str) -> None:
        """Another text from a column of a line on, counted from 1."""
        line = self.lines[number].ljust(first - 1 + len(text))
        self.lines[number] = line[: first - 1] + text + line[first - 1 + len(text) :]


Edit = Callable[[Text], None]


@dataclass(frozen=True)
class Kind:
    """A kind of fault.

    Attributes:
        codes: by which it may be named.
        clean: names of the clean events that it is put into.
        name: of what it does.
    """

    name: str
    edit: Callable[[Any], None]
    codes: tuple[str, ...]
    clean: tuple[str, ...]


@dataclass(frozen=True)
class Fault:
    """One fault in one file."""

    kind: Kind
    clean: str
    number: int
    data: bytes = field(repr=False)
    changed: tuple[int, int] = (0, 0)

    @property
    def name(self) -> str:
        """What the test calls it."""
        return f"{self.kind.name}-{self.clean}-{self.number}"

    @property
    def format(self) -> str:
        """The format of the file."""
        return CLEAN[self.clean][1]

    def stands_at(self, finding: Finding) -> bool:
        """Whether a finding stands where the fault is."""
        if finding.place is None:
            return False
        at = finding.place.offset if self.format == "acblscore" else finding.place.line
        return at is not None and self.changed[0] <= at <= self.changed[1]


def findings(data: bytes, name: str) -> list[Finding]:
    """What `kibitz check` finds in a file."""
    return Pipeline([read_bytes(data, name, Path(name), NOON)]).findings()


def findings_above_info(data: bytes, name: str) -> list[Finding]:
    """What `kibitz check` finds in a file, remarks left out."""
    return [finding for finding in findings(data, name) if finding.severity is not Severity.INFO]


# Clean events.


def _written(whole: Fragment, to: str) -> bytes:
    state = EventState(whole.event)
    state.apply(whole)
    return exported()[to].render(state.score()[1]).data


def _penalties(seed: int) -> Fragment:
    fines = tuple(
        AdjustmentFact(
            kind="penalty",
            participant=pair,
            participant_kind="pair",
            session="1",
            amount=Decimal(-3),
            unit="match_points",
        )
        for pair in ("2NS", "3NS", "1EW", "4EW")
    )
    whole = CleanEvent(seed=seed).fragment(adjustments=fines)
    return whole.replace(facts=whole.facts.replace(totals=()))


def _individuals(seed: int) -> Fragment:
    dice = random.Random(seed)
    hands = {str(board): shuffled(dice) for board in range(1, 15)}
    lines = []
    for number in range(1, 8):
        others = [(place + number) % 7 + 2 for place in range(7)]
        order = [1, *others]
        seats = [str(player) for place in range(4) for player in (order[place], order[-1 - place])]
        for table in (0, 1):
            north, south, east, west = seats[4 * table : 4 * table + 4]
            for board in (2 * number - 1, 2 * number):
                sides = Sides(north=north, south=south, east=east, west=west)
                where = {"round": number, "table": str(table + 1), "session": "1", "sides": sides}
                lines.append(at_a_table(dice, hands[str(board)], str(board), **where))
    people = (Participant(id=str(n), kind="player", players=(Person(name=f"Player {n}"),)) for n in range(1, 9))
    event = EventFact(name="Individual", kind="individual", board_scoring="match_points", results="complete")
    return fragment(
        "individual",
        event="individual",
        results=lines,
        events=(event,),
        sessions=(SessionFact(id="1"),),
        participants=tuple(people),
        scope=Scope(whole=True),
    )


def _bare(whole: Fragment, scoring: str | None = None) -> Fragment:
    """An event without stated points, which ACBLscore's are then worked out for."""
    results = tuple(result.replace(stated=None) for result in whole.facts.results)
    event = whole.facts.event.replace(board_scoring=scoring or whole.facts.event.board_scoring)
    file = whole.file.replace(format="acblscore")
    return whole.replace(file=file, facts=whole.facts.replace(events=(event,), totals=(), results=results))


def _game_of_teams(seed: int) -> Fragment:
    """Teams as ACBLscore has them: matches with IMPs, wins and the steps of a scale, and no boards."""
    whole = CleanMatches(seed=seed).fragment()
    facts = whole.facts
    imps: dict[tuple[int | None, str], Decimal] = defaultdict(Decimal)
    for board in facts.board_points:
        imps[board.round, board.home] += board.home_points or 0
    wins: dict[str | None, Decimal] = defaultdict(Decimal)
    matches = []
    for match in facts.matches:
        margin = imps[match.round, match.home]
        won = Decimal((margin > 0) - (margin < 0) + 1) / 2
        wins[match.home] += won
        wins[match.away] += 1 - won
        own = {"home_imps": margin, "away_imps": -margin, "home_game_points": won, "away_game_points": 1 - won}
        matches.append(match.replace(boards=5, **own))
    scale = find_scale("WBF_DISCRETE")
    assert isinstance(scale, ImpScale)
    steps = {award: margin for margin in range(100, -1, -1) if (award := scale.award(margin, 5))}
    text = " ".join(f"{margin}={winner:.2f}-{loser:.2f}" for (winner, loser), margin in reversed(steps.items()))
    event = facts.event.replace(vp_scale=None, details=(Detail(name="VP_SCALE_STEPS", value=text),))
    totals = tuple(total.replace(wins=wins.get(total.participant)) for total in facts.totals if total.kind == "team")
    changed = {"events": (event,), "matches": tuple(matches), "totals": totals, "results": (), "board_points": ()}
    return whole.replace(file=whole.file.replace(format="acblscore"), facts=facts.replace(**changed))


def _chess(lines: Sequence[str]) -> bytes:
    """A tournament with ranks and summaries: read, scored and written."""
    file = read_bytes(("\n".join(lines) + "\n").encode(), "made-up.trf", Path("made-up.trf"), NOON)
    (event,) = Pipeline([file]).events.values()
    return exported()["trf"].render(event.score()[1]).data


CLEAN: dict[str, tuple[Callable[[int], bytes], str]] = {
    "pairs": (lambda seed: _written(CleanEvent(seed=seed).fragment(), "usebio"), "usebio"),
    "one-winner": (lambda seed: _written(CleanEvent(seed=seed, winners=1).fragment(), "usebio"), "usebio"),
    "cross-imps": (lambda seed: _written(CleanEvent(seed=seed, unit="cross_imps").fragment(), "usebio"), "usebio"),
    "butler": (lambda seed: _written(CleanEvent(seed=seed, unit="butler_imps").fragment(), "usebio"), "usebio"),
    "penalties": (lambda seed: _written(_penalties(seed), "usebio"), "usebio"),
    "individual": (lambda seed: _written(_individuals(seed), "usebio"), "usebio"),
    "swiss-pairs": (
        lambda seed: _written(
            CleanMatches(seed=seed, kind="swiss_pairs", scale="EBU_SWISS_PAIRS").fragment(), "usebio"
        ),
        "usebio",
    ),
    "teams": (lambda seed: _written(CleanMatches(seed=seed).fragment(), "usebio"), "usebio"),
    "pbn": (lambda seed: _written(CleanEvent(seed=seed).fragment(), "pbn"), "pbn"),
    "game": (lambda seed: _written(_bare(CleanEvent(seed=seed).fragment()), "acblscore"), "acblscore"),
    "game-imps": (
        lambda seed: _written(_bare(CleanEvent(seed=seed).fragment(), "butler_imps"), "acblscore"),
        "acblscore",
    ),
    "game-individual": (lambda seed: _written(_bare(_individuals(seed)), "acblscore"), "acblscore"),
    "game-teams": (lambda seed: _written(_game_of_teams(seed), "acblscore"), "acblscore"),
    "chess": (lambda seed: _chess(individual(seed, 14, 4)), "trf"),
    "chess-teams": (lambda seed: _chess(teams(seed, 8, 3)), "trf"),
}
"""Makes a clean file from a seed, and its format."""


@cache
def clean_files(name: str) -> tuple[bytes, ...]:
    """Two clean files of a kind: of the first seeds of which nothing is to be said."""
    make, to = CLEAN[name]
    found: list[bytes] = []
    for seed in range(1, 60):
        data = make(seed)
        if not findings_above_info(data, f"clean.{SUFFIXES[to]}"):
            found.append(data)
            if len(found) == 2:
                return tuple(found)
    raise AssertionError(f"no clean {name}")


# Faults in USEBIO.


def _add(block: str, tag: str, amount: int) -> Edit:
    def edit(text: Text) -> None:
        _, number = text.choose(block, tag)
        text.put(number, f"{float(text.value(number)) + amount:g}")

    return edit


def _place(block: str) -> Edit:
    def edit(text: Text) -> None:
        _, number = text.choose(block, "PLACE")
        if not text.value(number).isdigit():
            raise DoesNotApplyError
        count = len([b for b in text.blocks(block) if text.within(b, "PLACE") is not None])
        text.put(number, (int(text.value(number)) + 2) % count + 1)

    return edit


def _line(tag: str, value: Callable[[Text, str], object]) -> Edit:
    def edit(text: Text) -> None:
        _, number = text.choose("TRAVELLER_LINE", tag)
        new = value(text, text.value(number))
        if str(new) == text.value(number):
            raise DoesNotApplyError
        text.put(number, new)

    return edit


def _other_score(text: Text, score: str) -> object:
    return text.dice.choice([s for s in ("110", "140", "-50", "420", "-110", "90") if s != score])


def _same_line_again(text: Text) -> None:
    (first, last), _ = text.choose("TRAVELLER_LINE", "SCORE")
    text.lines[last + 1 : last + 1] = text.lines[first : last + 1]
    text.changed = (first + 1, 2 * last - first + 2)


def _pair_in_two_places(text: Text) -> None:
    """East-West of a line is the pair of another line of the board."""
    boards = [b for b in text.blocks("BOARD") if text.within(b, "TRAVELLER_LINE") is not None]
    board = text.dice.choice(boards)
    lines = [b for b in text.blocks("TRAVELLER_LINE") if board[0] < b[0] < board[1]]
    one, other = text.dice.sample(lines, 2)
    tags = ("EW_PAIR_NUMBER", "E_PLAYER_NUMBER")
    here, there = (next(n for t in tags if (n := text.within(b, t)) is not None) for b in (one, other))
    text.put(here, text.value(there))
    text.changed = (board[0] + 1, board[1] + 1)


def _line_of_another_board(text: Text) -> None:
    boards = [b for b in text.blocks("BOARD") if text.within(b, "TRAVELLER_LINE") is not None]
    one, other = sorted(text.dice.sample(range(len(boards)), 2))
    line = text.dice.choice([b for b in text.blocks("TRAVELLER_LINE") if boards[one][0] < b[0] < boards[one][1]])
    moved = text.lines[line[0] : line[1] + 1]
    end = boards[other][1]
    text.lines[end:end] = moved
    del text.lines[line[0] : line[1] + 1]
    size = len(moved)
    text.changed = (boards[other][0] + 1 - size, end + 1)


def _penalty_left_out(text: Text) -> None:
    block, _ = text.choose("PAIR", "ADJUSTMENT")
    total = text.within(block, "TOTAL_SCORE")
    assert total is not None
    text.put(total, f"{float(text.value(total)) + 3:g}")


# Faults in PBN.


def _pbn(column: int, change: Callable[[Text, str], object], table: str = "ScoreTable") -> Edit:
    """Another value in a column of a row of a table, counted in words from the end."""

    def edit(text: Text) -> None:
        heads = text.rows(f"[{table} ")
        head = text.dice.choice(heads)
        last = next(
            (n for n in range(head + 1, len(text.lines)) if text.lines[n].strip()[:1] in ("", "[")), len(text.lines)
        )
        number = text.dice.randrange(head + 1, last)
        words = text.lines[number].split(" ")
        places = [n for n, word in enumerate(words) if word]
        at = places[column]
        new = str(change(text, words[at]))
        if new == words[at]:
            raise DoesNotApplyError
        words[at] = new
        text.lines[number] = " ".join(words)
        text.changed = (head + 1, last)

    return edit


def _other_rank(_: Text, rank: str) -> object:
    """Not of the first: by first places a file of PBN shows whether it has one winner or two."""
    if rank == "1":
        raise DoesNotApplyError
    return int(rank) % 5 + 2


# Faults in TRF.

_ROUND = 92
_POINTS, _RANK = 81, 86


def _cell(line: str, number: int) -> str:
    return line[_ROUND - 1 + 10 * number :][:8]


def _game(change: Callable[[Text, int, int, str], None], results: str = "10=") -> Edit:
    """Change the cell of a game that was played over the board."""

    def edit(text: Text) -> None:
        games = [
            (n, r)
            for n in text.rows("001")
            for r in range((len(text.lines[n]) - _ROUND + 3) // 10 + 1)
            if len(cell := _cell(text.lines[n], r)) == 8 and cell[7] in results and cell[:4] != "0000"
        ]
        number, round_ = text.dice.choice(games)
        opponent = int(_cell(text.lines[number], round_)[:4])
        other = next(n for n in text.rows("001") if int(text.lines[n][4:8]) == opponent)
        change(text, number, _ROUND + 10 * round_, _cell(text.lines[number], round_))
        text.changed = (min(number, other) + 1, max(number, other) + 1)

    return edit


def _told_otherwise(text: Text, number: int, column: int, cell: str) -> None:
    text.columns(number, column + 7, "1")


def _other_colour(text: Text, number: int, column: int, cell: str) -> None:
    text.columns(number, column + 5, {"w": "b", "b": "w"}[cell[5]])


def _other_opponent(text: Text, number: int, column: int, cell: str) -> None:
    own = int(text.lines[number][4:8])
    others = [n for n in range(1, len(text.rows("001")) + 1) if n not in (own, int(cell[:4]))]
    text.columns(number, column, f"{text.dice.choice(others):4}")


def _chess_points(text: Text) -> None:
    number = text.row("001")
    text.columns(number, _POINTS, f"{float(text.lines[number][_POINTS - 1 : _POINTS + 3]) + 1:4.1f}")


def _chess_rank(text: Text) -> None:
    number = text.row("001")
    count = len(text.rows("001"))
    text.columns(number, _RANK, f"{(int(text.lines[number][_RANK - 1 : _RANK + 3]) + count // 2) % count + 1:4}")


def _team_field(first: int, width: int) -> Edit:
    def edit(text: Text) -> None:
        number = text.row("310")
        value = text.lines[number][first - 1 : first - 1 + width]
        text.columns(number, first, f"{float(value) + 1:{width}.1f}")

    return edit


def _in_round(text: Text) -> None:
    number = text.row("300")
    text.columns(number, 4, f"{9:4}")


_USEBIO_LINES = ("pairs", "one-winner", "butler", "cross-imps", "individual")
_BOARDS = ("scoring.board-points-differ",)
_TOTAL, _PLACE = ("scoring.total-differs",), ("scoring.place-differs",)
_OF_CONTRACT = ("validation.score-not-of-contract", "validation.score-of-passed-out", "validation.score-impossible")
_TWICE = ("validation.twice-on-a-board",)
_GAME = (
    "chess.opponents-disagree", "chess.own-opponent", "chess.named-twice", "chess.results-disagree",
    "chess.colours-disagree",
)  # fmt: skip

KINDS: tuple[Kind, ...] = (
    Kind("total of a pair", _add("PAIR", "TOTAL_SCORE", 7), _TOTAL, ("pairs", "one-winner")),
    Kind("total of a player", _add("PLAYER", "TOTAL_SCORE", 7), _TOTAL, ("individual",)),
    Kind("total of a Swiss pair", _add("PAIR", "TOTAL_SCORE", 7), _TOTAL, ("swiss-pairs",)),
    Kind("total of a team", _add("TEAM", "TOTAL_SCORE", 7), _TOTAL, ("teams",)),
    Kind("percentage", _add("PAIR", "PERCENTAGE", 3), ("scoring.percentage-differs",), ("pairs", "one-winner")),
    Kind("place of a pair", _place("PAIR"), _PLACE, ("pairs", "one-winner", "swiss-pairs")),
    Kind("place of a team", _place("TEAM"), _PLACE, ("teams",)),
    Kind("penalty left out", _penalty_left_out, _TOTAL, ("penalties",)),
    Kind("match points of a line", _add("TRAVELLER_LINE", "NS_MATCH_POINTS", 2), _BOARDS, ("pairs", "individual")),
    Kind("IMPs of a line", _add("TRAVELLER_LINE", "NS_CROSS_IMP_POINTS", 3), _BOARDS, ("cross-imps",)),
    Kind("Butler IMPs of a line", _add("TRAVELLER_LINE", "NS_BUTLER_POINTS", 3), _BOARDS, ("butler",)),
    Kind(
        "score of another contract",
        _line("SCORE", _other_score),
        _OF_CONTRACT,
        (*_USEBIO_LINES, "swiss-pairs", "teams"),
    ),
    Kind(
        "score not in tens", _line("SCORE", lambda _, s: int(s) + 3), ("validation.score-not-in-tens",), _USEBIO_LINES
    ),
    Kind("tricks of another score", _line("TRICKS", lambda _, s: (int(s) + 5) % 14), _OF_CONTRACT, ("pairs", "teams")),
    Kind(
        "contract nobody can read",
        _line("CONTRACT", lambda *_: "9NT"),
        ("validation.contract-unreadable",),
        ("pairs", "butler"),
    ),
    Kind(
        "lead that is not a card", _line("LEAD", lambda *_: "1Z"), ("validation.lead-unreadable",), ("pairs", "teams")
    ),
    Kind("line twice", _same_line_again, ("validation.repeated-result",), ("pairs", "butler", "individual")),
    Kind("pair in two places", _pair_in_two_places, _TWICE, ("pairs", "one-winner", "butler")),
    Kind(
        "unknown pair",
        _line("NS_PAIR_NUMBER", lambda *_: "99NS"),
        ("scoring.unknown-participant",),
        ("pairs", "cross-imps", "butler"),
    ),
    Kind(
        "line of another board",
        _line_of_another_board,
        (*_TWICE, "validation.repeated-result"),
        ("pairs", "cross-imps"),
    ),
    Kind(
        "boards played", _add("PAIR", "BOARDS_PLAYED", -3), ("scoring.boards-played-differ",), ("pairs", "swiss-pairs")
    ),
    Kind(
        "score of a match of pairs", _add("MATCH", "NS_VICTORY_POINTS", 4), ("scoring.match-differs",), ("swiss-pairs",)
    ),
    Kind("score of a match of teams", _add("MATCH", "TEAM_SCORE", 4), ("scoring.match-differs",), ("teams",)),
    Kind("IMPs of a board of a match", _add("BOARD", "IMPS", 5), _BOARDS, ("teams",)),
    Kind("wins", _add("TEAM", "WINS_OR_DRAWS", 2), ("scoring.wins-differ",), ("teams",)),
    Kind("IMPs of a pair of a team", _add("PAIR", "PAIR_IMPS", 9), _TOTAL, ("teams",)),
    Kind("score in PBN", _pbn(-5, lambda t, s: _other_score(t, s)), _OF_CONTRACT, ("pbn",)),
    Kind("match points in PBN", _pbn(-4, lambda _, s: int(s) + 2), _BOARDS, ("pbn",)),
    Kind("total in PBN", _pbn(-4, lambda _, s: int(s) + 9, "TotalScoreTable"), _TOTAL, ("pbn",)),
    Kind("rank in PBN", _pbn(0, _other_rank, "TotalScoreTable"), _PLACE, ("pbn",)),
    Kind("result told by one player", _game(_told_otherwise, "0="), _GAME, ("chess",)),
    Kind("colour of one player", _game(_other_colour, "10=WDL"), _GAME, ("chess",)),
    Kind("opponent of one player", _game(_other_opponent), _GAME, ("chess",)),
    Kind("result told by one player of a team", _game(_told_otherwise, "0="), _GAME, ("chess-teams",)),
    Kind("points of a player", _chess_points, _TOTAL, ("chess", "chess-teams")),
    Kind("rank of a player", _chess_rank, _PLACE, ("chess",)),
    Kind("match points of a chess team", _team_field(55, 6), _TOTAL, ("chess-teams",)),
    Kind("game points of a chess team", _team_field(62, 6), _TOTAL, ("chess-teams",)),
    Kind("total in a game file", added("score", 7), _TOTAL, ("game", "game-imps", "game-individual", "game-teams")),
    Kind(
        "percentage in a game file",
        added("percentage", 3),
        ("scoring.percentage-differs",),
        ("game", "game-individual"),
    ),
    Kind("rank in a game file", rank, _PLACE, ("game", "game-individual", "game-teams")),
    Kind("boards played in a game file", added("num_boards_played", -3), ("scoring.boards-played-differ",), ("game",)),
    Kind("penalty that a game file does not count", added("adjustment", 3), _TOTAL, ("game", "game-teams")),
    Kind("score in a game file", both_scores, (*_BOARDS, "validation.score-impossible"), ("game", "game-individual")),
    Kind("points in a game file", points, _BOARDS, ("game", "game-imps")),
    Kind("points of partners in a game file", partners_points, ("acblscore.scores-disagree",), ("game-individual",)),
    Kind("number that is no score", no_score, ("acblscore.bad-score",), ("game", "game-imps")),
    Kind("pair number that nobody has", unknown_number, ("scoring.unknown-participant",), ("game", "game-individual")),
    Kind("sides exchanged", sides_exchanged, _TWICE, ("game",)),
    Kind("pair of another line", pair_of_another_line, _TWICE, ("game", "game-imps")),
    Kind("player without a name", no_name, ("validation.player-missing",), ("game",)),
    Kind("victory points of a team", victory_points, ("scoring.match-unbalanced",), ("game-teams",)),
    Kind("IMPs of a team", match_imps, ("acblscore.scores-disagree",), ("game-teams",)),
    Kind("opponent of a team", opponent, ("acblscore.opponents-disagree",), ("game-teams",)),
    Kind("wins of a team", added("unfactored", 2), ("scoring.wins-differ",), ("game-teams",)),
    Kind("pointer that leads nowhere", pointer, ("acblscore.bad-pointer",), ("game", "game-individual", "game-teams")),
    Kind("length of a game file", length_of_file, ("acblscore.length-differs",), ("game",)),
    Kind("mode of a movement", mode_of_movement, ("acblscore.bad-value",), ("game", "game-individual")),
    Kind("name that is too long", long_name, ("acblscore.bad-text",), ("game", "game-teams")),
)


def _opened(data: bytes, to: str, dice: random.Random) -> Text | GameBytes:
    return GameBytes(data, dice) if to == "acblscore" else Text(data.decode().split("\n"), dice)


def faults(count: int = 200) -> Iterator[Fault]:
    """So many faults, each kind as often as the others, always the same ones."""
    seen: set[bytes] = set()
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        turn = number // len(KINDS)
        clean = kind.clean[turn % len(kind.clean)]
        files = clean_files(clean)
        data = files[turn // len(kind.clean) % len(files)]
        for attempt in range(100):
            file = _opened(data, CLEAN[clean][1], random.Random(f"{kind.name} {turn} {attempt}"))
            try:
                kind.edit(file)
            except DoesNotApplyError:
                continue
            if file.data not in seen:
                seen.add(file.data)
                yield Fault(kind, clean, turn, file.data, file.changed)
                break
        else:
            raise AssertionError(f"{kind.name} does not apply to {clean}")
