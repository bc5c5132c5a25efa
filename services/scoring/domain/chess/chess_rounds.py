"""The rounds of chess as they are published: who plays whom, on which board, and what came of it.

Rules kept here:

1. A game is told once. Each side's points and its half of the result are those of its own line; a side that says
   nothing has the counterpart of what the other says.
2. Boards are in the order of C.04.2 3.6, so an earlier result may move boards of later rounds; byes and absences
   follow by number.
3. Who is not named in a round is absent (`shared/chess/from_facts.py`). Of a team event the boards of its matches are
   told.
4. A round of which nothing changes is the same object as before.
"""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import zip_longest
from typing import Literal, NamedTuple

from contracts.base import NAME_LENGTH, Slug
from contracts.facts import MatchFact, Participant
from contracts.standings import ROUND_GAMES, ScoredGame, ScoredRound
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.rankings.totals import name_of
from shared.chess.board_order import BoardOrder, board_order, boards_of, has_black, scores_before
from shared.chess.model import Entrant, Kind, Tournament, Turn
from shared.chess.running import Running

_HALVES = {2: "1", 1: "½", 0: "0"}
_LETTERS = {"1": "1", "W": "1", "=": "½", "D": "½", "0": "0", "L": "0", "+": "+", "-": "-"}
_AGAINST = {"1": "0", "½": "½", "0": "1", "+": "-", "-": "+"}
_FORFEITS = {Kind.FORFEIT_WIN: "+", Kind.FORFEIT_LOSS: "-"}
_BYES: Mapping[Kind, Literal["U", "F", "H", "Z"]] = {
    Kind.PAIRING_BYE: "U",
    Kind.FULL_BYE: "F",
    Kind.HALF_BYE: "H",
    Kind.ZERO_BYE: "Z",
}


class _Person(NamedTuple):
    """A player as he is listed."""

    id: str
    name: str = ""
    title: str | None = None
    rating: Decimal | None = None


class _Side(NamedTuple):
    """A player, and what his own line says of the game: his half of the result, and his points."""

    person: _Person
    half: str | None = None
    points: Decimal | None = None
    team: str | None = None


class ChessRounds:
    """The rounds of one event while it goes on: a result makes its round anew, and those after it."""

    def __init__(self) -> None:
        """Begin without a round."""
        self._before: Running | None = None
        self._rounds: tuple[ScoredRound, ...] = ()

    def update(self, event: Slug, running: Running) -> tuple[ScoredRound, ...]:
        """The rounds that are in."""
        before, self._before = self._before, running
        first = 1 if before is None else _first_changed(before, running)
        tournament, people = running.ranked.tournament, _people(running.facts.participants)
        rounds = list(self._rounds[: first - 1])
        for number in range(first, tournament.rounds_in + 1):
            made = _team_games(running, people, number) if tournament.team else _games(tournament, people, number)
            known = self._rounds[number - 1] if number <= len(self._rounds) else None
            games = tuple(made)
            is_known = known is not None and known.event == event and tuple(known.games) == games
            rounds.append(
                known
                if known is not None and is_known
                else ScoredRound(event=event, round=number, games=ROUND_GAMES.of(games))
            )
        self._rounds = tuple(rounds)
        return self._rounds


def _first_changed(before: Running, running: Running) -> int:
    """The first round that may be another; one beyond the last where none is."""
    old, new = before.ranked.tournament, running.ranked.tournament
    if before.table is not running.table or old.rounds_in != new.rounds_in:
        return 1
    pairs = zip(old.entrants, new.entrants, strict=True)
    changed = [_first_other(was, now) for was, now in pairs if was is not now]
    return min(changed, default=new.rounds_in + 1)


def _first_other(was: Entrant, now: Entrant) -> int:
    turns = zip(was.turns, now.turns, strict=True)
    return next((number for number, (old, new) in enumerate(turns, 1) if old != new), len(now.turns) + 1)


def _people(participants: Iterable[Participant]) -> Mapping[str, _Person]:
    return {each.id: _person(each) for each in participants if each.kind == "player"}


def _person(participant: Participant) -> _Person:
    title = participant.players[0].title if len(participant.players) == 1 else None
    return _Person(participant.id, name_of(participant)[:NAME_LENGTH], title, participant.rating)


def _game(white: _Side, black: _Side | None, place: tuple[int | None, int | None], *, uncoloured: bool) -> ScoredGame:
    """A game, or a board of a match that one side leaves empty."""
    person, half, points, team = white
    other, against, theirs, opponents = black or _Side(_Person(""))
    said = half or against
    return ScoredGame(
        table=place[0],
        board=place[1],
        white=person.id,
        black=other.id or None,
        white_name=person.name,
        black_name=other.name,
        white_title=person.title,
        black_title=other.title,
        white_rating=person.rating,
        black_rating=other.rating,
        white_team=team,
        black_team=opponents,
        result=None if said is None else f"{half or _AGAINST[said]}-{against or _AGAINST[said]}",
        white_points=points,
        black_points=theirs,
        uncoloured=uncoloured,
    )


def _games(tournament: Tournament, people: Mapping[str, _Person], number: int) -> Iterator[ScoredGame]:
    """The games of players, and after them the byes and absences."""
    persons = [people[entrant.id] for entrant in tournament.entrants]
    turns = [entrant.turns[number - 1] for entrant in tournament.entrants]
    for table, (white, black) in enumerate(boards_of(tournament, number), 1):
        one, other = (
            _side(persons[at], turns[at], tournament) if turns[at].opponent == against else _Side(persons[at])
            for at, against in ((white, black), (black, white))
        )
        uncoloured = turns[white].colour is None and turns[black].colour is None
        yield _game(one, other, (table, None), uncoloured=uncoloured)
    for person, turn in zip(persons, turns, strict=True):
        if turn.opponent < 0 and turn.kind is not Kind.OPEN:
            own = _side(person, turn, tournament)
            yield _game(own, None, (None, None), uncoloured=False).replace(bye=_BYES.get(turn.kind))


def _side(person: _Person, turn: Turn, tournament: Tournament) -> _Side:
    if turn.kind is Kind.OPEN:
        return _Side(person)
    half = _HALVES[turn.standard] if turn.played else _FORFEITS.get(turn.kind)
    return _Side(person, half, published(tournament.exact(turn.points[0])))


def _team_games(running: Running, people: Mapping[str, _Person], number: int) -> Iterator[ScoredGame]:
    """The games of the matches of teams, by match and board."""
    facts, index = running.facts, running.table.index
    games = {game.player: game for game in facts.games if game.round == number}
    scores = scores_before(running.ranked.tournament, number)

    def order(match: MatchFact) -> BoardOrder:
        return board_order(scores, [index[team] for team in (match.home, match.away) if team in index])

    def side(player: str, team: str | None) -> _Side | None:
        game = games.get(player)
        if game is None or game.result is None:
            return _Side(people.get(player, _Person(player)), team=team) if player else None
        points = running.table.points.game(game.result, game.colour)
        return _Side(people[player], _LETTERS.get(game.result), published(points), team)

    of_round = [each for each in facts.matches if each.kind == "chess_teams" and each.round == number and each.away]
    for table, match in enumerate(sorted(of_round, key=order), 1):
        for board, players in enumerate(zip_longest(match.home_line_up, match.away_line_up, fillvalue=""), 1):
            home, away = side(players[0], match.home), side(players[1], match.away)
            colours = [game.colour if (game := games.get(player)) else None for player in players]
            white, black = (away, home) if home is None or (away and has_black(*colours)) else (home, away)
            if white is not None:
                yield _game(white, black, (table, board), uncoloured=not any(colours))
