"""The analysis of a board as it is published, after its traveller and apart from it.

Rule 1: an analysis speaks of the cards that it names; the same cards are never analysed again for the same board.
Rule 2: what was computed goes before what is stated; a stated table is published where none could be computed.
Rule 3: a newer state of the board that was looked at already stands; an older one adds nothing.
Rule 4: nothing is published again that says the same.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from contracts import subjects
from contracts.analysis import DealAnalysis, DeclarerTricks, ParContract, PlayTricks
from contracts.base import Compass, Excerpt, Name, Slug
from contracts.messages import BoardScored, DealAnalysed, Position
from contracts.standings import ScoredBoard, TravellerLine
from services.scoring.domain.double_dummy.tables import differences, is_whole, par_of, stated_tricks
from services.scoring.domain.event.publication import Publication, digest_of
from shared.bridge.play.board_cycle import parse_vulnerability
from shared.bridge.play.contract import Contract, Denomination, parse_contract, parse_declarer
from shared.bridge.play.par import Tricks
from shared.bridge.play.seats import Seat

FIELDS = {
    Denomination.NOTRUMP: "notrump",
    Denomination.SPADES: "spades",
    Denomination.HEARTS: "hearts",
    Denomination.DIAMONDS: "diamonds",
    Denomination.CLUBS: "clubs",
}
"""What `DeclarerTricks` calls the denominations."""


class EventOfStandings(Excerpt, title="Standings"):
    """Which event standings are of."""

    event: Slug


class BoardsDealt(Excerpt, title="StandingsPublished"):
    """The boards of which standings say that their cards are known."""

    standings: EventOfStandings
    position: Position
    dealt: tuple[Name, ...] = ()


def overtaken(message: BoardScored, last: DealAnalysed | None) -> bool:
    """Whether a newer state of the board was looked at (rule 3)."""
    return last is not None and last.position.applied > message.position.applied


def known_tricks(deal: str, last: DealAnalysed | None) -> Tricks | None:
    """What was computed before for the same cards (rule 1)."""
    if last is None or last.analysis.deal != deal or last.analysis.origin != "computed":
        return None
    return {
        (Seat(row.declarer.value), denomination): getattr(row, field)
        for row in last.analysis.tricks
        for denomination, field in FIELDS.items()
    }


class Played(NamedTuple):
    """A play to be analysed; equal ones are analysed once."""

    declarer: Seat
    denomination: Denomination
    cards: tuple[str, ...]


class Worth(NamedTuple):
    """What the cards of a play were worth, and those that might have been played: as in `PlayTricks`."""

    tricks: tuple[int, ...]
    choices: str


def played_on(board: ScoredBoard) -> list[Played]:
    """What the tables of a board played, each play once, in the order of the lines."""
    return list(dict.fromkeys(filter(None, map(_played, board.lines))))


def _played(line: TravellerLine) -> Played | None:
    if not line.cards:
        return None
    # Cards stand in a line only where both are known.
    contract, declarer = parse_contract(line.contract or ""), parse_declarer(line.declarer or "")
    if not isinstance(contract, Contract) or declarer is None:
        return None
    return Played(declarer, contract.denomination, line.cards)


def known_plays(deal: str, last: DealAnalysed | None) -> dict[Played, Worth]:
    """What was computed before for plays of the same cards (rule 1)."""
    if last is None or last.analysis.deal != deal:
        return {}
    return {
        Played(Seat(play.declarer.value), Denomination(play.denomination), play.cards): Worth(play.tricks, play.choices)
        for play in last.analysis.plays
    }


def plan_analysis(
    message: BoardScored,
    deal: str,
    computed: Tricks | None,
    last: DealAnalysed | None,
    last_seq: int,
    plays: Mapping[Played, Worth] | None = None,
) -> Publication | None:
    """What to publish of a board's deal; None for nothing.

    Args:
        message: the board.
        deal: its cards as text.
        computed: their tricks; None where they could not be computed.
        last: the message before on the board's subject.
        last_seq: its number in the stream, 0 for none.
        plays: those for which it is known what their cards were worth.
    """
    board = message.board
    stated = stated_tricks(board.double_dummy or ())
    if computed is not None:
        analysis = analysis_of(board, deal, computed, "computed")
    elif is_whole(stated):
        analysis = analysis_of(board, deal, stated, "stated")
    else:
        return None
    analysis = analysis.replace(
        plays=tuple(
            PlayTricks(
                declarer=Compass(play.declarer.value),
                denomination=play.denomination,
                cards=play.cards,
                tricks=worth.tricks,
                choices=worth.choices,
            )
            for play, worth in (plays or {}).items()
        )
    )
    digest = digest_of(analysis)
    if last is not None and last.digest == digest:
        return None
    position = Position(seq=(last.position.seq if last is not None else 0) + 1, applied=message.position.applied)
    return Publication(
        subjects.deal_analysed(board.event, board.id),
        DealAnalysed(analysis=analysis, position=position, digest=digest),
        last_seq,
    )


def analysis_of(board: ScoredBoard, deal: str, tricks: Tricks, origin: Literal["computed", "stated"]) -> DealAnalysis:
    """Say of a board what follows from its tricks."""
    vulnerable = parse_vulnerability(board.vulnerable) if board.vulnerable else None
    best = par_of(tricks, vulnerable, board.dealer)
    findings = differences(board.double_dummy or (), tricks, best, board=board.board) if origin == "computed" else []
    return DealAnalysis(
        event=board.event,
        id=board.id,
        session=board.session,
        board=board.board,
        deal=deal,
        dealer=board.dealer,
        vulnerable=board.vulnerable,
        tricks=tuple(
            DeclarerTricks(
                declarer=Compass(seat.value), **{field: tricks[seat, name] for name, field in FIELDS.items()}
            )
            for seat in Seat
        ),
        par=best.score if best is not None else None,
        par_contracts=tuple(
            ParContract(
                contract=str(par_contract.contract),
                declarers=tuple(Compass(seat.value) for seat in par_contract.declarers),
                tricks=par_contract.tricks,
            )
            for par_contract in (best.contracts if best is not None else ())
        ),
        origin=origin,
        findings=tuple(findings),
    )
