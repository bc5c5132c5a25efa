"""Standings of a tournament while it goes on: a result that comes in costs what it touches.

Rules kept here:

1. What changed is found by the games themselves: most that are said again are the same objects as before, and those
   that are not are compared by what a turn is made of.
2. Only what games of players say may differ. A new game, a game taken back, another participant, other points lent or
   given, another word of the event or on who is there, and every change of a team event, make the standings anew. So
   does another opponent or bye where a tournament may be a round robin, because they say whether it is one.
3. The outcome is that of working everything out, to the last value.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from contracts.facts import Facts, GameFact
from shared.chess.begun_rounds import with_begun_rounds
from shared.chess.from_facts import Players, table_of
from shared.chess.known_pairings import fits_a_round_robin
from shared.chess.model import Entrant
from shared.chess.standings import Ranked, rank, rank_again


@dataclass(frozen=True)
class Running:
    """The standings of an event, and what they were made of."""

    facts: Facts
    table: Players
    ranked: Ranked


def run(facts: Facts, before: Running | None = None) -> Running:
    """Rank an event in the order that it states; `before` is the event as it was, None at the beginning."""
    games = None if before is None else _changed(before, facts)
    if before is None or games is None:
        table = table_of(facts)
        return Running(facts, table, rank(table.tournament(), facts.event.tie_breaks))
    return replace(before, facts=facts, ranked=_again(before, games) if games else before.ranked)


def _changed(before: Running, facts: Facts) -> list[GameFact] | None:
    """The games that are others than before; None when something else differs, be it only their order."""
    old, table = before.facts, before.table
    same = old.events == facts.events and old.participants == facts.participants
    if table.team or not same or old.adjustments != facts.adjustments or len(old.games) != len(facts.games):
        return None
    if _added(table.facts, old) != _added(with_begun_rounds(facts), facts):
        return None
    differing = list(_others(tuple(old.games), tuple(facts.games)))
    if any(was.key != now.key or now.player not in table.index for was, now in differing):
        return None
    differing = [(was, now) for was, now in differing if _said(was) != _said(now)]
    paired_otherwise = any(was.opponent != now.opponent or now.opponent is None for was, now in differing)
    rounds = before.ranked.tournament.rounds
    if paired_otherwise and fits_a_round_robin(facts.event, len(table.ranked), rounds):
        return None
    return [now for _, now in differing]


def _added(begun: Facts, facts: Facts) -> Sequence[GameFact]:
    """What rounds that have begun have besides what is said of their games."""
    return tuple(begun.games[len(facts.games) :])


def _others(old: tuple[GameFact, ...], new: tuple[GameFact, ...]) -> Iterator[tuple[GameFact, GameFact]]:
    """What is another object, each beside what stood in its place; what is the same is passed over many at a time."""
    for start in range(0, len(new), _AT_ONCE):
        was, now = old[start : start + _AT_ONCE], new[start : start + _AT_ONCE]
        if was != now:
            yield from (pair for pair in zip(was, now, strict=True) if pair[0] is not pair[1])


_AT_ONCE = 128


def _said(game: GameFact) -> tuple[str | None, str | None, str | None]:
    """What a player's turn is made of, beside round and player."""
    return game.result, game.opponent, game.colour


def _again(before: Running, games: list[GameFact]) -> Ranked:
    """Rank with other turns of some players; nobody has two games in one round, as the key of a game says."""
    table, tournament = before.table, before.ranked.tournament
    entrants: list[Entrant] = list(tournament.entrants)
    rows = {index: list(entrants[index].turns) for index in {table.index[game.player] for game in games}}
    for game in games:
        rows[table.index[game.player]][game.round - 1] = table.turn(game)
    for index, turns in rows.items():
        entrants[index] = replace(entrants[index], turns=tuple(turns))
    return rank_again(before.ranked, tuple(entrants), rows)
