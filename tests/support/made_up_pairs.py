"""A made-up pairs event, round by round, as the bus would carry it: for tests that need something to look at.

The points are those of a simple comparison on every board, good enough to move people up and down; the rules of scoring
have tests of their own.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from contracts.base import Compass, Direction
from contracts.facts import Hand
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import (
    BoardDeal,
    BoardRef,
    Method,
    Progress,
    Ranking,
    ScoredBoard,
    Source,
    StandingRow,
    Standings,
    StatedRow,
    Status,
    TravellerLine,
)

FIRST = ("Ada", "Bruno", "Chidi", "Dagny", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kaja", "Luís", "Mina")
LAST = ("Ahlqvist", "Brandão", "Cobb", "Dvořák", "Eriksen", "Fontaine", "Grünwald", "Hollis", "Ivarsson", "Jansma",
        "Kowalczyk", "Lindqvist", "Moreau", "Nakagawa", "Ó Briain", "Petrov", "Rossi", "Sato", "Tamm")  # fmt: skip
CONTRACTS = (
    ("3NT", 400, 9),
    ("4S", 420, 10),
    ("4H", 420, 10),
    ("2S", 110, 8),
    ("3C", 110, 9),
    ("5D", 400, 11),
    ("1NT", 90, 7),
    ("4SX", 590, 10),
    ("6NT", 990, 12),
    ("2H", 110, 8),
)


@dataclass
class MadeUpPairs:
    """An event of `tables` tables in a Mitchell movement, two boards to a round.

    Attributes:
        names: replaced by tests that need particular ones, by participant.
        stated: participants whose file states something else.
    """

    tables: int = 13
    rounds: int = 13
    seed: int = 7
    event: str = "autumn-pairs-2031"
    title: str = "Autumn Pairs"
    names: dict[str, str] = field(default_factory=dict)
    stated: dict[str, StatedRow] = field(default_factory=dict)
    two_winners: bool = False
    status: Status = Status.LIVE

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.lines: dict[int, list[TravellerLine]] = {}
        self.deals = {board: self._deal() for board in range(1, self.tables * 2 + 1)}
        for side in ("NS", "EW"):
            for number in range(1, self.tables + 1):
                pair = [f"{self.random.choice(FIRST)} {self.random.choice(LAST)}" for _ in range(2)]
                self.names.setdefault(f"{side}{number}", " & ".join(pair))
        self.strength = {name: self.random.gauss(0, 1) for name in self.names}

    def play(self, rounds: int, tables: int | None = None) -> None:
        """Play to the end of a round; in the last one only this many tables are in."""
        self.lines = {}
        self.random.seed(self.seed)
        for number in range(1, rounds + 1):
            for table in range(1, self.tables + 1):
                result = [self._line(number, table, board) for board in self._boards(number, table)]
                if number < rounds or tables is None or table <= tables:
                    for board, line in zip(self._boards(number, table), result, strict=True):
                        self.lines.setdefault(board, []).append(line)
        self.played = (rounds, tables)

    def _boards(self, number: int, table: int) -> tuple[int, int]:
        group = (table + number - 2) % self.tables
        return group * 2 + 1, group * 2 + 2

    def _line(self, number: int, table: int, board: int) -> TravellerLine:
        ns, ew = f"NS{table}", f"EW{(table - number) % self.tables + 1}"
        contract, score, made = self.random.choice(CONTRACTS)
        tilt = self.strength[ns] - self.strength[ew] + self.random.gauss(0, 1.2)
        declarer = self.random.choice("NS" if tilt > 0 else "NESW")
        made += self.random.choice((0, 0, 1) if (declarer in "NS") == (tilt > 0) else (0, -1, -2))
        level = int(contract[0]) + 6
        points = score + 30 * (made - level) if made >= level else -50 * (level - made)
        points = points if declarer in "NS" else -points
        return TravellerLine(
            round=number,
            table=str(table),
            ns=ns,
            ew=ew,
            ns_names=self.names[ns],
            ew_names=self.names[ew],
            contract=contract,
            declarer=declarer,
            lead=self.random.choice("SHDC") + self.random.choice("AKQT7"),
            tricks=made,
            score=str(points),
        )

    def boards(self) -> list[ScoredBoard]:
        """The travellers so far."""
        return [self._board(board, lines) for board, lines in sorted(self.lines.items())]

    def _board(self, board: int, lines: list[TravellerLine]) -> ScoredBoard:
        top = 2 * (len(lines) - 1)
        scored = []
        for line in lines:
            others = [int(other.score) for other in lines if other is not line]
            won = sum(2 if int(line.score) > other else 1 if int(line.score) == other else 0 for other in others)
            share = _percent(won, top)
            scored.append(
                line.replace(
                    ns_points=Decimal(won),
                    ew_points=Decimal(top - won),
                    ns_percent=share,
                    ew_percent=None if share is None else 100 - share,
                )
            )
        return ScoredBoard(
            event=self.event,
            id=str(board),
            board=str(board),
            dealer=Compass("NESW"[(board - 1) % 4]),
            vulnerable=("None", "NS", "EW", "All")[(board - 1 + (board - 1) // 4) % 4],
            unit="match_points",
            top=Decimal(top),
            deal=self.deals[board],
            lines=tuple(scored),
        )

    def standings(self) -> Standings:
        """The standings so far."""
        rounds, tables = self.played
        complete = tables is None or tables == self.tables
        done = rounds if complete else rounds - 1
        text = f"After round {done}" if complete else f"After round {done}: {tables} of {self.tables} tables"
        points: dict[str, tuple[Decimal, Decimal, int]] = {name: (Decimal(0), Decimal(0), 0) for name in self.names}
        for board in self.boards():
            for line in board.lines:
                for name, won in ((line.ns, line.ns_points), (line.ew, line.ew_points)):
                    total, top, count = points[name or ""]
                    points[name or ""] = (total + (won or 0), top + (board.top or 0), count + 1)
        sides = [(side, [name for name in self.names if name.startswith(side)]) for side in ("NS", "EW")]
        rankings = [self._ranking(side, f"{_WORDS[side]}", names, points, Direction(side)) for side, names in sides]
        if not self.two_winners:
            rankings.insert(0, self._ranking("overall", "Overall", list(self.names), points, None))
        results = sum(len(lines) for lines in self.lines.values())
        return Standings(
            event=self.event,
            name=self.title,
            organiser="Harbour Bridge Club",
            date="2031-10-14",
            kind="pairs",
            status=self.status,
            method=Method(board_scoring="match_points", scale="2-1-0", factoring="neuberg"),
            progress=Progress(
                rounds=self.rounds,
                rounds_complete=done,
                boards=len(self.lines),
                results=results,
                results_expected=self.rounds * self.tables * 2,
                complete=results == self.rounds * self.tables * 2,
                text=text,
            ),
            rankings=tuple(rankings),
            differences=len(self.stated),
            boards=tuple(BoardRef(id=str(board), board=str(board)) for board in sorted(self.lines)),
            sources=(
                Source(
                    fragment="0a1b2c3d4e5f.0",
                    file="0a" * 32,
                    name="autumn-pairs.xml",
                    format="usebio",
                    as_of="2031-10-14T20:41:00+02:00",
                    scope="the whole event",
                ),
            ),
            sources_total=1,
            exports_total=1,
        )

    def _ranking(
        self,
        ident: str,
        title: str,
        names: list[str],
        points: dict[str, tuple[Decimal, Decimal, int]],
        direction: Direction | None,
    ) -> Ranking:
        shares = {name: _percent(points[name][0], points[name][1]) for name in names}
        ordered = sorted(names, key=lambda name: -(shares[name] or 0))
        better: dict[Decimal | None, int] = {}
        for place, name in enumerate(ordered):
            better.setdefault(shares[name], place)
        counts = Counter(shares.values())
        rows = []
        for name in ordered:
            share, (total, maximum, boards) = shares[name], points[name]
            rank = None if share is None else 1 + better[share]
            tied = counts[share] > 1
            rows.append(
                StandingRow(
                    id=name,
                    number=name,
                    name=self.names[name],
                    direction=direction or Direction(name[:2]),
                    place=None if rank is None else f"{rank}{'=' if tied else ''}",
                    rank=rank,
                    total=total,
                    maximum=maximum,
                    percentage=share,
                    boards=boards,
                    stated=self.stated.get(name),
                    agrees=name not in self.stated,
                )
            )
        return Ranking(kind="pair", id=ident, title=title, unit="match_points", direction=direction, rows=tuple(rows))

    def seats(self) -> RoundAssignment:
        """Who sits where in the next round."""
        number = self.played[0] + 1
        tables = []
        for table in range(1, self.tables + 1):
            ns, ew = f"NS{table}", f"EW{(table - number) % self.tables + 1}"
            first, last = self._boards(number, table)
            tables.append(
                SeatAssignment(
                    table=str(table),
                    ns=ns,
                    ew=ew,
                    ns_names=self.names[ns],
                    ew_names=self.names[ew],
                    first_board=str(first),
                    last_board=str(last),
                    reason="Mitchell movement",
                )
            )
        return RoundAssignment(event=self.event, stage="round", round=number, rule="movement", tables=tuple(tables))

    def _deal(self) -> BoardDeal:
        cards = [(suit, rank) for suit in ("spades", "hearts", "diamonds", "clubs") for rank in "AKQJT98765432"]
        order = {card: place for place, card in enumerate(cards)}
        self.random.shuffle(cards)
        hands = []
        for seat in range(4):
            suits = {suit: "" for suit in ("spades", "hearts", "diamonds", "clubs")}
            for suit, rank in sorted(cards[seat * 13 : seat * 13 + 13], key=order.__getitem__):
                suits[suit] += rank
            hands.append(Hand(**suits))
        return BoardDeal(north=hands[0], east=hands[1], south=hands[2], west=hands[3])


_WORDS = {"NS": "North-South", "EW": "East-West"}


def _percent(won: Decimal | int, top: Decimal | int) -> Decimal | None:
    return None if not top else (Decimal(100) * won / top).quantize(Decimal("0.01"), ROUND_HALF_UP)
