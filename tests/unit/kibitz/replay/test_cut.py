from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from contracts.facts import AsOf
from kibitz.local import events_of, read_bytes
from kibitz.replay.cut import cut
from kibitz.replay.made_up import Size, made_up_file
from shared.errors import InputRejected
from shared.formats import usebio

EVENING = datetime(2026, 3, 7, 22, 0, tzinfo=UTC)
DATA = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"))


def test_there_is_a_part_for_each_round_and_the_last_is_the_file_itself() -> None:
    parts = cut(DATA, "evening.xml", EVENING)
    assert [part.label for part in parts] == ["round 1", "round 2", "the finished file"]
    assert parts[-1].data == DATA


def test_each_part_holds_the_rounds_up_to_its_own() -> None:
    rounds = []
    for part in cut(DATA, "evening.xml", EVENING):
        (event,) = usebio.parse(part.data).events
        rounds.append({result.round for result in event.facts.results})
    assert rounds == [{1}, {1, 2}, {1, 2, 3}]


def test_all_parts_are_of_the_same_event_and_dated_one_after_the_other() -> None:
    parts = cut(DATA, "evening.xml", EVENING, timedelta(minutes=7))
    read = [read_bytes(part.data, part.name, Path(part.name), EVENING) for part in parts]
    fragments = [file.fragments[0].fragment for file in read]
    assert len({fragment.event for fragment in fragments}) == 1
    times = [fragment.as_of.at for fragment in fragments]
    assert times == sorted(set(times))


def test_the_parts_in_any_order_end_in_the_finished_file() -> None:
    parts = cut(DATA, "evening.xml", EVENING)
    whole = events_of([read_bytes(DATA, "evening.xml", Path("evening.xml"), EVENING)])
    ((name, expected),) = whole.items()
    files = [read_bytes(part.data, part.name, Path(part.name), EVENING) for part in reversed(parts)]
    event = events_of(files)[name]
    assert event.score()[0].standings.rankings == expected.score()[0].standings.rankings


def test_a_file_that_cannot_be_read_is_refused_with_its_code() -> None:
    with pytest.raises(InputRejected) as refused:
        cut(DATA[: len(DATA) // 2], "half.xml", EVENING)
    assert refused.value.code.code == "usebio.not-well-formed"
