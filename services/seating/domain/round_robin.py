"""Rule "berger": the next round of a round robin by the Berger table (C.05, annex 1).

1. Numbers of the table are those of the pairing numbers in order.
2. The rounds so far have to be those of the table, with their colours; byes and absences say nothing.
3. In a double one the last two rounds of the first cycle may have changed places. The file's code says so, else the
   rounds that were played, else they have not.
4. Who meets somebody who is away sits out with him.
"""

from __future__ import annotations

from contracts.codes import seating as codes
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.chess.seats import letters
from services.seating.domain.pairing_system import RoundRobin
from shared.chess.berger import berger_round, cycle_length
from shared.chess.model import Tournament

RULE = "berger"


def berger_seats(
    event: str, tournament: Tournament, robin: RoundRobin, round_: int, away: dict[str, str]
) -> RoundAssignment | None:
    """The seats of a round.

    Args:
        event: its id.
        tournament: with the rounds before.
        robin: what the file says of the table.
        round_: whose seats are wanted.
        away: letters of the byes in it, by id.

    Returns:
        None when the last cycle is over; no tables, with a finding, when the rounds so far are not those of the table.
    """
    size = len(tournament.entrants)
    if round_ > robin.cycles * cycle_length(size):
        return None
    orders = [robin.last_two_reversed] if robin.last_two_reversed is not None else [False, True][: robin.cycles]
    order = next((each for each in orders if _follows(tournament, round_, last_two_reversed=each)), None)
    if order is None:
        finding = codes.NOT_THE_TABLE.finding(f"round {round_} of {size} is not known, as those before are others")
        return RoundAssignment(event=event, stage="round", round=round_, rule=RULE, complete=False, findings=(finding,))
    findings = () if robin.stated else (codes.SYSTEM_ASSUMED.finding("the number of rounds is that of a round robin"),)
    ids = [entrant.id for entrant in tournament.entrants]
    games = berger_round(size, round_, last_two_reversed=order)
    byes = dict(away)
    tables: list[SeatAssignment] = []
    out: list[str] = []
    for board, (first, second) in enumerate(games, 1):
        names = [ids[number - 1] for number in (first, second) if number]
        if len(names) == 2 and byes.keys().isdisjoint(names):
            reason = f"Berger table of {size + size % 2}, round {round_}"
            tables.append(SeatAssignment(table=str(board), white=names[0], black=names[1], reason=reason))
        else:
            out += names
    return RoundAssignment(
        event=event,
        stage="round",
        round=round_,
        rule=RULE,
        tables=tuple(tables),
        sitting_out=tuple(out),
        byes=letters({who: byes[who] for who in out if who in byes}),
        findings=findings,
    )


def _follows(tournament: Tournament, before: int, *, last_two_reversed: bool) -> bool:
    """Whether every game before a round is one of the table (rule 2)."""
    size = len(tournament.entrants)
    for round_ in range(1, before):
        games = set(berger_round(size, round_, last_two_reversed=last_two_reversed))
        for number, entrant in enumerate(tournament.entrants, 1):
            turn = entrant.turns[round_ - 1] if round_ <= len(entrant.turns) else None
            if turn is None or turn.opponent < 0:
                continue
            pair = (number, turn.opponent + 1)
            if (pair if turn.colour != "b" else pair[::-1]) not in games and (
                turn.colour is not None or pair[::-1] not in games
            ):
                return False
    return True
