"""Whole documents written and read again."""

import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from contracts.base import Discipline
from contracts.facts import AdjustmentFact, AsOf, DealFact, EventFact, Extension, Facts, GameFact, Hand, Scope, SeatFact
from contracts.standings import Progress
from kibitz.replay.made_up import Size, made_up_file
from shared.errors import UnsupportedFeature
from shared.formats.parsed import ParsedEvent
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.schema_check.schema import compiled
from shared.formats.usebio.schema_check.structure import check_structure
from shared.formats.usebio.writer.render import render
from tests.support.any_facts import any_facts
from tests.support.real_files import needs_real_files, real_files
from tests.support.usebio_documents import (
    FIXTURES,
    WHEN,
    board,
    document,
    fixture,
    line,
    merged,
    pair,
    people,
    plain,
    read_one,
)
from tests.support.usebio_events import EVENTS
from tests.support.usebio_expected import WrittenAsExpected
from tests.support.usebio_kinds import SCORING, events_of

by_name = pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
by_version = pytest.mark.parametrize("version", ["1.4", "1.2"])

UNLIKE = {"adjustments"}
"""Whether totals include a handicap, and the unit of an adjustment, depend on the version (test_standing.py)."""


@by_name
def test_what_is_written_says_the_same_as_what_was_read(path: Path) -> None:
    event = read_one(path.read_bytes())
    rendered = render(merged(event), values="stated")
    again = parse(rendered.data)
    here, there = plain(event.facts), plain(again.events[0].facts)
    assert {name: rows for name, rows in there.items() if name not in UNLIKE} == {
        name: rows for name, rows in here.items() if name not in UNLIKE
    }
    assert {finding.code for finding in again.findings} <= {
        finding.code for finding in parse(path.read_bytes()).findings
    }


@by_name
@by_version
def test_a_document_of_ours_read_and_written_again_is_the_same_bytes(path: Path, version: str) -> None:
    first = render(merged(read_one(path.read_bytes())), version=version, values="stated").data
    assert render(merged(read_one(first)), version=version, values="stated").data == first


@by_name
@by_version
def test_everything_written_is_well_formed_and_indented(path: Path, version: str) -> None:
    data = render(merged(read_one(path.read_bytes())), version=version, values="stated").data
    assert etree.fromstring(data).get("Version") == version
    assert data.endswith(b"</USEBIO>\n")
    assert b"\r" not in data


def test_a_document_in_our_own_style_comes_back_as_it_was() -> None:
    data = fixture("in-play-round-2.xml")
    assert (
        render(merged(read_one(data), complete=False), values="stated").data.split(b"boards=")[0]
        == data.split(b"boards=")[0]
    )


def test_a_running_event_says_when_it_was_true_and_what_it_includes() -> None:
    event = read_one(fixture("in-play-round-2.xml"))
    again = read_one(render(merged(event, complete=False), values="stated").data)
    assert again.stated_at == event.stated_at
    assert (again.scope.whole, again.scope.rounds, again.scope.boards) == (True, (1, 2), ("1", "4"))
    assert again.facts.event.results == "to_date"
    assert again.facts.seats[0].text == "2NS"


def test_a_running_event_of_1_2_is_still_running_when_it_is_read_again() -> None:
    first = render(merged(read_one(fixture("in-play-round-2.xml")), complete=False), version="1.2", values="stated")
    again = read_one(first.data)
    assert (again.facts.event.results, again.scope.rounds, again.scope.boards) == ("to_date", (1, 2), ("1", "4"))
    assert render(merged(again, complete=False), version="1.2", values="stated").data == first.data


def test_the_players_of_each_knock_out_match_are_written_in_it() -> None:
    def match(player: str, opponents: str) -> str:
        one = f"<TEAM TEAM_ID='Ash'><PLAYER><PLAYER_NAME>{player}</PLAYER_NAME></PLAYER></TEAM>"
        return f"<MATCH>{one}<TEAM TEAM_ID='{opponents}' TEAM_TYPE='Away'/></MATCH>"

    event = read_one(document(match("Ann", "Elm") + match("Bea", "Oak"), event='EVENT_TYPE="KO"'))
    again = read_one(render(merged(event), values="stated").data)
    assert [fact.home_line_up for fact in again.facts.matches] == [("Ann",), ("Bea",)]


def test_a_finished_event_has_no_instruction() -> None:
    event = read_one(document("<DATE>2031-05-04</DATE>"))
    assert b"kibitz-in-play" in render(merged(event, complete=False)).data
    for complete in (True, None):
        assert b"kibitz-in-play" not in render(merged(event, complete=complete)).data


def test_the_time_of_a_running_event_is_that_of_the_standings() -> None:
    again = read_one(render(merged(read_one(document("")), complete=False)).data)
    assert again.stated_at == (WHEN, "stated")


def test_1_2_has_the_old_names_and_dates_and_counts_what_is_newer() -> None:
    rendered = render(merged(read_one(fixture("pairs-two-sessions-1.4.xml"))), version="1.2", values="stated")
    text = rendered.data.decode()
    assert "<EVENT_IDENTIFIER>SPR31</EVENT_IDENTIFIER>" in text
    assert "<MASTER_POINT_SCALE>Regional</MASTER_POINT_SCALE>" in text
    assert "<P2P_CHARGE_RATE>61</P2P_CHARGE_RATE>" in text
    assert "<DATE>03/05/2031</DATE>" in text
    assert "<PLAYER_NAME>Bruno Brandão</PLAYER_NAME>" in text
    lost = {loss.what for loss in rendered.losses}
    assert {"MAX_SCORE", "START_TIME", "STRATIFICATION", "CARRY_FORWARD_SEATING", "OVERALL_RESULTS"} <= lost
    bare = re.sub(r"<\?.*?\?>", "", text)
    assert not any(f"<{name}>" in bare for name in lost if name.isupper())
    strata = read_one(fixture("pairs-two-sessions-1.4.xml")).facts.event.strata
    assert strata
    assert read_one(rendered.data).facts.event.strata == strata


def test_nothing_is_lost_from_a_file_of_1_4() -> None:
    for name in ("pairs-two-sessions-1.4.xml", "teams-1.4.xml", "unknown-things.xml"):
        assert render(merged(read_one(fixture(name))), values="stated").losses == ()


def test_extensions_of_another_format_are_counted() -> None:
    event = read_one(document(""))
    facts = event.facts.replace(extensions=(Extension(kind="tag", owner="game 3", name="Site"),))
    (loss,) = render(merged(event, facts=facts)).losses
    assert (loss.what, loss.why) == ("extension tag Site", "is not USEBIO's")


@pytest.mark.parametrize(
    "facts",
    [
        Facts(events=(EventFact(discipline=Discipline.CHESS, kind="players"),)),
        Facts(events=(EventFact(kind="home_style"),)),
        Facts(games=(GameFact(round=1, player="1"),)),
    ],
)
def test_another_game_is_refused(facts: Facts) -> None:
    with pytest.raises(UnsupportedFeature) as refused:
        render(merged(read_one(document("")), facts=facts))
    assert refused.value.code.code == "usebio.not-bridge"


def test_an_event_of_nothing_is_still_a_document() -> None:
    event = read_one(document(""))
    rendered = render(merged(event, facts=Facts()))
    assert rendered.name == f"{event.event}.xml"
    assert read_one(rendered.data).facts.event.kind == "pairs"


@by_name
def test_what_is_written_as_1_4_is_valid_by_the_schema(path: Path) -> None:
    data = render(merged(read_one(path.read_bytes())), values="stated").data
    assert check_structure(data) == ()
    assert compiled().validate(etree.fromstring(data))


@pytest.mark.slow
@needs_real_files
@pytest.mark.parametrize("path", real_files("usebio"), ids=lambda path: path.stem)
def test_a_real_file_written_as_1_4_is_valid_and_comes_back(path: Path) -> None:
    event = read_one(path.read_bytes())
    data = render(merged(event), values="stated").data
    assert check_structure(data) == ()
    again = read_one(data)
    assert plain(again.facts)["results"] == plain(event.facts)["results"]
    assert render(merged(again), values="stated").data == data


def test_what_a_made_up_evening_writes_is_valid() -> None:
    assert check_structure(made_up_file(Size(4, 3, 2), AsOf(at=WHEN, source="stated"))) == ()


@pytest.mark.slow
@pytest.mark.parametrize("kind", SCORING)
def test_an_event_of_every_kind_survives_writing_and_reading(kind: str) -> None:
    @settings(max_examples=25, deadline=None)
    @given(events_of(kind))
    def holds(facts: Facts) -> None:
        rendered = render(merged(read_one(document("")), facts=facts), values="stated")
        assert rendered.losses == ()
        assert check_structure(rendered.data) == ()
        again = read_one(rendered.data)
        assert plain(again.facts) == plain(facts)
        assert render(merged(again), values="stated").data == rendered.data

    holds()


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_the_facts_are_what_is_written_is_valid_and_settles(seed: int) -> None:
    rendered = render(merged(read_one(document("")), facts=any_facts(seed)), values="stated")
    assert check_structure(rendered.data) == ()
    again = render(merged(parse(rendered.data).events[0]), values="stated").data
    assert render(merged(parse(again).events[0]), values="stated").data == again


@pytest.mark.slow
@settings(max_examples=120)
@given(EVENTS, st.sampled_from(["1.4", "1.2"]))
def test_any_event_we_can_make_survives_writing_and_reading(facts: Facts, version: str) -> None:
    event = read_one(document(""))
    rendered = render(merged(event, facts=facts), version=version, values="stated")
    again = read_one(rendered.data)
    if version == "1.4":
        assert plain(again.facts) == plain(facts)
    assert render(merged(again), version=version, values="stated").data == rendered.data


@pytest.mark.parametrize(
    ("rounds", "complete", "running"), [(None, 2, False), (5, None, False), (5, 0, False), (5, 2, True), (5, 5, False)]
)
def test_an_event_with_fewer_rounds_in_than_it_has_is_running(
    rounds: int | None, complete: int | None, running: bool
) -> None:
    event = merged(read_one(document(people(pair("1"), pair("2")))))
    progress = Progress(rounds=rounds, rounds_complete=complete)
    standings = event.standings.replace(progress=progress)
    data = render(event.replace(standings=standings)).data
    assert (b"kibitz-in-play" in data) is running
    assert (b"TO_DATE" in data) is running


def test_no_round_that_is_in_or_unknown_is_a_beginning() -> None:
    event = merged(read_one(document(people(pair("1"), pair("2")))))
    for complete, running in ((None, False), (0, False), (1, True), (2, False)):
        progress = Progress(rounds=2, rounds_complete=complete)
        data = render(event.replace(standings=event.standings.replace(progress=progress))).data
        assert (b"kibitz-in-play" in data) is running


def test_an_event_whose_next_round_is_seated_is_running_and_says_which_round() -> None:
    event = read_one(document(people(pair("1"), pair("2"))))
    seat = SeatFact(participant="1", stage="next", round=4, table="3", direction="NS")
    rendered = render(merged(event, facts=event.facts.replace(seats=(seat,))))
    assert b'next-round="4"' in rendered.data
    (again,) = parse(rendered.data).events[0].facts.seats
    assert (again.round, again.table, again.direction) == (4, "3", "NS")


def test_a_seat_of_somebody_who_is_in_no_list_of_its_session_is_counted() -> None:
    event = read_one(document(people(pair("1"), pair("2"))))
    seat = SeatFact(participant="1", session="Sunday", stage="next", table="3", direction="NS")
    rendered = render(merged(event, facts=event.facts.replace(seats=(seat,))))
    assert "seat" in {loss.what for loss in rendered.losses}


def test_a_movement_is_written_in_the_part_of_the_event_that_it_belongs_to() -> None:
    def plan(name: str) -> str:
        return f"<MOVEMENT MOVEMENT_TYPE='PAIRS'><MOVEMENT_NAME>{name}</MOVEMENT_NAME></MOVEMENT>"

    sections = "".join(f"<SECTION SECTION_ID='{one}'>{plan(one)}</SECTION>" for one in "AB")
    event = read_one(document(f"<SESSION SESSION_ID='1'>{sections}{plan('all')}</SESSION>{plan('event')}"))
    again = read_one(render(merged(event), values="stated").data)
    assert {(fact.session, fact.section, fact.id) for fact in again.facts.movements} == {
        ("1", "A", "A"),
        ("1", "B", "B"),
        ("1", None, "all"),
        (None, None, "event"),
    }


@by_version
def test_a_running_event_says_of_which_round_its_seats_are(version: str) -> None:
    seated = pair("1", "<CARRY_FORWARD_SEATING>4NS</CARRY_FORWARD_SEATING>")
    event = read_one(document('<?kibitz-in-play rounds="1-2" next-round="3"?>' + people(seated)))
    first = render(merged(event, complete=False), version=version, values="stated").data
    assert b'next-round="3"' in first
    (seat,) = read_one(first).facts.seats
    assert (seat.round, seat.table) == (3, "4")


def test_1_2_keeps_what_is_newer_in_instructions() -> None:
    event = read_one(fixture("pairs-two-sessions-1.4.xml"))
    first = render(merged(event), version="1.2", values="stated").data
    again = read_one(first)
    assert b"<?kibitz-kept newer MAX_SCORE " in first
    assert [total.maximum for total in again.facts.totals] == [total.maximum for total in event.facts.totals]
    assert [result.round for result in again.facts.results] == [result.round for result in event.facts.results]
    assert again.facts.extensions == event.facts.extensions


def test_the_day_of_a_match_has_the_form_of_the_version() -> None:
    event = read_one(fixture("knockout-1.0.xml"))
    (day,) = {match.date for match in event.facts.matches if match.date}
    year, month, of_month = str(day).split("-")
    assert f"<DATE>{day}</DATE>".encode() in render(merged(event), values="stated").data
    assert f"<DATE>{of_month}/{month}/{year}</DATE>".encode() in render(merged(event), version="1.2").data


@pytest.mark.parametrize("kind", [None, "pairs", "swiss_pairs", "teams", "individual"])
@by_version
def test_an_event_that_does_not_say_how_it_is_scored_says_the_same_twice(kind: str | None, version: str) -> None:
    hands = Facts(events=(EventFact(name="Hands", kind=kind),), deals=(DealFact(board="1", north=Hand(spades="AK")),))
    event = ParsedEvent(event="hands", facts=hands, scope=Scope())
    first = render(merged(event), version=version).data
    assert render(merged(read_one(first)), version=version).data == first


def test_an_adjustment_of_the_event_alone_brings_its_pair_into_the_overall_list() -> None:
    listed = people(pair("1", "<PLACE>1</PLACE>"))
    sessions = "".join(f'<SESSION SESSION_ID="{name}">{listed}</SESSION>' for name in ("1", "2"))
    event = read_one(document(sessions))
    penalty = AdjustmentFact(kind="penalty", participant="1", amount=Decimal(-3), unit="percent")
    rendered = render(merged(event, facts=event.facts.replace(adjustments=(penalty,))))
    assert rendered.data.count(b"<ADJUSTMENT>-3</ADJUSTMENT>") == 1
    root = etree.fromstring(rendered.data)
    assert root.findtext("EVENT/PARTICIPANTS/PAIR/ADJUSTMENT") == "-3"
    for other in (penalty.replace(session="1"), penalty.replace(kind="acceleration"), penalty.replace(round=1)):
        elsewhere = render(merged(event, facts=event.facts.replace(adjustments=(other,))))
        assert etree.fromstring(elsewhere.data).find("EVENT/PARTICIPANTS") is None


def test_an_award_of_the_event_alone_brings_its_pair_into_the_overall_list() -> None:
    award = "<MASTER_POINTS_AWARDED>12</MASTER_POINTS_AWARDED>"
    session = f'<SESSION SESSION_ID="1">{people(pair("1"), pair("2"))}{board(line())}</SESSION>'
    event = read_one(document(people(pair("1", award)) + session))
    written = render(merged(event), values="stated").data
    assert [fact.session for fact in read_one(written).facts.awards] == [None]


class TestOddDocuments(WrittenAsExpected):
    """Every odd document."""


def test_an_individual_without_a_method_says_what_a_reader_takes_it_to_have() -> None:
    facts = Facts(events=(EventFact(name="Cup", kind="individual"),))
    written = render(merged(read_one(document("")), facts=facts)).data
    assert b"<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>" in written
