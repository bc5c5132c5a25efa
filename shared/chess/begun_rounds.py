"""The rounds that have begun, with everything that a file of them would state: games without a result, and byes.

Rules kept here; each adds only what neither files nor decisions say of a participant in a round:

1. A round has begun when a game or a match of it is known.
2. Files state pairings and byes of a round to come as seats. Once it has begun, these are its games and byes. Whoever
   comes by the director's decision has no bye that was announced.
3. A participant who is away by a decision with a bye letter has that bye. A team gets a match without an opponent, as
   readers produce one.
4. In a round of which the director alone gives the results, the one who is left when all others have a game or are away
   has the pairing-allocated bye (C.04.1 article 5); not in a round robin, where a bye brings nothing.
"""

from collections.abc import Collection, Sequence, Set

from contracts.facts import Detail, Facts, GameFact, MatchFact, Participant
from contracts.tables import column_of
from shared.chess.known_pairings import is_pre_determined
from shared.presence import Presence

OF_DECISION = "/decisions/"
"""How the place begins of a fact that a director has decided."""


def rounds_begun(facts: Facts) -> int:
    """The last round of which a game or a match is known; 0 before the first."""
    rounds = (*column_of(facts.games, "round"), *(match.round or 0 for match in facts.matches))
    return max(rounds, default=0)


def is_decided(game: GameFact) -> bool:
    """Whether a director has decided this, and not a file."""
    return game.at is not None and (game.at.path or "").startswith(OF_DECISION)


def number_of(participant: Participant) -> int:
    """The pairing number."""
    if participant.seed is not None:
        return participant.seed
    return int(participant.id) if participant.id.isdecimal() else 0


def with_begun_rounds(facts: Facts) -> Facts:
    """The facts with what the rules add; the same object if they add nothing."""
    if any(each.kind == "team" for each in facts.participants) and facts.event.kind != "individual":
        return _with_byes_of_teams(facts)
    added = announced_games(facts)
    filed = {game.round for game in facts.games if not is_decided(game)} | announced_rounds(facts)
    added += _byes_of_players(_with(facts, added))
    added += _left_over(_with(facts, added), filed)
    return _with(facts, added)


def _with(facts: Facts, games: Sequence[GameFact]) -> Facts:
    return facts.replace(games=(*facts.games, *games)) if games else facts


def announced_rounds(facts: Facts) -> frozenset[int]:
    """The rounds that files pair before their first result."""
    return frozenset(
        seat.round for seat in facts.seats if seat.stage == "next" and seat.round is not None and seat.opponent
    )


def announced_games(facts: Facts) -> list[GameFact]:
    """The games and byes of players that were announced, of the rounds that have begun (rule 2)."""
    begun = rounds_begun(facts) if facts.seats else 0
    if not any(number is not None and number <= begun for number in column_of(facts.seats, "round")):
        return []
    recorded, presence = {(game.round, game.player) for game in facts.games}, Presence(facts)
    there = {number: presence.there(None, number) for number in range(1, begun + 1)}
    return [
        GameFact(
            at=seat.at,
            round=seat.round,
            player=seat.participant,
            opponent=seat.opponent,
            colour=seat.colour,
            result=None if seat.opponent else seat.text or "Z",
        )
        for seat in facts.seats
        if seat.stage == "next" and seat.kind == "player" and seat.round is not None and 0 < seat.round <= begun
        if (seat.round, seat.participant) not in recorded
        if seat.opponent or seat.participant not in there[seat.round]
    ]


def _byes_of_players(facts: Facts) -> list[GameFact]:
    """The byes that a decision gives to players (rule 3)."""
    if all(decision.bye is None for decision in facts.presences):
        return []
    recorded = {(game.round, game.player) for game in facts.games}
    return [
        GameFact(round=number, player=player, result=bye)
        for number, player, bye in _granted(facts, _players(facts), recorded)
    ]


def _with_byes_of_teams(facts: Facts) -> Facts:
    if all(decision.bye is None for decision in facts.presences):
        return facts
    matches = [match for match in facts.matches if match.kind == "chess_teams" and match.round]
    recorded = {(match.round or 0, team) for match in matches for team in (match.home, match.away) if team}
    teams = [each.id for each in facts.participants if each.kind == "team"]
    more = tuple(
        MatchFact(kind="chess_teams", round=number, home=team, details=(Detail(name="bye", value=bye),))
        for number, team, bye in _granted(facts, teams, recorded)
    )
    return facts.replace(matches=(*facts.matches, *more))


def _players(facts: Facts) -> list[str]:
    """Everybody who plays, in the order of their numbers."""
    listed = [each for each in facts.participants if each.kind == "player"]
    return [each.id for each in sorted(listed, key=lambda each: (number_of(each), each.id))]


def _granted(facts: Facts, entered: Collection[str], recorded: set[tuple[int, str]]) -> list[tuple[int, str, str]]:
    """Round, participant and letter of each bye by decision."""
    presence = Presence(facts)
    return [
        (number, participant, decision.bye)
        for number in range(1, max((number for number, _ in recorded), default=0) + 1)
        for participant, decision in presence.away(None, number).items()
        if decision.bye is not None and participant in entered and (number, participant) not in recorded
    ]


def _left_over(facts: Facts, filed: Set[int]) -> list[GameFact]:
    """Pairing-allocated byes of the rounds of which no file has a game (rule 4)."""
    own = sorted({game.round for game in facts.games if game.opponent is not None} - filed)
    players, rounds = _players(facts), max(facts.event.rounds or 0, rounds_begun(facts))
    if not own or is_pre_determined(facts, players, rounds) or _seated_by_a_table(facts):
        return []
    presence, left = Presence(facts), []
    for number in own:
        known = {game.player for game in facts.games if game.round == number} | {*presence.away(None, number)}
        idle = [player for player in players if player not in known]
        if len(idle) == 1:
            left.append(GameFact(round=number, player=idle[0], result="U"))
    return left


def _seated_by_a_table(facts: Facts) -> bool:
    """Whether the director has chosen a round robin."""
    return any((fact.system or "").endswith("berger") for fact in facts.systems)
