"""Rules about boards and deals: dealer and vulnerability by number, 52 different cards, 13 to each hand.

Sources: Law 1 (the pack), Law 2 (dealer and vulnerability), Law 6 (13 cards to each hand).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from contracts.codes import validation as codes
from contracts.codes.code import Code
from contracts.facts import BoardFact, DealFact, Key
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from services.validation.domain.conditions import SUITS, cards_of, expected_dealer, expected_vulnerability, hands_of
from shared.bridge.play.card_play import PACK

Board = BoardFact | DealFact

_PACK = frozenset(PACK)
_FULL_HAND = 13
_NAMED = 8
"""Cards of a kind that a message names."""


def _by_number(
    case: Case, code: Code, what: str, stated_of: Callable[[Board], str | None], expected_of: Callable[[str], object]
) -> Iterator[Finding]:
    """A finding for each board, and each value, that does not go with the board's number."""
    seen: set[tuple[str | None, str, str]] = set()
    boards: Iterable[Board] = (*case.facts.boards, *case.facts.deals)
    for fact in boards:
        stated, expected = stated_of(fact), expected_of(fact.board)
        if stated is None or expected is None or stated == expected or (fact.session, fact.board, stated) in seen:
            continue
        seen.add((fact.session, fact.board, stated))
        subject = f"board {fact.board}"
        text = f"{subject} has {what} {stated}, but by its number the {what} should be {expected}"
        yield code.finding(text, place=fact.at, subject=subject, stated=stated, computed=str(expected))


def vulnerability_by_number(case: Case) -> Iterator[Finding]:
    """A board's vulnerability goes with its number (Law 2); set games and matches may depart from it."""
    code = codes.VULNERABILITY_UNEXPECTED
    return _by_number(case, code, "vulnerability", lambda fact: fact.vulnerable, expected_vulnerability)


def dealer_by_number(case: Case) -> Iterator[Finding]:
    """A board's dealer goes with its number (Law 2); set games and matches may depart from it."""
    return _by_number(case, codes.DEALER_UNEXPECTED, "dealer", lambda fact: fact.dealer, expected_dealer)


def deals_complete(case: Case) -> Iterator[Finding]:
    """A deal is the 52 cards of the pack, 13 to each hand (Laws 1 and 6).

    Hands that are not given are no fault, and neither is an end position: four hands of the same smaller size.
    """
    for deal in case.facts.deals:
        problems = _problems(deal)
        if problems:
            subject = f"board {deal.board}"
            yield codes.DEAL_INCOMPLETE.finding(
                f"the deal of {subject} is wrong: {'; '.join(problems)}",
                place=deal.at,
                subject=subject,
                stated=_hands_in_words(deal),
                computed="; ".join(problems),
            )


def _problems(deal: DealFact) -> list[str]:
    cards = {seat: cards_of(hand) for seat, hand in hands_of(deal).items()}
    every = [card for hand in cards.values() for card in hand]
    sizes = {len(hand) for hand in cards.values()}
    whole = len(cards) == 4
    if whole and sizes == {_FULL_HAND} and {*every} == _PACK:
        return []
    counts = Counter(every)
    end_position = whole and len(sizes) == 1 and sizes < {*range(_FULL_HAND)}
    problems = []
    if unknown := [card for card in counts if card not in _PACK]:
        problems.append(f"{_list(unknown)} {'is not a card' if len(unknown) == 1 else 'are not cards'}")
    if twice := [card for card in PACK if counts[card] > 1]:
        problems.append(f"{_list(twice)} more than once")
    if end_position or not cards:
        return problems
    problems += [
        f"{seat.name.capitalize()} has {len(hand)} cards"
        for seat, hand in cards.items()
        if len(hand) > _FULL_HAND or (whole and len(hand) < _FULL_HAND)
    ]
    if whole and (missing := [card for card in PACK if not counts[card]]):
        problems.append(f"{_list(missing)} missing")
    return problems


def _list(cards: list[str]) -> str:
    more = len(cards) - _NAMED
    return ", ".join(cards[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _hands_in_words(deal: DealFact) -> str:
    hands = hands_of(deal).items()
    return " ".join(f"{seat}:{'.'.join(getattr(hand, name) for _, name in SUITS)}" for seat, hand in hands)


def deals_agree(case: Case) -> Iterator[Finding]:
    """A board has one deal in a set of hands; only one of several would be kept."""
    first: dict[Key, DealFact] = {}
    for deal in case.facts.deals:
        other = first.setdefault(deal.key, deal)
        if other is deal:
            continue
        known, cards = (
            frozenset((seat, card) for seat, hand in hands_of(each).items() for card in cards_of(hand))
            for each in (other, deal)
        )
        if known != cards:
            subject = f"board {deal.board}"
            where = f" from the one at {other.at}" if other.at is not None else ""
            yield codes.DEALS_DIFFER.finding(
                f"a deal of {subject} differs{where} in {len(known ^ cards)} cards",
                place=deal.at,
                subject=subject,
                stated=_hands_in_words(deal),
                computed=_hands_in_words(other),
            )


RULES: tuple[Rule, ...] = (vulnerability_by_number, dealer_by_number, deals_complete, deals_agree)
