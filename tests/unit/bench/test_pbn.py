"""The measurement of PBN runs from end to end on small files."""

import pytest

from bench import pbn


def test_the_readers_are_measured_in_turns() -> None:
    figures = pbn.in_turns(pbn.played, boards=2, runs=1)
    assert figures["file_bytes"] > 0
    assert figures["facts_to_endplay"] > 0


def test_each_game_of_the_file_of_many_events_is_an_event() -> None:
    text = "\n".join(pbn.made_up(seed, tricks=0).text(event=f"Made-up pairs {seed}") for seed in range(3))
    assert [section.title for section in pbn.checked(text.encode())] == [f"Made-up pairs {seed}" for seed in range(3)]
    assert pbn.many_events(2, runs=1)["twice_the_events"] > 0


@pytest.mark.slow
def test_memory_is_measured_in_a_process_of_its_own() -> None:
    assert pbn.memory(300_000)["boards"] > 0
