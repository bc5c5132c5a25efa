"""A director puts right which files are of which event, at the command line and against the whole server."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from tests.support.stack import Stack, kibitz, wait_until

pytestmark = pytest.mark.connected

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
NAME = b"Lanternlight Pairs"


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("events")) as running:
        yield running


def sent(stack: Stack, name: str, event_name: bytes, seed: int, *, corrected: bool = False) -> Path:
    """A file that a scoring program has sent, or its next export with a corrected score; each seed is an evening."""
    path = stack.folder / name
    made = made_up_file(Size(4, 3, 2), AsOf(at=EVENING + timedelta(minutes=corrected), source="stated"), seed)
    assert NAME in made
    if corrected:
        made = re.sub(rb"<SCORE>-?[0-9]+</SCORE>", b"<SCORE>1700</SCORE>", made, count=1)
    path.write_bytes(made.replace(NAME, event_name))
    assert "scored" in kibitz(stack, "send", str(path))
    return path


def catalogue(stack: Stack) -> set[str]:
    return set(stack.get("/v1/events")["rows"])


def standings(stack: Stack, event: str) -> dict[str, Any]:
    found: dict[str, Any] = stack.get(f"/v1/events/{event}/standings")
    return found


def files_of(stack: Stack, event: str) -> set[str]:
    return {one["name"] for one in standings(stack, event)["meta"]["sources"] if one["format"] != "decisions"}


def test_events_are_linked_and_split_and_let_go_again(stack: Stack) -> None:
    sent(stack, "first.xml", NAME, 1)
    (home,) = wait_until(lambda: catalogue(stack))
    alone = standings(stack, home)["meta"]["outcome"]
    sent(stack, "second.xml", b"Copperbell Pairs", 2)
    (away,) = wait_until(lambda: catalogue(stack) - {home})

    assert "scored" in kibitz(stack, "events", "link", home, away)
    wait_until(lambda: files_of(stack, home) == {"first.xml", "second.xml"})
    wait_until(lambda: catalogue(stack) == {home})
    left = standings(stack, away)
    assert (left["rows"], left["meta"]["reassigned_to"], left["meta"]["boards"]) == ({}, [home], [])
    both = standings(stack, home)["meta"]["outcome"]
    assert both != alone

    third = sent(stack, "third.xml", b"Copperbell Pairs", 2, corrected=True)
    wait_until(lambda: files_of(stack, home) == {"first.xml", "third.xml"})
    said = kibitz(stack, "events", "split", str(third))
    (apart,) = re.findall(r"now in event (\S+)", said)
    wait_until(lambda: catalogue(stack) == {home, apart})
    wait_until(lambda: standings(stack, home)["meta"]["outcome"] == both)
    assert files_of(stack, apart) == {"third.xml"}
    listed = kibitz(stack, "events", "list")
    assert {home, apart} <= set(listed.split())

    kibitz(stack, "events", "split", str(third), "--back")
    wait_until(lambda: files_of(stack, home) == {"first.xml", "third.xml"})
    wait_until(lambda: catalogue(stack) == {home})
    kibitz(stack, "retract", str(third))
    wait_until(lambda: standings(stack, home)["meta"]["outcome"] == both)

    kibitz(stack, "events", "link", home, away, "--back")
    wait_until(lambda: standings(stack, home)["meta"]["outcome"] == alone)
    wait_until(lambda: catalogue(stack) == {home, away})
    assert files_of(stack, away) == {"second.xml"}


def test_a_split_holds_for_the_next_export_of_the_same_program(stack: Stack) -> None:
    evening = b"Saddleback Pairs"
    before = catalogue(stack)
    sent(stack, "main.xml", evening, 7)
    (home,) = wait_until(lambda: catalogue(stack) - before)
    alone = standings(stack, home)["meta"]["outcome"]
    side = sent(stack, "side.xml", evening, 8)
    wait_until(lambda: re.search(r"side\.xml.*held", kibitz(stack, "events", "list")))
    assert standings(stack, home)["meta"]["outcome"] == alone
    assert "all files named side.xml" in kibitz(stack, "events", "split", str(side), "--as", "side-game")
    wait_until(lambda: standings(stack, home)["meta"]["outcome"] == alone)
    wait_until(lambda: "side-game" in catalogue(stack))
    first = standings(stack, "side-game")["meta"]["outcome"]
    sent(stack, "side.xml", evening, 8, corrected=True)
    wait_until(lambda: standings(stack, "side-game")["meta"]["outcome"] != first)
    assert files_of(stack, home) == {"main.xml"}
    assert standings(stack, home)["meta"]["outcome"] == alone


def test_a_link_is_followed_by_an_event_that_comes_after_it(stack: Stack) -> None:
    assert "scored" in kibitz(stack, "events", "link", "whole-evening", "second-room")
    for name, seed, event in (("late-a.xml", 4, "second-room"), ("late-b.xml", 5, "whole-evening")):
        path = stack.folder / name
        path.write_bytes(made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), seed))
        kibitz(stack, "send", str(path), "--event", event)
    wait_until(lambda: "whole-evening" in catalogue(stack))
    wait_until(lambda: files_of(stack, "whole-evening") == {"late-a.xml", "late-b.xml"})
    assert "second-room" not in catalogue(stack)
    assert standings(stack, "second-room")["meta"]["reassigned_to"] == ["whole-evening"]
