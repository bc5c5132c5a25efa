"""An event as it was: at a time, and after a round.

Rules kept here:

1. As of a time, an event is what the fragments say that were accepted until then. Standings are made of nothing else,
   so they are those that were published then.
2. After a round, an event is what is known today without what was played later, so a correction of round 2 that came
   in round 5 is in. Files are merged first and the rounds are left out of the result: a file that withdrew something
   has withdrawn it.
3. Rounds follow each other within a session, and sessions follow each other. Where nobody names a session, the last
   one that has begun is meant.
4. What names no round, in an event that knows rounds, is left out and counted, because nobody can say that it was
   there. Handicaps, carry-overs and accelerations are known before play and stay.
5. Stated totals, awards and how final the standings are belong to the whole event, and are left out too. After the
   last round nothing is left out of anything.
6. Calls of a later round than the next have not been made yet.
7. It is scored in the way that fits the whole event. What a file states of a line depends on all lines of its board, so
   where a board has lost a line, its stated points and datum are left out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from contracts.codes.scoring import ROUND_UNKNOWN
from contracts.facts import Fact, Facts, GameFact, MatchFact, ResultFact
from contracts.findings import Finding
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.merging.merge import MergeState
from shared.bridge.reported import is_reported

KEPT_ADJUSTMENTS = frozenset({"handicap", "carry_forward", "acceleration"})
"""Kinds of adjustment that are known before play."""

PLAYED = ("results", "matches", "games", "board_points", "match_rulings")
"""Types of facts that come in round by round."""

OF_BOARDS = ("deals", "auctions", "plays", "boards")
"""Types of facts that nobody shows before the board is played."""

When = tuple[str | None, int]
"""A session and a round of it."""


@dataclass(frozen=True)
class Accepted:
    """A fragment as the bus keeps it.

    Attributes:
        at: when it was accepted.
        seq: its number among all that were accepted, of this event and others.
    """

    at: datetime
    seq: int
    fragment: Fragment
    findings: tuple[Finding, ...] = ()


def until(accepted: Iterable[Accepted], at: datetime) -> list[Accepted]:
    """Those that were accepted by a time, of some in the order in which they were."""
    return list(takewhile(lambda fragment: fragment.at <= at, accepted))


def fold(event: str, accepted: Iterable[Accepted]) -> EventState:
    """The event that fragments make."""
    state = EventState(event)
    state.apply_all((each.fragment, each.findings) for each in accepted)
    return state


def rounds_played(state: EventState) -> list[When]:
    """The rounds of which a result is in, in the order of play."""
    return _ordered(_rounds(state.merge.merged()[0], _has_result))


def after_round(state: EventState, number: int, session: str | None = None) -> EventState:
    """The event after a round: what was played later is not in.

    Args:
        state: the whole event; it stays as it is.
        number: of the round, from 1.
        session: of which it is a round; None for the last one that has begun.

    Returns:
        An event to be scored; nothing more is applied to it. Where the files know no rounds, the whole one.
    """
    facts = state.merge.merged()[0]
    if session is None:
        begun = _ordered(_rounds(facts, _has_result))
        session = begun[-1][0] if begun else None
    return _up_to(state, facts, (session, number))


def counted(played: Iterable[When], number: int) -> When:
    """The session and the round of a number that counts through all sessions.

    Args:
        played: the rounds that were, in the order of play; at least one.
        number: from 1.
    """
    last = dict(played)
    session, _ = last.popitem()
    for before, rounds in last.items():
        if number <= rounds:
            return before, number
        number -= rounds
    return session, number


def before_round(state: EventState, number: int) -> EventState:
    """The event before a round of its last session, as who sits where in that round is worked out.

    Args:
        state: the whole event; it stays as it is.
        number: of the round, from 1.
    """
    facts = state.merge.merged()[0]
    known = _ordered(_rounds(facts, lambda _: True))
    session = facts.sessions[-1].id if facts.sessions else known[-1][0] if known else None
    return _up_to(state, facts, (session, number - 1))


def facts_then(facts: Facts, came: Callable[[Fact], bool]) -> Facts:
    """What was known at a moment of play.

    Args:
        facts: of the whole event.
        came: whether something had been played by then, of facts that are played round by round or have a round.
    """
    played = {kind: tuple(fact for fact in getattr(facts, kind) if came(fact)) for kind in PLAYED}
    seen = {(getattr(fact, "session", None), fact.board) for fact in played["results"]}
    boards = {board for _, board in seen}  # what names no session is of any
    shown = {
        kind: tuple(
            fact
            for fact in getattr(facts, kind)
            if (fact.session, fact.board) in seen or (fact.session is None and fact.board in boards)
        )
        for kind in OF_BOARDS
    }
    adjustments = tuple(
        fact for fact in facts.adjustments if fact.kind in KEPT_ADJUSTMENTS or (fact.round is not None and came(fact))
    )
    then = {**played, **shown, "adjustments": adjustments, "totals": (), "awards": (), "ladder": ()}
    return _without_stale(facts, facts.model_copy(update=then))


def _up_to(state: EventState, facts: Facts, last: When) -> EventState:
    """The event without what was played after a round."""
    limit = key_order(last)

    def came(fact: Fact) -> bool:
        when = _when(fact, last[0])
        return when is not None and key_order(when) <= limit

    rounds = _rounds(facts, lambda _: True)
    early_starts = tuple(c for c in facts.early_starts if c.session not in (None, last[0]) or c.round <= last[1] + 1)
    if early_starts == facts.early_starts and all(key_order(when) <= limit for when in rounds):
        return state

    def part(merge: MergeState) -> MergeState:
        whole = merge.merged()[0]
        to_date = tuple(event.replace(results="to_date") for event in whole.events)
        then = facts_then(whole, came).replace(events=to_date, statuses=())
        return _limited(merge, then.replace(early_starts=tuple(c for c in then.early_starts if c in early_starts)))

    return state.of_part(part, tuple(_left_out(facts, last)))


def _without_stale(facts: Facts, then: Facts) -> Facts:
    """The same without what is stated of boards that have lost a line; a match has no part in other lines."""
    counts = Counter((line.session, line.board) for line in facts.results)
    counts.subtract((line.session, line.board) for line in then.results)
    lost = {board for board, missing in counts.items() if missing}
    results = tuple(
        line.replace(stated=None)
        if (line.session, line.board) in lost
        and not (line.sides.ns_team is not None and line.stated is not None and line.stated.unit in (None, "imps"))
        else line
        for line in then.results
    )
    boards = tuple(
        board.replace(datum=None) if board.datum is not None and (board.session, board.board) in lost else board
        for board in then.boards
    )
    return then.replace(results=results, boards=boards)


def _limited(merge: MergeState, facts: Facts) -> MergeState:
    """The merge of the same files with these facts standing and no others."""
    standing = {}
    for kind in Facts.FIELDS:
        standing_facts = {fact.key: fact for fact in getattr(facts, kind)}
        standing[kind] = {
            key: replace(winner, fact=standing_facts[key])
            for key, winner in merge.winners[kind].items()
            if key in standing_facts and not winner.withdrawn
        }
    return replace(merge, winners=standing, _standing={})


def _left_out(facts: Facts, last: When) -> Iterator[Finding]:
    """That something names no round, where that is so."""
    played = sum(getattr(fact, "round", None) is None for kind in PLAYED for fact in getattr(facts, kind))
    other = sum(fact.round is None and fact.kind not in KEPT_ADJUSTMENTS for fact in facts.adjustments)
    counts = [f"{count} {what}" for count, what in ((played, "results"), (other, "penalties or bonuses")) if count]
    if counts:
        yield ROUND_UNKNOWN.finding(f"after round {last[1]}: {' and '.join(counts)} name no round and are left out")


def _when(fact: Fact, session: str | None) -> When | None:
    """The session and the round of a fact; what has no session at all, such as a game of chess, is of this one."""
    number: int | None = getattr(fact, "round", None)
    return None if number is None else (getattr(fact, "session", session), number)


def _rounds(facts: Facts, counts: Callable[[Fact], bool]) -> set[When]:
    rounds = (_when(fact, None) for kind in PLAYED for fact in getattr(facts, kind) if counts(fact))
    return {when for when in rounds if when is not None}


def _has_result(fact: Fact) -> bool:
    """Whether something was played: a draw of the next round and a bye are no results."""
    if isinstance(fact, ResultFact):
        return is_reported(fact)
    if isinstance(fact, MatchFact):
        return fact.away is not None and (fact.home_score is not None or fact.home_imps is not None)
    return isinstance(fact, GameFact) and fact.opponent is not None and bool((fact.result or "").strip())


def _ordered(rounds: Iterable[When]) -> list[When]:
    return sorted(rounds, key=key_order)
