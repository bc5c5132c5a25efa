"""The matches of teams of chess as they are published: who met whom, game points and match points.

White on the first board is at home. A match that is forfeited has no board played; a team with a bye that gives points
has no opponent. Matches are in the order of C.04.2 3.6.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from contracts.facts import Participant
from contracts.standings import ScoredMatch
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.rankings.totals import name_of
from shared.chess.board_order import boards_of
from shared.chess.model import GAME, MATCH, Kind, Tournament, Turn

_BYES = frozenset({Kind.PAIRING_BYE, Kind.FULL_BYE, Kind.HALF_BYE})


def chess_matches(tournament: Tournament, participants: Mapping[str, Participant]) -> Iterator[ScoredMatch]:
    """The matches of all rounds, the first round first; none where players are ranked."""
    if not tournament.team:
        return
    names = [name_of(participants[entrant.id]) for entrant in tournament.entrants]
    ids = [entrant.id for entrant in tournament.entrants]
    for number in range(1, tournament.rounds_in + 1):
        turns = [entrant.turns[number - 1] for entrant in tournament.entrants]
        for table, (home, away) in enumerate(boards_of(tournament, number), 1):
            yield _match(tournament, turns[home], number).replace(
                table=str(table),
                home=ids[home],
                away=ids[away],
                home_name=names[home],
                away_name=names[away],
                away_raw=published(tournament.exact(turns[away].points[GAME])),
                away_score=_score(tournament, turns[away]),
            )
        for at, turn in enumerate(turns):
            if turn.opponent < 0 and turn.kind in _BYES:
                yield _match(tournament, turn, number).replace(home=ids[at], home_name=names[at])


def _match(tournament: Tournament, home: Turn, number: int) -> ScoredMatch:
    """What is the same for both sides, and the scores of the first."""
    played = sum(board.played for board in home.boards)
    over = home.kind is not Kind.OPEN
    return ScoredMatch(
        round=number,
        home="",
        boards=played,
        cancelled=max(tournament.boards - played, 0) if over else 0,
        length=tournament.boards,
        raw_unit="game_points",
        home_raw=published(tournament.exact(home.points[GAME])),
        home_score=_score(tournament, home),
        unit="points",
    )


def _score(tournament: Tournament, turn: Turn) -> Decimal | None:
    return None if turn.kind is Kind.OPEN else published(tournament.exact(turn.points[MATCH]))
