"""Whatever comes of an evening, in whatever order and how often: the same standings, seats and files, to the byte."""

from datetime import UTC, datetime
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.decisions import SetPresence
from contracts.facts import AsOf
from contracts.messages import Fragment
from kibitz.local import read_bytes
from kibitz.replay.cut import cut
from kibitz.replay.made_up import Size, made_up_file
from services.export.domain.formats import WRITERS, suits
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.assign import next_round
from services.seating.domain.chess.draw import DrawNeeded
from tests.support.any_decisions import decision_files
from tests.support.decided import decided

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)


def evening() -> list[Fragment]:
    """Every round of a small event, each with a wrong score that the next one corrects, the finished file, a word."""
    parts = cut(made_up_file(Size(5, 4, 1), AsOf(at=EVENING, source="stated")), "evening.xml", EVENING, mistakes=100)
    files = [
        one.fragment
        for part in parts
        for one in read_bytes(part.data, part.name, Path(part.name), part.written_at or EVENING).fragments
    ]
    gone = SetPresence(decision="presence", participant="3EW", round=3, present=False)
    return [*files, decided(gone, event=files[0].event)]


PARTS = evening()


def ending(state: EventState) -> dict[str, bytes]:
    """Everything that the world sees of an event."""
    scored, merged = state.score()
    seats = next_round(merged)
    drawn = None if isinstance(seats, DrawNeeded) else seats
    files = {name: write(merged, seats=drawn).data for name, write in WRITERS.items() if suits(name, merged, drawn)}
    said = {"standings": scored.standings, "merged": merged, **({"seats": drawn} if drawn else {})}
    return {**files, **{name: one.model_dump_json().encode() for name, one in said.items()}}


@settings(max_examples=25)
@given(
    st.sets(st.integers(0, len(PARTS) - 1), min_size=1),
    decision_files(PARTS[0].event),
    st.randoms(use_true_random=False),
)
def test_any_files_in_any_order_and_any_number_end_in_the_same_bytes(
    chosen: set[int], decisions: list[Fragment], random: Random
) -> None:
    files = [PARTS[number] for number in sorted(chosen)] + decisions
    straight, crooked = EventState(files[0].event), EventState(files[0].event)
    for one in files:
        straight.apply(one, ())
    sequence = files + random.sample(files, k=len(files) // 2)
    random.shuffle(sequence)
    for number, one in enumerate(sequence):
        crooked.apply(one, ())
        if random.random() < 0.2:
            crooked.score()
        if random.random() < 0.1:
            crooked = EventState(crooked.event)
            for again in sequence[: number + 1]:
                crooked.apply(again, ())
    assert ending(crooked) == ending(straight)


def test_the_evening_has_rounds_that_are_corrected_and_files_to_write() -> None:
    state = EventState(PARTS[0].event)
    for part in PARTS[:-2]:
        state.apply(part, ())
    assert {"usebio", "pbn", "csv", "standings"} <= ending(state).keys()
    assert len(PARTS) == 5
    assert len({part.order for part in PARTS}) == 5
