"""A system that whoever asks names: the next round by it, or why it does not suit."""

import contextlib
from typing import Any

import pytest

from contracts.base import Discipline
from contracts.facts import (
    EventFact,
    MatchFact,
    MovementFact,
    Participant,
    ResultFact,
    SeatFact,
    Sides,
    SwissSettings,
    SystemFact,
)
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.seating.domain.assignment import next_round
from services.seating.domain.chess.draw import DrawNeeded
from services.seating.domain.movements.howell import howell
from services.seating.domain.movements.mitchell import mitchell
from services.seating.domain.requested_system import SYSTEMS, Choice, DoesNotSuit, chosen_round
from services.seating.domain.swiss import Settings
from tests.support.chess_rounds import chess_event, players
from tests.support.fragments import pair
from tests.support.merged import merged
from tests.support.played_movements import results_of
from tests.support.swiss import scored

FIRST = [(1, 5, 20), (2, 6, 18), (3, 7, 16), (4, 8, 14)]


def pairs(count: int, *, sides: bool = False) -> tuple[Participant, ...]:
    if sides:
        return tuple(pair(f"{number}{side}") for side in ("NS", "EW") for number in range(1, count // 2 + 1))
    return tuple(pair(str(number)) for number in range(1, count + 1))


def found(event: EventMerged, system: str, **more: Any) -> RoundAssignment:
    assignment = chosen_round(event, Choice(system, **more))
    assert isinstance(assignment, RoundAssignment)
    return assignment


def shown(assignment: RoundAssignment) -> list[tuple[str | None, str | None]]:
    return [(line.ns, line.ew) for line in assignment.tables]


def refused(event: EventMerged, system: str, **more: Any) -> str:
    with pytest.raises(DoesNotSuit) as reason:
        chosen_round(event, Choice(system, **more))
    assert reason.value.code.code == "seating.system-does-not-suit"
    return str(reason.value)


def played(plan: MovementFact, last: int) -> tuple[ResultFact, ...]:
    return results_of(plan, last)


def test_a_movement_is_made_for_the_numbers_that_the_pairs_have() -> None:
    one = found(merged(participants=pairs(14), results=played(mitchell(7, winners=1), 2)), "mitchell")
    assert (one.rule, one.round, shown(one)[0]) == ("movement", 3, ("1", "13"))
    two = found(merged(participants=pairs(14, sides=True)), "mitchell")
    assert (two.round, shown(two)[0]) == (1, ("1NS", "1EW"))


def test_a_missing_number_is_a_phantom_and_two_are_another_movement() -> None:
    thirteen = found(merged(participants=pairs(13)), "mitchell")
    assert (len(thirteen.tables), thirteen.sitting_out) == (6, ("7",))
    gap = tuple(one for one in pairs(10) if one.id != "4")
    assert found(merged(participants=gap), "howell").sitting_out != ()
    assert "the event has other numbers than a howell movement of 10: " in refused(
        merged(participants=(*pairs(8), pair("77"), pair("78"))), "howell"
    )


def test_as_many_rounds_are_played_as_are_asked_for() -> None:
    over = merged(participants=pairs(8), results=played(howell(8), 5))
    assert found(over, "howell").round == 6
    assert (
        chosen_round(
            merged(participants=pairs(14), results=played(mitchell(7, 5, winners=1), 5)), Choice("mitchell", 5)
        )
        is None
    )


def test_a_movement_that_is_not_the_one_that_was_played_is_refused() -> None:
    other = merged(participants=pairs(8), results=played(howell(8), 2))
    assert "has no such meeting in round" in refused(other, "mitchell")


def test_sections_have_a_movement_each() -> None:
    both = tuple(pair(f"{section}-{number}", section=section) for section in "AB" for number in range(1, 9))
    assert len(found(merged(participants=both), "howell").tables) == 8


def test_teams_and_individuals_have_movements_too() -> None:
    teams = tuple(Participant(id=str(number), kind="team") for number in range(1, 7))
    assert shown(found(merged(participants=teams), "head-to-head")) == [("6", "1"), ("2", "5"), ("4", "3")]
    people = tuple(Participant(id=str(number), kind="player") for number in range(1, 9))
    (line, _) = found(merged(participants=people), "whist").tables
    assert None not in (line.north, line.east, line.south, line.west)


def test_a_swiss_is_drawn_for_an_event_that_does_not_say_that_it_is_one() -> None:
    plain = scored(FIRST)
    plain = plain.replace(facts=plain.facts.replace(events=(EventFact(name="Teams", kind="teams"),)))
    assert shown(found(plain, "swiss")) == [("1", "2"), ("3", "4"), ("8", "7"), ("6", "5")]
    assert found(plain, "danish", swiss=Settings(system="danish")).rule == "danish"


def test_homes_are_the_tables_of_the_teams_numbers() -> None:
    home = found(scored(FIRST), "swiss", swiss=Settings(tables="home"))
    assert {(line.table, line.ns) for line in home.tables} == {(str(number), str(number)) for number in range(1, 9)}


def test_a_knock_out_needs_seeds_or_matches() -> None:
    teams = tuple(Participant(id=str(number), kind="team", seed=number) for number in range(1, 5))
    assert shown(found(merged(participants=teams), "knock-out")) == [("1", "4"), ("2", "3")]
    unseeded = tuple(one.replace(seed=None) for one in teams)
    assert "seeds" in refused(merged(participants=unseeded), "knock-out")


CHESS = chess_event("012 Open", "042 2031/05/04", "142 3", *players("3 w 1", "4 b =", "1 b 0", "2 w ="))


def test_chess_is_paired_by_the_system_that_is_named() -> None:
    drawn = chosen_round(CHESS, Choice("dutch"))
    assert isinstance(drawn, DrawNeeded)
    assert (drawn.request.round, drawn.request.edition) == (2, 2026)
    assert found(CHESS, "berger").rule == "berger"


@pytest.mark.parametrize(
    ("event", "system", "said"),
    [
        (CHESS, "swiss", "a system of bridge"),
        (merged(participants=pairs(8)), "dutch", "a system of chess"),
        (merged(participants=pairs(8)), "waltz", "there are swiss"),
        (CHESS, "team-swiss", "there is dutch"),
        (merged(participants=pairs(8)), "head-to-head", "for teams, and the event has pairs"),
        (scored(FIRST), "mitchell", "for pairs, and the event has teams"),
        (merged(participants=pairs(8), results=played(howell(8), 2)), "swiss", "none is part of a match"),
        (merged(participants=(Participant(id="1", kind="player"),)), "swiss", "needs pairs or teams"),
        (merged(participants=pairs(8)), "web", "without a number of rounds"),
    ],
)
def test_what_does_not_suit_is_refused_with_the_reason(event: EventMerged, system: str, said: str) -> None:
    assert said in refused(event, system)


def test_triples_are_for_teams() -> None:
    assert "two pairs are at one table" in refused(
        merged(participants=pairs(7)), "swiss", swiss=Settings(odd="short_triple")
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_answers_or_says_why_it_does_not(system: str) -> None:
    for event in (CHESS, merged(), merged(participants=pairs(8)), scored(FIRST), scored()):
        with contextlib.suppress(DoesNotSuit):
            chosen_round(event, Choice(system))


def test_a_director_names_the_system_before_everything_that_files_say() -> None:
    seat = SeatFact(participant="1", kind="team", stage="next", round=2, table="9", direction="NS")
    word = SystemFact(system="danish")
    danish = next_round(scored(FIRST, kind="teams", seats=(seat,), systems=(word,)))
    assert isinstance(danish, RoundAssignment)
    assert (danish.rule, danish.round) == ("danish", 2)
    back = next_round(scored(FIRST, kind="teams", seats=(seat,), systems=(SystemFact(),)))
    assert isinstance(back, RoundAssignment)
    assert back.rule == "stated"


def test_a_director_names_settings_of_a_swiss() -> None:
    word = SystemFact(system="swiss", swiss=SwissSettings(odd="short_triple", tables="stay"))
    first = [(1, 5, 20), (2, 6, 18), (3, 7, 16), (4, None, 12)]
    triple = next_round(scored(first, teams=7, systems=(word,)))
    assert triple == chosen_round(
        scored(first, teams=7), Choice("swiss", None, Settings(odd="short_triple", tables="stay"))
    )


def test_a_system_of_the_director_that_does_not_suit_is_an_answer_with_the_reason() -> None:
    refusal = next_round(scored(FIRST, systems=(SystemFact(system="berger"),)))
    assert isinstance(refusal, RoundAssignment)
    assert (refusal.tables, refusal.complete, refusal.round) == ((), False, 2)
    assert [one.code for one in refusal.findings] == ["seating.system-does-not-suit"]


def test_a_round_of_chess_in_play_is_shown_while_the_director_names_the_system_of_the_next() -> None:
    event = chess_event(*players("3 w 1", "4 b", "1 b 0", "2 w"))
    facts = event.facts.replace(systems=(SystemFact(system="dutch"),))
    playing = next_round(event.replace(facts=facts))
    assert isinstance(playing, RoundAssignment)
    assert (playing.rule, playing.round) == ("stated", 1)


def test_the_dutch_system_is_refused_for_teams_and_the_team_swiss_for_players() -> None:
    event = EventFact(name="Cup", discipline=Discipline.CHESS, kind="chess_team_swiss")
    teams = tuple(Participant(id=str(n), kind="team", number=str(n)) for n in (1, 2, 3))
    match = MatchFact(kind="chess_teams", round=1, home="2", away="1")
    of_teams = merged(events=(event,), participants=teams, matches=(match,))
    assert "this is a team event; there is team-swiss" in refused(of_teams, "dutch")
    assert "there is dutch" in refused(CHESS, "team-swiss")


def test_results_of_other_sections_and_sessions_do_not_contradict_a_movement() -> None:
    people = tuple(one.replace(section="A") for one in pairs(8))
    stray = results_of(howell(8), 1)[0].replace(board="99", sides=Sides(ns="1", ew="2"))
    for elsewhere in ({"section": "B"}, {"section": "A", "session": "9"}):
        event = merged(participants=people, results=(stray.replace(**elsewhere),))
        assert chosen_round(event, Choice("howell")) is None
    here = stray.replace(section="A")
    assert "have met" in refused(merged(participants=people, results=(here,)), "howell")
    unnumbered = merged(participants=pairs(14), results=(stray.replace(round=None),))
    assert "in any round" in refused(unnumbered, "mitchell")
