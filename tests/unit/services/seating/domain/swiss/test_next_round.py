"""The next round of a Swiss event, from what scoring publishes of it."""

import random
from typing import Any

import pytest

from contracts.codes import seating as codes
from contracts.facts import Detail, EventFact, Participant, SeatFact
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.seating.domain.assignment import next_round
from services.seating.domain.swiss import Settings
from services.seating.domain.swiss.next_round import swiss_round
from tests.support.merged import merged
from tests.support.swiss import scored

FIRST = [(1, 5, 20), (2, 6, 18), (3, 7, 16), (4, 8, 14)]
"""After it: 1, 2, 3, 4, 8, 7, 6, 5."""


def following(event: EventMerged, settings: Settings | None = None) -> RoundAssignment:
    found = swiss_round(event, settings)
    assert found is not None
    return found


def shown(assignment: RoundAssignment) -> list[tuple[str | None, str | None, str | None]]:
    return [(line.table, line.ns, line.ew) for line in assignment.tables]


def told(assignment: RoundAssignment) -> list[tuple[str, str | None]]:
    return [(finding.code, finding.subject) for finding in assignment.findings]


def team(number: int, **more: Any) -> Participant:
    return Participant(id=str(number), kind="team", name=f"Team {number}", **more)


def test_the_next_round_is_drawn_from_the_standings_when_a_round_is_over() -> None:
    found = following(scored(FIRST))
    assert shown(found) == [("1", "1", "2"), ("2", "3", "4"), ("3", "8", "7"), ("4", "6", "5")]
    assert (found.rule, found.stage, found.round, found.complete) == ("swiss", "round", 2, True)
    assert (found.tables[0].ns_names, found.tables[0].ew_names) == ("team 1", "team 2")
    assert found.tables[0].reason == "1st meets 2nd: the next in rank order"
    assert found.findings == ()


def test_the_rule_comes_after_the_seats_that_a_file_states() -> None:
    assert next_round(scored(FIRST)) == swiss_round(scored(FIRST))
    seat = SeatFact(participant="1", kind="team", stage="next", round=2, table="9", direction="NS")
    stated = next_round(scored(FIRST, seats=(seat,)))
    assert stated is not None
    assert stated.rule == "stated"


def test_nobody_meets_again() -> None:
    second = [(1, 2, 10), (3, 4, 10), (8, 7, 10), (6, 5, 10)]
    found = following(scored(FIRST, second))
    assert shown(found) == [("1", "1", "3"), ("2", "2", "4"), ("3", "8", "6"), ("4", "7", "5")]
    assert found.tables[0].reason == "1st meets 3rd: 2nd was met in round 2"


def test_a_round_that_is_not_over_draws_nothing() -> None:
    assert swiss_round(scored(FIRST[:3])) is None
    assert swiss_round(scored()) is None


def test_a_draw_stays_while_its_round_is_played_whatever_is_won_in_it() -> None:
    before = following(scored(FIRST))
    while_played = following(scored(FIRST, [(3, 4, 0), (6, 5, 20)]))
    assert while_played == before


def test_a_round_that_is_played_by_another_draw_is_shown_as_it_is_played() -> None:
    found = following(scored(FIRST, [(2, 3, 0), (1, 4, 20)]))
    assert shown(found) == [("1", "2", "3"), ("2", "1", "4")]
    assert (found.complete, found.tables[0].reason) == (False, "as it is being played")
    assert told(found) == [(codes.DRAWN_OTHERWISE.code, None)]


def test_seats_that_are_played_by_another_draw_are_incomplete_while_two_sides_are_missing() -> None:
    known = [(2, 3, 0), (1, 4, 20), (5, 6, 10)]
    assert not following(scored(FIRST, known)).complete
    assert following(scored(FIRST, [*known, (7, 8, 10)])).complete


def test_after_the_last_round_nothing_is_drawn() -> None:
    assert swiss_round(scored(FIRST, of_rounds=1)) is None
    assert swiss_round(scored(FIRST, of_rounds=2)) is not None
    event = EventFact(name="Swiss", kind="swiss_teams", match_scoring="vps", results="complete")
    assert swiss_round(scored(FIRST, events=(event,))) is None


def test_other_events_are_drawn_only_when_that_is_asked_for() -> None:
    assert swiss_round(scored(FIRST, kind="teams")) is None
    assert shown(following(scored(FIRST, kind="teams"), Settings()))[0] == ("1", "1", "2")
    assert swiss_round(merged(), Settings()) is None


def test_a_danish_draw_can_be_asked_for() -> None:
    second = [(1, 2, 10), (3, 4, 10), (8, 7, 10), (6, 5, 10)]
    found = following(scored(FIRST, second), Settings(system="danish"))
    assert (found.rule, shown(found)[0], found.findings) == ("danish", ("1", "1", "2"), ())


def test_swiss_pairs_are_drawn_too() -> None:
    found = following(scored(FIRST, kind="swiss_pairs"))
    assert shown(found)[:2] == [("1", "1", "2"), ("2", "3", "4")]
    assert found.tables[0].ns_names == "pair 1"


def test_the_first_round_is_drawn_where_everybody_has_a_seed() -> None:
    seeded = tuple(team(n, seed=9 - n) for n in range(1, 9))
    found = following(scored(participants=seeded))
    assert (found.round, shown(found)) == (1, [("1", "8", "4"), ("2", "7", "3"), ("3", "6", "2"), ("4", "5", "1")])
    assert swiss_round(scored(participants=(*seeded, team(9)))) is None


def test_those_who_are_level_are_in_the_order_of_their_seeds_then_of_their_numbers() -> None:
    level = [(1, 2, 10), (10, 3, 10)]
    unseeded = tuple(team(n) for n in (10, 3, 2, 1))
    assert shown(following(scored(level, participants=unseeded))) == [("1", "1", "3"), ("2", "2", "10")]
    seeded = (team(10, seed=1), team(3, seed=2), team(2, seed=3), team(1, seed=4))
    assert shown(following(scored(level, participants=seeded)))[0] == ("1", "10", "2")


def test_the_bye_goes_to_the_lowest_who_has_had_none_and_is_explained() -> None:
    found = following(scored([(1, 2, 20), (3, 4, 15), (5, None, 0)], teams=5))
    assert (found.sitting_out, shown(found)) == (("2",), [("1", "1", "3"), ("2", "4", "5")])
    assert told(found) == [(codes.BYE.code, "2")]
    assert found.findings[0].message == "4th has the bye: the lowest of those who have had none"


def test_a_bye_that_the_file_leaves_out_counts_too() -> None:
    found = following(scored([(1, 2, 20), (3, 4, 15)], teams=5))
    assert (found.sitting_out, told(found)) == (("2",), [(codes.BYE.code, "2")])


def test_who_missed_two_rounds_is_left_out() -> None:
    second = [(1, 2, 10), (3, 4, 10), (8, 7, 10), (5, 9, 10)]
    third = [(1, 3, 10), (2, 4, 10), (8, 9, 10), (7, 5, 10)]
    found = following(scored(FIRST, second, third, teams=9))
    assert told(found) == [(codes.LEFT_OUT.code, "6")]
    assert {name for line in found.tables for name in (line.ns, line.ew)} == set("12345789")


def test_who_comes_late_is_drawn_and_said_to_be() -> None:
    second = [(1, 2, 10), (3, 4, 10), (8, 7, 10), (6, 5, 10)]
    late = following(scored(FIRST, second, teams=10))
    assert told(late) == [(codes.LATE_ARRIVAL.code, "9"), (codes.LATE_ARRIVAL.code, "10")]
    assert {"9", "10"} <= {name for line in late.tables for name in (line.ns, line.ew)}


def test_who_gave_up_the_seat_is_left_out() -> None:
    gone = tuple(SeatFact(participant=name, kind="team", stage="start", resigned=True) for name in "34")
    found = following(scored(FIRST, seats=gone))
    assert shown(found) == [("1", "1", "2"), ("2", "8", "7"), ("3", "6", "5")]


def absent(*names: str, **more: Any) -> tuple[SeatFact, ...]:
    return tuple(SeatFact(**{"participant": name, "kind": "team", "stage": "next", **more}) for name in names)


@pytest.mark.parametrize("system", ["swiss", "danish"])
def test_who_is_absent_from_the_next_round_sits_out_and_is_drawn_again_after_it(system: str) -> None:
    settings = Settings(system="danish" if system == "danish" else "swiss")
    found = following(scored(FIRST, seats=absent("3", "4")), settings)
    assert shown(found) == [("1", "1", "2"), ("2", "8", "7"), ("3", "6", "5")]
    assert set(found.sitting_out) == {"3", "4"}
    assert told(found) == []
    later = following(scored(FIRST, seats=absent("3", "4", round=5)), settings)
    assert len(later.tables) == 4


def test_absences_alone_are_no_seats_and_leave_the_draw_to_the_swiss() -> None:
    found = next_round(scored(FIRST, seats=absent("3", "4")))
    assert isinstance(found, RoundAssignment)
    assert (found.rule, len(found.tables)) == ("swiss", 3)


def test_one_absence_of_an_even_number_gives_somebody_the_bye() -> None:
    found = following(scored(FIRST, seats=absent("3")))
    assert (len(found.tables), set(found.sitting_out)) == (3, {"3", "5"})
    assert told(found) == [(codes.BYE.code, "5")]


def test_a_danish_draw_leaves_out_who_has_gone_and_takes_in_who_comes_late() -> None:
    second = [(1, 2, 10), (3, 4, 10), (8, 7, 10), (5, 9, 10)]
    third = [(1, 3, 10), (2, 4, 10), (8, 9, 10), (7, 5, 10)]
    found = following(scored(FIRST, second, third, teams=10), Settings(system="danish"))
    assert [code for code, _ in told(found)] == [codes.BYE.code, codes.LEFT_OUT.code, codes.LATE_ARRIVAL.code]
    assert "6" not in {name for line in found.tables for name in (line.ns, line.ew)}


def test_a_triple_follows_where_there_was_one() -> None:
    found = following(scored([(1, 2, 20), (3, 4, 9), (4, 5, 8), (5, 3, 7)], teams=5))
    halves = [line for line in found.tables if line.reason.startswith("half match in a short triple")]
    assert len(halves) == 3
    assert found.sitting_out == ()


def test_a_rematch_that_cannot_be_avoided_is_a_finding() -> None:
    found = following(scored([(1, 2, 20)], teams=2))
    assert told(found) == [(codes.REMATCH.code, "1 - 2")]
    assert found.findings[0].message == "1 and 2 have met in round 1"


def test_sections_that_do_not_mix_are_drawn_apart() -> None:
    apart = tuple(team(n, section="A" if n in (1, 2, 5, 6) else "B") for n in range(1, 9))
    found = following(scored(FIRST, participants=apart))
    assert [(line.section, line.table, line.ns, line.ew) for line in found.tables] == [
        ("A", "1", "1", "2"),
        ("A", "2", "6", "5"),
        ("B", "1", "3", "4"),
        ("B", "2", "8", "7"),
    ]
    mixed = tuple(team(n, section="A" if n % 3 else "B") for n in range(1, 9))
    assert [line.section for line in following(scored(FIRST, participants=mixed)).tables] == [None] * 4


@pytest.mark.parametrize(("section", "table"), [("A", "7"), ("C", "C7")])
def test_a_stationary_team_keeps_its_table(section: str, table: str) -> None:
    told_of = (
        Detail(name="STATIONARY_SECTION", value=section),
        Detail(name="STATIONARY_TABLE", value="7"),
        Detail(name="STATIONARY_DIRECTION", value="E"),
    )
    everybody = tuple(team(n, section="A", details=told_of if n == 2 else ()) for n in range(1, 9))
    found = following(scored(FIRST, participants=everybody))
    assert shown(found)[0] == (table, "1", "2")
    assert shown(found)[1] == ("1", "3", "4")


def test_phantoms_are_not_drawn() -> None:
    everybody = (*(team(n) for n in range(1, 5)), team(5, phantom=True))
    found = following(scored([(1, 2, 20), (3, 4, 15)], participants=everybody))
    assert (shown(found), found.sitting_out) == ([("1", "1", "3"), ("2", "4", "2")], ())


def test_two_who_are_kept_apart_and_meet_all_the_same_are_a_finding() -> None:
    still = (Detail(name="STATIONARY_TABLE", value="1"),)
    everybody = tuple(Participant(id=name, kind="pair", details=still) for name in "12")
    found = following(scored(kind="swiss_pairs", participants=everybody), Settings())
    assert told(found) == [(codes.KEPT_APART_MEET.code, "1 - 2")]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["swiss_teams", "swiss_pairs"])
@pytest.mark.parametrize("count", [8, 9, 14, 23])
def test_an_event_played_by_its_own_seats_has_no_rematch_and_no_second_bye(count: int, kind: str) -> None:
    chance = random.Random(count)
    unit = "pair" if kind == "swiss_pairs" else "team"
    everybody = tuple(Participant(id=str(n), kind=unit, seed=n) for n in range(1, count + 1))  # type: ignore[arg-type]
    rounds: list[list[tuple[str, str, int]]] = []
    byes: list[str] = []
    met: set[frozenset[str]] = set()
    for number in range(1, 8):
        found = following(scored(*rounds, kind=kind, participants=everybody))
        matches = [(str(line.ns), str(line.ew), chance.randint(0, 20)) for line in found.tables]
        couples = {frozenset(match[:2]) for match in matches}
        assert (found.round, len(couples)) == (number, count // 2)
        assert met.isdisjoint(couples)
        met |= couples
        byes.extend(found.sitting_out)
        assert following(scored(*rounds, matches[1:3], kind=kind, participants=everybody)) == found
        rounds.append(matches)
    assert len(set(byes)) == len(byes) == (7 if count % 2 else 0)


def test_an_event_with_triples_goes_on_with_triples() -> None:
    chance = random.Random(3)
    rounds: list[list[tuple[str, str, int]]] = []
    settings: Settings | None = Settings(odd="short_triple")
    for number in range(1, 6):
        found = following(scored(*rounds, teams=11), settings)
        settings = None
        rounds.append([(str(line.ns), str(line.ew), chance.randint(0, 10)) for line in found.tables])
        assert (found.round, len(found.tables), found.sitting_out) == (number, 4 + 3, ())
    whole = [frozenset(match[:2]) for matches in rounds for match in matches]
    assert len(set(whole)) == len(whole)


def test_a_rematch_names_the_round_of_the_first_match_where_it_has_one() -> None:
    numbered = following(scored([(1, 2, 12)], teams=2))
    assert [finding.message for finding in numbered.findings] == ["1 and 2 have met in round 1"]
    thrice = ([(1, 2, 12), (3, 4, 12)], [(1, 4, 12), (2, 3, 12)]) * 2
    event = scored(*thrice, [(1, 3, 10), (2, 4, 10)], teams=4)
    matches = tuple(match.replace(round=None if match.round == 5 else match.round) for match in event.standings.matches)
    progress = event.standings.progress.replace(rounds_complete=4)
    found = following(event.replace(standings=event.standings.replace(matches=matches, progress=progress)))
    assert [finding.message for finding in found.findings] == ["1 and 3 have met before", "2 and 4 have met before"]
