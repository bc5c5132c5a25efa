"""Made-up tournaments ranked by us and by the library gacrux, code by code, apart from explained differences.

What differs, and why, stands in docs/chess-tie-breaks.md.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from shared.chess.from_facts import tournament_of
from shared.chess.model import GAME, MATCH, Edition, Kind, Tournament
from shared.chess.standings import standings
from shared.formats.trf.reader.parse import parse
from tests.support.chess_variety import of_seed
from tests.support.gacrux_tables import Ranked, ranked_by_gacrux, tournament_by_gacrux

OF_PLAYERS = (
    "PTS", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "PS/C2", "REP", "STD", "TPN", "TPN/R", "BH", "BH/C1", "BH/C2",
    "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "AOB", "SB", "SB/C1", "SB/C2", "SB/P", "KS", "KS/L+1", "KS/L-2", "ARO",
    "ARO/U1400", "ARO/C1/U1400", "ARO/M1/U1400", "TPR", "TPR/U1400", "PTP/U1400", "APRO/U1400", "APPO/U1400",
    "RTNG/U1400", "AOB/F", "FB", "FB/C1", "FB/M1", "FB/P",
)  # fmt: skip
OF_TEAMS = (
    "PTS", "PTS:MP", "PTS:GP", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "PS:GP", "REP", "STD", "TPN", "BH", "BH:GP",
    "BH:MP/C1", "BH:GP/C1", "BH/C2", "BH/M1", "BH/P", "BH:GP/M1/P", "AOB", "SB", "SB:GP", "SB/C1", "KS", "MPvGP",
    "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EMMSB/C1", "EMGSB/C1", "EGMSB/C1", "EGGSB/C1", "EMGSB/C1/P", "EGGSB/C2", "BC",
    "SSSC", "SSSC/P", "SSSC/K3", "FB", "FB:GP", "SSSC/F",
)  # fmt: skip
PLACES_OF_PLAYERS = ("DE", "DE/P")
PLACES_OF_TEAMS = ("DE", "DE:GP", "EDE", "EDE/P", "EDET", "EDEB", "EDEBT", "EDEBB", "TBR", "BBE")
FORE = {"FB", "FB:GP", "SSSC/F"}


def explained(table: Tournament, data: bytes) -> set[str]:
    """The codes that differ in a tournament for a reason that is written down."""
    found: set[str] = set()
    if table.pre_determined:
        found |= {code for code in OF_PLAYERS if code.startswith(("BH", "FB", "AOB"))}  # not used in round robins
    if not table.team:
        return found
    if any(entrant.turns[-1].kind is Kind.FORFEIT_LOSS for entrant in table.entrants):
        found |= FORE if table.primary == GAME else {"FB:GP"}
    if table.primary == GAME:
        found.add("REP")
        if any(turn.kind is Kind.PAIRING_BYE for entrant in table.entrants for turn in entrant.turns):
            found |= {"WIN", "STD"}
    if b"\n299 H" in data:
        found |= {"BC", "TBR", "BBE"} | ({"STD"} if table.primary == GAME else set())
    if table.edition is Edition.C07_2023:
        found |= {code for code in OF_TEAMS if code.startswith("E") and "/C" in code}
    ours, theirs = (MATCH, GAME) if table.primary == MATCH else (GAME, MATCH)
    if table.win[ours] * table.rounds_in < table.win[theirs]:
        found |= {code for code in OF_TEAMS if code.startswith("SSSC")}  # gacrux divides by zero
    return found


def compared(table: Tournament, codes: tuple[str, ...], theirs: Ranked) -> int:
    """Compare every value; how many there were."""
    rows = standings(table, codes).rows
    for row in rows:
        of_row = theirs[table.entrants[row.index].id][1]
        for code, value, stated in zip(codes, row.values, of_row, strict=True):
            assert agrees(value.amount, None if stated is None else str(stated)), (code, table.entrants[row.index].id)
    return len(rows) * len(codes)


def agrees(ours: Fraction | None, theirs: str | None) -> bool:
    """Whether two values are the same, theirs rounded to its decimals."""
    if ours is None or theirs is None:
        return ours is theirs
    decimals = len(theirs.partition(".")[2])
    return ours == Fraction(theirs) or (decimals > 1 and abs(ours - Fraction(theirs)) <= Fraction(1, 2 * 10**decimals))


def compare_with_gacrux(seed: int, chosen: Callable[[str], bool] = lambda code: True) -> int:
    """Compare the values of the chosen codes, and the places by those that are places; how many values there were."""
    data = of_seed(seed)
    table, theirs = tournament_of(parse(data).events[0].facts), tournament_by_gacrux(data)
    known = explained(table, data)
    codes = tuple(
        code
        for code in (OF_TEAMS if table.team else OF_PLAYERS)
        if code not in known and chosen(code.partition("/")[0])
    )
    number = compared(table, codes, ranked_by_gacrux(theirs, codes, table.rounds_in)) if codes else 0
    for code in PLACES_OF_TEAMS if table.team else PLACES_OF_PLAYERS:
        if code in known or not chosen(code.partition("/")[0]):
            continue
        places = {who: place for who, (place, _) in ranked_by_gacrux(theirs, ("PTS", code), table.rounds_in).items()}
        rows = standings(table, ("PTS", code)).rows
        assert {table.entrants[row.index].id: row.place for row in rows} == places, code
        number += len(rows)
    return number
