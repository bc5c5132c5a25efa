"""What a correction costs: one changed score, one renumbered pair, one board taken out, in events of three sizes.

A correction is a whole export, a version of the one before. It is merged, its change is worked out and the event is
scored, which is compared with an event that is merged and scored from nothing in the same run. CPU time, medians.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

from contracts.facts import EventFact, Facts, Scope
from contracts.messages import Fragment
from services.scoring.domain.event.event_change import event_change
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment, pair, result

SIZES = {28: 7, 100: 5, 1000: 3}
"""Corrections of events of so many pairs."""


ROUNDS, BOARDS = 13, 2


def evening(pairs: int) -> Facts:
    """A Mitchell: a score for every meeting."""
    tables = pairs // 2
    results = (
        result(str(board + 1), str(table + 1), str(tables + (table + number) % tables + 1), 10 * (table % 60) + 50)
        for table in range(tables)
        for number in range(ROUNDS)
        for board in range(BOARDS * ((table - number) % ROUNDS), BOARDS * ((table - number) % ROUNDS + 1))
    )
    return Facts(
        events=(EventFact(name="Evening", kind="pairs", board_scoring="match_points", winners=1),),
        participants=tuple(pair(str(number + 1)) for number in range(pairs)),
        results=tuple(results),
    )


def export(facts: Facts, minute: int) -> Fragment:
    """A file with these facts, complete for its boards."""
    boards = tuple(dict.fromkeys(result.board for result in facts.results))
    fields = {"results": facts.results, "participants": facts.participants, "events": facts.events}
    return fragment(
        f"export {minute}", minutes=minute, event="corrected", scope=Scope(whole=True, boards=boards), **fields
    )


def score_changed(facts: Facts, number: int) -> Facts:
    """Another score on one line."""
    line = facts.results[number]
    changed = line.replace(ns_score=line.ew_score.replace(kind="points", points=990 + 10 * number))
    return facts.replace(results=(*facts.results[:number], changed, *facts.results[number + 1 :]))


def pair_renumbered(facts: Facts, number: int) -> Facts:
    """One pair has another number, in the list and on its lines."""
    old, new = facts.participants[number].id, f"9{number:04d}"
    results = tuple(
        line.replace(sides=line.sides.replace(ns=new))
        if line.sides.ns == old
        else line.replace(sides=line.sides.replace(ew=new))
        if line.sides.ew == old
        else line
        for line in facts.results
    )
    listed = tuple(one.replace(id=new, number=None) if one.id == old else one for one in facts.participants)
    return facts.replace(results=results, participants=listed)


def board_removed(facts: Facts, number: int) -> Facts:
    """All lines of one board are gone."""
    board = sorted({line.board for line in facts.results})[number]
    return facts.replace(results=tuple(line for line in facts.results if line.board != board))


EDITS: dict[str, Callable[[Facts, int], Facts]] = {
    "score_changed": score_changed,
    "pair_renumbered": pair_renumbered,
    "board_removed": board_removed,
}


def corrections(pairs: int, count: int) -> dict[str, Any]:
    """Each kind of correction, in CPU milliseconds and relative to the event from nothing."""
    facts = evening(pairs)
    began = time.process_time()
    _scored([export(facts, 0)])
    anew = (time.process_time() - began) * 1000
    result: dict[str, Any] = {"lines": len(facts.results), "from_nothing_ms": anew}
    for name, edit in EDITS.items():
        state = _scored([export(facts, 0)])
        merging, whole = [], []
        for number in range(count):
            corrected = export(edit(facts, number), number + 1)
            began = time.process_time()
            changes = state.apply(corrected)
            event_change(changes, state.merge, corrected.file)
            merging.append((time.process_time() - began) * 1000)
            state.score()
            whole.append((time.process_time() - began) * 1000)
        result[name] = {
            "merged_ms": statistics.median(merging),
            "merged_and_scored_ms": statistics.median(whole),
            "to_from_nothing": statistics.median(whole) / anew,
        }
    return result


def _scored(fragments: list[Fragment]) -> EventState:
    state = EventState(fragments[0].event)
    for each in fragments:
        state.apply(each)
    state.score()
    return state


def measure() -> dict[str, Any]:
    """Corrections of events of 28, 100 and 1,000 pairs."""
    return {f"{pairs}_pairs": corrections(pairs, count) for pairs, count in SIZES.items()}
