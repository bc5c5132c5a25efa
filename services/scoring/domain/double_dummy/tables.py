"""Double dummy: which deals can be analysed, their par, what files state of them, and how it is stated.

The tricks themselves come from outside (`adapters/double_dummy.py`): they take a third of a second of a processor.
"""

from collections.abc import Iterable

from contracts.base import Compass, Place
from contracts.codes import scoring as codes
from contracts.facts import DealFact, Detail
from contracts.findings import Finding
from contracts.standings import BoardDeal
from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.card_play import PACK, RANKS
from shared.bridge.play.contract import Denomination
from shared.bridge.play.par import CELLS, Par, Tricks, par
from shared.bridge.play.seats import Seat
from shared.formats.pbn.reader.cards import DECLARERS, DENOMINATIONS
from shared.formats.pbn.values import read_sides

OPTIMUM = "OptimumScore"
"""The detail with the stated optimum score; the others are called "N NT" and the like."""

_FULL_HAND = 13
_NAMED = 4
"""Differing numbers that a finding names."""


def deal_text(deal: DealFact | BoardDeal | None) -> str | None:
    """The one text of a whole deal, as in `DealAnalysis`; None when a card is missing, or there twice, or none."""
    if deal is None:
        return None
    hands = (deal.north, deal.east, deal.south, deal.west)
    suits = [(hand.spades, hand.hearts, hand.diamonds, hand.clubs) for hand in hands if hand is not None]
    cards = [suit + rank for hand in suits for suit, ranks in zip("SHDC", hand, strict=True) for rank in ranks]
    if any(sum(map(len, hand)) != _FULL_HAND for hand in suits) or sorted(cards) != sorted(PACK):
        return None
    return "N:" + " ".join(".".join("".join(sorted(ranks, key=RANKS.index)) for ranks in hand) for hand in suits)


def stated_tricks(stated: Iterable[Detail]) -> dict[tuple[Seat, Denomination], int]:
    """The numbers of a stated table, as many as it has."""
    names = {f"{seat} {denomination}": (seat, denomination) for seat, denomination in CELLS}
    cells = ((names.get(detail.name), detail.value) for detail in stated)
    return {
        cell: int(value)
        for cell, value in cells
        if cell is not None and value.isascii() and value.isdigit() and int(value) <= _FULL_HAND
    }


def is_whole(tricks: Tricks) -> bool:
    """Whether a table has all of its twenty numbers."""
    return all(cell in tricks for cell in CELLS)


def par_of(tricks: Tricks, vulnerable: Vulnerability | None, dealer: Compass | None) -> Par | None:
    """The par of a whole table; None where the vulnerability is not known, or the dealer and it depends on him."""
    if vulnerable is None:
        return None
    return par(tricks, vulnerable, Seat(dealer.value) if dealer is not None else None)


def differences(
    stated: Iterable[Detail], tricks: Tricks, best: Par | None, *, board: str, place: Place | None = None
) -> list[Finding]:
    """Where a file's analysis is not the one that was computed.

    Args:
        stated: what the file says, as in `DealFact`.
        tricks: the whole table, computed.
        best: its par; None compares no optimum score.
        board: number of the board.
        place: of the deal in its file.
    """
    stated = tuple(stated)
    findings = []
    subject = f"board {board}"
    table = stated_tricks(stated)
    differ = [cell for cell in CELLS if cell in table and table[cell] != tricks[cell]]
    if differ:
        findings.append(
            codes.DOUBLE_DUMMY_DIFFERS.finding(
                f"board {board}: {len(differ)} of {len(table)} stated numbers of tricks are not those of the deal",
                place=place,
                subject=subject,
                stated=_numbers(differ, table),
                computed=_numbers(differ, tricks),
            )
        )
    optimum = next((detail.value for detail in stated if detail.name == OPTIMUM), None)
    values = read_sides(optimum).value if optimum is not None else None
    # What the optimum score can mean for North-South; a text that says nothing, which its reader has reported, fits.
    both = (values.ns, None if values.ew is None else -values.ew) if values is not None else ()
    scores = {int(score) for score in both if score is not None}
    if optimum is not None and best is not None and scores and best.score not in scores:
        findings.append(
            codes.PAR_DIFFERS.finding(
                f"board {board}: the stated optimum score {optimum} is not the par {optimum_score(best)}",
                place=place,
                subject=subject,
                stated=optimum,
                computed=optimum_score(best),
            )
        )
    return findings


def _numbers(cells: list[tuple[Seat, Denomination]], tricks: Tricks) -> str:
    words = [f"{seat} {denomination} {tricks[seat, denomination]}" for seat, denomination in cells[:_NAMED]]
    return ", ".join(words) + (", …" if len(cells) > _NAMED else "")


def optimum_score(best: Par) -> str:
    """Par as PBN writes it: for the side that scores."""
    return f"NS {best.score}" if best.score >= 0 else f"EW {-best.score}"


def details_of(tricks: Tricks, best: Par | None) -> tuple[Detail, ...]:
    """An analysis in the form in which facts have it, in the order of PBN's programs."""
    cells = [(Seat(declarer), Denomination(name)) for declarer in DECLARERS for name in DENOMINATIONS]
    table = [Detail(name=f"{seat} {name}", value=str(tricks[seat, name])) for seat, name in cells]
    return (*table, *((Detail(name=OPTIMUM, value=optimum_score(best)),) if best is not None else ()))


def completed(
    stated: Iterable[Detail], computed: Tricks, vulnerable: Vulnerability | None, dealer: Compass | None
) -> tuple[Detail, ...]:
    """What a file states, with what it leaves out: numbers of tricks as computed, and the par of the whole."""
    stated = tuple(stated)
    tricks = {**computed, **stated_tricks(stated)}
    whole = details_of(tricks, par_of(tricks, vulnerable, dealer))
    optimum = [detail for detail in stated if detail.name == OPTIMUM]
    return (*whole[: len(CELLS)], *(optimum or whole[len(CELLS) :]))
