"""What a game says of its tournament: the round and board, the players, and the result.

Rules kept here:

1. The tag Round has the round, and after a dot the board ("3.12"); a part between them is the match (8.1.1.4). Without
   a board there, it is that of the tag Board or Table. Without a round, it is the one in the address of the broadcast.
2. The tag Result counts, unless it says that the game is in play: programs write the end of the moves first. A game
   whose tag Termination says so was not played.
"""

import re
from dataclasses import dataclass

from contracts.base import NAME_LENGTH, Place
from contracts.codes import pgn as codes
from shared.formats.pgn.reader.scanner import Game
from shared.formats.pgn.report import Report
from shared.formats.pgn.values import FORFEITS, IN_PLAY, RESULTS, is_forfeit, plain_result

MOST_ROUNDS = 300
MOST_BOARDS = 10_000
SIDES = ("White", "Black")

_ROUND = re.compile(r"0*([1-9]\d{0,3})(?:\.\d{1,4})*?(?:\.0*([1-9]\d{0,4}))?", re.ASCII)
_ADDRESS = re.compile(r"/round-0*([1-9]\d{0,2})/", re.ASCII)
_NUMBER = re.compile(r"[1-9]\d{0,4}", re.ASCII)
_NOTHING = frozenset({"", "?", "-"})


@dataclass(frozen=True)
class Played:
    """A game that has its place in a tournament.

    Attributes:
        result: the letters for White and Black; None while it is in play.
        begun: whether there is a result or a move.
    """

    game: Game
    round: int
    board: int | None
    result: tuple[str, str] | None
    begun: bool

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.game.place

    def tag(self, name: str) -> str | None:
        """The value of a tag."""
        return value_of(self.game, name)

    @property
    def date(self) -> str | None:
        """The tag Date as it stands."""
        return self.tag("Date")


def value_of(game: Game, name: str) -> str | None:
    """The value of a tag; None where it says that nothing is known, or does not apply."""
    value = " ".join(game.tags.get(name, "").split())
    return None if value in _NOTHING else value[:NAME_LENGTH]


def played(game: Game, report: Report) -> Played | None:
    """What a game says; None, with the reason in the report, where it has no place in a tournament."""
    names = [value_of(game, side) for side in SIDES]
    if None in names:
        report.add(codes.NO_PLAYERS, "the game does not name two players", game.place)
        return None
    round_, board = _round_of(game)
    if round_ is None:
        stated = value_of(game, "Round")
        report.add(codes.NO_ROUND, f"{names[0]} against {names[1]} has no round", game.place, stated=stated)
        return None
    result = _result(game, report, f"{names[0]} against {names[1]}")
    return Played(game, round_, board, result, begun=game.begun or result is not None)


def _round_of(game: Game) -> tuple[int | None, int | None]:
    """Round and board (rule 1)."""
    match = _ROUND.fullmatch(value_of(game, "Round") or "")
    address = _ADDRESS.search(f"{value_of(game, 'BroadcastURL') or ''}/")
    text = match[1] if match else address[1] if address else "0"
    board = (match[2] if match else None) or value_of(game, "Board") or value_of(game, "Table") or ""
    number = int(board) if _NUMBER.fullmatch(board) else 0
    return (int(text) if 0 < int(text) <= MOST_ROUNDS else None, number if 0 < number <= MOST_BOARDS else None)


def _result(game: Game, report: Report, subject: str) -> tuple[str, str] | None:
    """The letters of both players (rule 2)."""
    stated = plain_result(value_of(game, "Result") or "")
    at_end = game.marker if game.marker in RESULTS else IN_PLAY
    if stated not in RESULTS and stated not in ("", IN_PLAY):
        report.add(codes.BAD_RESULT, f"{stated[:40]!r} is no result", game.place, subject=subject, stated=stated)
        stated = ""
    if stated in RESULTS and at_end in RESULTS and stated != at_end:
        text = f"the tag Result says {stated}, the moves end with {at_end}"
        report.add(codes.RESULTS_DIFFER, text, game.place, subject=subject, stated=stated, computed=at_end)
    result = stated if stated in RESULTS else at_end
    if is_forfeit(value_of(game, "Termination")):
        return FORFEITS.get(result, RESULTS.get(result))
    return RESULTS.get(result)
