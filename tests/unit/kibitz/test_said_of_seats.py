"""Words on the next seats that are said at the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from kibitz.cli import app
from kibitz.local import seats_of
from kibitz.said_of_seats import Words, with_words
from services.export.domain.formats import WRITERS
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


def test_a_called_round_is_drawn_with_the_tables_of_our_own_draw() -> None:
    found = seated(with_words(event_of(FIRST, SECOND[:2]), None, Words(call=3), None))
    assert (found.round, names(found)) == (3, set("12345678"))
    assert told(found) == ["seating.still-playing"] * 2


def test_where_the_round_is_played_by_another_draw_only_what_files_say_is_known() -> None:
    found = seated(with_words(event_of(FIRST, [(1, 3, 10), (2, 4, 10)]), None, Words(call=3), None))
    assert (found.round, told(found)) == (3, ["seating.opponent-unknown"] * 4)


def test_who_is_absent_is_left_out_of_the_coming_round_and_who_is_withdrawn_of_it_and_all_others() -> None:
    words = Words(absent=("1",), withdrawn=("2",))
    found = seated(with_words(event_of(FIRST), None, words, None))
    assert (names(found), found.sitting_out) == (set("345678"), ("1",))
    then = seated(with_words(event_of(FIRST, SECOND), 2, words, None))
    assert (then.round, names(then)) == (2, set("345678"))


def test_words_are_about_the_round_that_is_called() -> None:
    found = seated(with_words(event_of(FIRST, SECOND[:2]), None, Words(call=3, absent=("1", "2")), None))
    assert (found.round, names(found), found.sitting_out) == (3, set("345678"), ("1", "2"))


def test_words_go_with_a_system_that_is_named() -> None:
    choice = Choice("knock-out")
    state = event_of(FIRST, kind="teams")
    found = seated(with_words(state, None, Words(withdrawn=("1",)), choice), choice)
    assert "1" not in names(found)


def test_a_call_that_comes_too_early_is_said(tmp_path: Path) -> None:
    path = tmp_path / "swiss.xml"
    path.write_bytes(WRITERS["usebio"](scored(FIRST, of_rounds=4), "computed").data)
    result = CliRunner().invoke(app, ["seat", str(path), "--call", "4"])
    assert result.exit_code == 0, result.output
    assert "round 4 is not drawn yet" in " ".join(result.stderr.split())
    assert "round 2" in result.stdout


@pytest.mark.parametrize("words", [("--absent", "1", "--absent", "2"), ("--withdrawn", "1", "--withdrawn", "2")])
def test_the_command_takes_them_as_often_as_they_are_said(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "swiss.xml"
    path.write_bytes(WRITERS["usebio"](scored(FIRST, of_rounds=4), "computed").data)
    result = CliRunner().invoke(app, ["seat", str(path), "--json", *words])
    assert result.exit_code == 0, result.output
    (assignment,) = json.loads(result.stdout)
    assert {table[side] for table in assignment["tables"] for side in ("ns", "ew")} == set("345678")
