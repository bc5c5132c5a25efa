"""Seats of the next round with what the command line overrides."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.facts import AsOf
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from kibitz.cli import app
from kibitz.pipeline import seats_of
from kibitz.replay.made_up import Size, made_up_facts
from kibitz.seat_overrides import SeatOverrides, with_overrides
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.requested_system import Choice
from tests.support.fragments import fragment
from tests.support.swiss import scored

FIRST = [(1, 5, 20), (2, 6, 18), (3, 7, 16), (4, 8, 14)]
SECOND = [(1, 2, 10), (3, 4, 12), (8, 7, 11), (6, 5, 10)]


def event_of(*rounds: Any, **more: Any) -> EventState:
    facts = scored(*rounds, **more).facts
    state = EventState("swiss")
    state.apply(
        fragment("swiss", event="swiss", participants=facts.participants, events=facts.events, matches=facts.matches)
    )
    return state


def seated(merged: EventMerged, choice: Choice | None = None) -> RoundAssignment:
    found = seats_of(merged, choice)
    assert found is not None
    return found


def names(found: RoundAssignment) -> set[str | None]:
    return {name for table in found.tables for name in (table.ns, table.ew)}


def told(found: RoundAssignment) -> list[str]:
    return [finding.code for finding in found.findings]


def test_a_round_that_starts_early_is_drawn_with_the_tables_of_our_own_draw() -> None:
    found = seated(with_overrides(event_of(FIRST, SECOND[:2]), None, SeatOverrides(start_early=3), None))
    assert (found.round, names(found)) == (3, set("12345678"))
    assert told(found) == ["seating.still-playing"] * 2


def test_where_the_round_is_played_by_another_draw_only_what_files_say_is_known() -> None:
    found = seated(with_overrides(event_of(FIRST, [(1, 3, 10), (2, 4, 10)]), None, SeatOverrides(start_early=3), None))
    assert (found.round, told(found)) == (3, ["seating.opponent-unknown"] * 4)


def test_who_is_absent_is_left_out_of_the_coming_round_and_who_is_withdrawn_of_it_and_all_others() -> None:
    overrides = SeatOverrides(absent=("1",), withdrawn=("2",))
    found = seated(with_overrides(event_of(FIRST), None, overrides, None))
    assert (names(found), found.sitting_out) == (set("345678"), ("1",))
    then = seated(with_overrides(event_of(FIRST, SECOND), 2, overrides, None))
    assert (then.round, names(then)) == (2, set("345678"))


def test_overrides_are_about_the_round_that_starts_early() -> None:
    found = seated(
        with_overrides(event_of(FIRST, SECOND[:2]), None, SeatOverrides(start_early=3, absent=("1", "2")), None)
    )
    assert (found.round, names(found), found.sitting_out) == (3, set("345678"), ("1", "2"))


def test_overrides_go_with_a_system_that_is_named() -> None:
    choice = Choice("knock-out")
    state = event_of(FIRST, kind="teams")
    found = seated(with_overrides(state, None, SeatOverrides(withdrawn=("1",)), choice), choice)
    assert "1" not in names(found)


def test_an_early_start_that_is_not_possible_yet_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "swiss.xml"
    path.write_bytes(exported()["usebio"].render(scored(FIRST, of_rounds=4), "computed").data)
    result = CliRunner().invoke(app, ["seat", str(path), "--start-early", "4"])
    assert result.exit_code == 0, result.output
    assert "round 4 cannot be drawn yet" in " ".join(result.stderr.split())
    assert "round 2" in result.stdout


@pytest.mark.parametrize("words", [("--absent", "1", "--absent", "2"), ("--withdrawn", "1", "--withdrawn", "2")])
def test_the_command_takes_several_participants(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "swiss.xml"
    path.write_bytes(exported()["usebio"].render(scored(FIRST, of_rounds=4), "computed").data)
    result = CliRunner().invoke(app, ["seat", str(path), "--json", *words])
    assert result.exit_code == 0, result.output
    (assignment,) = json.loads(result.stdout)
    assert {table[side] for table in assignment["tables"] for side in ("ns", "ew")} == set("345678")


@pytest.mark.parametrize(("number", "early", "about"), [(None, None, 1), (2, None, 2), (None, 3, 3), (2, 3, 3)])
def test_where_no_round_is_to_come_overrides_are_about_the_one_that_is_named_or_the_first(
    number: int | None, early: int | None, about: int
) -> None:
    state = EventState("evening")
    evening = made_up_facts(Size(4, 3, 2), AsOf(at=datetime(2031, 5, 4, 22, tzinfo=UTC), source="stated"))
    state.apply(
        fragment(
            "a", event="evening", participants=evening.participants, events=evening.events, results=evening.results
        )
    )
    merged = with_overrides(state, number, SeatOverrides(early, absent=("1NS",), withdrawn=("2NS",)), None)
    presences = [(one.participant, one.round, one.lasting, one.present) for one in merged.facts.presences]
    assert presences == [("1NS", about, False, False), ("2NS", about, True, False)]
