"""An event is folded from where it was written down, or from its first fragment where that cannot be."""

from typing import Any

import pytest

from contracts import subjects
from contracts.messages import EventFolded, Fragment, FragmentAccepted
from services.scoring.adapters.ledgers import fold_event
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.folding import folded, forget_history
from shared.bus.errors import Unreadable
from tests.support.exports_to_date import EVENT, export, taken
from tests.support.memory_bus import MemoryBus


class Watched(MemoryBus):
    """A bus that notes from where on accepted fragments are read."""

    def __init__(self) -> None:
        super().__init__()
        self.read_from: list[int] = []

    def history(self, subject_filter: str, model: type, *, start_seq: int = 1, **more: Any) -> Any:
        self.read_from.append(start_seq)
        return super().history(subject_filter, model, start_seq=start_seq, **more)


async def bus_with(*fragments: Fragment) -> Watched:
    bus = Watched()
    for each in fragments:
        await bus.publish(subjects.fragment_accepted(EVENT), FragmentAccepted(fragment=each))
    return bus


async def write_down(bus: MemoryBus, state: EventState, applied: int) -> EventFolded:
    forget_history(state)
    message = folded(state, applied)
    assert message is not None
    await bus.publish(subjects.event_folded(EVENT), message)
    return message


FILES = [*map(export, range(1, 7))]


async def test_it_goes_on_from_where_the_event_was_written_down() -> None:
    bus = await bus_with(*FILES)
    await write_down(bus, taken(*FILES[:4]), 4)
    state, written = await fold_event(bus, EVENT, 6, 5)  # type: ignore[arg-type]
    assert bus.read_from == [4]
    assert state.score() == taken(*FILES).score()
    assert written == 4


async def test_only_what_is_published_is_taken_from_it() -> None:
    bus = await bus_with(*FILES)
    await write_down(bus, taken(*FILES[:4]), 4)
    state, _ = await fold_event(bus, EVENT, 6, 3)  # type: ignore[arg-type]
    assert bus.read_from == [1]
    assert state.score() == taken(*FILES).score()


async def test_a_fragment_that_needs_the_history_makes_it_begin_anew() -> None:
    bus = await bus_with(*FILES[:1], *FILES[2:], FILES[1])
    await write_down(bus, taken(*FILES[:1], *FILES[2:]), 5)
    state, _ = await fold_event(bus, EVENT, 6, 6)  # type: ignore[arg-type]
    assert bus.read_from == [5, 1]
    assert state.score() == taken(*FILES).score()


async def test_what_was_written_of_another_stream_is_not_looked_at() -> None:
    bus = await bus_with(*FILES)
    await write_down(bus, taken(*FILES[3:]), 3)
    state, _ = await fold_event(bus, EVENT, 6, 6)  # type: ignore[arg-type]
    assert bus.read_from == [3, 1]
    assert state.score() == taken(*FILES).score()


async def test_what_cannot_be_read_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = await bus_with(*FILES)

    async def unreadable(*_: object) -> None:
        raise Unreadable("not an EventFolded")

    monkeypatch.setattr(bus, "last", unreadable)
    state, _ = await fold_event(bus, EVENT, 6, 6)  # type: ignore[arg-type]
    assert state.score() == taken(*FILES).score()
