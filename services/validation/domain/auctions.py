"""Rules about auctions: every call is allowed at its place, and the result has the contract that the auction gives.

Sources: Laws 17 to 22 and 41D (`shared.bridge.play.auction`); USEBIO 1.0, section 5.6, and LIN within USEBIO.
"""

from collections.abc import Iterator

from contracts.codes import validation as codes
from contracts.facts import AuctionFact, Key, ResultFact
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from services.validation.domain.conditions import expected_dealer, read_contract, read_declarer
from services.validation.domain.lines import board_name, line_finding, line_name
from shared.bridge.play.auction import AuctionOutcome, follow_auction, parse_call, turn
from shared.bridge.play.contract import PASSED_OUT, ParsedContract
from shared.bridge.play.seats import Seat
from shared.formats import registry

_ENDINGS = frozenset("*+")


def auctions_legal(case: Case) -> Iterator[Finding]:
    """Calls are allowed where they are made, and the result of the table has their contract and declarer.

    Not asked of formats whose readers ask it themselves.
    """
    if not case.facts.auctions or registry.by_name(case.fragment.file.format).checks_auctions:
        return
    results: dict[Key, list[ResultFact]] = {}
    for result in case.facts.results:
        results.setdefault((result.session, result.board, *result.sides), []).append(result)
    for auction in case.facts.auctions:
        first = Seat(auction.first) if auction.first is not None else expected_dealer(auction.board)
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


RULES: tuple[Rule, ...] = (auctions_legal,)
