"""The results of one board, ready to be scored, and numbers as they are published."""

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from contracts.base import Compass, slug
from contracts.facts import BoardFact, DealFact, ResultFact
from services.scoring.domain.boards.line_methods import BoardSample
from services.scoring.domain.boards.lines import board_line
from shared.bridge.boards.artificial_scores import GRADE_PERCENT, Artificial, Grade
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.matchpoints import LineMatchpoints, expected_scores
from shared.bridge.play.board_cycle import Vulnerability, dealer, parse_vulnerability, vulnerability

_PLAIN = re.compile(r"[A-Z0-9]+")


_GRADES = {GRADE_PERCENT[grade]: grade for grade in (Grade.PLUS, Grade.MINUS)}

Pairs = tuple[tuple[Decimal | None, Decimal | None], ...]
_NOTHING = (None, None)


class BoardKey(NamedTuple):
    """Which traveller a result belongs to: boards are compared within a session and a group of sections."""

    session: str | None
    group: str | None
    board: str

    @property
    def id(self) -> str:
        """The token of the board in subjects: "7", "2-7", "b-7" for a group of sections scored apart.

        Names of other than digits and capitals get a digest behind them, so that no two boards share a token.
        """
        parts = [part for part in (self.session, self.group, self.board) if part]
        token = slug("-".join(parts))
        if all(_PLAIN.fullmatch(part) for part in parts):
            return token
        digest = zlib.crc32("\0".join(str(part) for part in (self.session, self.group, self.board)).encode())
        return f"{token[:80].strip('-')}-{digest:08x}"


@dataclass(frozen=True)
class Board:
    """The results of one board, ready to be scored."""

    key: BoardKey
    results: tuple[ResultFact, ...]
    lines: tuple[BoardLine, ...]
    from_contract: tuple[bool, ...]
    vulnerability: Vulnerability | None
    dealer: Compass | None
    datum: Fraction | None = None

    @cached_property
    def expected(self) -> int:
        """How many scores its lines stand for."""
        return expected_scores(self.lines)

    @cached_property
    def worked_out(self) -> tuple[ResultFact, ...]:
        """Results whose score comes from contract and tricks."""
        return tuple(result for result, by_us in zip(self.results, self.from_contract, strict=True) if by_us)

    @cached_property
    def blank(self) -> tuple[ResultFact, ...]:
        """Results that nothing can be compared with, on either side."""
        return tuple(r for r, line in zip(self.results, self.lines, strict=True) if line.ns is None and line.ew is None)

    @cached_property
    def awards(self) -> tuple[tuple[int, bool, Grade], ...]:
        """Awards of average plus and minus by name: line, whether of North-South, and which; of pairs only."""
        awards: list[tuple[int, bool, Grade]] = []
        for number, (result, line) in enumerate(zip(self.results, self.lines, strict=True)):
            for pair, score, of, ns in (
                (result.sides.ns, result.ns_score, line.ns, True),
                (result.sides.ew, result.ew_score, line.ew, False),
            ):
                if pair is not None and score.kind == "average" and isinstance(of, Artificial):
                    grade = _GRADES.get(of.percent)
                    if grade is not None:
                        awards.append((number, ns, grade))
        return tuple(awards)

    @cached_property
    def stated(self) -> Pairs:
        """What is stated for each line: North-South's and East-West's points."""
        return tuple(
            (result.stated.ns, result.stated.ew) if result.stated is not None else _NOTHING for result in self.results
        )

    @cached_property
    def as_stated(self) -> tuple[LineMatchpoints, ...]:
        """What is stated for each line, as points that we have not computed; they have no top."""
        return tuple(
            LineMatchpoints(
                None if ns is None else Fraction(ns), None if ew is None else Fraction(ew), Fraction(0), Fraction(0)
            )
            for ns, ew in self.stated
        )

    @cached_property
    def stated_percents(self) -> Pairs:
        """What is stated for each line in per cent, where nothing is stated in points."""
        if any(value is not None for pair in self.stated for value in pair):
            return ()
        return tuple(
            (result.stated.ns_percent, result.stated.ew_percent) if result.stated is not None else _NOTHING
            for result in self.results
        )

    def sample(self, field: int) -> BoardSample:
        """The board as evidence for the method of scoring."""
        return BoardSample(self.lines, self.stated, field, self.datum, self.stated_percents)


def conditions(
    board: str, stated_vulnerable: str | None, stated_dealer: Compass | None
) -> tuple[Vulnerability | None, Compass | None]:
    """Vulnerability and dealer of a board, as stated, else from its number (Law 2); None where it has none."""
    number = int(board) if board.isascii() and board.isdigit() and 0 < int(board) < 10_000 else None
    by_number = vulnerability(number) if number else None
    vulnerable = parse_vulnerability(stated_vulnerable) if stated_vulnerable else by_number
    return vulnerable, stated_dealer or (Compass(dealer(number).value) if number else None)


def board_of(
    key: BoardKey,
    results: Sequence[ResultFact],
    fact: BoardFact | None,
    deal: DealFact | None,
    *,
    old_doubled_undertricks: bool = False,
) -> Board:
    """Put the results of a board together with what is known of the board.

    Vulnerability and dealer come from the file, else from the deal, else from the board's number (Law 2).
    """
    stated_vul = (fact.vulnerable if fact else None) or (deal.vulnerable if deal else None)
    stated_dealer = (fact.dealer if fact else None) or (deal.dealer if deal else None)
    vul, deals = conditions(key.board, stated_vul, stated_dealer)
    pairs = [board_line(result, vul, old=old_doubled_undertricks) for result in results]
    return Board(
        key,
        tuple(results),
        tuple(line for line, _ in pairs),
        tuple(worked for _, worked in pairs),
        vul,
        deals,
        Fraction(fact.datum) if fact is not None and fact.datum is not None else None,
    )


def published(value: Fraction | None) -> Decimal | None:
    """A number as it is published: two decimals, without those that are zero."""
    return None if value is None else _published(value.numerator, value.denominator)


@lru_cache(maxsize=16_384)
def _published(above: int, below: int) -> Decimal:
    """The same numbers come again and again; they are known by their two parts, whose hashes cost nothing.

    Rounded half up to two decimals, without those that are zero.
    """
    hundredths = (200 * above + below) // (2 * below)
    if hundredths % 100 == 0:
        return Decimal(hundredths // 100)
    return Decimal(f"{hundredths}E-2") if hundredths % 10 else Decimal(f"{hundredths // 10}E-1")


def percent(points: Fraction | None, top: Fraction) -> Decimal | None:
    """Points as a percentage of the top."""
    if points is None or top.numerator <= 0:
        return None
    return _published(100 * points.numerator * top.denominator, points.denominator * top.numerator)


def sides_of(result: ResultFact) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The participants of North-South and of East-West: one pair each, or two individuals each."""
    sides = result.sides
    ns = (sides.ns,) if sides.ns else tuple(p for p in (sides.north, sides.south) if p)
    ew = (sides.ew,) if sides.ew else tuple(p for p in (sides.east, sides.west) if p)
    return ns, ew
