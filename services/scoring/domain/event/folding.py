"""What of an event's fragments has to be remembered so that it can be folded on.

Rules kept here:

1. A program sends its event again and again, so nearly all that came is what newer versions have replaced. What was
   replaced by something that is itself replaced is forgotten: of such a fragment its file and what came of it stay,
   without its facts. What counts, what is held, and the version before what counts stay whole.
2. That is enough for a newer fragment. One that is older than a version which a forgotten fragment was replaced by, one
   that came before, and a decision which says that other files count, need the history: the event is folded anew from
   all of its fragments.
3. While the director has moved files or has taken one as the whole truth, nothing is forgotten.
4. The same fragments are enough to begin again in another process (`EventFolded`). One is published when so many
   fragments came since the last that the work of writing them grows with the number of fragments and no faster.
"""

from typing import Any

from contracts.facts import Facts
from contracts.messages import EventFolded, FoldedFragment, Fragment
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.without_rulings import rules
from services.scoring.domain.merging.versions import Comparison, Verdict

FEWEST = 8
"""Fragments that come before an event is written down."""

PART = 4
"""An event is written down when this part of its fragments has come since."""

NOTHING = Facts()


def is_due(count: int, written: int) -> bool:
    """Whether an event of so many fragments is to be written down, which was when there were fewer."""
    return count - written >= max(FEWEST, count // PART)


def forget_history(state: EventState) -> None:
    """Forget what replaced fragments say, but for those that were replaced by what counts (rules 1 and 3)."""
    if state.takes or state.assignment.moves:
        return
    verdicts, fragments = state.merge.versions.verdicts, state.fragments
    named = {verdict.by for verdict in verdicts.values() if verdict.state == "held"}
    gone, newest = {}, state.forgotten
    for own, verdict in verdicts.items():
        by = verdicts.get(verdict.by or "")
        if verdict.state != "replaced" or by is None or by.state != "replaced" or own in named:
            continue
        fragment = fragments[own]
        if fragment.facts is not NOTHING:
            gone[own], order = fragment.replace(facts=NOTHING), fragments[verdict.by or ""].order
            newest = order if newest is None else max(newest, order)
    if gone:
        state.forgotten = newest
        state.fragments |= gone
        state.findings |= dict.fromkeys(gone, ())
        state.assignment.forget(gone)
        for merged in (state.merge, state.filed.merge if state.filed is not None else None):
            if merged is not None:
                merged.forget(gone)


def needs_history(state: EventState, fragment: Fragment) -> bool:
    """Whether an event that has forgotten something cannot take a fragment in (rule 2)."""
    if state.forgotten is None:
        return False
    facts = fragment.facts
    chooses = facts.retractions or facts.takes or facts.reassignments or (state.filed is None and rules(fragment))
    return bool(chooses or fragment.route or fragment.id in state.fragments) or fragment.order <= state.forgotten


def folded(state: EventState, applied: int) -> EventFolded | None:
    """An event, to be folded on from there; None where nothing may be forgotten.

    Args:
        state: with everything up to a fragment.
        applied: sequence of that in the stream.
    """
    if state.takes or state.assignment.moves:
        return None
    verdicts = state.merge.versions.verdicts
    fragments = (
        FoldedFragment(fragment=fragment, findings=state.findings[fragment.id], **_said_of(verdicts.get(fragment.id)))
        for fragment in state.assignment.came.values()
    )
    return EventFolded(event=state.event, applied=applied, fragments=tuple(fragments))


def _said_of(verdict: Verdict | None) -> dict[str, Any]:
    if verdict is None:
        return {}
    comparison = verdict.comparison
    return {"verdict": verdict.state, "by": verdict.by, **(comparison._asdict() if comparison is not None else {})}


def unfolded(known: EventFolded) -> EventState:
    """The event that was written down."""
    state = EventState(known.event)
    verdicts = {each.fragment.id: _verdict(each) for each in known.fragments if each.verdict is not None}
    parts = [_shared(each) for each in known.fragments]
    state.apply_all(parts, verdicts)
    orders = {fragment.id: fragment.order for fragment, _ in parts}
    replacing = [verdicts[fragment.id].by for fragment, _ in parts if fragment.facts is NOTHING]
    state.forgotten = max((orders[by] for by in replacing if by is not None), default=None)
    return state


def _shared(each: FoldedFragment) -> tuple[Fragment, tuple[Any, ...]]:
    empty = each.verdict == "replaced" and each.fragment.facts == NOTHING
    return (each.fragment.replace(facts=NOTHING) if empty else each.fragment), each.findings


def _verdict(each: FoldedFragment) -> Verdict:
    comparison = None if each.lines is None else Comparison(each.lines, each.repeated, each.altered)
    return Verdict(each.verdict or "counts", each.by, comparison)
