"""What is known of a board apart from its results: vulnerability, dealer and cards; and texts read once.

Rule 1: what the file says of the board counts first, then what it says of the deal, then the board's number (Law 2).
Rule 2: a board is looked up in its own session and section, then without section, then without session: files give
    hands once for all sections.
"""

from functools import lru_cache

from contracts.base import Compass
from contracts.facts import BoardFact, DealFact, Facts, Hand, ResultFact
from shared.bridge.play.board_cycle import Vulnerability, dealer, vulnerability
from shared.bridge.play.contract import Contract, ParsedCard, Passed, parse_card, parse_contract, parse_declarer
from shared.bridge.play.contract_score import ns_score
from shared.bridge.play.seats import Seat
from shared.bridge.unreadable import UnreadableText

Where = tuple[str | None, str | None, str]
"""Session, section and board."""


def number_of(board: str) -> int | None:
    """The number of a board that is named by a number; None for other names."""
    return int(board) or None if board.isascii() and board.isdigit() and len(board) <= 4 else None


def expected_vulnerability(board: str) -> Vulnerability | None:
    """The vulnerability of a board number (Law 2)."""
    number = number_of(board)
    return None if number is None else vulnerability(number)


def expected_dealer(board: str) -> Seat | None:
    """The dealer of a board number (Law 2)."""
    number = number_of(board)
    return None if number is None else dealer(number)


class Conditions:
    """The boards and deals of a fragment, by where they are played."""

    def __init__(self, facts: Facts) -> None:
        """Index the statements about boards and deals."""
        self._boards: dict[Where, list[BoardFact]] = {}
        self._deals: dict[Where, list[DealFact]] = {}
        for board in facts.boards:
            self._boards.setdefault((board.session, board.section, board.board), []).append(board)
        for deal in facts.deals:
            self._deals.setdefault((deal.session, deal.section, deal.board), []).append(deal)
        self._vulnerabilities: dict[Where, tuple[Vulnerability, ...]] = {}

    def deals(self, session: str | None, section: str | None, board: str) -> list[DealFact]:
        """The deals of a board; more than one when the file has several sets of hands."""
        return next((self._deals[where] for where in _looked_up(session, section, board) if where in self._deals), [])

    def vulnerabilities(self, result: ResultFact) -> tuple[Vulnerability, ...]:
        """What the vulnerability of a line's board can be, the likeliest first (rule 1); empty when nothing says."""
        where = (result.session, result.section, result.board)
        if where not in self._vulnerabilities:
            boards = [fact for place in _looked_up(*where) for fact in self._boards.get(place, ())]
            stated = [*(fact.vulnerable for fact in boards), *(deal.vulnerable for deal in self.deals(*where))]
            possible = [*(Vulnerability(word) for word in stated if word), expected_vulnerability(result.board)]
            self._vulnerabilities[where] = tuple(dict.fromkeys(each for each in possible if each is not None))
        return self._vulnerabilities[where]


def _looked_up(session: str | None, section: str | None, board: str) -> tuple[Where, ...]:
    """Rule 2."""
    return (session, section, board), (session, None, board), (None, None, board)


@lru_cache(maxsize=4096)
def read_contract(text: str) -> tuple[Contract | Passed | None, str | None]:
    """The contract in a text, and why there is none."""
    try:
        return parse_contract(text), None
    except UnreadableText as error:
        return None, error.reason


@lru_cache(maxsize=512)
def read_declarer(text: str) -> tuple[Seat | None, str | None]:
    """The seat in a text, and why there is none."""
    try:
        return parse_declarer(text), None
    except UnreadableText as error:
        return None, error.reason


@lru_cache(maxsize=512)
def read_card(text: str) -> ParsedCard:
    """The card in a text."""
    return parse_card(text)


@lru_cache(maxsize=16_384)
def points_of(
    contract: str, declarer: str, tricks: int, vulnerable: Vulnerability, *, old_doubled_undertricks: bool = False
) -> int | None:
    """North-South's points by what a line says of the play (Law 77); None where it does not say all."""
    bid, _ = read_contract(contract)
    seat, _ = read_declarer(declarer)
    if not isinstance(bid, Contract) or seat is None or not 0 <= tricks <= 13:
        return None
    return ns_score(bid, seat, tricks, vulnerable, old_doubled_undertricks=old_doubled_undertricks)


SUITS = (("S", "spades"), ("H", "hearts"), ("D", "diamonds"), ("C", "clubs"))


@lru_cache(maxsize=1_024)
def cards_of(hand: Hand) -> tuple[str, ...]:
    """The cards of a hand as texts of suit and rank, in the order in which they are written."""
    cards: list[str] = []
    for suit, name in SUITS:
        ranks = getattr(hand, name).upper().replace("10", "T")
        cards.extend([suit + rank for rank in ranks if not rank.isspace() and rank not in "-."])
    return tuple(cards)


def hands_of(deal: DealFact) -> dict[Compass, Hand]:
    """The hands that a deal gives, by seat."""
    hands = {Compass.NORTH: deal.north, Compass.EAST: deal.east, Compass.SOUTH: deal.south, Compass.WEST: deal.west}
    return {seat: hand for seat, hand in hands.items() if hand is not None}
