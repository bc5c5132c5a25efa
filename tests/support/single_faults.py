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
from tests.support.text_faults import (
    Text,
    add,
    chess_game,
    chess_points,
    chess_rank,
    line_of_another_board,
    line_value,
    other_colour,
    other_opponent,
    other_rank,
    other_score,
    pair_in_two_places,
    pbn_value,
    penalty_left_out,
    same_line_again,
    stated_place,
    team_field,
    told_otherwise,
)

SUFFIXES = {"usebio": "xml", "pbn": "pbn", "trf": "trf", "acblscore": "aca"}


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


_USEBIO_LINES = ("pairs", "one-winner", "butler", "cross-imps", "individual")


_BOARDS = ("scoring.board-points-differ",)


_TOTAL, _PLACE = ("scoring.total-differs",), ("scoring.place-differs",)


_OF_CONTRACT = ("validation.score-not-of-contract", "validation.score-of-passed-out", "validation.score-impossible")


_TWICE = ("validation.twice-on-a-board", "scoring.line-misplaced")


_GAME = (
    "chess.opponents-disagree", "chess.own-opponent", "chess.named-twice", "chess.results-disagree",
    "chess.colours-disagree",
)  # fmt: skip


KINDS: tuple[Kind, ...] = (
    Kind("total of a pair", add("PAIR", "TOTAL_SCORE", 7), _TOTAL, ("pairs", "one-winner")),
    Kind("total of a player", add("PLAYER", "TOTAL_SCORE", 7), _TOTAL, ("individual",)),
    Kind("total of a Swiss pair", add("PAIR", "TOTAL_SCORE", 7), _TOTAL, ("swiss-pairs",)),
    Kind("total of a team", add("TEAM", "TOTAL_SCORE", 7), _TOTAL, ("teams",)),
    Kind("percentage", add("PAIR", "PERCENTAGE", 3), ("scoring.percentage-differs",), ("pairs", "one-winner")),
    Kind("place of a pair", stated_place("PAIR"), _PLACE, ("pairs", "one-winner", "swiss-pairs")),
    Kind("place of a team", stated_place("TEAM"), _PLACE, ("teams",)),
    Kind("penalty left out", penalty_left_out, _TOTAL, ("penalties",)),
    Kind("match points of a line", add("TRAVELLER_LINE", "NS_MATCH_POINTS", 2), _BOARDS, ("pairs", "individual")),
    Kind("IMPs of a line", add("TRAVELLER_LINE", "NS_CROSS_IMP_POINTS", 3), _BOARDS, ("cross-imps",)),
    Kind("Butler IMPs of a line", add("TRAVELLER_LINE", "NS_BUTLER_POINTS", 3), _BOARDS, ("butler",)),
    Kind(
        "score of another contract",
        line_value("SCORE", other_score),
        _OF_CONTRACT,
        (*_USEBIO_LINES, "swiss-pairs", "teams"),
    ),
    Kind(
        "score not in tens",
        line_value("SCORE", lambda _, s: int(s) + 3),
        ("validation.score-not-in-tens",),
        _USEBIO_LINES,
    ),
    Kind(
        "tricks of another score",
        line_value("TRICKS", lambda _, s: (int(s) + 5) % 14),
        _OF_CONTRACT,
        ("pairs", "teams"),
    ),
    Kind(
        "contract nobody can read",
        line_value("CONTRACT", lambda *_: "9NT"),
        ("validation.contract-unreadable",),
        ("pairs", "butler"),
    ),
    Kind(
        "lead that is not a card",
        line_value("LEAD", lambda *_: "1Z"),
        ("validation.lead-unreadable",),
        ("pairs", "teams"),
    ),
    Kind("line twice", same_line_again, ("validation.repeated-result",), ("pairs", "butler", "individual")),
    Kind("pair in two places", pair_in_two_places, _TWICE, ("pairs", "one-winner", "butler")),
    Kind(
        "unknown pair",
        line_value("NS_PAIR_NUMBER", lambda *_: "99NS"),
        ("scoring.unknown-participant",),
        ("pairs", "cross-imps", "butler"),
    ),
    Kind(
        "line of another board", line_of_another_board, (*_TWICE, "validation.repeated-result"), ("pairs", "cross-imps")
    ),
    Kind(
        "boards played", add("PAIR", "BOARDS_PLAYED", -3), ("scoring.boards-played-differ",), ("pairs", "swiss-pairs")
    ),
    Kind(
        "score of a match of pairs", add("MATCH", "NS_VICTORY_POINTS", 4), ("scoring.match-differs",), ("swiss-pairs",)
    ),
    Kind("score of a match of teams", add("MATCH", "TEAM_SCORE", 4), ("scoring.match-differs",), ("teams",)),
    Kind("IMPs of a board of a match", add("BOARD", "IMPS", 5), _BOARDS, ("teams",)),
    Kind("wins", add("TEAM", "WINS_OR_DRAWS", 2), ("scoring.wins-differ",), ("teams",)),
    Kind("IMPs of a pair of a team", add("PAIR", "PAIR_IMPS", 9), _TOTAL, ("teams",)),
    Kind("score in PBN", pbn_value(-5, lambda t, s: other_score(t, s)), _OF_CONTRACT, ("pbn",)),
    Kind("match points in PBN", pbn_value(-4, lambda _, s: int(s) + 2), _BOARDS, ("pbn",)),
    Kind("total in PBN", pbn_value(-4, lambda _, s: int(s) + 9, "TotalScoreTable"), _TOTAL, ("pbn",)),
    Kind("rank in PBN", pbn_value(0, other_rank, "TotalScoreTable"), _PLACE, ("pbn",)),
    Kind("result told by one player", chess_game(told_otherwise, "0="), _GAME, ("chess",)),
    Kind("colour of one player", chess_game(other_colour, "10=WDL"), _GAME, ("chess",)),
    Kind("opponent of one player", chess_game(other_opponent), _GAME, ("chess",)),
    Kind("result told by one player of a team", chess_game(told_otherwise, "0="), _GAME, ("chess-teams",)),
    Kind("points of a player", chess_points, _TOTAL, ("chess", "chess-teams")),
    Kind("rank of a player", chess_rank, _PLACE, ("chess",)),
    Kind("match points of a chess team", team_field(55, 6), _TOTAL, ("chess-teams",)),
    Kind("game points of a chess team", team_field(62, 6), _TOTAL, ("chess-teams",)),
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
    Kind(
        "victory points of a team",
        victory_points,
        ("scoring.match-misreported", "scoring.match-unbalanced"),
        ("game-teams",),
    ),
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
