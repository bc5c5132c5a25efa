"""When a file in a watched folder is whole."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.intake.domain.stability import (
    Rule,
    Seen,
    Waiting,
    in_the_making,
    is_restless,
    may_be_read,
    observe,
    patience_is_over,
    quiet_period,
)
from shared.formats.format import Ending

MILLI = 1_000_000
RULE = Rule()
WHOLE = Seen(1000, 5, 1)


def looks(*seen: Seen, step: int = 300):
    waiting = None
    for number, one in enumerate(seen):
        waiting = observe(waiting, one, number * step * MILLI)
    return waiting, (len(seen) - 1) * step * MILLI


@pytest.mark.parametrize(
    "name",
    [
        "a.xml.tmp",
        "a.part",
        "A.CRDOWNLOAD",
        "a.xml~",
        ".a.xml",
        "~$a.xml",
        ".~lock.a.xml#",
        "a.swp",
        "a.filepart",
        "x.lck",
    ],
)
def test_names_of_files_in_the_making_are_never_looked_at(name):
    assert in_the_making(name)


@pytest.mark.parametrize("name", ["a.xml", "template.xml", "part.pbn", "a~b.trf", "REPARTEE.ACA"])
def test_other_names_are(name):
    assert not in_the_making(name)


def test_a_file_is_read_when_two_looks_in_a_row_show_the_same():
    waiting, now = looks(WHOLE)
    assert not may_be_read(waiting, RULE, now)
    waiting, now = looks(WHOLE, WHOLE)
    assert may_be_read(waiting, RULE, now)


@pytest.mark.parametrize("changed", [Seen(1001, 5, 1), Seen(1000, 6, 1), Seen(1000, 5, 2)])
def test_another_size_time_stamp_or_identity_starts_the_wait_over(changed):
    waiting, now = looks(WHOLE, WHOLE, changed)
    assert not may_be_read(waiting, RULE, now)
    waiting, now = looks(WHOLE, WHOLE, changed, changed)
    assert may_be_read(waiting, RULE, now)


def test_a_file_without_bytes_is_waited_for_until_patience_is_over():
    empty = Seen(0, 5, 1)
    waiting, now = looks(*[empty] * 33)
    assert not may_be_read(waiting, RULE, now)
    waiting, now = looks(*[empty] * 35)
    assert may_be_read(waiting, RULE, now)


@pytest.mark.parametrize(("ending", "milliseconds"), [(Ending.WHOLE, 0), (Ending.OPEN, 1_500), (Ending.CUT, 10_000)])
def test_how_a_file_ends_says_how_long_it_has_to_stand_still(ending, milliseconds):
    assert quiet_period(ending, RULE) == milliseconds * MILLI
    assert quiet_period(ending, Rule(quiet=9, patience=5)) <= 5


@pytest.mark.parametrize("ending", [Ending.OPEN, Ending.CUT])
def test_a_file_that_was_read_is_not_read_again_before_it_stood_still_for_so_long(ending):
    waiting, now = looks(WHOLE, WHOLE)
    needs = quiet_period(ending, RULE)
    waiting = replace(waiting, needs=needs)
    assert not may_be_read(waiting, RULE, now)
    assert not may_be_read(waiting, RULE, needs - 1)
    assert may_be_read(waiting, RULE, needs)
    assert may_be_read(observe(observe(waiting, Seen(2000, 9, 1), now), Seen(2000, 9, 1), now), RULE, now)


def test_a_file_that_changes_for_a_minute_is_restless_and_one_that_stands_still_is_not():
    changing, now = looks(*[Seen(n, n, 1) for n in range(250)])
    assert is_restless(changing, RULE, now)
    still, now = looks(*[WHOLE] * 250)
    assert not is_restless(still, RULE, now)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=20))
def test_a_file_is_never_read_at_the_look_that_shows_a_change(sizes):
    seen = [Seen(size, size, 1) for size in sizes]
    waiting, now = looks(*seen)
    if len(seen) > 1 and seen[-1] != seen[-2]:
        assert not may_be_read(waiting, RULE, now)


def test_patience_is_over_at_its_very_end():
    waiting = Waiting(Seen(1, 1), 1, 0, 100)
    assert not patience_is_over(waiting, RULE, 100 + RULE.patience - 1)
    assert patience_is_over(waiting, RULE, 100 + RULE.patience)


def test_waits_are_counted_from_the_look_they_began_with_whatever_the_clock_shows():
    second = 1_000_000_000
    since = 50 * second
    still = Waiting(Seen(9, 1), sightings=2, first=since, since=since, needs=second)
    empty = Waiting(Seen(0, 1), sightings=2, first=since, since=since)
    restless = Waiting(Seen(9, 1), sightings=1, first=since, since=since)
    rule = Rule()
    assert not is_restless(still, rule, since + 60 * second), "two looks showed the same"
    assert not may_be_read(restless, rule, since + 60 * second)
    for waits, seconds in (
        (lambda now: may_be_read(still, rule, now), 1),
        (lambda now: may_be_read(empty, rule, now), 10),
        (lambda now: patience_is_over(still, rule, now), 10),
        (lambda now: is_restless(restless, rule, now), 60),
    ):
        end = since + seconds * second
        assert (waits(end - 1), waits(end)) == (False, True)


def test_a_file_waits_for_a_second_and_a_half_ten_seconds_or_a_minute():
    assert Rule() == Rule(sightings=2, quiet=1_500_000_000, patience=10_000_000_000, alarm=60_000_000_000)
    assert [quiet_period(ending, Rule()) for ending in (Ending.WHOLE, Ending.OPEN, Ending.CUT)] == [
        0,
        1_500_000_000,
        10_000_000_000,
    ]


def test_a_look_is_counted_from_the_first_that_shows_what_is_there_now():
    first = observe(None, WHOLE, 5)
    assert first == Waiting(WHOLE, sightings=1, first=5, since=5, needs=0)
    again = observe(replace(first, needs=7), WHOLE, 9)
    assert again == Waiting(WHOLE, sightings=2, first=5, since=5, needs=7)
    other = replace(WHOLE, size=1)
    assert observe(again, other, 11) == Waiting(other, sightings=1, first=5, since=11, needs=0)
