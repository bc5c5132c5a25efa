"""One evening as a program sends it again and again, to date, with a correction each time."""

from contracts.facts import Scope
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment, pair, result

EVENT = "club-pairs-2026-03-07"
PAIRS = tuple(pair(str(number)) for number in range(1, 9))


def export(number: int, *, boards: int | None = None) -> Fragment:
    """The event to date after so many boards; each export corrects a line of the one before."""
    lines = [
        result(str(board), str(ns), str(ns + 4), 10 * (board * ns + (number if board == number else 0)))
        for board in range(1, (boards or number) + 1)
        for ns in range(1, 5)
    ]
    return fragment(f"export {number}", minutes=number, scope=Scope(whole=True), results=lines, participants=PAIRS)


def taken(*fragments: Fragment) -> EventState:
    state = EventState(EVENT)
    for each in fragments:
        state.take(each)
    return state
