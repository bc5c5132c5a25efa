"""Ids of those who have a seat."""

import pytest

from shared.formats.acblscore.file.game import read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.reader.parse import parse, rosters_of
from shared.formats.acblscore.report import Report
from tests.support.acblscore_files import Plan, everything, howell, pairs_game
from tests.support.acblscore_teams import board_a_match


def ids(plan: Plan, **event) -> tuple[dict[str, str | None], list[str]]:
    parsed = parse(pairs_game(plan, **event)[0])
    people = {p.id: p.number for p in parsed.events[0].facts.participants}
    return people, [finding.code.removeprefix("acblscore.") for finding in parsed.findings]


HOWELL = howell([(2, 2), (1, 1), (1, 2), (2, 1), (3, 1), (3, 2)])


def test_in_one_session_the_number_of_the_movement_is_the_id():
    assert ids(Plan())[0] == {
        "A-1NS": "1NS",
        "A-2NS": "2NS",
        "A-3NS": "3NS",
        "A-1EW": "1EW",
        "A-2EW": "2EW",
        "A-3EW": "3EW",
    }
    people, _ = ids(Plan(section={"howell": 1, "numbers": HOWELL}))
    assert people == {"A-2": "2", "A-4": "4", "A-5": "5", "A-3": "3", "A-1": "1", "A-6": "6"}


def test_a_reassigned_number_is_shown_and_does_not_rename():
    raw = bytearray(HOWELL)
    raw[0:6] = bytes([21, 22, 23, 24, 25, 6])
    people, _ = ids(Plan(section={"howell": 1, "numbers": bytes(raw)}))
    assert (people["A-1"], people["A-6"]) == ("21", "6")


def test_a_seat_without_a_number_has_that_of_its_place_in_a_mitchell_movement():
    raw = bytearray(320)
    raw[160:168] = bytes([1, 1, 0, 0, 2, 2, 0, 0])
    people, codes = ids(Plan(section={"numbers": bytes(raw), "ofs_movement": 0}))
    assert people["A-3NS"] == "3NS"
    assert set(people) == {"A-1NS", "A-2NS", "A-3NS", "A-1EW", "A-2EW", "A-3EW"}
    assert codes == []


def test_a_seat_without_a_number_has_its_table_as_id_in_a_howell_movement():
    numbers = howell([(1, 1), (1, 2), (2, 1), (2, 2)])
    people, codes = ids(Plan(section={"howell": 1, "numbers": numbers, "ofs_movement": 0}))
    assert set(people) == {"A-1", "A-2", "A-3", "A-4", "A-table 3NS", "A-table 3EW"}
    assert codes == []


def seats(session: int) -> Plan:
    before = {"previous_section": "C", "previous_direction": "E", "previous_number": 4}
    rest = {
        (d, t): {"previous_section": "C", "previous_direction": "N", "previous_number": 10 * d + t}
        for d in (1, 2)
        for t in (1, 2, 3)
    }
    return Plan(entries={**rest, (1, 2): before} if session > 1 else {})


def test_in_the_first_session_of_several_the_own_number_is_the_id():
    people, codes = ids(seats(1), num_sessions=2, session=1)
    assert set(people) == {"A-1NS", "A-2NS", "A-3NS", "A-1EW", "A-2EW", "A-3EW"}
    assert set(people.values()) == {None}
    people, _ = ids(Plan(section={"howell": 1, "numbers": HOWELL}), num_sessions=2, session=1)
    assert set(people) == {f"A-{number}NS" for number in range(1, 7)}
    assert codes == []


def test_in_the_second_session_the_number_of_the_first_is_the_id():
    people, codes = ids(seats(2), num_sessions=2, session=2)
    assert set(people) == {"C-4EW", "C-11NS", "C-13NS", "C-21NS", "C-22NS", "C-23NS"}
    assert codes == []


def test_who_came_later_is_named_after_the_session_and_reported():
    people, codes = ids(Plan(), num_sessions=2, session=2)
    assert "2.A-3EW" in people
    assert codes == ["start-unknown"] * 6
    assert "3.A-3EW" in ids(seats(3), num_sessions=3, session=3)[0]


def test_two_who_claim_the_same_start_stay_two():
    before = {"previous_section": "C", "previous_direction": "E", "previous_number": 4}
    people, _ = ids(Plan(entries={(1, 1): before, (1, 2): before}), num_sessions=2, session=2)
    assert {"C-4EW", "2.A-2NS"} <= set(people)
    assert len(people) == 6


def test_teams_have_their_number():
    assert [p.id for p in parse(everything()[0]).events[2].facts.participants] == ["41", "42", "43", "44"]


def test_a_number_that_nobody_has_is_reported_and_named_by_its_number():
    raw = bytearray(pairs_game()[0])
    line = parse(bytes(raw)).events[0].facts.results[0].at.offset
    raw[line + 2 : line + 4] = (9).to_bytes(2, "little")
    parsed = parse(bytes(raw))
    assert parsed.events[0].facts.results[0].sides.ns == "A-9NS"
    (finding,) = (finding for finding in parsed.findings if finding.code == "acblscore.unknown-pair")
    assert (finding.message, finding.place.offset) == (
        "board 1 of section A names 9NS, but section A lists nobody with that number",
        line,
    )


def test_a_team_that_nobody_has_is_reported_and_named_by_its_number():
    raw = bytearray(board_a_match())
    line = parse(bytes(raw)).events[0].facts.results[0].at.offset
    raw[line + 2 : line + 4] = (77).to_bytes(2, "little")
    parsed = parse(bytes(raw))
    assert parsed.events[0].facts.results[0].sides.ns_team == "77"
    (finding,) = (finding for finding in parsed.findings if finding.code == "acblscore.unknown-pair")
    assert (finding.message, finding.place.offset) == (
        "board 1 of section A names team 77, but section A lists no team with that number",
        line,
    )


@pytest.mark.parametrize("name", ["last_name", "first_name"])
def test_a_phantom_who_has_a_name_is_somebody(name):
    entries = {(1, 2): {"players": [{name: "Amber"}]}}
    parsed = parse(pairs_game(Plan(section={"phantom": 2}, entries=entries))[0])
    assert not any(participant.phantom for participant in parsed.events[0].facts.participants)
    (finding,) = parsed.findings
    assert finding.message == "the phantom of section A at table 2 has a name, so it is read as somebody who plays"


def test_a_phantom_without_a_name_is_nobody():
    parsed = parse(pairs_game(Plan(section={"phantom": 2}))[0])
    assert [p.id for p in parsed.events[0].facts.participants if p.phantom] == ["A-2NS"]
    assert parsed.findings == ()


def test_the_number_of_an_id_is_that_of_the_movement():
    file = GameFile(pairs_game(Plan(section={"howell": 1, "numbers": HOWELL}))[0], Report())
    roster = rosters_of(file, read_game(file).events[0])["A"]
    assert [roster.number_of(name) for name in ("A-1", "A-6", "A-7", "B-1")] == [1, 6, None, None]
