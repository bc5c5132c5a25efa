"""The results of one board, ready to be scored, and numbers as they are published."""

import re
import zlib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import compress
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from contracts.base import Compass, slug
from contracts.facts import BoardFact, DealFact, ResultFact, StatedScore
from services.scoring.domain.boards.line_methods import BoardSample, places_of
from services.scoring.domain.boards.lines import board_line
from services.scoring.domain.merging.key_order import SortKey, key_order
from shared.bridge.boards.artificial_scores import GRADE_PERCENT, Artificial, Grade
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.matchpoints import LineMatchpoints
from shared.bridge.play.board_cycle import Vulnerability, dealer, parse_vulnerability, vulnerability

_PLAIN = re.compile(r"[A-Z0-9]+")


_GRADES = {GRADE_PERCENT[grade]: grade for grade in (Grade.PLUS, Grade.MINUS)}

Pairs = tuple[tuple[Decimal | None, Decimal | None], ...]
_NOTHING = (None, None)


_SEATS = attrgetter(*(f"sides.{seat}" for seat in ("ns", "ew", "north", "south", "east", "west")))


Trait = tuple[Any, ...]
"""Something that is asked of all boards together: its name, and values that go with it."""

STATES: Trait = ("states",)
"""Something is stated for a line."""

STATES_PERCENTS: Trait = ("states percents",)
"""It is stated in per cent alone."""

HAS_AWARDS: Trait = ("awards",)
"""There are awards of average plus and minus by name."""


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
    def counts(self) -> Mapping[int, int]:
        """How often each of its lines occurs, by identity."""
        return Counter(map(id, self.lines))

    @cached_property
    def kinds(self) -> tuple[tuple[BoardLine, int], ...]:
        """Its lines, equal ones that are one object once, each with how often it occurs."""
        lines = dict(zip(map(id, self.lines), self.lines, strict=True))
        return tuple((lines[own], count) for own, count in self.counts.items())

    @cached_property
    def expected(self) -> int:
        """How many scores its lines stand for."""
        return sum(line.count * times for line, times in self.kinds if line.scored)

    @cached_property
    def worked_out(self) -> tuple[ResultFact, ...]:
        """Results whose score comes from contract and tricks."""
        return tuple(compress(self.results, self.from_contract))

    @cached_property
    def blank(self) -> tuple[ResultFact, ...]:
        """Results that nothing can be compared with, on either side."""
        if all(line.scored for line, _ in self.kinds):
            return ()
        return tuple(result for result, line in zip(self.results, self.lines, strict=True) if not line.scored)

    @cached_property
    def awards(self) -> tuple[tuple[int, bool, Grade], ...]:
        """Awards of average plus and minus by name: line, whether of North-South, and which; of pairs only."""
        if not any(isinstance(side, Artificial) for line, _ in self.kinds for side in (line.ns, line.ew)):
            return ()
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
    def _statements(self) -> tuple[StatedScore | None, ...]:
        return tuple(map(attrgetter("stated"), self.results))

    @cached_property
    def has_statements(self) -> bool:
        """Whether files have something about a line of what programs work out."""
        return any(self._statements)

    @cached_property
    def states(self) -> bool:
        """Whether anything is stated for a line, in points or in per cent."""
        values = (*self.stated, *self.stated_percents) if self.has_statements else ()
        return any(value is not None for pair in values for value in pair)

    @cached_property
    def stated(self) -> Pairs:
        """What is stated for each line: North-South's and East-West's points."""
        return tuple((each.ns, each.ew) if each is not None else _NOTHING for each in self._statements)

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
        if not self.has_statements or any(value is not None for pair in self.stated for value in pair):
            return ()
        return tuple((each.ns_percent, each.ew_percent) if each is not None else _NOTHING for each in self._statements)

    @cached_property
    def decimals(self) -> int | None:
        """With how many decimals its stated points are written at the most; None where none are stated."""
        stated = {id(value): value for pair in self.stated for value in pair if value is not None}
        return max(map(places_of, stated.values()), default=None)

    def lines_of(self, people: Set[str]) -> list[ResultFact]:
        """The results of some pairs or players."""
        seats = map(_SEATS, self.results) if people else ()
        return [result for result, names in zip(self.results, seats, strict=False) if not people.isdisjoint(names)]

    @cached_property
    def dealt_by_round(self) -> bool:
        """Whether a side has it in several rounds: nobody plays a deal twice, so each round has one of its own."""
        rounds: dict[str, int] = {}
        for result in self.results:
            if result.round is not None:
                for side in filter(None, (*sides_of(result), (result.sides.ns_team,), (result.sides.ew_team,))):
                    for name in filter(None, side):
                        if rounds.setdefault(name, result.round) != result.round:
                            return True
        return False

    @cached_property
    def sections(self) -> frozenset[str | None]:
        """The sections of its lines."""
        return frozenset(map(attrgetter("section"), self.results))

    @cached_property
    def traits(self) -> tuple[Trait, ...]:
        """What is asked of all boards together."""
        known = (
            (STATES, self.states),
            (STATES_PERCENTS, self.stated_percents),
            (HAS_AWARDS, self.awards),
            (("decimals", self.decimals), self.decimals is not None),
        )
        size = ("size", self.key.session, self.key.group, self.expected)
        return (size, *(trait for trait, has in known if has))

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
    """Put the results of a board together with what is known of the board."""
    return LinesOfBoard(key, results).board(fact, deal, old_doubled_undertricks=old_doubled_undertricks)


_Line = tuple[BoardLine, bool]
"""A line as the rules see it, and whether its score was worked out from the contract."""


class LinesOfBoard:
    """The results of a board in the order of their keys; one that comes or goes costs a search and its own line."""

    def __init__(self, key: BoardKey, results: Sequence[ResultFact] = ()) -> None:
        """Begin with some results, in their order."""
        self.key = key
        self.results = list(results)
        self._lines: list[_Line | None] = [None] * len(results)
        self._known: tuple[Vulnerability | None, bool] | None = None

    @cached_property
    def _order(self) -> list[SortKey]:
        return [key_order(result.key) for result in self.results]

    def add(self, result: ResultFact) -> None:
        """Put a result in its place."""
        order = key_order(result.key)
        place = bisect_right(self._order, order)
        self._order.insert(place, order)
        self.results.insert(place, result)
        self._lines.insert(place, None)

    def remove(self, result: ResultFact) -> None:
        """Take the result with this key out."""
        place = self._place_of(result)
        del self._order[place], self.results[place], self._lines[place]

    def replace(self, result: ResultFact) -> None:
        """Put a result in the place of that with its key."""
        place = self._place_of(result)
        self.results[place], self._lines[place] = result, None

    def _place_of(self, result: ResultFact) -> int:
        key, place = result.key, bisect_left(self._order, key_order(result.key))
        while self.results[place].key != key:
            place += 1
        return place

    def board(self, fact: BoardFact | None, deal: DealFact | None, *, old_doubled_undertricks: bool = False) -> Board:
        """The board as it is now.

        Vulnerability and dealer come from the file, else from the deal, else from the board's number (Law 2).
        """
        stated_vul = (fact.vulnerable if fact else None) or (deal.vulnerable if deal else None)
        stated_dealer = (fact.dealer if fact else None) or (deal.dealer if deal else None)
        vul, deals = conditions(self.key.board, stated_vul, stated_dealer)
        if self._known != (vul, old_doubled_undertricks):
            self._known = (vul, old_doubled_undertricks)
            self._lines = [None] * len(self.results)
        lines = [
            line or board_line(result, vul, old=old_doubled_undertricks)
            for line, result in zip(self._lines, self.results, strict=True)
        ]
        self._lines = [*lines]
        return Board(
            self.key,
            tuple(self.results),
            tuple(map(itemgetter(0), lines)),
            tuple(map(itemgetter(1), lines)),
            vul,
            deals,
            Fraction(fact.datum) if fact is not None and fact.datum is not None else None,
        )


def published(value: Fraction | None) -> Decimal | None:
    """A number as it is published: two decimals, without those that are zero."""
    return None if value is None else _published(value.numerator, value.denominator)


@lru_cache(maxsize=16_384)
def _published(above: int, below: int) -> Decimal:
    """The same numbers come again and again; they are known by their two parts, whose hashes cost nothing."""
    return hundredths((200 * above + below) // (2 * below))


@lru_cache(maxsize=16_384)
def hundredths(number: int) -> Decimal:
    """So many hundredths, without those that are zero."""
    if number % 100 == 0:
        return Decimal(number // 100)
    return Decimal(f"{number}E-2") if number % 10 else Decimal(f"{number // 10}E-1")


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
