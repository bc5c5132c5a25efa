"""A made-up evening of Swiss teams with pairs: victory points of the teams and IMPs of their pairs, by hand."""

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Literal

from tests.support.by_hand import butler_imps, cross_imps, datum, imps, places, printed
from tests.support.scored_documents import board, listed, match, pair, tags, team, two_tables
from tests.support.usebio_documents import document

SCORES = (90, 110, 120, 140, 170, 200, 100, 150, -90, -110, -140, -100, -200, -120, -300, 500)
"""Possible at every vulnerability."""

DRAW = ((("1", "2"), ("3", "4")), (("1", "3"), ("2", "4")))
BOARDS = 5
FIRST_MARGINS = (0, 1, 3, 5, 7, 10, 13, 16, 20, 25, 31)
"""Of five boards by the discrete scale of the WBF, for 10, 11, ..., 20 victory points."""

Scoring = Literal["CROSS_IMPS", "BUTLER_IMPS"]


class Evening:
    """Two rounds of five boards; the first pair of a team sits North-South, the other one East-West.

    Attributes:
        pairs: the IMPs of each pair, as the scoring gives them.
        teams: the victory points of each team.
    """

    def __init__(self, scoring: Scoring, seed: int = 1) -> None:
        """Deal the scores."""
        dice = Random(seed)
        self.scoring = scoring
        self.tables: dict[tuple[int, int, str], tuple[int, int]] = {}
        for number, matches in enumerate(DRAW):
            for board_ in range(number * BOARDS + 1, number * BOARDS + BOARDS + 1):
                for home, _ in matches:
                    self.tables[number + 1, board_, home] = (dice.choice(SCORES), dice.choice(SCORES))
        self.pairs: dict[str, Fraction] = defaultdict(Fraction)
        self.teams: dict[str, int] = defaultdict(int)
        self._lines: dict[tuple[int, str], list[Fraction]] = {}
        for number, matches in enumerate(DRAW, 1):
            self._score(number, matches)

    def _score(self, number: int, matches: Sequence[tuple[str, str]]) -> None:
        for board_ in self._boards(number):
            scores = [score for home, _ in matches for score in self.tables[number, board_, home]]
            won = cross_imps(scores) if self.scoring == "CROSS_IMPS" else butler_imps(scores, datum(scores))
            for place, (home, away) in enumerate(matches):
                own = self._lines[board_, home] = won[2 * place : 2 * place + 2]
                for at, ns, ew in zip(own, (home, away), (away, home), strict=True):
                    self.pairs[f"{ns}A"] += at
                    self.pairs[f"{ew}B"] -= at
        for home, away in matches:
            for side, vps in zip((home, away), self.victory_points(number, home), strict=True):
                self.teams[side] += vps

    @staticmethod
    def _boards(number: int) -> range:
        return range((number - 1) * BOARDS + 1, number * BOARDS + 1)

    def victory_points(self, number: int, home: str) -> tuple[int, int]:
        """Of both sides of a match."""
        margin = sum(imps(one - other) for one, other in (self.tables[number, b, home] for b in self._boards(number)))
        won = sum(abs(margin) >= first for first in FIRST_MARGINS[1:])
        return (10 + won, 10 - won) if margin >= 0 else (10 - won, 10 + won)

    def document(self, **wrong: str) -> bytes:
        """The evening as a scoring program writes it.

        Args:
            wrong: what is stated for a pair instead of its IMPs, by its number behind a letter: ``p1A``.
        """
        unit = "CROSS_IMP" if self.scoring == "CROSS_IMPS" else "BUTLER"
        places_ = places(self.teams)

        def stated(name: str) -> str:
            return wrong.get(f"p{name}", str(printed(self.pairs[name])))

        rows = [
            team(
                number,
                "".join(pair(f"{number}{at}", PAIR_IMPS=stated(f"{number}{at}")) for at in "AB"),
                TOTAL_SCORE=self.teams[number],
                PLACE=places_[number],
            )
            for number in sorted(self.teams)
        ]
        head = tags(
            BOARD_SCORING_METHOD="IMPS",
            MATCH_SCORING_METHOD="VPS",
            VP_SCALE="WBF_DISCRETE",
            TEAM_PAIRING_AVAILABLE="Y",
            PAIRWISE_SCORING_METHOD=self.scoring,
        )
        matches = "".join(
            self._match(number, home, away, unit) for number, drawn in enumerate(DRAW, 1) for home, away in drawn
        )
        return document(head + listed(*rows) + matches, event='EVENT_TYPE="SWISS_TEAMS"')

    def _match(self, number: int, home: str, away: str, unit: str) -> str:
        boards = []
        for board_ in self._boards(number):
            scores = self.tables[number, board_, home]
            lines = [
                tags(NS_PAIR_NUMBER=f"{ns}A", EW_PAIR_NUMBER=f"{ew}B")
                + tags(**{f"NS_{unit}_POINTS": _text(won), f"EW_{unit}_POINTS": _text(-won)})
                for won, ns, ew in zip(self._lines[board_, home], (home, away), (away, home), strict=True)
            ]
            boards.append(board(board_, two_tables(*scores, *lines), IMPS=imps(scores[0] - scores[1])))
        first = self._boards(number)
        return match(
            home,
            away,
            self.victory_points(number, home),
            *boards,
            round_number=number,
            START_BOARD_NUMBER=first[0],
            END_BOARD_NUMBER=first[-1],
        )


def _text(value: Fraction) -> Decimal:
    return printed(value)
