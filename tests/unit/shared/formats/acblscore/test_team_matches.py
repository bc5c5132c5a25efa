"""Matches of teams."""

import struct
from decimal import Decimal

from contracts.facts import Facts
from shared.formats.acblscore.reader import parse
from shared.formats.acblscore.team_matches import scale_of, stationary_of
from tests.support.acblscore_files import everything

DATA, _ = everything()


def teams(data: bytes = DATA) -> tuple[Facts, list[str]]:
    parsed = parse(data)
    return parsed.events[2].facts, [finding.code.removeprefix("acblscore.") for finding in parsed.findings]


def match(facts: Facts, number: int, home: str):
    return next(m for m in facts.matches if m.round == number and home in (m.home, m.away))


def changed(offset: int, code: str, value: int) -> bytes:
    raw = bytearray(DATA)
    struct.pack_into(code, raw, offset, value)
    return bytes(raw)


def test_two_teams_that_state_each_other_are_one_match():
    facts, codes = teams()
    assert len(facts.matches) == 4
    found = match(facts, 1, "41")
    assert (found.home, found.away, found.table, found.boards, found.unit) == ("41", "42", "T1", 7, "vps")
    assert (found.home_score, found.away_score, found.home_imps, found.away_imps) == (12, 8, 9, -9)
    assert (found.home_game_points, found.away_game_points) == (1, 0)
    assert codes == []


def test_a_match_without_a_result_is_to_come_and_has_seats():
    facts, _ = teams()
    found = match(facts, 2, "41")
    assert (found.away, found.home_score, found.home_imps) == ("43", None, None)
    seats = [(s.participant, s.round, s.section, s.table, s.opponent) for s in facts.seats]
    assert ("41", 2, "T", "1", "43") in seats
    assert ("43", 2, "T", "3", "41") in seats


def test_imps_that_contradict_each_other_are_kept_and_reported():
    facts, _ = teams()
    facts, codes = teams(changed(match(facts, 1, "41").at.offset + 8, "<h", 11))
    found = match(facts, 1, "41")
    assert (found.home_imps, found.away_imps) == (11, -9)
    assert codes == ["scores-disagree"]


def test_three_teams_of_a_short_round_robin_state_a_match_each():
    facts, _ = teams()
    facts, codes = teams(changed(match(facts, 1, "41").at.offset + 0x14, "<H", 43))
    found = [m for m in facts.matches if m.round == 1 and {m.home, m.away} == {"41", "42"}]
    assert sorted((m.home, m.sub_match) for m in found) == [("41", "41"), ("42", None)]
    first = next(m for m in found if m.sub_match == "41")
    assert (first.home_score, first.away_score) == (12, None)
    assert ("SECOND_OPPONENT", "43") in [(detail.name, detail.value) for detail in first.details]
    assert len({m.key for m in facts.matches}) == len(facts.matches)
    assert codes == []


def test_the_scale_of_victory_points_travels_with_its_steps():
    event = teams()[0].event
    assert (event.kind, event.match_scoring, event.vp_scale) == ("swiss_teams", "vps", "20 points, 7 boards")
    details = {detail.name: detail.value for detail in event.details}
    assert details["VP_SCALE_STEPS"] == "0=10.00-10.00 3=11.00-9.00 9=12.00-8.00 20=20.00-0.00"


def test_an_event_without_matches_has_no_scale_and_nobody_stationary():
    assert scale_of(None) == (None, [])
    assert stationary_of(None, 0) == []


def test_a_bad_pointer_loses_the_matches_of_its_team_alone():
    facts, _ = teams()
    offset = match(facts, 1, "41").at.offset - 34
    data = DATA.replace(offset.to_bytes(4, "little"), (2**31).to_bytes(4, "little"))
    facts, codes = teams(data)
    assert codes == ["bad-pointer"]
    assert len(facts.matches) == 4
    assert match(facts, 1, "42").home_score == Decimal("8.00")
