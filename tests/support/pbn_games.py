"""Made-up PBN: reading a text into games and findings, and legal games of every kind to break in one known way."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from contracts.findings import Finding
from shared.bridge.play.auction import BIDS, CLOCKWISE, after, follow_auction, turn
from shared.bridge.play.card_play import PACK, SUITS, Cell, follow_play
from shared.bridge.play.contract import Contract
from shared.bridge.play.seats import Seat, Side
from shared.formats.pbn.read_game import ReadGame
from shared.formats.pbn.reader.games import GameReader
from shared.formats.pbn.report import Report

SEATS = {seat.value: seat for seat in CLOCKWISE}


def read_games(text: str | bytes) -> tuple[list[ReadGame], tuple[Finding, ...]]:
    """All games of a text, and what was found."""
    report = Report()
    data = text if isinstance(text, bytes) else text.encode("iso-8859-1")
    games = list(GameReader(data, report).games())
    return games, report.finish()


def found(text: str | bytes) -> list[tuple[str, int | None]]:
    """The findings of a text as codes without their room, and lines."""
    _, findings = read_games(text)
    return [(finding.code.removeprefix("pbn."), finding.place.line if finding.place else None) for finding in findings]


def codes(text: str | bytes) -> set[str]:
    """The codes of a text."""
    return {code for code, _ in found(text)}


@dataclass
class MadeUp:
    """A legal game.

    Attributes:
        calls: without AP, from the dealer on.
        rows: tricks in columns from the opening leader on.
    """

    board: int
    dealer: Seat
    vulnerable: str
    hands: dict[Seat, list[str]]
    calls: list[str]
    contract: Contract | None
    declarer: Seat | None
    rows: list[list[str]] = field(default_factory=list)
    won: int = 0

    @property
    def leader(self) -> Seat:
        """Who leads."""
        return after(self.declarer or self.dealer)

    @property
    def deal(self) -> str:
        """The value of the Deal tag in the export format."""
        seats = [turn(self.dealer, number) for number in range(4)]
        return f"{self.dealer}:" + " ".join(hand_text(self.hands[seat]) for seat in seats)

    def text(self, *, event: str = "Made-up pairs", site: str = "Nowhere") -> str:
        """The game in the export format."""
        lines = [
            f'[Event "{event}"]',
            f'[Site "{site}"]',
            '[Date "2031.05.04"]',
            f'[Board "{self.board}"]',
            '[West "Wim West"]',
            '[North "Nora North"]',
            '[East "Eva East"]',
            '[South "Sam South"]',
            f'[Dealer "{self.dealer}"]',
            f'[Vulnerable "{self.vulnerable}"]',
            f'[Deal "{self.deal}"]',
            '[Scoring "IMP"]',
            f'[Declarer "{self.declarer or ""}"]',
            f'[Contract "{self.contract or "Pass"}"]',
            f'[Result "{self.won if self.contract else ""}"]',
            f'[Auction "{self.dealer}"]',
        ]
        lines += rows_of(self.calls)
        if self.rows:
            lines += [f'[Play "{self.leader}"]', *(" ".join(row) for row in self.rows)]
            if len(self.rows) < 13:
                lines.append("*")
        return "\n".join(lines) + "\n"


def rows_of(items: list[str]) -> list[str]:
    """Items, four to a line."""
    return [" ".join(items[start : start + 4]) for start in range(0, len(items), 4)]


def hand_text(cards: list[str]) -> str:
    """A hand as PBN writes it."""
    return ".".join("".join(card[1] * cards.count(card) for card in PACK if card[0] == suit) for suit in SUITS)


def made_up(seed: int, *, tricks: int | None = None) -> MadeUp:
    """A legal game, the same for the same seed.

    Args:
        seed: of the chance in it.
        tricks: how many are played; None leaves it to chance.
    """
    chance = Random(seed)
    cards = list(PACK)
    chance.shuffle(cards)
    hands = {seat: cards[number * 13 : number * 13 + 13] for number, seat in enumerate(CLOCKWISE)}
    dealer = chance.choice(CLOCKWISE)
    calls = _auction(chance, dealer)
    outcome = follow_auction(dealer, calls)
    contract = outcome.contract if isinstance(outcome.contract, Contract) else None
    vulnerable = chance.choice(["None", "NS", "EW", "All"])
    game = MadeUp(chance.randint(1, 99), dealer, vulnerable, hands, calls, contract, outcome.declarer)
    if contract is not None and outcome.declarer is not None:
        count = tricks if tricks is not None else chance.choice([0, 3, 13, 13])
        _play(chance, game, contract, count)
        side = outcome.declarer.side
        game.won = _won(game)[side] + (chance.randint(0, 13 - count) if count < 13 else 0)
    return game


def _auction(chance: Random, dealer: Seat) -> list[str]:
    calls: list[str] = []
    bids = list(BIDS)
    lowest = 0
    while True:
        outcome = follow_auction(dealer, calls)
        if outcome.ended:
            return calls
        options = ["Pass"] * 4
        options += [bids[min(lowest + chance.choice([0, 0, 1, 2, 5]), 34)]] * 4 if lowest < len(bids) else []
        options += ["X", "XX"]
        call = chance.choice(options)
        if not follow_auction(dealer, [*calls, call]).faults:
            calls.append(call)
            lowest = BIDS[call] + 1 if call in BIDS else lowest


def _play(chance: Random, game: MadeUp, contract: Contract, count: int) -> None:
    left = {seat: list(hand) for seat, hand in game.hands.items()}
    leader = game.leader
    columns = [turn(game.leader, number) for number in range(4)]
    for _ in range(count):
        trick: dict[Seat, str] = {}
        seat = leader
        for _ in range(4):
            following = [card for card in left[seat] if trick and card[0] == trick[leader][0]]
            card = chance.choice(following or left[seat])
            left[seat].remove(card)
            trick[seat] = card
            seat = after(seat)
        game.rows.append([trick[column] for column in columns])
        row = [Cell(trick[turn(leader, number)]) for number in range(4)]
        won = follow_play(leader, contract.denomination, leader, [row]).won
        leader = next(seat for seat in CLOCKWISE if _winner(trick, leader, contract) is seat)
        assert won[leader.side] == 1


def _winner(trick: dict[Seat, str], leader: Seat, contract: Contract) -> Seat:
    """The winner, worked out another way than the rules do: every card against the best so far."""
    trump = contract.denomination.value
    best = leader
    seat = after(leader)
    while seat is not leader:
        card, high = trick[seat], trick[best]
        if (card[0] == high[0] and PACK.index(card) < PACK.index(high)) or (card[0] == trump != high[0]):
            best = seat
        seat = after(seat)
    return best


def _won(game: MadeUp) -> dict[Side, int]:
    won = {Side.NS: 0, Side.EW: 0}
    columns = [turn(game.leader, number) for number in range(4)]
    leader = game.leader
    for row in game.rows:
        trick = dict(zip(columns, row, strict=True))
        leader = _winner(trick, leader, game.contract) if game.contract else leader
        won[leader.side] += 1
    return won
