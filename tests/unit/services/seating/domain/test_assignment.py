"""Who sits where next: the first rule that knows, and what is published of it."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.facts import (
    Detail,
    EarlyStartFact,
    EventFact,
    LockFact,
    MatchFact,
    Meeting,
    MovementFact,
    MovementLine,
    Participant,
    PresenceFact,
    SeatFact,
    Sides,
    SystemFact,
)
from contracts.messages import EventMerged, RoundAssigned
from contracts.seating import WITHDRAWN, RoundAssignment
from contracts.standings import Method, Progress, Ranking, ScoredMatch, StandingRow, Standings
from services.seating.domain.assignment import Plan, next_round, plan
from services.seating.domain.chess.draw import Draw, DrawNeeded, NoPairing, Pairing, Why
from services.seating.domain.movements.mitchell import mitchell
from tests.support.chess_rounds import SWISS, chess_event, players
from tests.support.fragments import result
from tests.support.merged import merged
from tests.support.played_movements import results_of

SEATS = (
    SeatFact(participant="1", stage="next", table="1", direction="NS"),
    SeatFact(participant="2", stage="next", table="1", direction="EW"),
)
MOVEMENT = MovementFact(id="M", kind="pairs", lines=(MovementLine(round=1, table="9", sides=Sides(ns="1", ew="2")),))


def published(event: EventMerged, last: RoundAssigned | None = None, seq: int = 0, drawn: Draw | None = None) -> Plan:
    found = plan(event, last, seq, drawn)
    assert found is not None
    return found


def test_stated_seats_come_before_a_movement() -> None:
    assert rule(seats=SEATS, movements=(MOVEMENT,)) == "stated"
    assert rule(movements=(MOVEMENT,)) == "movement"
    assert rule() is None


def test_a_list_of_those_who_sit_out_comes_after_all_other_rules() -> None:
    out = (SeatFact(participant="3", stage="next"),)
    assert rule(seats=out, movements=(MOVEMENT,)) == "movement"
    assert rule(seats=out) == "stated"


def test_a_movement_that_is_given_comes_before_one_that_is_inferred() -> None:
    plan = mitchell(7, winners=1)
    assert rule(results=results_of(plan, 3), movements=(plan,)) == "movement"
    assert rule(results=results_of(plan, 3)) == "inferred"


def rule(**facts: Any) -> str | None:
    found = next_round(merged(**facts))
    return found.rule if found is not None else None


def test_the_first_seats_have_position_one_and_expect_an_empty_subject() -> None:
    found = published(merged(seats=SEATS, applied=12))
    assert (found.message.position.seq, found.message.position.applied, found.expect_last) == (1, 12, 0)
    assert found.subject == "seating.round.assigned.v1.made-up-pairs"


def test_the_same_seats_are_not_published_again_whatever_else_has_changed() -> None:
    last = published(merged(seats=SEATS)).message
    assert plan(merged(seats=SEATS, applied=99, results=(result("1", "1", "2"),)), last, 31) is None


def test_other_seats_follow_on_the_last_ones() -> None:
    last = published(merged(seats=SEATS)).message
    found = published(merged(seats=SEATS[:1], applied=8), last, 31)
    assert (found.message.position.seq, found.expect_last) == (2, 31)
    assert found.message.digest != last.digest


def test_an_older_state_of_the_event_changes_nothing() -> None:
    last = published(merged(seats=SEATS, applied=12)).message
    assert plan(merged(seats=SEATS[:1], applied=11), last, 31) is None


def test_seats_that_no_longer_hold_are_withdrawn_once() -> None:
    last = published(merged(seats=SEATS)).message
    gone = published(merged(applied=8), last, 31).message
    assert (gone.assignment.rule, gone.assignment.tables, gone.assignment.complete) == (WITHDRAWN, (), False)
    assert plan(merged(applied=9), gone, 32) is None
    assert published(merged(seats=SEATS, applied=10), gone, 32).message.position.seq == 3


def test_a_list_of_those_who_sit_out_is_withdrawn_too() -> None:
    out = published(merged(seats=(SeatFact(participant="1", stage="next"),))).message
    assert out.assignment.sitting_out == ("1",)
    assert published(merged(applied=8), out, 5).message.assignment.rule == WITHDRAWN


def test_an_event_without_seats_publishes_nothing() -> None:
    assert plan(merged(), None, 0) is None


def test_locked_seats_stay_until_they_are_unlocked() -> None:
    lock = LockFact()
    last = published(merged(seats=SEATS)).message
    stays = published(merged(seats=SEATS[:1], locks=(lock,), applied=8), last, 31).message
    assert stays.assignment.locked
    assert stays.assignment.tables == last.assignment.tables
    free = published(merged(seats=SEATS[:1], applied=9), stays, 32).message
    assert not free.assignment.locked
    assert free.assignment.tables != last.assignment.tables


def test_seats_that_come_after_their_lock_stay_as_they_come_first() -> None:
    lock = LockFact()
    first = published(merged(seats=SEATS, locks=(lock,))).message
    assert first.assignment.locked
    assert plan(merged(seats=SEATS, locks=(lock,), applied=8), first, 31) is None
    stays = published(merged(locks=(lock,), seats=SEATS[:1], applied=9), first, 31).message
    assert (stays.assignment.locked, stays.assignment.tables) == (True, first.assignment.tables)


def test_what_has_to_be_drawn_is_said_and_then_published_with_its_basis() -> None:
    event = chess_event(*SWISS, *players("3 w 1", "4 b =", "1 b 0", "2 w ="))
    needed = plan(event, None, 0)
    assert isinstance(needed, DrawNeeded)
    made = plan(event, None, 0, Draw((Pairing(1, 0, 1), Pairing(2, 3, 2))))
    assert isinstance(made, Plan)
    assert made.message.assignment.basis == needed.request.digest
    assert plan(event, made.message, 5) is None


def test_that_there_is_no_pairing_is_published_and_not_asked_again() -> None:
    event = chess_event(*SWISS, *players("3 w 1", "4 b =", "1 b 0", "2 w ="))
    made = plan(event, None, 0, NoPairing(Why.TIME, "it took too long"))
    assert isinstance(made, Plan)
    assert (made.message.assignment.complete, len(made.message.assignment.findings)) == (False, 1)
    assert plan(event, made.message, 5) is None


def test_pairings_of_a_file_of_chess_come_before_a_draw() -> None:
    paired = chess_event(*SWISS, *players("3 w 1, 2 b", "4 b =, 1 w", "1 b 0, 4 w", "2 w =, 3 b"))
    found = next_round(paired)
    assert isinstance(found, RoundAssignment)
    assert found.rule == "stated"
    byes = chess_event(*SWISS, "240 H   2    4", *players("3 w 1", "4 b =", "1 b 0", "2 w ="))
    assert isinstance(next_round(byes), DrawNeeded)


def test_a_drawn_round_is_locked_without_another_draw_and_drawn_again_when_it_is_unlocked() -> None:
    event = chess_event(*SWISS, *players("3 w 1", "4 b =", "1 b 0", "2 w ="))
    drawn = Draw((Pairing(1, 0, 1), Pairing(2, 3, 2)))
    first = published(event, None, 0, drawn).message
    lock = event.replace(facts=event.facts.replace(locks=(LockFact(),)))
    stays = published(lock, first, 1).message
    assert (stays.assignment.locked, stays.assignment.tables) == (True, first.assignment.tables)
    assert plan(lock, stays, 2) is None
    assert isinstance(plan(event, stays, 2), DrawNeeded)
    assert published(event, stays, 2, drawn).message.digest == first.digest


def test_a_drawn_round_stays_while_its_results_come_in_whatever_else_is_decided() -> None:
    before = "3 w 1", "4 b =", "1 b 0", "2 w ="
    first = published(chess_event(*SWISS, *players(*before)), drawn=Draw((Pairing(1, 0, 1), Pairing(2, 3, 2)))).message

    def in_play(*lines: str) -> EventMerged:
        event = chess_event(*SWISS, *players(*lines))
        return event.replace(standings=event.standings.replace(progress=Progress(rounds_complete=1)))

    one = in_play("3 w 1, 2 w 1", "4 b =, 1 b 0", "1 b 0", "2 w =")
    assert plan(one, first, 1) is None
    early = EarlyStartFact(round=3, playing=(Meeting(home="1", away="2"), Meeting(home="4", away="3")), early=True)
    over = one.standings.replace(progress=Progress(rounds_complete=1, rounds_over=2))
    facts = one.facts.replace(early_starts=(early,))
    started = published(one.replace(facts=facts, standings=over), first, 1).message
    assert started.assignment.tables == first.assignment.tables
    assert [finding.code for finding in started.assignment.findings][:1] == ["seating.games-open"]
    assert published(one, started, 2).message.digest == first.digest
    # What a file pairs otherwise is what is played.
    other = in_play("3 w 1, 3 w 1", "4 b =", "1 b 0, 1 b 0", "2 w =")
    assert published(other, first, 1).message.assignment.rule == "stated"


def hostile(draw: st.DrawFn) -> EventMerged:
    """An event of matches in which nothing need fit together."""
    name = st.sampled_from(["1", "2", "3", "4", "5", "x" * 1024])
    kind: Any = draw(st.sampled_from(["team", "pair"]))
    word = st.sampled_from(["FIRST_ROUND", "LAST_ROUND", "STATIONARY_TABLE", "SECOND_OPPONENT", "ROUND_ROBIN"])
    value = st.sampled_from(["1", "2", "3", "9" * 5000, "x" * 3000, ""])
    details = st.lists(st.builds(Detail, name=word, value=value), max_size=2).map(tuple)
    score = st.none() | st.integers(-5, 20).map(Decimal)
    number = st.none() | st.integers(-1, 4)
    session = st.sampled_from([None, "1", "2"])
    shared: dict[str, Any] = {
        "home": name,
        "away": st.none() | name,
        "round": number,
        "session": session,
        "home_score": score,
        "away_score": score,
    }
    section = st.sampled_from([None, "A", "B"])
    participants = st.builds(
        Participant,
        id=name,
        kind=st.just(kind),
        seed=st.none() | st.integers(1, 6),
        section=section,
        phantom=st.booleans(),
        details=details,
    )
    matches = st.builds(ScoredMatch, unit=st.sampled_from(["vps", "imps"]), stated_home=score, **shared)
    rows = [StandingRow(id=draw(name), number="1", name="x", rank=rank, total=draw(score)) for rank in range(1, 4)]
    standings = Standings(
        event="made-up-pairs",
        name="x",
        method=Method(board_scoring="imps"),
        matches=tuple(draw(st.lists(matches))),
        progress=Progress(
            rounds_complete=draw(st.none() | st.integers(0, 5)),
            rounds=draw(st.none() | st.just(9)),
            rounds_over=draw(st.none() | st.integers(0, 7)),
        ),
        rankings=(Ranking(id="overall", title="x", kind=kind, unit="vps", rows=tuple(rows)),),
    )
    meetings = st.lists(st.builds(Meeting, table=st.none() | name, home=name, away=name), max_size=4).map(tuple)
    calls = st.builds(EarlyStartFact, session=session, round=st.integers(-1, 9), early=st.booleans(), playing=meetings)
    words = st.builds(
        PresenceFact,
        participant=name,
        session=session,
        round=st.integers(-1, 9),
        lasting=st.booleans(),
        present=st.booleans(),
    )
    systems = st.builds(
        SystemFact, system=st.sampled_from([None, "swiss", "danish", "knock-out", "howell", "dutch", "?"])
    )
    forfeit = st.sampled_from([None, "home", "away", "both"])
    facts = st.builds(MatchFact, kind=st.just(f"{kind}s"), forfeit=forfeit, details=details, **shared)
    events = (EventFact(kind=draw(st.sampled_from(["swiss_teams", "swiss_pairs", "knockout"]))),)
    return merged(
        standings=standings,
        events=events,
        matches=tuple(draw(st.lists(facts, max_size=5))),
        participants=tuple(draw(st.lists(participants, unique_by=lambda p: p.id))),
        early_starts=tuple(draw(st.lists(calls, max_size=2))),
        presences=tuple(draw(st.lists(words, max_size=3))),
        systems=tuple(draw(st.lists(systems, max_size=1))),
    )


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.composite(hostile)())
def test_whatever_files_say_there_are_seats_or_none(event: EventMerged) -> None:
    found = next_round(event)
    seated = [name for line in (found.tables if found else ()) for name in (line.ns, line.ew) if name is not None]
    assert found is None or found.rule == "knockout" or set(seated).isdisjoint(found.sitting_out)
