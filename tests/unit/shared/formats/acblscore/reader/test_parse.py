"""The reader as a whole: what a file says, how far it is."""

import struct
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from pydantic import TypeAdapter

from shared.errors import FormatError
from shared.formats.acblscore.file import game_file as file
from shared.formats.acblscore.file.entry_layouts import AWARD, INDEX, RANKING
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.parse import parse
from shared.formats.parsed import Parsed
from tests.support.acblscore_files import MOMENT, Plan, everything, pairs_game, parse_anyhow, shorten
from tests.support.acblscore_teams import board_a_match
from tests.support.parts import parts_of
from tests.support.real_files import real_files

WHOLE, BUILT = everything()


def codes(parsed: Parsed) -> set[str]:
    return {finding.code for finding in parsed.findings}


def test_a_file_with_every_structure_reads_without_a_finding():
    parsed = parse(WHOLE)
    assert parsed.findings == ()
    assert [event.event for event in parsed.events] == [
        "lighthouse-bridge-club-harbour-pairs-eve-2031-05-04",
        "lighthouse-bridge-club-lone-wolves-eve-2031-05-04",
        "lighthouse-bridge-club-harbour-teams-t9-team-2031",
    ]
    pairs, individuals, teams = (event.facts for event in parsed.events)
    assert (len(pairs.sections), len(pairs.participants), len(pairs.results)) == (2, 12, 36)
    assert (len(individuals.participants), len(individuals.results)) == (8, 4)
    assert (len(teams.participants), len(teams.matches), len(teams.seats)) == (4, 4, 4)


def test_every_fact_has_its_byte_offset():
    for event in parse(WHOLE).events:
        for kind in event.facts.FIELDS:
            for fact in getattr(event.facts, kind):
                assert fact.at is not None, (kind, fact)
                assert 0 <= fact.at.offset < len(WHOLE)


@pytest.mark.slow
def test_values_made_without_validation_are_what_validation_makes():
    adapter_of = cache(TypeAdapter)
    files = [WHOLE, *(path.read_bytes() for path in real_files("acblscore"))]
    for event in (event for data in files for event in parse(data).events):
        for value in parts_of(event.facts):
            adapter = adapter_of(type(value))
            again = adapter.validate_json(adapter.dump_json(value))
            assert (again, type(again)) == (value, type(value))


DERIVED = {
    "event details": {"number", "stratified_by_average"},
    "section details": {"number"},
    "section summary": {"full_score", "num_rounds"},
    "index table": {"direction", "most_players", *(name for name in INDEX.names if name.startswith("first_ranked"))},
    "index entry": {"number", "num_players"},
    "pair": {"id"},
    "individual": {"id"},
    "team": {"id"},
    "player": {"database_key"},
    "master point award": {name for name in AWARD.names if name.startswith(("colour", "ranking"))},
    "ranking": {name for name in RANKING.names if name.startswith("next_") or name.endswith("_last")},
    "board results index entry": {"traveller_entered"},
    "board results index": {"section"},
    "match table": {"id"},
    "team match index": {"section"},
    "team match table": {"id", "mode"},
    "lines": {"id"},
}
"""Fields that repeat what pointers, the order of tables and ranks say, or count only together with another one (the
colour of an award with its amount, the last of shared ranks with the first, the rounds of a summary with the number of
its session)."""


def structures() -> Iterator[tuple[Layout, int]]:
    """Every structure of the file with every structure, those within others included."""
    seen: list[Record] = []

    class Watched(Record):
        __slots__ = ()

        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            seen.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file, "Record", Watched)
        parse(WHOLE)
    for record in seen:
        yield from within(record.layout, record.offset)


def within(layout: Layout, offset: int) -> Iterator[tuple[Layout, int]]:
    yield layout, offset
    for part in layout.parts.values():
        for number in range(part.count):
            yield from within(part.layout, offset + part.offset + number * part.layout.size)


@pytest.mark.slow
def test_every_documented_field_is_told_or_derived():
    found: dict[str, tuple[Layout, list[int]]] = {}
    for layout, offset in structures():
        places = found.setdefault(layout.name, (layout, []))[1]
        if offset not in places:
            places.append(offset)
    whole = parse(WHOLE)
    silent: dict[str, set[str]] = {}
    for layout, places in found.values():
        for name, (where, kind) in layout.fields.items():
            if name.startswith(("ofs_", "len_", "event_type_", "event_scoring_")):
                continue
            for value in (1, 2, 130):
                raw = bytearray(WHOLE)
                for place in sorted(places)[:6]:
                    new = bytes([value, 90]) if kind.sort == "text" else bytes([value])
                    raw[place + where : place + where + len(new)] = new
                if raw != WHOLE and parse_anyhow(bytes(raw)) != whole:
                    break
            else:
                silent.setdefault(layout.name, set()).add(name)
    assert silent == DERIVED


@pytest.mark.parametrize("event_type", [0, 1, 2, 5, 77])
@pytest.mark.parametrize("scoring", [4, 5, 10, 11, 13, 99])
def test_odd_types_and_methods_lose_nothing_that_is_there(event_type, scoring):
    points = {(board, table): (150, 50) for board in range(1, 7) for table in range(1, 4)}
    raw = bytearray(pairs_game(Plan(points=points))[0])
    raw[0xDA], raw[0x10C] = event_type, scoring
    parsed = parse(bytes(raw))
    facts = parsed.events[0].facts
    assert len(facts.participants) == 6
    assert len(facts.results) == 18
    if event_type in (0, 77):
        assert {(r.stated.ns, r.stated.ew) for r in facts.results} == {(Decimal("1.50"), Decimal("0.50"))}


def test_a_pair_of_an_older_version_keeps_what_its_block_has():
    raw = bytearray(pairs_game(Plan(entries={(1, 1): {"score": Decimal("7.5")}}))[0])
    at = parse(bytes(raw)).events[0].facts.participants[0].at.offset
    shorten(raw, at, 0x11C)
    parsed = parse(bytes(raw))
    facts = parsed.events[0].facts
    assert codes(parsed) == {"acblscore.short-block"}
    assert [player.last_name for player in facts.participants[0].players] == ["Amber"]
    assert facts.totals[0].total == Decimal("7.50")


def test_what_is_no_game_file_is_refused_with_its_place():
    for data in (b"", b"\x12\x0a\x03AC4" + bytes(3000), WHOLE[:2000]):
        with pytest.raises(FormatError) as error:
            parse(data)
        assert error.value.code.code == "acblscore.not-a-game"
    assert error.value.place.offset == 2000


def test_a_file_without_an_event_is_refused():
    data, _ = pairs_game(Plan(summary={"event": 99}))
    broken = bytearray(data)
    broken[0x12:0x16] = bytes(4)
    with pytest.raises(FormatError) as error:
        parse(bytes(broken))
    assert error.value.code.code == "acblscore.no-event"
    assert "acblscore.lost-section" in {finding.code for finding in error.value.findings}


def test_a_file_of_another_length_than_its_head_says_is_not_cut_where_nothing_is_missing():
    data, _ = pairs_game(Plan())
    longer = data[:6] + (len(data) + 7).to_bytes(4, "little") + data[10:]
    assert codes(parse(longer)) & {"acblscore.length-differs", "acblscore.file-cut"} == {"acblscore.length-differs"}


def test_a_file_that_is_cut_before_any_result_is_refused_for_that():
    data, _ = pairs_game(Plan())
    with pytest.raises(FormatError) as error:
        parse(data[:3000])
    assert str(error.value).startswith("the file is cut: it ends after 3000 of its ")


def test_a_file_that_is_cut_off_loses_only_what_is_not_there():
    data, _ = pairs_game(Plan(), Plan(name="B"))
    parsed = parse(data[:-900])
    assert "acblscore.file-cut" in codes(parsed)
    facts = parsed.events[0].facts
    assert [(section.id, section.tables) for section in facts.sections] == [("A", 3), ("B", None)]
    assert {participant.section for participant in facts.participants} == {"A"}
    assert [result.section for result in facts.results].count("B") == 18
    assert not parsed.events[0].scope.whole, "what it lacks may be in an earlier file"
    assert parse(data).events[0].scope.whole
    assert parse(data + b"more").events[0].scope.whole


def test_a_session_in_the_middle_is_complete_for_its_sections():
    scores = {(board, table): (999, 999) for board in range(1, 7) for table in range(1, 4)}
    played = {(1, 1): (42, -42), (2, 1): (14, -14), (3, 2): (5, -5), (4, 2): (0, 0), (5, 3): (-10, 10), (6, 3): (9, -9)}
    plan = Plan(scores={**scores, **played}, summary={"num_rounds_posted": 1, "status": 1})
    (event,) = parse(pairs_game(plan)[0]).events
    assert event.scope.complete
    assert event.scope.sections == ("A",)
    assert event.facts.event.results == "to_date"
    assert len(event.facts.results) == 6
    assert len(event.facts.movements[0].lines) == 9
    late = Plan(scores={**scores, **played, (5, 2): (62, -62)}, summary={"num_rounds_posted": 1, "status": 1})
    (event,) = parse(pairs_game(late)[0]).events
    assert event.scope.complete
    kinds = [(r.board, r.sides.ns, r.ns_score.kind) for r in event.facts.results if r.round == 2]
    assert ("5", "A-2NS", "points") in kinds
    assert sum(kind == "unknown" for _, _, kind in kinds) == 5


def test_a_session_with_travellers_has_the_boards_that_are_entered_and_is_complete():
    scores = {(board, table): (999, 999) for board in range(2, 7) for table in range(1, 4)}
    plan = Plan(scores=scores, section={"posting_method": 1}, summary={"num_rounds_posted": 0, "status": 1})
    (event,) = parse(pairs_game(plan)[0]).events
    assert event.scope.complete
    assert {result.board for result in event.facts.results} == {"1"}
    assert len(event.facts.results) == 3


def test_a_file_before_the_first_result_withdraws_nothing():
    scores = {(board, table): (999, 999) for board in range(1, 7) for table in range(1, 4)}
    plan = Plan(scores=scores, summary={"num_rounds_posted": 0, "status": 0})
    parsed = parse(pairs_game(plan)[0])
    assert not parsed.events[0].scope.whole
    assert codes(parsed) == {"acblscore.not-scored"}
    assert {seat.stage for seat in parsed.events[0].facts.seats} == {"start"}


def test_the_latest_stamp_is_the_moment_of_the_file():
    (event,) = parse(pairs_game(modified=MOMENT.replace(hour=3))[0]).events
    assert event.stated_at == (MOMENT, "modified")


def test_two_events_of_one_name_are_two():
    data, _ = pairs_game(Plan(), Plan(name="B", summary={"event": 2}))
    raw = bytearray(data)
    first = struct.unpack_from("<I", raw, 0x12)[0]
    raw[0x16:0x1A] = len(raw).to_bytes(4, "little")
    raw += raw[first : first + 742]
    names = [event.event for event in parse(bytes(raw)).events]
    assert names[1] == f"{names[0]}-2"


def test_an_unknown_byte_is_kept_where_it_stands():
    raw = bytearray(WHOLE)
    event = struct.unpack_from("<I", raw, 0x12)[0]
    raw[event + 0x7B] = 0xAB
    (extension,) = [e for e in parse(bytes(raw)).events[0].facts.extensions if e.name == "unknown_007b"]
    assert (extension.owner, extension.value, extension.at.offset) == ("event 1", "qwA=", event + 0x7B)


def test_totals_of_a_section_that_was_changed_since_are_left_out():
    entries = {(1, 1): {"score": Decimal("7.5"), "percentage": Decimal("62.5"), "adjustment": Decimal(-1)}}
    stale = Plan(entries=entries, summary={"status": 2})
    parsed = parse(pairs_game(stale)[0])
    facts = parsed.events[0].facts
    assert codes(parsed) == {"acblscore.not-scored"}
    assert facts.totals == ()
    assert all(result.stated is None for result in facts.results)
    assert [adjustment.amount for adjustment in facts.adjustments] == [Decimal(-1)]


def test_what_is_found_while_an_event_is_scored_is_said_of_it():
    plans = Plan(), Plan(name="B", summary={"event": 2, "status": 0})
    raw = bytearray(pairs_game(*plans)[0])
    first = struct.unpack_from("<I", raw, 0x12)[0]
    raw[0x16:0x1A] = len(raw).to_bytes(4, "little")
    parsed = parse(bytes(raw + raw[first : first + 742]))
    told = [{finding.code for finding in event.findings} for event in parsed.events]
    assert "acblscore.not-scored" in told[1] - told[0]


def test_a_team_event_with_boards_has_their_results_and_says_which_are_to_come():
    parsed = parse(board_a_match())
    (event,) = parsed.events
    assert len(event.facts.results) == 16
    assert {result.sides.ns_team for result in event.facts.results} == {"1", "2", "3", "4"}
    assert event.facts.event.results == "complete"
    assert event.facts.results[0].stated is not None


def test_a_file_without_stamps_has_no_moment():
    (event,) = parse(pairs_game(Plan(section={"modified": None}), modified=None)[0]).events
    assert event.stated_at is None


def test_a_section_that_is_not_posted_makes_its_event_unfinished():
    data = pairs_game(Plan(summary={"status": 1, "ofs_boards": 0}))[0]
    assert parse(data).events[0].facts.event.results == "to_date"
    posted = pairs_game(Plan(summary={"status": 3, "ofs_boards": 0}))[0]
    assert parse(posted).events[0].facts.event.results == "complete"


def test_an_event_without_a_date_is_of_the_day_on_which_its_file_was_made():
    raw = bytearray(pairs_game(date="")[0])
    assert parse(bytes(raw)).events[0].event == "lighthouse-bridge-club-harbour-pairs-eve"
    struct.pack_into("<I", raw, 0x9DD, (51 << 9 | 5 << 5 | 4) << 16)
    assert parse(bytes(raw)).events[0].event == "lighthouse-bridge-club-harbour-pairs-eve-2031-05-04"
