"""Byes with points that the director has given, as the games and matches that files would state for them.

A participant who is away by a decision with a bye letter has that bye in each round that is in, unless the files state
something of the participant in it. A team gets a match without an opponent, as readers produce one.
"""

from contracts.facts import Detail, Facts, GameFact, MatchFact
from shared.presence import Presence


def rounds_begun(facts: Facts) -> int:
    """The last round of which a game or a match is known; 0 before the first."""
    rounds = (*(game.round for game in facts.games), *(match.round or 0 for match in facts.matches))
    return max(rounds, default=0)


def with_byes(facts: Facts) -> Facts:
    """The facts with the byes that decisions add; the same object if they add none."""
    if all(decision.bye is None for decision in facts.presences):
        return facts
    presence = Presence(facts)
    teams = any(each.kind == "team" for each in facts.participants) and facts.event.kind != "individual"
    entered = {each.id for each in facts.participants if each.kind == ("team" if teams else "player")}
    matches = [match for match in facts.matches if match.kind == "chess_teams" and match.round]
    recorded = {(game.round, game.player) for game in facts.games}
    if teams:
        recorded = {
            (match.round or 0, participant)
            for match in matches
            for participant in (match.home, match.away)
            if participant
        }
    given = [
        (number, participant, decision.bye)
        for number in range(1, max((number for number, _ in recorded), default=0) + 1)
        for participant, decision in presence.away(None, number).items()
        if decision.bye is not None and participant in entered and (number, participant) not in recorded
    ]
    if teams:
        more = tuple(
            MatchFact(kind="chess_teams", round=number, home=participant, details=(Detail(name="bye", value=bye),))
            for number, participant, bye in given
        )
        return facts.replace(matches=(*facts.matches, *more))
    games = tuple(GameFact(round=number, player=participant, result=bye) for number, participant, bye in given)
    return facts.replace(games=(*facts.games, *games))
