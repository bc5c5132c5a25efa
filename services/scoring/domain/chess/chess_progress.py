"""How far a chess event is: the rounds of which every game has a result."""

from collections import defaultdict
from collections.abc import Mapping, Set

from contracts.facts import Facts
from contracts.standings import Progress, SlowTable
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.progress.event_progress import LISTED
from services.scoring.domain.progress.slow_tables import in_order


def chess_progress(facts: Facts) -> Progress:
    """Count the rounds and games that are in.

    A game is in when one of its players has a result for it; byes and absences are no games. Rounds count from the
    first one without a hole. A round of which the director has called the next is over as far as seats go.
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
    newest = max(decided, default=0)
    slow = in_order(
        SlowTable(
            round=number,
            table=" – ".join(sorted(game, key=lambda player: key_order((player,)))),
            behind=number < newest,
        )
        for number in sorted(paired)
        if number <= newest
        for game in paired[number] - decided.get(number, set())
    )
    started = (s.round - 1 for s in facts.early_starts if s.early and (s.playing or s.round - 1 in begun))
    passed = max(started, default=0)
    complete, over = (_last(begun, paired, decided, past) for past in (0, passed))
    expected, running = facts.event.rounds, complete + 1
    parts = []
    if complete:
        parts.append(f"after round {complete}{f' of {expected}' if expected and expected >= complete else ''}")
    if decided[running]:
        parts.append(f"{len(decided[running])} of {len(paired[running])} games of round {running}")
    return Progress(
        rounds=expected,
        rounds_complete=complete if begun else None,
        rounds_over=over if over > complete else None,
        results=sum(len(games) for games in decided.values()),
        complete=complete >= expected if expected and begun else None,
        text=", ".join(parts) or "nothing reported yet",
        slow=tuple(slow[:LISTED]),
        slow_total=len(slow),
    )


def _last(
    begun: Set[int], paired: Mapping[int, set[frozenset[str]]], decided: Mapping[int, set[frozenset[str]]], called: int
) -> int:
    """The last round that is complete, or called past, and all before it."""
    last = 0
    while last < called or (last + 1 in begun and paired.get(last + 1) == decided.get(last + 1)):
        last += 1
    return last
