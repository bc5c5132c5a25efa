"""Rule "berger": the next round of a round robin by the Berger table (C.05, annex 1).

1. The numbers of the table are the pairing numbers in order.
2. The rounds so far have to agree with the table, colours included; byes, absences and rounds in which places were
   exchanged by hand are ignored.
3. In a double round robin the last two rounds of the first cycle may change places: as the file's code says, else as
   the rounds were played, else not.
4. A player whose opponent is away sits out as well.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from contracts.codes import seating as codes
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.chess.pairing_system import RoundRobin
from services.seating.domain.chess.seats import letters
from shared.chess.berger import berger_round, cycle_length
from shared.chess.model import Tournament


def berger_seats(
    event: str,
    tournament: Tournament,
    robin: RoundRobin,
    round_: int,
    away: dict[str, str],
    by_hand: AbstractSet[int] = frozenset(),
) -> RoundAssignment | None:
    """The seats of a round, in which those of `away` have byes: None when the last cycle is over.

    `by_hand` are rounds with exchanges by hand. When the other rounds so far are not those of the table, there are no
    tables, and a finding.
    """
    size = len(tournament.entrants)
    if round_ > robin.cycles * cycle_length(size):
        return None
    orders = [robin.last_two_reversed] if robin.last_two_reversed is not None else [False, True][: robin.cycles]
    checked = [number for number in range(1, round_) if number not in by_hand]
    order = next((each for each in orders if _follows(tournament, checked, last_two_reversed=each)), None)
    seats = RoundAssignment(event=event, stage="round", round=round_, rule="berger")
    if order is None:
        finding = codes.NOT_THE_TABLE.finding(
            f"round {round_} is not seated: earlier rounds differ from the Berger table of {size} players"
        )
        return seats.replace(complete=False, findings=(finding,))
    assumed = codes.SYSTEM_ASSUMED.finding("a round robin was assumed from the number of rounds")
    tables: list[SeatAssignment] = []
    out: list[str] = []
    for board, both in enumerate(berger_round(size, round_, last_two_reversed=order), 1):
        names = [tournament.entrants[number - 1].id for number in both if number]
        if len(names) == 2 and away.keys().isdisjoint(names):
            reason = f"Berger table of {size + size % 2}, round {round_}"
            tables.append(SeatAssignment(table=str(board), white=names[0], black=names[1], reason=reason))
        else:
            out += names
    return seats.replace(
        tables=tuple(tables),
        sitting_out=tuple(out),
        byes=letters({idle: away[idle] for idle in out if idle in away}),
        findings=() if robin.stated else (assumed,),
    )


def _follows(tournament: Tournament, rounds: Iterable[int], *, last_two_reversed: bool) -> bool:
    """Whether every game of these rounds is one of the table (rule 2)."""
    size = len(tournament.entrants)
    for round_ in rounds:
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
