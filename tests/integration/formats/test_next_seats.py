"""Seats that are exported and read again are the same seats."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from contracts.facts import AsOf, Detail, EventFact, Participant
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline, seats_of
from kibitz.replay.made_up import Size, made_up_file
from services.export.domain.formats import exported
from services.export.domain.next_seats import still_held
from services.scoring.domain.event.history import before_round
from services.seating.domain.assignment import next_round
from shared.formats.parsed import Rendered
from shared.formats.usebio.schema_check.structure import check_structure
from tests.support.acblscore_files import Plan, everything, pairs_game
from tests.support.chess_rounds import SWISS, chess_event, players
from tests.support.swiss import scored
from tests.support.trf_lines import team

SEATS = ("ns", "ew", "north", "south", "east", "west", "white", "black")


def shown(seats: RoundAssignment | None) -> list[tuple[Any, ...]]:
    assert seats is not None
    return sorted(
        (table.section or "", table.table or "", *(getattr(table, place) or "" for place in SEATS))
        for table in seats.tables
    )


def again(rendered: Rendered, event: str | None = None) -> RoundAssignment | None:
    events = Pipeline([read_bytes(rendered.data, rendered.name, Path(rendered.name))]).events
    found = events[event] if event is not None else next(iter(events.values()))
    return seats_of(found.score()[1])


def lost(rendered: Rendered) -> set[str]:
    return {loss.what for loss in rendered.losses}


def game_before(number: int, *plans: Plan) -> tuple[bytes, EventMerged]:
    data = pairs_game(*plans)[0]
    (event,) = Pipeline([read_bytes(data, "game.ACA", Path("game.ACA"))]).events.values()
    return data, before_round(event.state, number).score()[1]


@pytest.mark.parametrize("plans", [(Plan(tables=5, rounds=5),), (Plan("A"), Plan("B"))], ids=["one", "two sections"])
def test_seats_of_a_movement_come_back_from_usebio(plans: Sequence[Plan]) -> None:
    _, event = game_before(2, *plans)
    seats = still_held(event, seats_of(event))
    assert seats is not None
    assert seats.round == 2
    rendered = exported()["usebio"].render(event, "computed", seats)
    assert check_structure(rendered.data) == ()
    assert b'next-round="2"' in rendered.data
    assert b"<OVERALL_RESULTS>TO_DATE</OVERALL_RESULTS>" in rendered.data
    found = again(rendered)
    assert shown(found) == shown(seats)
    assert found is not None
    assert (found.rule, found.round) == ("stated", 2)
    assert "boards of the next round" in lost(rendered)


def test_what_is_exported_and_read_and_exported_again_is_the_same_bytes() -> None:
    at = AsOf(at=datetime(2031, 5, 4, 21, tzinfo=UTC), source="stated")
    evening = made_up_file(Size(7, 7, 3), at, 2)
    (whole,) = Pipeline([read_bytes(evening, "evening.xml", Path("evening.xml"))]).events.values()
    event = before_round(whole.state, 4).score()[1]
    seats = seats_of(event)
    assert seats is not None
    assert seats.round == 4
    first = exported()["usebio"].render(event, "computed", seats)
    (copy,) = Pipeline([read_bytes(first.data, first.name, Path(first.name))]).events.values()
    merged = copy.score()[1]
    second = exported()["usebio"].render(merged, "computed", still_held(merged, seats_of(merged)))
    assert second.data == first.data


def test_seats_that_have_been_taken_are_not_the_next_ones_of_a_file_that_came_later() -> None:
    _, event = game_before(2, Plan(tables=5, rounds=5))
    early = exported()["usebio"].render(event, "computed", seats_of(event))
    late = exported()["usebio"].render(game_before(3, Plan(tables=5, rounds=5))[1])
    files = [read_bytes(each.data, f"{at}.xml", Path("x")) for at, each in enumerate((early, late))]
    (both,) = Pipeline(files).events.values()
    found = seats_of(both.score()[1])
    assert found is not None
    assert found.round == 3


def test_usebio_1_2_has_no_seats_and_says_so() -> None:
    _, event = game_before(2)
    rendered = exported()["usebio"].render(event, "computed", seats_of(event), version="1.2")
    assert b"<SEATING" not in rendered.data
    assert b"<CARRY_FORWARD_SEATING" not in rendered.data
    assert "CARRY_FORWARD_SEATING" in lost(rendered)


def test_a_game_file_keeps_its_movement_and_loses_nothing() -> None:
    data, event = game_before(2)
    seats = seats_of(event)
    rendered = exported()["acblscore"].update(data, [event], "computed", [seats])
    assert shown(again(rendered)) == shown(seats)
    assert lost(rendered).isdisjoint({"seat in a round", "boards of the next round"})


def test_seats_of_pairs_that_no_game_file_has_a_place_for_are_counted() -> None:
    data, event = game_before(2)
    drawn = seats_of(event)
    assert drawn is not None
    rendered = exported()["acblscore"].update(data, [event], "computed", [drawn.replace(rule="swiss")])
    assert {"seat in a round", "boards of the next round"} <= lost(rendered)


def test_seats_of_the_next_session_are_written_into_a_game_file() -> None:
    data = pairs_game(num_sessions=2, last_session=0)[0]
    (event,) = Pipeline([read_bytes(data, "game.ACA", Path("game.ACA"))]).events.values()
    merged = event.score()[1]
    ids = [one.id for one in merged.facts.participants]
    tables = tuple(
        SeatAssignment(section="B", table=str(at + 1), ns=one, ew=other)
        for at, (one, other) in enumerate(zip(ids[:3], ids[3:], strict=True))
    )
    seats = RoundAssignment(
        event=merged.event, session=merged.facts.sessions[0].id, stage="next", rule="stated", tables=tables, locked=True
    )
    rendered = exported()["acblscore"].update(data, [merged], "computed", [seats])
    found = again(rendered)
    assert shown(found) == shown(seats)
    assert found is not None
    assert (found.rule, found.stage) == ("stated", "next")


def test_a_drawn_round_of_teams_comes_back_from_usebio() -> None:
    event = scored([(1, 5, 20), (2, 6, 18), (3, 7, 16), (4, 8, 14)], of_rounds=5)
    seats = next_round(event)
    assert isinstance(seats, RoundAssignment)
    assert seats.rule == "swiss"
    rendered = exported()["usebio"].render(event, "computed", seats)
    assert check_structure(rendered.data) == ()
    assert b"<CARRY_FORWARD_SEATING>1NS</CARRY_FORWARD_SEATING>" in rendered.data
    assert shown(again(rendered)) == shown(seats)


def meetings(seats: RoundAssignment | None) -> set[tuple[str | None, frozenset[str | None]]]:
    """Tables and who meets there: a game file of teams says no more."""
    assert seats is not None
    return {(table.table, frozenset((table.ns, table.ew))) for table in seats.tables}


def test_a_drawn_round_of_teams_is_written_into_the_match_tables_of_a_game_file() -> None:
    data = everything()[0]
    events = Pipeline([read_bytes(data, "game.ACA", Path("game.ACA"))]).events
    merged = next(m for m in (event.score()[1] for event in events.values()) if m.facts.event.kind == "swiss_teams")
    teams = [one.id for one in merged.facts.participants if one.kind == "team"]
    tables = (
        SeatAssignment(section="T", table="1", ns=teams[0], ew=teams[3]),
        SeatAssignment(section="T", table="2", ns=teams[1], ew=teams[2]),
    )
    seats = RoundAssignment(event=merged.event, stage="round", round=2, rule="swiss", tables=tables)
    rendered = exported()["acblscore"].update(data, [merged], "computed", [seats])
    assert meetings(again(rendered, merged.event)) == meetings(seats)
    anew = exported()["acblscore"].render(merged, "computed", seats)
    assert meetings(again(anew)) == meetings(seats)


def test_individuals_keep_their_four_seats() -> None:
    people = tuple(Participant(id=str(number), kind="player") for number in range(1, 9))
    event = scored(participants=people, events=(EventFact(name="Lone Hands", kind="individual"),), matches=())
    tables = (
        SeatAssignment(table="1", north="1", south="5", east="3", west="7"),
        SeatAssignment(table="2", north="2", south="6", east="4", west="8"),
    )
    seats = RoundAssignment(event="swiss", stage="round", round=3, rule="inferred", tables=tables)
    rendered = exported()["usebio"].render(event, "computed", seats)
    assert check_structure(rendered.data) == ()
    assert shown(again(rendered)) == shown(seats)


CHESS = chess_event(*SWISS, *players("2 w 1", "1 b 0", "4 w =", "3 b =", "- U"))
PAIRING = RoundAssignment(
    event="made-up-open",
    stage="round",
    round=2,
    rule="fide-dutch",
    tables=(SeatAssignment(table="1", white="5", black="1"), SeatAssignment(table="2", white="4", black="2")),
    sitting_out=("3",),
    byes=(Detail(name="3", value="U"),),
)


@pytest.mark.parametrize("dialect", exported()["trf"].versions)
def test_pairings_of_chess_come_back_from_every_dialect(dialect: str) -> None:
    rendered = exported()["trf"].render(CHESS, "computed", PAIRING, version=dialect)
    found = again(rendered)
    assert shown(found) == shown(PAIRING)
    assert found is not None
    assert (found.rule, found.round, found.sitting_out, found.byes) == ("stated", 2, ("3",), PAIRING.byes)


def test_points_of_chess_do_not_count_a_round_to_come() -> None:
    rows = [
        line
        for line in exported()["trf"].render(CHESS, "computed", PAIRING).data.decode().splitlines()
        if line[:3] == "001"
    ]
    assert [Decimal(line[80:84]) for line in rows] == [1, 0, Decimal("0.5"), Decimal("0.5"), 1]


TEAMS = chess_event(
    "012 Made-up League",
    "042 2026/05/01",
    "142 3",
    "192 FIDE_TEAM_TYPEA_MP_GP",
    "352 WB",
    *(team(at, (2 * at - 1, 2 * at), name=f"Team {at}") for at in range(1, 5)),
    *players("3 w 1", "4 b 1", "1 b 0", "2 w 0", "7 w 1", "8 b 1", "5 b 0", "6 w 0"),
)


@pytest.mark.parametrize("dialect", exported()["trf"].versions)
def test_pairings_of_teams_come_back_with_the_order_of_their_rosters(dialect: str) -> None:
    tables = (SeatAssignment(table="1", white="3", black="1"), SeatAssignment(table="2", white="2", black="4"))
    seats = RoundAssignment(event="made-up-open", stage="round", round=2, rule="fide-team-swiss", tables=tables)
    rendered = exported()["trf"].render(TEAMS, "computed", seats, version=dialect)
    assert shown(again(rendered)) == shown(seats)
    assert "line-ups of the next round" in lost(rendered)


@pytest.mark.parametrize("name", ["pbn", "csv", "results-csv", "matches-csv"])
def test_a_format_without_a_place_for_seats_says_so(name: str) -> None:
    event = scored([(1, 5, 20), (2, 6, 18), (3, 7, 16), (4, 8, 14)], of_rounds=5)
    seats = next_round(event)
    assert isinstance(seats, RoundAssignment)
    more = lost(exported()[name].render(event, "computed", seats)) - lost(exported()[name].render(event))
    assert more == {"seats"} if name == "pbn" else more == {"seats that follow"}
