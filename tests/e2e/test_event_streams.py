"""Streams of exports whose event is in doubt, against the whole server; everybody in them is made up.

A heading is corrected half way, two sections share their numbers, hands do not say of what they are, or two programs
speak about one event. At once, or after the command that a verdict offers, the standings are those of the right files.
The streams have weeks and results of their own, so none of them looks like another.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from tests.support.correction_streams import (
    File,
    alone,
    assert_right,
    becomes_offered,
    deals_on,
    deliver,
    evening,
    event_named_in,
    game,
    half_way,
    hands,
    minutes,
    offered,
    pairs,
    section,
    shown,
    sources_of,
    table,
)
from tests.support.edits import usebio
from tests.support.stack import Stack, kibitz, wait_until

pytestmark = pytest.mark.connected


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    folder = tmp_path_factory.mktemp("streams")
    (folder / "inbox").mkdir()
    with Stack(folder, watch=folder / "inbox") as running:
        yield running


@pytest.mark.parametrize("corrected", ["name", "date", "month"])
def test_a_heading_that_is_corrected_half_way_makes_two_events_that_can_be_linked(stack: Stack, corrected: str) -> None:
    at = evening({"name": 12, "date": 14, "month": 46}[corrected])
    text = pairs("Kestrel Pairs", at, {"name": 81, "date": 83, "month": 85}[corrected])
    other_day = at - timedelta(days=1 if corrected == "date" else 31)
    wrong = (
        text.replace("Kestrel Pairs", "Test")
        if corrected == "name"
        else text.replace(f"{at:%Y-%m-%d}", f"{other_day:%Y-%m-%d}")
    )
    first = ("kestrel.xml", half_way(wrong).encode(), at)
    second = ("kestrel.xml", text.encode(), at + minutes(40))
    third = ("kestrel.xml", usebio.change_score(text, Random(8)).encode(), at + minutes(50))
    old = deliver(stack, first)["event"]
    told = deliver(stack, second)
    new = told["event"]
    assert new != old
    assert f"looks like event {old}" in told["text"]
    assert f"it looks like event {old}" in kibitz(stack, "events", "list")
    link = offered(told["advice"], "events link")
    assert link[2:] == [old, new]
    kibitz(stack, *link)
    assert_right(stack, old, second)
    wait_until(lambda: new not in stack.get("/v1/events")["rows"])
    wait_until(lambda: table(stack, f"{old}/standings")["meta"]["looks_like"] == [])
    deliver(stack, third)
    assert_right(stack, old, third)
    kibitz(stack, *link, "--back")
    assert_right(stack, old, first)
    assert_right(stack, new, third)


@pytest.mark.parametrize("name", ["section-B.xml", "section-A.xml"])
def test_section_files_that_both_number_from_1_can_be_split(stack: Stack, name: str) -> None:
    at = evening(16 if name == "section-B.xml" else 18)
    first = section("A", "Marsh Pairs", at, apart=False)
    _, data, when = section("B", "Marsh Pairs", at + minutes(1), apart=False)
    second = (name, data, when)
    event = deliver(stack, first)["event"]
    told = deliver(stack, second)
    split = offered(told["advice"], "events split")
    own = event_named_in(kibitz(stack, *split))
    assert_right(stack, event, first)
    assert_right(stack, own, second)
    corrected = (name, usebio.change_score(data.decode(), Random(9)).encode(), when + minutes(9))
    later = deliver(stack, corrected)
    if name == first[0]:
        again = offered(later["advice"], "events split")
        assert event_named_in(kibitz(stack, *again)) == own
        assert_right(stack, own, corrected)
        kibitz(stack, *again, "--back")
        becomes_offered(stack, later["sha256"], again)
        kibitz(stack, *again)
    else:
        # The next export follows its name.
        assert later["event"] == own
    assert_right(stack, own, corrected)
    assert_right(stack, event, first)
    kibitz(stack, *split, "--back")
    if name == first[0]:
        becomes_offered(stack, told["sha256"], split)
        return
    wait_until(lambda: own not in stack.get("/v1/events")["rows"])
    wait_until(lambda: sources_of(stack, event) == sorted((first[0], name)))
    becomes_offered(stack, later["sha256"], [*split[:-1], later["sha256"][:8]])


@pytest.mark.parametrize("hands_first", [False, True])
def test_hands_without_event_or_site_can_be_linked_to_their_results(stack: Stack, hands_first: bool) -> None:
    at = evening(20 + 2 * hands_first)
    played = ("plover.xml", pairs("Plover Pairs", at, 91 + hands_first).encode(), at + minutes(180))
    dealt = ("hands.pbn", hands(at, "", "", 31 + hands_first), at - minutes(60))
    files = [dealt, played] if hands_first else [played, dealt]
    events = {}
    for file in files:
        told = deliver(stack, file)
        events[file[0]] = told["event"]
    home, apart = events["plover.xml"], events["hands.pbn"]
    assert home != apart
    link = offered(told["advice"], "events link")
    assert link[2:] == [home, apart]
    assert_right(stack, home, played)
    assert deals_on(stack, home) == set()
    kibitz(stack, *link)
    wait_until(lambda: len(deals_on(stack, home)) == 8)
    assert_right(stack, home, played)
    kibitz(stack, *link, "--back")
    wait_until(lambda: not deals_on(stack, home))
    assert_right(stack, home, played)


def test_hands_in_a_watched_folder_can_be_linked_to_results_that_were_sent(stack: Stack) -> None:
    at = evening(48)
    before = set(stack.get("/v1/events")["rows"])
    (stack.folder / "inbox" / "hands.pbn").write_bytes(hands(at, "", "", 35))
    (apart,) = wait_until(lambda: set(stack.get("/v1/events")["rows"]) - before)
    played = ("plover.xml", pairs("Plover Pairs", at, 95).encode(), at + minutes(180))
    told = deliver(stack, played)
    link = offered(told["advice"], "events link")
    assert link[2:] == [told["event"], apart]
    kibitz(stack, *link)
    wait_until(lambda: len(deals_on(stack, told["event"])) == 8)
    assert_right(stack, told["event"], played)


PROGRAMS = ("results and hands", "two sections", "a game file and its export", "a game file of another name")


def two_programs(which: str, at: datetime, name: str) -> list[File]:
    """Two files of one event that complete each other."""
    if which == "results and hands":
        return [
            ("snipe.xml", pairs(name, at, at.toordinal()).encode(), at),
            ("snipe.pbn", hands(at, name, "Lanternlight Bridge Club", 41), at),
        ]
    if which == "two sections":
        return [section(letter, name, at, apart=True) for letter in "AB"]
    # ACBLscore has the time of day in the name of the session, which is not exported.
    data = game(name if "another" in which else f"{name} Eve", at)
    (event,) = Pipeline([read_bytes(data, "snipe.aca", Path("snipe.aca"), at)]).events.values()
    return [("snipe.aca", data, at), ("snipe.xml", exported()["usebio"].render(event.score()[1]).data, at)]


@pytest.mark.parametrize("which", PROGRAMS)
@pytest.mark.parametrize("turned", [False, True])
def test_files_of_two_programs_about_one_event_both_count(stack: Stack, which: str, turned: bool) -> None:
    at = evening(30 + 2 * PROGRAMS.index(which) + turned)
    files = two_programs(which, at, f"Snipe Pairs {'Two' if turned else 'One'}")
    verdicts = [deliver(stack, file) for file in (reversed(files) if turned else files)]
    assert [told["verdict"] for told in verdicts] == ["counts", "counts"]
    event = verdicts[0]["event"]
    if "another" in which:
        assert verdicts[1]["event"] != event
        kibitz(stack, *offered(verdicts[1]["advice"], "events link"))
    else:
        assert verdicts[1]["text"].endswith(" counts")
        assert verdicts[1]["event"] == event
    if which == "two sections":
        right = alone(files)["standings"]
        assert {name for name, *_ in right.values()} == {
            name for file in files for name, *_ in alone([file])["standings"].values()
        }
    else:
        right = alone(files[:1])["standings"]
    wait_until(lambda: shown(stack, event)["standings"] == right)
    if which == "results and hands":
        wait_until(lambda: len(deals_on(stack, event)) == 8)
    wait_until(lambda: sources_of(stack, event) == sorted(name for name, *_ in files))
