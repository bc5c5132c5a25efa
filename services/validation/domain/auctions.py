"""Rules about auctions and play: every call and card is allowed at its place, and the result is what they give.

Sources: Laws 17 to 22 and 41D (`shared.bridge.play.auction`), 41 and 44 (`shared.bridge.play.card_play`); USEBIO 1.0,
section 5.6, and LIN within USEBIO.
"""

from collections.abc import Iterator, Sequence

from contracts.codes import validation as codes
from contracts.facts import AuctionFact, DealFact, Facts, Key, PlayFact, ResultFact
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from services.validation.domain.conditions import (
    cards_of,
    expected_dealer,
    hands_of,
    read_card,
    read_contract,
    read_declarer,
)
from services.validation.domain.lines import board_name, line_finding, line_name
from shared.bridge.play.auction import AuctionOutcome, after, follow_auction, parse_call, turn
from shared.bridge.play.card_play import PACK, Cell, follow_play, in_columns
from shared.bridge.play.contract import PASSED_OUT, Contract, ParsedContract
from shared.bridge.play.seats import Seat
from shared.formats import registry

_ENDINGS = frozenset("*+")
_CARDS = frozenset(PACK)


def auctions_legal(case: Case) -> Iterator[Finding]:
    """Calls are allowed where they are made, and the result of the table has their contract and declarer.

    Not asked of formats whose readers ask it themselves.
    """
    if not case.facts.auctions or registry.by_name(case.fragment.file.format).checks_auctions:
        return
    results = _lines(case.facts)
    for auction in case.facts.auctions:
        first = auction.first if auction.first is not None else expected_dealer(auction.board)
        outcome = _outcome(auction, first) if first is not None else None
        if outcome is None:
            continue
        lines = results.get((auction.session, auction.board, *auction.sides), [])
        for fault in outcome.faults:
            where = f"{line_name(lines[0])} on " if len(lines) == 1 else ""
            text = f"{where}board {auction.board}: {fault.reason}"
            subject = f"board {auction.board}"
            yield codes.CALL_NOT_ALLOWED.finding(text, place=auction.at, subject=subject, stated=_called(auction))
        if outcome.ended and not outcome.faults and len(lines) == 1:
            yield from _differences(auction, outcome, lines[0])


def _lines(facts: Facts) -> dict[Key, list[ResultFact]]:
    """The lines by what auctions and plays say of theirs."""
    lines: dict[Key, list[ResultFact]] = {}
    for result in facts.results:
        lines.setdefault((result.session, result.board, *result.sides), []).append(result)
    return lines


def plays_legal(case: Case) -> Iterator[Finding]:
    """Play in the order of the cards follows suit and is of the hands, begins with the lead and ends with the tricks.

    Not asked of formats whose readers ask it themselves. Of a play only its first fault is told: others follow from it.
    """
    plays = [play for play in case.facts.plays if play.order == "played"]
    if not plays or registry.by_name(case.fragment.file.format).checks_auctions:
        return
    results = _lines(case.facts)
    for play in plays:
        lines = results.get((play.session, play.board, *play.sides), [])
        if len(lines) == 1:
            yield from _faults_of_play(play, lines[0], case)


def _faults_of_play(play: PlayFact, line: ResultFact, case: Case) -> Iterator[Finding]:
    contract, declarer = read_contract(line.contract or "")[0], read_declarer(line.declarer or "")[0]
    cards = [each.card for each in play.cards]
    if not isinstance(contract, Contract) or declarer is None or not _CARDS.issuperset(cards):
        return
    where = f"{line_name(line)} on {board_name(line)}"
    lead = read_card(line.lead).card if line.lead is not None else None
    if cards and lead not in (None, cards[0]):
        text = f"{where}: the line has the lead {lead}, but the play begins with {cards[0]}"
        yield line_finding(codes.LEAD_NOT_PLAYED, line, text, lead, cards[0])
    if play.claimed is not None and line.tricks not in (None, play.claimed):
        text = f"{where}: the line has {line.tricks} tricks, but the play ends with a claim of {play.claimed}"
        yield line_finding(codes.TRICKS_NOT_CLAIMED, line, text, str(line.tricks), str(play.claimed))
    deals = case.conditions.deals(line.session, line.section, line.board)
    faults = [_first_fault(cards, contract, after(declarer), deal) for deal in deals]
    if cards and faults and None not in faults and (fault := faults[0]) is not None:
        yield line_finding(codes.CARD_NOT_ALLOWED, line, f"{where}: {fault}", " ".join(cards))


def _first_fault(cards: Sequence[str], contract: Contract, leader: Seat, deal: DealFact) -> str | None:
    """What is wrong with the first card that is not allowed; a lead that is not held is told otherwise."""
    hands = {seat: frozenset(cards_of(hand)) for seat, hand in hands_of(deal).items()}
    if cards[:1] and cards[0] not in hands.get(leader, ()):
        return None
    cells = [Cell(None if at is None else cards[at]) for at in in_columns(cards, contract.denomination)]
    rows = [cells[start : start + 4] for start in range(0, len(cells), 4)]
    faults = follow_play(leader, contract.denomination, leader, rows, hands).faults
    return faults[0].reason if faults else None


def _outcome(auction: AuctionFact, first: Seat) -> AuctionOutcome | None:
    """Follow an auction from its first call; None where a player's turn is left out."""
    calls = [call.call for call in auction.calls if call.irregularity != "S"]
    if len(calls) < len(auction.calls):
        return None
    end = next((number for number, call in enumerate(calls) if call in _ENDINGS), len(calls))
    # Columns may have hyphens before the first call and behind the last.
    begin = next((number for number, call in enumerate(calls[:end]) if call != "-"), end)
    while end > begin and calls[end - 1] == "-":
        end -= 1
    return follow_auction(turn(first, begin), [parse_call(call) or call for call in calls[begin:end]])


def _differences(auction: AuctionFact, outcome: AuctionOutcome, result: ResultFact) -> Iterator[Finding]:
    contract, _ = read_contract(result.contract) if result.contract else (None, None)
    declarer, _ = read_declarer(result.declarer) if result.declarer and contract is not PASSED_OUT else (None, None)
    by = outcome.declarer if auction.first is not None else None
    differs = contract not in (None, outcome.contract)
    if differs or (contract is not None and None not in (declarer, by) and declarer is not by):
        stated, computed = _in_words(contract, declarer), _in_words(outcome.contract, by)
        text = f"the result is of {stated}, but the auction ends in {computed}"
        text = f"{line_name(result)} on {board_name(result)}: {text}"
        yield line_finding(codes.CONTRACT_NOT_OF_AUCTION, result, text, stated, computed)


def _in_words(contract: ParsedContract, declarer: Seat | None) -> str:
    return f"{contract} by {declarer}" if declarer is not None else str(contract)


def _called(auction: AuctionFact) -> str:
    return " ".join(call.call for call in auction.calls)


RULES: tuple[Rule, ...] = (auctions_legal, plays_legal)
