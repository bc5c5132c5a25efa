"""How far a chess event is: the rounds of which every game has a result."""

from collections import defaultdict

from contracts.facts import Facts
from contracts.standings import Progress


def chess_progress(facts: Facts) -> Progress:
    """Count the rounds and games that are in.

    A game is in when one of its players has a result for it; byes and absences are no games. Rounds count from the
    first one without a hole.
    """
    decided: dict[int, set[frozenset[str]]] = defaultdict(set)
    paired: dict[int, set[frozenset[str]]] = defaultdict(set)
    begun = set()
    for game in facts.games:
        begun.add(game.round)
        if game.opponent is None:
            continue
        both = frozenset((game.player, game.opponent))
        paired[game.round].add(both)
        if (game.result or "").strip():
            decided[game.round].add(both)
    complete = 0
    while complete + 1 in begun and paired[complete + 1] == decided[complete + 1]:
        complete += 1
    expected = facts.event.rounds
    return Progress(
        rounds=expected,
        rounds_complete=complete if begun else None,
        results=sum(len(games) for games in decided.values()),
        complete=complete >= expected if expected and begun else None,
        text=_say(complete, expected, len(decided[complete + 1]), len(paired[complete + 1])),
    )


def _say(complete: int, expected: int | None, decided: int, paired: int) -> str:
    parts = []
    if complete:
        parts.append(f"after round {complete}{f' of {expected}' if expected and expected >= complete else ''}")
    if paired and decided:
        parts.append(f"{decided} of {paired} games of round {complete + 1}")
    return ", ".join(parts) or "nothing reported yet"
