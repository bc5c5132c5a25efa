"""Made-up tournaments whose next round is played as it was seated, as files of a scoring program, totalled by hand."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from random import Random

from tests.support.by_hand import imps
from tests.support.chess_tournaments import POINTS
from tests.support.scored_documents import board, match, tags, two_tables
from tests.support.trf_lines import player
from tests.support.usebio_documents import document

FIRST_MARGINS = (1, 3, 5, 7, 10, 13, 16, 20, 25, 31)
"""Of five boards by the discrete scale of the WBF, for 11, 12, ..., 20 victory points."""

BOARDS = 5

SCORES = (90, 110, 120, 140, 170, 200, 100, 150, -90, -110, -140, -100, -200, -120, -300, 500)
"""Possible at every vulnerability."""


class Open:
    """A chess Swiss; players are ranked by number.

    Attributes:
        cells: of each player, by round: "12 w 1", "- H".
    """

    def __init__(self, size: int) -> None:
        self.cells: dict[int, list[str]] = {number: [] for number in range(1, size + 1)}
        self.names = {number: f"Rook, Number {number}" for number in self.cells}
        self._dice = Random(size)

    def play(self, games: Sequence[tuple[int, int]], given: Mapping[int, str], byes: Mapping[int, str]) -> None:
        """A round: results of White by dice, or by White's number; everybody else has a bye or nothing."""
        played: dict[int, str] = {}
        for white, black in games:
            result = given.get(white, self._dice.choice("110=="))
            played[white] = f"{black} w {result}"
            played[black] = f"{white} b {dict(zip('10=+-', '01=-+', strict=True))[result]}"
        for number, cells in self.cells.items():
            cells.append(played.get(number, f"- {byes.get(number, 'Z')}"))

    def enter(self, number: int, name: str) -> None:
        """Somebody who comes late and has played nothing so far, before the round that is next."""
        self.cells[number] = ["- Z"] * len(self.cells[1])
        self.names[number] = name

    def met(self) -> set[frozenset[int]]:
        """Who has met."""
        return {
            frozenset((number, int(opponent)))
            for number, cells in self.cells.items()
            for opponent, *_ in map(str.split, cells)
            if opponent != "-"
        }

    def won(self, number: int, round_: int) -> Decimal:
        """What a round gave somebody."""
        return Decimal(POINTS[self.cells[number][round_ - 1].split()[-1]]) / 2

    def points(self, number: int) -> Decimal:
        """What all rounds gave somebody."""
        return Decimal(sum(POINTS[cell.split()[-1]] for cell in self.cells[number])) / 2

    def file(self) -> bytes:
        head = [
            "012 Castle Open",
            "022 Elmsgate",
            "042 2026/05/01",
            "092 Swiss System",
            "142 5",
            "192 FIDE_DUTCH_2026",
            "152 w",
        ]
        lines = [
            player(number, *cells, name=self.names[number], points=f"{self.points(number)}", rating=2400 - 10 * number)
            for number, cells in self.cells.items()
        ]
        return ("\n".join([*head, *lines]) + "\n").encode()


class Teams:
    """A Swiss of teams, five boards a match, by victory points.

    Attributes:
        points: of each team, by its number.
        margins: in IMPs of each match, by its round and its home team.
        won: the same of each board.
    """

    def __init__(self, size: int) -> None:
        self.points: dict[str, int] = {str(number): 0 for number in range(1, size + 1)}
        self.margins: dict[tuple[int, str], int] = {}
        self.won: dict[tuple[int, str, int], int] = {}
        self._matches: list[str] = []
        self._dice = Random(size)
        self._rounds = 0

    def play(self, matches: Sequence[tuple[str, str]]) -> None:
        self._rounds += 1
        first = (self._rounds - 1) * BOARDS + 1
        for home, away in matches:
            boards, margin = [], 0
            for number in range(first, first + BOARDS):
                scores = self._dice.choice(SCORES), self._dice.choice(SCORES)
                won = imps(scores[0] - scores[1])
                margin += won
                self.won[self._rounds, home, number] = won
                boards.append(board(number, two_tables(*scores), IMPS=won))
            self.margins[self._rounds, home] = margin
            vps = victory_points(margin)
            self.points[home] += vps
            self.points[away] += 20 - vps
            stated = (vps, 20 - vps)
            numbers = {"START_BOARD_NUMBER": first, "END_BOARD_NUMBER": first + BOARDS - 1}
            self._matches.append(match(home, away, stated, *boards, round_number=self._rounds, **numbers))

    def file(self, matches: int | None = None) -> bytes:
        """An export, of the first matches or of all, which has totals."""
        head = tags(
            EVENT_DESCRIPTION="Wharf Teams",
            DATE="07/03/2026",
            BOARD_SCORING_METHOD="IMPS",
            MATCH_SCORING_METHOD="VPS",
            VP_SCALE="WBF_DISCRETE",
        )
        totals = {number: tags(TOTAL_SCORE=total) if matches is None else "" for number, total in self.points.items()}
        rows = "".join(
            f'<TEAM TEAM_ID="{number}" TEAM_NAME="Team {number}">{total}</TEAM>' for number, total in totals.items()
        )
        inside = f"{head}<PARTICIPANTS>{rows}</PARTICIPANTS>{''.join(self._matches[:matches])}"
        return document(inside, event='EVENT_TYPE="SWISS_TEAMS"')


def victory_points(margin: int) -> int:
    """Of the home team, for its IMPs."""
    won = sum(abs(margin) >= first for first in FIRST_MARGINS)
    return 10 + won if margin >= 0 else 10 - won
