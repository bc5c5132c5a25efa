"""A made-up pairs event in which everything is right: for tests that break one thing in it.

A Mitchell movement of an odd number of tables; every deal, contract, lead, score, point, total and place agrees with
the others, and every fact has a line of its own as its place.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from contracts.base import Compass, Direction, Place
from contracts.facts import (
    BoardFact,
    DealFact,
    EventFact,
    Hand,
    Participant,
    Person,
    ResultFact,
    Scope,
    Score,
    SectionFact,
    SessionFact,
    Sides,
    StatedScore,
    StatedTotal,
)
from contracts.messages import Fragment
from shared.bridge.boards.butler import DatumRule, score_butler_board
from shared.bridge.boards.cross_imps import CrossAverage, score_cross_board
from shared.bridge.boards.matchpoints import FactoringMethod, MatchpointScale, score_board
from shared.bridge.play.board_cycle import dealer, vulnerability
from shared.bridge.play.contract import Contract, Denomination, Risk
from shared.bridge.play.contract_score import ns_score
from shared.bridge.play.seats import Seat
from shared.bridge.rankings.places import rank
from tests.support.board_lines import played
from tests.support.fragments import fragment

SUITS = ("spades", "hearts", "diamonds", "clubs")
_LEADER = {"N": "east", "E": "south", "S": "west", "W": "north"}


def shuffled(dice: random.Random) -> dict[str, Hand]:
    """A deal."""
    cards = [(suit, rank) for suit in SUITS for rank in "AKQJT98765432"]
    dice.shuffle(cards)
    hands = {}
    for number, seat in enumerate(("north", "east", "south", "west")):
        own = cards[number * 13 : number * 13 + 13]
        hands[seat] = Hand(**{suit: "".join(rank for of, rank in own if of == suit) for suit in SUITS})
    return hands


def at_a_table(dice: random.Random, hands: dict[str, Hand], board: str, **more: Any) -> ResultFact:
    """A board played once: contract, declarer, lead, tricks and score agree with the deal and each other."""
    contract = Contract(
        dice.randint(1, 5), dice.choice(list(Denomination)), dice.choice((Risk.UNDOUBLED, Risk.UNDOUBLED, Risk.DOUBLED))
    )
    declarer = dice.choice(list(Seat))
    tricks = min(13, max(0, 6 + contract.level + dice.choice((-3, -2, -1, 0, 0, 0, 1, 2))))
    score = Score(kind="points", points=ns_score(contract, declarer, tricks, vulnerability(int(board))))
    hand = hands[_LEADER[declarer.value]]
    lead = dice.choice([suit[0].upper() + rank for suit in SUITS for rank in getattr(hand, suit)])
    return ResultFact(
        board=board,
        contract=str(contract),
        declarer=declarer.value,
        lead=lead,
        tricks=tricks,
        ns_score=score,
        ew_score=score,
        **more,
    )


@dataclass
class CleanEvent:
    """An event in which nothing is wrong.

    Attributes:
        tables: an odd number; there are as many rounds unless `rounds` says less.
        winners: 2 ranks North-South and East-West apart, 1 together.
        unit: of the points of a line: "match_points", "cross_imps", "butler_imps" or "aggregate".
    """

    seed: int = 1
    tables: int = 5
    boards_per_round: int = 2
    rounds: int | None = None
    winners: int = 2
    unit: str = "match_points"
    decimals: int = 0
    lines: int = field(default=0, init=False)

    def fragment(self, name: str = "clean", **more: Any) -> Fragment:
        """The event as one file states it."""
        self.random = random.Random(self.seed)
        self.lines = 0
        self.datums: dict[str, Decimal] = {}
        self.sets = {str(board): shuffled(self.random) for board in range(1, self.tables * self.boards_per_round + 1)}
        results = tuple(self._scored(list(self._results())))
        event = EventFact(
            at=self._at(),
            name="Clean pairs",
            kind="pairs",
            board_scoring=self.unit,
            winners=self.winners,
            start_date="2026-03-07",
            results="complete",
        )
        facts: dict[str, Any] = {
            "events": (event,),
            "sessions": (SessionFact(at=self._at(), id="1", date="2026-03-07"),),
            "sections": (SectionFact(at=self._at(), session="1", id="A"),),
            "participants": tuple(self._participants()),
            "boards": tuple(self._boards()),
            "deals": tuple(self._deals()),
            "totals": tuple(self._totals(results)) if self.unit == "match_points" else (),
        }
        scope = Scope(whole=True, sessions=("1",))
        return fragment(name, results=results, scope=scope, **{**facts, **more})

    def _at(self) -> Place:
        self.lines += 1
        return Place(line=self.lines)

    def _results(self) -> Iterator[ResultFact]:
        for number in range(1, (self.rounds or self.tables) + 1):
            for table in range(1, self.tables + 1):
                first = ((table + number - 2) % self.tables) * self.boards_per_round
                ew = (table - number) % self.tables + 1
                for board in range(first + 1, first + self.boards_per_round + 1):
                    yield at_a_table(
                        self.random,
                        self.sets[str(board)],
                        str(board),
                        at=self._at(),
                        session="1",
                        section="A",
                        round=number,
                        table=str(table),
                        sides=Sides(ns=f"{table}NS", ew=f"{ew}EW"),
                    )

    def _scored(self, results: list[ResultFact]) -> Iterator[ResultFact]:
        boards: dict[str, list[ResultFact]] = {}
        for result in results:
            boards.setdefault(result.board, []).append(result)
        for name, lines in boards.items():
            points = [line.ns_score.points or 0 for line in lines]
            for line, ns, ew in zip(lines, *self._points(name, points), strict=True):
                stated = StatedScore(ns=self._written(ns), ew=self._written(ew), unit=self.unit)
                yield line.replace(stated=stated)

    def _points(self, name: str, scores: list[int]) -> tuple[list[Decimal], list[Decimal]]:
        if self.unit == "match_points":
            lines = score_board(
                [played(score) for score in scores],
                expected=None,
                scale=MatchpointScale.EUROPEAN,
                factoring=FactoringMethod.NONE,
            )
            return [Decimal(int(line.ns or 0)) for line in lines], [Decimal(int(line.ew or 0)) for line in lines]
        if self.unit == "aggregate":
            return [Decimal(score) for score in scores], [Decimal(-score) for score in scores]
        board = [played(score) for score in scores]
        if self.unit == "cross_imps":
            imps = [line.ns or Fraction(0) for line in score_cross_board(board, CrossAverage.SUM)]
        else:
            butler = score_butler_board(board, DatumRule())
            self.datums[name] = Decimal(int(butler.datums_ns[0] or 0))
            imps = [line.ns or Fraction(0) for line in butler.lines]
        values = [Decimal(int(value)) for value in imps]
        return values, [-value for value in values]

    def _written(self, value: Decimal) -> Decimal:
        return value.quantize(Decimal(1).scaleb(-self.decimals), ROUND_HALF_UP)

    def _participants(self) -> Iterator[Participant]:
        for direction in Direction:
            for number in range(1, self.tables + 1):
                yield Participant(
                    at=self._at(),
                    id=f"{number}{direction}",
                    kind="pair",
                    session="1",
                    section="A",
                    direction=direction if self.winners == 2 else None,
                    players=(Person(name=f"Ann {direction}{number}"), Person(name=f"Bob {direction}{number}")),
                )

    def _boards(self) -> Iterator[BoardFact]:
        for board in self.sets:
            yield BoardFact(
                at=self._at(),
                session="1",
                board=board,
                dealer=Compass(dealer(int(board)).value),
                vulnerable=vulnerability(int(board)).value,
                datum=self.datums.get(board),
            )

    def _deals(self) -> Iterator[DealFact]:
        for board, hands in self.sets.items():
            yield DealFact(at=self._at(), session="1", board=board, **hands)

    def _totals(self, results: tuple[ResultFact, ...]) -> Iterator[StatedTotal]:
        top = Decimal(2 * ((self.rounds or self.tables) - 1))
        sums: dict[str, Decimal] = {}
        counts: dict[str, int] = {}
        for result in results:
            stated = result.stated
            assert stated is not None
            for name, value in ((result.sides.ns, stated.ns), (result.sides.ew, stated.ew)):
                assert name is not None
                assert value is not None
                sums[name] = sums.get(name, Decimal(0)) + value
                counts[name] = counts.get(name, 0) + 1
        groups = ([name for name in sums if name.endswith(side)] for side in ("NS", "EW"))
        for group in groups if self.winners == 2 else [list(sums)]:
            places = rank({name: sums[name] for name in group})
            for name in group:
                maximum = top * counts[name]
                yield StatedTotal(
                    at=self._at(),
                    participant=name,
                    kind="pair",
                    session="1",
                    section="A",
                    total=sums[name],
                    maximum=maximum,
                    percentage=(100 * sums[name] / maximum).quantize(Decimal("0.01"), ROUND_HALF_UP),
                    place=str(places[name]),
                    boards_played=counts[name],
                )
