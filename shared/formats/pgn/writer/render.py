"""A game for each pairing, in the export format of the PGN standard: the roster of seven tags, then the others by name.

Rules kept here:

1. A pairing is written once, with the result as White's line has it, else as Black's. One without a result is in play.
2. The boards of a round are in the order of C.04.2 3.6; those of a match of teams stand together, in its order.
3. A game that was forfeited has `Termination "forfeit"`. Moves are not known, so there are none.
4. Where nobody is paired yet, the file is a comment that says so.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from contracts.base import Discipline
from contracts.codes.pgn import NOT_CHESS
from contracts.facts import Facts, GameFact, Participant, Person, SeatFact
from contracts.messages import EventMerged
from shared.chess.board_order import boards_of
from shared.chess.from_facts import tournament_of
from shared.chess.round_dates import round_dates_of
from shared.errors import UnsupportedFeature
from shared.formats.parsed import Rendered
from shared.formats.pgn.values import FORFEIT, IN_PLAY, pgn_date
from shared.formats.pgn.writer.game import escaped, game_text

_POINTS = {"1": "1", "W": "1", "+": "1", "=": "1/2", "D": "1/2", "0": "0", "L": "0", "-": "0"}
_AGAINST = {"1": "0", "1/2": "1/2", "0": "1"}


class Pairing(NamedTuple):
    """Who meets whom."""

    round: int
    white: str
    black: str
    result: str = IN_PLAY
    forfeit: bool = False


def render(merged: EventMerged, *, values: str) -> Rendered:
    """Write the pairings and results of an event; UnsupportedFeature if it is not chess.

    Args:
        merged: the event.
        values: has no effect, because PGN has no totals.
    """
    facts = merged.facts
    if facts.event.discipline is not Discipline.CHESS:
        raise UnsupportedFeature(NOT_CHESS, f"PGN has no event of {facts.event.discipline.value}")
    players = {each.id: each for each in facts.participants if each.kind == "player"}
    teams = {each.id: each.name or each.id for each in facts.participants if each.kind == "team"}
    shared = _shared(facts)
    dates = round_dates_of(facts.event)
    order = _board_order(facts)
    pairings = sorted(_pairings(facts, players), key=lambda each: (each.round, order.get(each[:3], len(order))))
    boards: dict[int, int] = {}
    games = []
    for each in pairings:
        boards[each.round] = boards.get(each.round, 0) + 1
        tags = {
            **shared,
            "Date": pgn_date(dates.get(each.round)),
            "Round": f"{each.round}.{boards[each.round]}",
            "Result": each.result,
            **_person("White", players[each.white], teams),
            **_person("Black", players[each.black], teams),
            **({"Termination": FORFEIT} if each.forfeit else {}),
        }
        games.append(game_text(tags, each.result))
    text = "\n".join(games) or f"; {escaped(facts.event.name or merged.event)}: nobody is paired yet\n"
    return Rendered(text.encode(), f"{merged.event}.pgn", "application/vnd.chess-pgn")


def _shared(facts: Facts) -> dict[str, str]:
    """What the games of an event have in common."""
    event = facts.event
    return {
        "Event": event.name or "",
        "Site": event.city or "",
        "EventDate": pgn_date(event.start_date) if event.start_date else "",
        "EventRounds": str(event.rounds or ""),
        "EventCountry": event.federation or "",
    }


def _person(side: str, player: Participant, teams: Mapping[str, str]) -> dict[str, str]:
    person = player.players[0] if player.players else Person()
    rating = person.rating if player.players else player.rating
    return {
        side: player.name or person.name or player.id,
        f"{side}Elo": str(int(rating)) if rating is not None else "",
        f"{side}Title": person.title or "",
        f"{side}FideId": person.id or "",
        f"{side}Team": teams.get(player.team or "", ""),
        f"{side}Number": player.number or "",
    }


def _pairings(facts: Facts, players: Mapping[str, Participant]) -> Iterator[Pairing]:
    """Every meeting of two players once (rule 1)."""
    letters = {(game.round, game.player): game.result for game in facts.games}
    seen: set[tuple[int, frozenset[str]]] = set()
    meetings: Iterator[GameFact | SeatFact] = chain(facts.games, facts.seats)
    for fact in meetings:
        round_, own, other, colour = _meeting(fact)
        both = frozenset((own, other))
        if not round_ or own not in players or other not in players or (round_, both) in seen:
            continue
        seen.add((round_, both))
        white, black = (other, own) if colour == "b" else (own, other)
        first, second = letters.get((round_, white)), letters.get((round_, black))
        points = _POINTS.get(first or ""), _POINTS.get(second or "")
        won = points[0] or _AGAINST.get(points[1] or "")
        lost = points[1] or _AGAINST.get(points[0] or "")
        result = f"{won}-{lost}" if won and lost else IN_PLAY
        yield Pairing(round_, white, black, result, forfeit=bool({first, second} & {"+", "-"}))


def _meeting(fact: GameFact | SeatFact) -> tuple[int | None, str, str, str | None]:
    """Round, player, opponent and colour."""
    own = fact.player if isinstance(fact, GameFact) else fact.participant
    return fact.round, own, fact.opponent or "", fact.colour


def _board_order(facts: Facts) -> dict[tuple[int, str, str], int]:
    """Where each meeting of a round comes among all (rule 2), by round, White and Black."""
    matches = [(match.round or 0, match.home_line_up, match.away_line_up) for match in facts.matches]
    pairs = [(round_, *both) for round_, home, away in matches for both in zip(home, away, strict=False)]
    if not pairs:
        tournament = tournament_of(facts)
        ids = [entrant.id for entrant in tournament.entrants]
        pairs = [
            (round_, ids[white], ids[black])
            for round_ in range(1, tournament.rounds_in + 1)
            for white, black in boards_of(tournament, round_)
        ]
    to_come = [(seat.round or 0, seat.participant, seat.opponent or "") for seat in facts.seats]
    ordered = dict.fromkeys((*pairs, *to_come))
    places = {pair: at for at, pair in enumerate(ordered)}
    return {(round_, black, white): at for (round_, white, black), at in places.items()} | places
