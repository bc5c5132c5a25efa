"""Rules about contract, declarer, tricks and lead of a line as they are written.

Sources: Laws 18, 22 and 41A; USEBIO 1.4, section 3.1.2; PBN 2.1, sections 3.4 and 4.
"""

from collections.abc import Callable, Iterator, Sequence

from contracts.base import Compass
from contracts.codes import validation as codes
from contracts.codes.code import Code
from contracts.facts import DealFact, ResultFact
from contracts.findings import Finding
from contracts.tables import column_of
from services.validation.domain.case import Case, Rule
from services.validation.domain.conditions import cards_of, hands_of, read_card, read_contract, read_declarer
from services.validation.domain.lines import board_name, line_finding, line_name
from shared.bridge.play.auction import after
from shared.bridge.play.seats import Seat

_FULL_HAND = 13


def _unreadable(
    case: Case,
    code: Code,
    what: str,
    text_of: Callable[[ResultFact], str | None],
    problem_with: Callable[[str], str | None],
) -> Iterator[Finding]:
    """A finding for each line with a text that cannot be read; a line without the text has none."""
    for result in case.facts.results:
        text = text_of(result)
        problem = None if text is None else problem_with(text)
        if problem is not None:
            yield line_finding(code, result, f"{line_name(result)} on {board_name(result)}, {what}: {problem}", text)


def contracts_readable(case: Case) -> Iterator[Finding]:
    """A contract has a level, a strain and perhaps a double, or is a pass (Laws 18 and 22).

    In place of one that was not played, or does not count, stands what programs like.
    """
    return _unreadable(
        case,
        codes.CONTRACT_UNREADABLE,
        "contract",
        lambda line: line.contract if line.ns_score.kind in ("points", "unknown") else None,
        lambda text: read_contract(text)[1],
    )


def declarers_readable(case: Case) -> Iterator[Finding]:
    """A declarer is one of the four seats."""
    return _unreadable(
        case, codes.DECLARER_UNREADABLE, "declarer", lambda line: line.declarer, lambda text: read_declarer(text)[1]
    )


def leads_readable(case: Case) -> Iterator[Finding]:
    """A lead is a card: a suit and a rank."""
    return _unreadable(
        case, codes.LEAD_UNREADABLE, "lead", lambda line: line.lead, lambda text: read_card(text).problem
    )


def tricks_possible(case: Case) -> Iterator[Finding]:
    """A side wins 0 to 13 tricks."""
    stated = {*column_of(case.facts.results, "tricks")} - {None}
    for result in case.facts.results if not stated <= {*range(_FULL_HAND + 1)} else ():
        if result.tricks is not None and not 0 <= result.tricks <= _FULL_HAND:
            text = f"{line_name(result)} on {board_name(result)}: a side cannot win {result.tricks} tricks"
            yield line_finding(codes.TRICKS_IMPOSSIBLE, result, text, str(result.tricks), f"0 to {_FULL_HAND}")


def leads_held(case: Case) -> Iterator[Finding]:
    """The player on declarer's left leads a card of his own (Law 41A), where the deal is known.

    A line of a fouled board is of another deal. Where a board has several sets of hands, one that fits is enough.
    """
    holders: dict[tuple[str | None, str | None, str], list[Holders]] = {}
    for result in case.facts.results:
        where = (result.session, result.section, result.board)
        if where not in holders:
            holders[where] = holders_of(case, *where)
        if (elsewhere := held_elsewhere(result, holders[where])) is not None:
            (card, declarer), owner = elsewhere
            leader = after(declarer)
            text = f"{leader.name.capitalize()} leads {card} on {board_name(result)} against a contract by"
            text += f" {declarer.name.capitalize()}, but {owner.name.capitalize()} holds that card"
            yield line_finding(codes.LEAD_NOT_HELD, result, text, f"{leader} {card}", f"{owner} {card}")


Holders = dict[str, Compass]
"""Who holds each card of a deal."""


def holders_of(case: Case, session: str | None, section: str | None, board: str) -> list[Holders]:
    """The deals of a board; more than one where the file has several sets of hands."""
    return [_holders(deal) for deal in case.conditions.deals(session, section, board)]


def held_elsewhere(result: ResultFact, deals: Sequence[Holders]) -> tuple[tuple[str, Seat], Compass] | None:
    """The card that is led in a line, the declarer, and who else holds the card in all deals; None if that is right."""
    if result.lead is None or result.declarer is None or result.foul_group:
        return None
    card, declarer = read_card(result.lead).card, read_declarer(result.declarer)[0]
    if card is None or declarer is None:
        return None
    owners = [deal[card] for deal in deals if card in deal]
    if not owners or len(owners) < len(deals) or after(declarer) in owners:
        return None
    return (card, declarer), owners[0]


def _holders(deal: DealFact) -> Holders:
    """Who holds each card; a card that two hands have is left out."""
    seats: Holders = {}
    twice: set[str] = set()
    for seat, hand in hands_of(deal).items():
        for card in cards_of(hand):
            if seats.setdefault(card, seat) is not seat:
                twice.add(card)
    return {card: seat for card, seat in seats.items() if card not in twice}


RULES: tuple[Rule, ...] = (contracts_readable, declarers_readable, tricks_possible, leads_readable, leads_held)
