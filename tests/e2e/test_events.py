"""A director puts right which files are of which event, at the command line and against the whole house."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.facts import AsOf
from kibitz.cli import app
from kibitz.replay.made_up import Size, made_up_file
from tests.support.house import House, wait_until

pytestmark = pytest.mark.connected

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
NAME = b"Lanternlight Pairs"
run = CliRunner().invoke


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("events")) as running:
        yield running


def kibitz(house: House, *words: str) -> str:
    result = run(app, [*words, "--data", str(house.folder / "data")])
    assert result.exit_code == 0, result.output
    return result.output


def sent(house: House, name: str, event_name: bytes, seed: int) -> Path:
    """A file that a scoring program has sent; another seed is another evening."""
    path = house.folder / name
    made = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), seed)
    assert NAME in made
    path.write_bytes(made.replace(NAME, event_name))
    assert "scored" in kibitz(house, "send", str(path))
    return path


def catalogue(house: House) -> set[str]:
    return set(house.get("/v1/events")["rows"])


def standings(house: House, event: str) -> dict[str, Any]:
    found: dict[str, Any] = house.get(f"/v1/events/{event}/standings")
    return found


def files_of(house: House, event: str) -> set[str]:
    return {one["name"] for one in standings(house, event)["meta"]["sources"] if one["format"] != "decisions"}


def test_events_are_linked_and_split_and_let_go_again(house: House) -> None:
    sent(house, "first.xml", NAME, 1)
    (home,) = wait_until(lambda: catalogue(house))
    alone = standings(house, home)["meta"]["outcome"]
    sent(house, "second.xml", b"Copperbell Pairs", 2)
    (away,) = wait_until(lambda: catalogue(house) - {home})

    assert "scored" in kibitz(house, "events", "link", home, away)
    wait_until(lambda: files_of(house, home) == {"first.xml", "second.xml"})
    wait_until(lambda: catalogue(house) == {home})
    left = standings(house, away)
    assert (left["rows"], left["meta"]["reassigned_to"], left["meta"]["boards"]) == ({}, [home], [])
    both = standings(house, home)["meta"]["outcome"]
    assert both != alone

    third = sent(house, "third.xml", b"Copperbell Pairs", 3)
    wait_until(lambda: files_of(house, home) == {"first.xml", "second.xml", "third.xml"})
    said = kibitz(house, "events", "split", str(third))
    (apart,) = re.findall(r"now event (\S+)", said)
    wait_until(lambda: catalogue(house) == {home, apart})
    wait_until(lambda: standings(house, home)["meta"]["outcome"] == both)
    assert files_of(house, apart) == {"third.xml"}
    listed = kibitz(house, "events", "list")
    assert {home, apart} <= set(listed.split())

    kibitz(house, "events", "split", str(third), "--back")
    wait_until(lambda: files_of(house, home) == {"first.xml", "second.xml", "third.xml"})
    wait_until(lambda: catalogue(house) == {home})
    kibitz(house, "retract", str(third))
    wait_until(lambda: standings(house, home)["meta"]["outcome"] == both)

    kibitz(house, "events", "link", home, away, "--back")
    wait_until(lambda: standings(house, home)["meta"]["outcome"] == alone)
    wait_until(lambda: catalogue(house) == {home, away})
    assert files_of(house, away) == {"second.xml"}


def test_a_split_holds_for_the_next_export_of_the_same_program(house: House) -> None:
    evening = b"Saddleback Pairs"
    before = catalogue(house)
    sent(house, "main.xml", evening, 7)
    (home,) = wait_until(lambda: catalogue(house) - before)
    alone = standings(house, home)["meta"]["outcome"]
    side = sent(house, "side.xml", evening, 8)
    wait_until(lambda: standings(house, home)["meta"]["outcome"] != alone)
    assert "all files called side.xml" in kibitz(house, "events", "split", str(side), "--as", "side-game")
    wait_until(lambda: standings(house, home)["meta"]["outcome"] == alone)
    wait_until(lambda: "side-game" in catalogue(house))
    first = standings(house, "side-game")["meta"]["outcome"]
    sent(house, "side.xml", evening, 9)
    wait_until(lambda: standings(house, "side-game")["meta"]["outcome"] != first)
    assert files_of(house, home) == {"main.xml"}
    assert standings(house, home)["meta"]["outcome"] == alone


def test_a_link_is_followed_by_an_event_that_comes_after_it(house: House) -> None:
    assert "scored" in kibitz(house, "events", "link", "whole-evening", "second-room")
    for name, seed, event in (("late-a.xml", 4, "second-room"), ("late-b.xml", 5, "whole-evening")):
        path = house.folder / name
        path.write_bytes(made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), seed))
        kibitz(house, "send", str(path), "--event", event)
    wait_until(lambda: "whole-evening" in catalogue(house))
    wait_until(lambda: files_of(house, "whole-evening") == {"late-a.xml", "late-b.xml"})
    assert "second-room" not in catalogue(house)
    assert standings(house, "second-room")["meta"]["reassigned_to"] == ["whole-evening"]
