"""Events rest while nobody needs them: what is kept of them, how they are fetched, when they are let go of."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.feed import EVENTS_CHANNEL, board_channel, seats_channel, standings_channel
from services.broadcast.domain.channel import Channel
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger, Part
from services.broadcast.domain.limits import Limits
from tests.support.feed import Listener, TurnedClock
from tests.support.published import STORED, analysis, as_read, awake, board, board_as_read, seats, standings


class Broadcast:
    """A ledger over a hub that has asked for no event yet."""

    def __init__(self, **limits: Any) -> None:
        self.clock = TurnedClock()
        self.hub = Hub(self.clock, Limits(**limits))
        self.ledger = Ledger(self.hub, "E1", "S1")
        self.ledger.begin({}, ())

    def say(self, event: str, seq: int, leader: str = "Ann & Bob") -> None:
        self.ledger.take_standings(as_read(standings(event, seq, leader)), STORED)

    def say_board(self, event: str, seq: int = 1) -> None:
        self.ledger.take_board(board_as_read(board(event, "7", seq)), STORED)

    @property
    def catalogue(self) -> Channel:
        return self.hub.channels[EVENTS_CHANNEL]


def parts(event: str) -> tuple[Part, Part]:
    return Part(event, False), Part(event, True)


class Crowded(Broadcast):
    """Events that somebody has asked for, one a second."""

    def __init__(self, **limits: Any) -> None:
        super().__init__(**limits)
        for event in ("a", "b", "c"):
            self.clock.turn(1)
            awake(self.ledger, event)
            self.say(event, 1)
            self.say_board(event)


def test_an_event_that_rests_moves_the_list_and_takes_no_room() -> None:
    broadcast = Broadcast()
    broadcast.say("z", 1)
    broadcast.say_board("z")
    broadcast.ledger.take_analysis(analysis("z", "7", 1), STORED)
    broadcast.ledger.take_seats(seats("z", 1), STORED)
    assert (broadcast.catalogue.seq, set(broadcast.catalogue.rows)) == (2, {"z"})
    assert set(broadcast.hub.channels) == {EVENTS_CHANNEL}
    assert all(broadcast.hub.evicted(name) for name in (standings_channel("z"), board_channel("z", "99")))
    assert not any(broadcast.hub.evicted(name) for name in (EVENTS_CHANNEL, standings_channel("y")))


@pytest.mark.parametrize("say", ["standings", "seats", "start"])
def test_an_event_is_known_by_whatever_is_said_of_it(say: str) -> None:
    ledger = Ledger(Hub(TurnedClock()), "E1", "S1")
    ledger.begin({}, ["z"] if say == "start" else [])
    if say == "standings":
        ledger.take_standings(as_read(standings("z", 1)), STORED)
    elif say == "seats":
        ledger.take_seats(seats("z", 1), STORED)
    assert ledger.hub.evicted(seats_channel("z"))
    assert ledger.events == 1


@given(st.permutations(("old", "new", "board")), st.integers(0, 3))
def test_an_event_that_moves_while_it_is_fetched_is_as_new_as_what_came_last(order: list[str], heard: int) -> None:
    """What is read and what is followed come in any order; the first `heard` before the fetching begins."""
    broadcast = Broadcast()
    broadcast.say("z", 1)
    said: dict[str, Callable[[], None]] = {
        "old": lambda: broadcast.say("z", 1),
        "new": lambda: broadcast.say("z", 2, "Cem & Dot"),
        "board": lambda: broadcast.say_board("z", 3),
    }
    for name in order[:heard]:
        said[name]()
    for boards in (False, True):
        broadcast.ledger.begin_loading(Part("z", boards))
    assert broadcast.hub.evicted(standings_channel("z")), "half an event is shown to nobody"
    for name in (*order[heard:], *order):
        said[name]()
    broadcast.ledger.finish_loading(Part("z", False))
    assert broadcast.hub.evicted(board_channel("z", "7")), "its boards are still being read"
    broadcast.ledger.finish_loading(Part("z", True))
    assert not broadcast.hub.evicted(standings_channel("z"))
    card = broadcast.ledger.card("z", "1")
    assert card is not None
    assert card["name"] == "Cem & Dot"
    assert (
        broadcast.hub.channels[standings_channel("z")].seq,
        broadcast.hub.channels[board_channel("z", "7")].seq,
    ) == (2, 3)
    assert broadcast.catalogue.seq == 4


def test_what_nobody_needs_for_long_is_let_go_of_and_comes_back_the_same() -> None:
    broadcast = Crowded(evict_after=60.0)
    client = Listener(broadcast.hub)
    client.subscribe(board_channel("a", "7"))
    broadcast.ledger.touch(standings_channel("a"))
    broadcast.clock.turn(59)
    assert broadcast.ledger.idle() == []
    broadcast.ledger.touch(standings_channel("b"))
    broadcast.ledger.touch(board_channel("b", "7"))
    broadcast.ledger.touch(standings_channel("a"))
    broadcast.clock.turn(30)
    assert broadcast.ledger.idle() == [*parts("c")], "boards of a are followed, the others were asked for"
    for part in broadcast.ledger.idle():
        broadcast.ledger.evict(part)
    assert broadcast.hub.evicted(standings_channel("c"))
    assert standings_channel("c") not in broadcast.hub.channels
    assert board_channel("c", "7") not in broadcast.hub.channels
    assert broadcast.ledger.card("c", "1") is None
    assert set(broadcast.catalogue.rows) == {"a", "b", "c"}
    assert broadcast.catalogue.seq == 6
    awake(broadcast.ledger, "c")
    broadcast.say("c", 1)
    broadcast.say_board("c")
    card = broadcast.ledger.card("c", "1")
    assert card is not None
    assert [line["board"] for line in card["lines"]] == ["7"]  # type: ignore[index,union-attr,call-overload]
    assert broadcast.hub.channels[standings_channel("c")].seq == 1
    client.session.end()
    assert Part("a", True) not in broadcast.ledger.idle(), "whose reader has just left may come back"
    broadcast.clock.turn(61)
    assert Part("a", True) in broadcast.ledger.idle()


def test_beyond_so_many_idle_events_the_longest_idle_ones_go_at_once() -> None:
    broadcast = Crowded(idle_events=2)
    assert broadcast.ledger.idle() == [*parts("a"), *parts("b")]
    broadcast.clock.turn(1)
    broadcast.ledger.touch(standings_channel("a"))
    assert broadcast.ledger.idle() == [Part("a", True), *parts("b"), Part("c", False)]


def test_an_event_that_is_being_fetched_is_not_idle() -> None:
    broadcast = Crowded(evict_after=1.0, idle_events=0)
    broadcast.ledger.begin_loading(Part("z", False))
    broadcast.clock.turn(10)
    assert broadcast.ledger.idle() == [*parts("a"), *parts("b"), *parts("c")]


def test_an_event_that_was_long_in_coming_is_needed_when_it_is_there() -> None:
    broadcast = Broadcast(evict_after=60.0)
    broadcast.say("a", 1)
    broadcast.ledger.begin_loading(Part("a", False))
    broadcast.clock.turn(61)
    broadcast.ledger.finish_loading(Part("a", False))
    assert broadcast.ledger.idle() == []
    broadcast.clock.turn(61)
    assert broadcast.ledger.idle() == [Part("a", False)]
