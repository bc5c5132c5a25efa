"""What waits: whatever comes when, nothing is shown that is newer than the delay, and little is kept."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from services.broadcast.domain.channel import TableState
from services.broadcast.domain.public.held import STEPS, Dated, Held

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
DELAY = timedelta(minutes=5)


def state(seq, seconds):
    return Dated(TableState((), {}), "E", seq, NOON + timedelta(seconds=seconds))


@given(
    st.lists(st.tuples(st.integers(-900, 900), st.integers(0, 400)), max_size=80),
    st.sampled_from([timedelta(minutes=number) for number in (1, 5, 30)]),
)
def test_nothing_is_shown_that_is_newer_than_the_delay(updates, delay):
    held, now = Held(delay), NOON
    stored = {}
    for seq, (ago, later) in enumerate(updates, 1):
        now += timedelta(seconds=later)
        one = Dated(TableState((), {}), "E", seq, now - timedelta(seconds=ago))
        stored[seq] = one.at
        before = held.shown
        held.add(one)
        held.turn(now)
        assert held.shown is None or stored[held.shown.seq] <= now - delay
        assert before is None or held.shown.seq >= before.seq
        assert len(held.waiting) <= 2 * (1 + max(timedelta(seconds=900), delay) * STEPS // delay)
    held.turn(now + timedelta(days=1))
    assert (held.shown.seq if held.shown else 0) == len(updates)
    assert not held.waiting


def test_what_does_not_fit_comes_later():
    held = Held(DELAY)
    for seq in range(1, 601):
        held.add(state(seq, seq / 2))
    assert len(held.waiting) <= STEPS + 2
    assert held.turn(NOON + timedelta(seconds=450))
    assert 280 <= held.shown.seq <= 300


def test_a_clock_that_goes_back_brings_nothing_forward():
    held = Held(DELAY)
    held.add(state(1, 0))
    held.add(state(2, -3_600))
    assert not held.turn(NOON + DELAY - timedelta(seconds=1))
    assert held.turn(NOON + DELAY)
    assert held.shown.seq == 2


def test_what_is_public_stays_under_another_delay_and_what_is_not_waits():
    held = Held(timedelta(), shown=state(1, 0))
    assert held.changed(DELAY, NOON, is_public=True).shown.seq == 1
    waiting = held.changed(DELAY, NOON, is_public=False)
    assert waiting.shown is None
    assert waiting.turn(NOON + DELAY)
    assert waiting.shown.seq == 1
