"""Going back: as of a time what was published then, after a round what a file cut to that round gives."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from contracts.base import DECISIONS
from contracts.facts import (
    AdjustmentFact,
    DealFact,
    EarlyStartFact,
    EventFact,
    Facts,
    GameFact,
    MatchFact,
    RetractionFact,
    Scope,
    SessionFact,
    Sides,
    StatedScore,
    StatedTotal,
    StatusFact,
)
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.history import (
    Accepted,
    after_round,
    before_round,
    counted,
    facts_then,
    fold,
    rounds_played,
    until,
)
from services.scoring.domain.event.publication import digest_of
from tests.support.fragments import NOON, fragment, pair, result

PAIRS = tuple(pair(number) for number in "1234")
EVENT = "club-pairs-2026-03-07"


def state_of(*fragments: Fragment) -> EventState:
    return fold(EVENT, [Accepted(NOON, number, one) for number, one in enumerate(fragments)])


def rounds(state: EventState) -> list[tuple[str | None, int | None]]:
    return [(fact.session, fact.round) for fact in state.merge.merged()[0].results]


def played(session: str | None, *numbers: int | None) -> list[Any]:
    return [result(f"{session or ''}{n or 9}", "1", "2", 50, round=n, session=session) for n in numbers]


def whole(name: str = "a", *numbers: int, minutes: int = 0, **facts: Any) -> Fragment:
    facts.setdefault("participants", PAIRS)
    return fragment(name, minutes=minutes, results=played(None, *numbers), scope=Scope(whole=True), **facts)


def test_what_was_played_later_is_not_there() -> None:
    state = state_of(whole("a", 1, 2, 3))
    assert rounds(before_round(state, 3)) == rounds(after_round(state, 2)) == [(None, 1), (None, 2)]
    assert after_round(state, 1).score()[0].standings.progress.complete is False
    assert len(rounds(state)) == 3


def test_what_names_no_round_is_left_out_and_counted() -> None:
    fines = tuple(AdjustmentFact(kind="penalty", participant="1", amount=Decimal(-1), number=n) for n in (0, 1))
    state = state_of(fragment("a", results=played(None, 1, 2, None), participants=PAIRS, adjustments=fines))
    earlier = after_round(state, 1)
    assert rounds(earlier) == [(None, 1)]
    (found,) = [one for one in earlier.score()[0].standings.findings if one.code == "scoring.round-unknown"]
    assert found.message == "after round 1: 1 results and 2 penalties or bonuses name no round and are left out"


def test_an_event_without_rounds_stays_whole() -> None:
    state = state_of(fragment("a", results=played(None, None), participants=PAIRS))
    assert rounds_played(state) == []
    assert before_round(state, 1) is state
    assert after_round(state, 1) is state


def test_after_the_last_round_nothing_is_left_out() -> None:
    state = state_of(whole("a", 1, 2, totals=(StatedTotal(kind="pair", participant="1"),)))
    assert after_round(state, 2) is state


def test_rounds_are_those_of_the_last_session_that_has_begun() -> None:
    sessions = tuple(SessionFact(id=name, number=int(name)) for name in "123")
    both = [*played("1", 1, 2), *played("2", 1, 2)]
    state = state_of(fragment("a", results=both, sessions=sessions, participants=PAIRS))
    assert rounds_played(state) == [("1", 1), ("1", 2), ("2", 1), ("2", 2)]
    assert rounds(after_round(state, 1)) == [("1", 1), ("1", 2), ("2", 1)]
    assert rounds(after_round(state, 1, "1")) == [("1", 1)]
    assert rounds(before_round(state, 1)) == rounds(state), "of session 3, before which all of this was played"


@pytest.mark.parametrize(("number", "when"), [(1, ("1", 1)), (2, ("1", 2)), (3, ("2", 1)), (9, ("2", 7))])
def test_a_round_is_counted_through_all_sessions(number: int, when: tuple[str, int]) -> None:
    assert counted([("1", 1), ("1", 2), ("2", 1), ("2", 2)], number) == when


def test_session_ten_comes_after_session_two() -> None:
    both = [*played("10", 1), *played("2", 1)]
    state = state_of(fragment("a", results=both, participants=PAIRS))
    assert rounds(after_round(state, 1, "2")) == [("2", 1)]
    assert after_round(state, 1) is state


def test_penalties_of_a_round_come_with_the_round_and_handicaps_are_always_there() -> None:
    adjustments = (
        AdjustmentFact(kind="penalty", participant="1", round=1, amount=Decimal(-1)),
        AdjustmentFact(kind="penalty", participant="1", round=3, amount=Decimal(-2)),
        AdjustmentFact(kind="carry_forward", participant="1", amount=Decimal(5)),
    )
    earlier = after_round(state_of(whole("a", 1, 2, 3, adjustments=adjustments)), 2)
    kept = {(fact.kind, fact.round) for fact in earlier.merge.merged()[0].adjustments}
    assert kept == {("penalty", 1), ("carry_forward", None)}


def test_a_penalty_that_newer_totals_took_back_does_not_come_back() -> None:
    fine = AdjustmentFact(kind="penalty", participant="1", round=1, amount=Decimal(-1))
    totals = tuple(StatedTotal(kind="pair", participant=p.id) for p in PAIRS)
    state = state_of(whole("old", 1, 2, adjustments=(fine,)), whole("new", 1, 2, 3, minutes=5, totals=totals))
    assert after_round(state, 1).merge.merged()[0].adjustments == ()


def test_a_line_that_a_file_of_later_rounds_withdrew_does_not_come_back() -> None:
    state = state_of(whole("old", 1, 2), whole("new", 2, 3, minutes=5))
    assert rounds(after_round(state, 2)) == [(None, 2)]


def test_a_correction_that_came_later_is_in() -> None:
    wrong = fragment("a", results=[result("1", "1", "2", 50, round=1), result("1", "3", "4", 0, round=1)])
    right = fragment("b", minutes=9, results=[result("1", "1", "2", -50, round=1), *played(None, 2)])
    (line, _) = after_round(state_of(wrong, right), 1).merge.merged()[0].results
    assert line.ns_score.points == -50


def test_a_declaration_is_about_the_whole_event() -> None:
    decided = fragment(
        "decided", minutes=60, file_format=DECISIONS, events=(), statuses=(StatusFact(status="official"),)
    )
    state = state_of(whole("a", 1, 2), decided)
    assert state.score()[0].standings.status == "official"
    assert after_round(state, 1).score()[0].standings.status == "live"


def test_a_draw_of_the_next_round_and_a_bye_are_no_played_round() -> None:
    games = (
        GameFact(round=1, player="1", opponent="2", result="1"),
        GameFact(round=2, player="1", opponent="3"),
        GameFact(round=3, player="4", result="H"),
    )
    assert rounds_played(state_of(fragment("a", games=games))) == [(None, 1)]
    matches = (
        MatchFact(kind="teams", round=1, home="1", away="2", home_score=Decimal(12)),
        MatchFact(kind="teams", round=2, home="1", away="2"),
        MatchFact(kind="teams", round=3, home="1", home_score=Decimal(12)),
    )
    assert rounds_played(state_of(fragment("a", matches=matches))) == [(None, 1)]
    assert rounds_played(state_of(fragment("a", results=[result("1", "1", "2", None, round=4)]))) == []


def test_hands_are_seen_when_their_board_was_played() -> None:
    facts = Facts(results=tuple(played(None, 1, 2)), deals=tuple(DealFact(board=b) for b in "123"))
    then = facts_then(facts, lambda fact: getattr(fact, "round", 0) == 1)
    assert [deal.board for deal in then.deals] == ["1"]


def test_as_of_a_time_is_what_had_been_accepted() -> None:
    all_of_it = [Accepted(NOON + timedelta(minutes=n), n, whole(str(n), n)) for n in (1, 2, 3)]
    assert until(all_of_it, NOON) == []
    assert until(all_of_it, NOON + timedelta(minutes=2)) == all_of_it[:2]
    assert until(all_of_it, NOON + timedelta(minutes=2, seconds=59)) == all_of_it[:2]


def test_where_the_clock_of_the_server_went_back_the_order_of_the_stream_counts() -> None:
    all_of_it = [Accepted(NOON + timedelta(minutes=n), n, whole(str(n), n)) for n in (1, 9, 2)]
    assert until(all_of_it, NOON + timedelta(minutes=5)) == all_of_it[:1]


PENALTY = AdjustmentFact(kind="penalty", participant="1", round=2, amount=Decimal(-1), unit="match_points")
lines = st.builds(
    lambda board, sides, score, number: result(board, sides[0], sides[1], score, round=number),
    st.sampled_from("123"),
    st.sampled_from([("1", "2"), ("3", "4"), ("1", "4"), ("3", "2")]),
    st.sampled_from([None, 0, 50, 420, -100]),
    st.integers(1, 4),
)
contents = st.fixed_dictionaries(
    {"results": st.lists(lines, min_size=1, max_size=6, unique_by=lambda one: one.key), "minutes": st.integers(0, 3)},
    optional={
        "adjustments": st.just((PENALTY,)),
        "scope": st.just(Scope(whole=True)),
        "totals": st.just((StatedTotal(kind="pair", participant="1", total=Decimal(3)),)),
    },
)


def made(parts: list[dict[str, Any]]) -> list[Fragment]:
    return [fragment(str(number), participants=PAIRS, **part) for number, part in enumerate(parts)]


def bytes_of(state: EventState) -> tuple[str, ...]:
    scored = state.score()[0]
    return (digest_of(scored.standings), *(digest_of(board) for board in scored.boards))


@pytest.mark.slow
@settings(max_examples=25)
@given(st.lists(contents, min_size=1, max_size=5), st.booleans())
def test_as_of_each_file_is_byte_for_byte_what_was_published_after_it(
    parts: list[dict[str, Any]], retract: bool
) -> None:
    files = made(parts)
    if retract:
        retraction = RetractionFact(file=files[0].file.sha256)
        files.append(fragment("decided", file_format=DECISIONS, events=(), retractions=(retraction,), minutes=9))
    accepted = [Accepted(NOON + timedelta(seconds=n), n, one) for n, one in enumerate(files)]
    running = EventState(EVENT)
    published = []
    for one in accepted:
        running.apply(one.fragment)
        if running.merge.fragments:
            published.append((one.at, bytes_of(running)))
    for at, then in published:
        assert bytes_of(fold(EVENT, until(accepted, at))) == then


@pytest.mark.slow
@settings(max_examples=25)
@given(st.lists(contents, min_size=1, max_size=5), st.integers(1, 4), st.randoms(use_true_random=False))
def test_after_a_round_is_what_a_file_cut_to_that_round_gives(
    parts: list[dict[str, Any]], number: int, shuffle: Any
) -> None:
    files = made(parts)
    today = state_of(*files)
    facts = today.merge.merged()[0]
    assume(any((line.round or 0) > number for line in facts.results))
    earlier = after_round(today, number)
    shuffle.shuffle(files)
    assert bytes_of(after_round(state_of(*files), number)) == bytes_of(earlier)
    lines = tuple(line for line in facts.results if (line.round or 0) <= number)
    fines = tuple(fine for fine in facts.adjustments if (fine.round or 0) <= number)
    event = EventFact(name="Club pairs", kind="pairs", board_scoring="match_points", results="to_date")
    short = state_of(fragment("cut", results=lines, participants=PAIRS, adjustments=fines, events=(event,)))
    short.method = today.current_method()  # which stated totals may decide (rule 7)
    found, expected = earlier.score()[0], short.score()[0]
    assert found.boards == expected.boards
    for name in ("rankings", "progress", "status", "outcome", "method", "matches"):
        assert getattr(found.standings, name) == getattr(expected.standings, name)


@pytest.mark.parametrize("number", [1, 2])
def test_going_back_leaves_the_event_as_it_is(number: int) -> None:
    state = state_of(whole("a", 1, 2, 3))
    before = bytes_of(state)
    after_round(state, number).score()
    assert bytes_of(state) == before


def test_a_call_of_a_later_round_than_the_next_has_not_been_made_yet() -> None:
    calls = (*(EarlyStartFact(round=number) for number in (2, 3, 4)), EarlyStartFact(session="0", round=9))
    state = state_of(whole("a", 1, 2, 3, early_starts=calls))

    def called(then: EventState) -> list[int]:
        return [call.round for call in then.merge.merged()[0].early_starts]

    assert called(before_round(state, 3)) == [2, 3, 9]
    assert called(before_round(state, 2)) == [2, 9]
    early = state_of(whole("a", 1, early_starts=calls))
    assert called(before_round(early, 2)) == [2, 9]
    assert rounds(before_round(early, 2)) == [(None, 1)]


def of_teams(unit: str | None, ns_team: str | None) -> Decimal | None:
    """What is stated of a line of round 1 after it, where its board was played again in round 2."""
    sides = Sides(ns="1", ew="2", ns_team=ns_team, ew_team=ns_team and "B")
    claim = StatedScore(ns=Decimal(5), unit=unit)
    first = result("1", "1", "2", 50, round=1).replace(sides=sides, stated=claim)
    state = state_of(fragment("f", results=[first, result("1", "3", "4", 50, round=2)], participants=PAIRS))
    (line,) = after_round(state, 1).merge.merged()[0].results
    return line.stated.ns if line.stated is not None else None


def test_what_a_line_won_in_a_match_of_teams_stays_though_its_board_lost_a_line() -> None:
    assert of_teams("imps", "A") == of_teams(None, "A") == 5
    assert of_teams("match_points", "A") is None
    assert of_teams("imps", None) is None
    assert of_teams(None, None) is None
