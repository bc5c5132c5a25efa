"""Which exports are versions of which; everybody is made up."""

from collections.abc import Iterable
from decimal import Decimal
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import DealFact, GameFact, MatchFact, Participant, Person, ResultFact, Scope, Sides, StatedTotal
from contracts.messages import Fragment
from services.scoring.domain.merging.merge import MergeState, merge
from services.scoring.domain.merging.versions import (
    MANY,
    Effect,
    Export,
    Relation,
    Verdict,
    Versions,
    compare,
    relation,
)
from tests.support.fragments import fragment, pair, result

LISTED = Scope(whole=True, boards=("1",))
COMPLETE = Scope(whole=True)


def lines(count: int, *, swap: int = 0, first: int = 1) -> list[ResultFact]:
    """Pair 1 against pair 2 on so many boards, with another score on the last `swap` of them."""
    return [
        result(str(board), "1", "2", -420 if board >= first + count - swap else 420)
        for board in range(first, first + count)
    ]


def exported(
    name: str, results: Iterable[ResultFact], minutes: int, *, scope: Scope = LISTED, sender: str = "a", **more: Any
) -> Fragment:
    more.setdefault("participants", (pair("1"), pair("2")))
    made = fragment(name, minutes=minutes, results=results, scope=scope, **more)
    return made.replace(file=made.file.replace(sender=sender))


def related(newer: Fragment, older: Fragment) -> Relation:
    return relation(Export(newer, newer.order), Export(older, older.order))[0]


@pytest.mark.parametrize(
    ("had", "has", "swap", "listed", "complete"),
    [
        (20, 20, 0, Relation.VERSION, Relation.VERSION),
        (20, 11, 0, Relation.VERSION, Relation.VERSION),
        (20, 10, 0, Relation.PART, Relation.VERSION),
        (20, 5, 0, Relation.PART, Relation.VERSION),
        (20, 4, 0, Relation.PART, Relation.OTHER),
        (20, 20, 9, Relation.VERSION, Relation.VERSION),
        (20, 20, 10, Relation.OTHER, Relation.OTHER),
        (MANY, MANY, MANY, Relation.OTHER, Relation.OTHER),
        (MANY - 1, MANY - 1, MANY - 1, Relation.VERSION, Relation.VERSION),
        (MANY - 1, 1, 1, Relation.PART, Relation.VERSION),
        (20, 11, 5, Relation.VERSION, Relation.VERSION),
    ],
)
def test_what_an_export_is_to_an_older_one(had: int, has: int, swap: int, listed: Relation, complete: Relation) -> None:
    older = exported("old", lines(had), 0)
    for scope, expected in ((LISTED, listed), (COMPLETE, complete)):
        assert related(exported("new", lines(has, swap=swap), 5, scope=scope), older) is expected


def test_an_export_that_is_not_whole_is_no_version() -> None:
    older = exported("old", lines(4), 0)
    assert related(exported("new", lines(4), 5, scope=Scope()), older) is Relation.PART


def test_one_file_is_no_version_of_itself() -> None:
    one = exported("one", lines(4), 0)
    assert related(one.replace(ordinal=1), one) is Relation.PART


@pytest.mark.parametrize(
    ("scope", "session", "section", "expected"),
    [
        ({}, None, None, Relation.VERSION),
        ({"sections": ("A", "B")}, None, "A", Relation.VERSION),
        ({"sections": ("B",)}, None, "A", Relation.PART),
        ({"sections": ("B",)}, None, None, Relation.PART),
        ({"sessions": ("1", "2")}, "2", None, Relation.VERSION),
        ({"sessions": ("1",)}, "2", None, Relation.PART),
    ],
)
def test_an_export_is_compared_with_older_ones_of_its_sessions_and_sections(
    scope: dict[str, Any], session: str | None, section: str | None, expected: Relation
) -> None:
    played = [each.replace(session=session, section=section) for each in lines(4)]
    older = exported("old", played, 0)
    assert related(exported("new", played, 5, scope=Scope(whole=True, **scope)), older) is expected


@pytest.mark.parametrize(
    ("had", "swap", "sessions", "expected"),
    [
        (20, 0, ("2026-03-07", "2026-03-08"), Relation.VERSION),
        (20, 9, (None, "2026-03-08"), Relation.VERSION),
        (20, 10, (None, "2026-03-08"), Relation.PART),
        (MANY - 1, 0, ("2026-03-07", "2026-03-08"), Relation.PART),
        (20, 0, ("1", "2"), Relation.PART),
        (20, 0, ("2026-03-07 round 1", "2026-03-08 round 1"), Relation.VERSION),
    ],
)
def test_an_export_that_repeats_the_lines_under_another_session_is_a_version(
    had: int, swap: int, sessions: tuple[str | None, str], expected: Relation
) -> None:
    one, other = ([each.replace(session=session) for each in lines(had)] for session in sessions)
    changed = [each.replace(session=sessions[1]) for each in lines(had, swap=swap)]
    older = exported("old", one, 0)
    scope = Scope(whole=True, sessions=(sessions[1],), boards=("1",))
    assert related(exported("new", changed, 5, scope=scope), older) is expected
    assert related(exported("new", changed, 5, scope=scope.replace(whole=False)), older) is Relation.PART
    two = exported("two", [*other, *(each.replace(session="3") for each in lines(had))], 0)
    assert related(exported("new", changed, 5, scope=scope), two) is Relation.PART


def test_files_of_two_sections_are_apart_even_if_neither_says_of_what_it_is_the_whole() -> None:
    first, second = ([each.replace(section=section) for each in lines(4)] for section in "AB")
    assert related(exported("b", second, 5, scope=COMPLETE), exported("a", first, 0)) is Relation.PART


def test_another_sender_has_a_version_only_with_every_type_and_is_never_held() -> None:
    older = exported("old", lines(20), 0, deals=(DealFact(board="1"),))
    other = exported("new", lines(20), 5, scope=COMPLETE, sender="b")
    assert related(other, older) is Relation.PART
    assert related(other, exported("old", lines(20), 0)) is Relation.VERSION
    assert related(exported("new", lines(20), 5, scope=COMPLETE), older) is Relation.VERSION
    changed = exported("new", lines(20, swap=20), 5, scope=COMPLETE, sender="b")
    assert related(changed, exported("old", lines(20), 0)) is Relation.PART


def test_a_file_that_the_director_linked_is_never_held_for_what_the_event_says() -> None:
    older = exported("old", lines(20), 0)
    linked = exported("new", lines(20, swap=20), 5, scope=COMPLETE).replace(route=("another-event",))
    assert related(linked, older) is Relation.PART
    assert related(exported("new", lines(20), 5).replace(route=("another-event",)), older) is Relation.VERSION


def test_another_format_is_another_statement() -> None:
    older = exported("old", lines(4), 0, file_format="pbn")
    assert related(exported("new", lines(4), 5, scope=COMPLETE), older) is Relation.PART


def test_a_part_gives_way_to_an_export_that_has_all_its_types() -> None:
    part = exported("part", lines(4), 0, scope=Scope())
    assert related(exported("new", lines(6), 5), part) is Relation.VERSION
    with_cards = exported("part", lines(4), 0, scope=Scope(), deals=(DealFact(board="1"),))
    assert related(exported("new", lines(6), 5), with_cards) is Relation.PART


def test_renumbered_pairs_are_recognised_by_their_people() -> None:
    everybody = [pair(str(number)) for number in range(1, 9)]
    renumbered = [each.replace(id=f"9{each.id}") for each in everybody]
    played = [result(str(board), "1", str(board), 50) for board in range(2, 9)]
    again = [result(str(board), "91", f"9{board}", 50) for board in range(2, 9)]
    older = exported("old", played, 0, participants=everybody)
    newer = exported("new", again, 5, participants=renumbered)
    assert compare(Export(newer, newer.order), Export(older, older.order)) == (7, 7, 0)
    assert related(newer, older) is Relation.VERSION
    nobody = exported("new", again, 5, participants=[Participant(id=each.id, kind="pair") for each in renumbered])
    assert related(nobody, older) is Relation.PART


def test_an_export_that_has_nobody_of_a_kind_was_cut_off() -> None:
    team = Participant(id="1", kind="team", name="The Owls")
    older = exported("old", lines(20), 0, scope=COMPLETE, participants=(pair("1"), pair("2"), team))
    cut = exported("new", lines(20), 5, scope=COMPLETE)
    assert related(cut, older) is Relation.PART
    assert (
        related(exported("new", lines(20), 5, scope=COMPLETE, participants=(pair("1"), team)), older)
        is Relation.VERSION
    )
    assert related(older, cut) is Relation.VERSION


def test_two_who_have_one_name_are_not_told_apart() -> None:
    twins = [Participant(id=number, kind="player", players=(Person(name="Ann Alder"),)) for number in "12"]
    entered = fragment("a", participants=[*twins, Participant(id="3", kind="team", name=" The  Owls ")])
    assert Export(entered, entered.order).names == {("team", "3"): "=the owls"}


def test_before_play_a_list_of_half_of_the_people_is_a_version() -> None:
    older = fragment("old", participants=[pair(str(number)) for number in range(1, 9)])
    for count, expected in ((8, Relation.VERSION), (4, Relation.VERSION), (3, Relation.PART)):
        newer = fragment("new", minutes=5, participants=[pair(str(number)) for number in range(1, count + 1)])
        assert related(newer, older) is expected
    renumbered = [pair(str(number)).replace(id=f"9{number}") for number in range(1, 5)]
    assert related(fragment("new", minutes=5, participants=renumbered), older) is Relation.VERSION
    complete = fragment("new", minutes=5, scope=COMPLETE, participants=[pair("9")])
    assert related(complete, older.replace(scope=COMPLETE)) is Relation.VERSION


def test_hands_and_totals_alone_are_no_list_of_entries() -> None:
    newer = exported("new", lines(4), 5, scope=COMPLETE)
    hands = fragment("hands", deals=(DealFact(board="1"),))
    overall = fragment("all", participants=(pair("1"),), totals=(StatedTotal(participant="1", kind="pair"),))
    assert related(newer, hands) is Relation.PART
    assert related(newer, overall) is Relation.PART


def test_totals_alone_are_replaced_by_newer_ones_of_their_sessions() -> None:
    def standings(name: str, minutes: int, numbers: str, *sessions: str | None) -> Fragment:
        totals = [StatedTotal(participant=n, kind="pair", session=s, total=7) for n in numbers for s in sessions]
        return fragment(name, minutes=minutes, participants=[pair(number) for number in numbers], totals=totals)

    older = standings("old", 0, "1239", "s1")
    assert related(standings("new", 5, "1234", "s1", "s2"), older) is Relation.VERSION
    assert related(standings("new", 5, "1678", "s1"), older) is Relation.PART
    assert related(standings("new", 5, "1234", "s2"), older) is Relation.PART
    assert related(standings("new", 5, "1234", "s1"), standings("old", 0, "1239", None)) is Relation.PART


def test_games_and_matches_are_lines_and_a_blank_one_is_none() -> None:
    games = [
        GameFact(round=1, player="1", opponent="2", colour="w", result="1"),
        GameFact(round=1, player="2", opponent="1", colour="b", result="0"),
        GameFact(round=2, player="1", opponent="2", colour="b", result=None),
        GameFact(round=2, player="3", result="U"),
    ]
    matches = [
        MatchFact(kind="teams", round=1, home="2", away="1", home_imps=12, away_imps=4),
        MatchFact(kind="teams", round=2, home="1", away="2"),
    ]
    one = fragment("a", games=games, matches=matches)
    assert Export(one, one.order).lines == {
        ("game", 1, "1"): ("2", "1"),
        ("game", 1, "2"): ("1", "0"),
        ("match", None, "teams", 1, "1", "2", None, None): (),
    }


def test_the_newest_version_alone_stands_in_any_order_of_arrival() -> None:
    first = exported("one", lines(8), 0, participants=(pair("1"), pair("2"), pair("3")))
    second = exported("two", lines(7, swap=1), 5)
    third = exported("three", lines(6), 9)
    for order in ((first, second, third), (third, first, second), (second, third, first)):
        state = merge(order)
        assert state.merged() == merge([third]).merged()
        assert state.versions.verdicts[third.id].state == "counts"
        assert {state.versions.verdicts[each.id].state for each in (first, second)} == {"replaced"}


def test_a_held_export_changes_nothing_and_says_why() -> None:
    first, other = exported("one", lines(20), 0), exported("two", lines(20, swap=20), 5)
    state = merge([first])
    assert state.apply(other) == []
    assert state.versions.verdicts[other.id] == Verdict("held", first.id, (20, 0, 20))
    right = exported("three", lines(21), 9)
    changes = state.apply(right)
    assert [change.new.board for change in changes if isinstance(change.new, ResultFact)] == ["21"]
    assert [state.versions.verdicts[each.id].state for each in (first, other, right)] == ["replaced", "held", "counts"]


def test_two_that_are_held_no_longer_are_laid_over_what_was_there_together() -> None:
    known = fragment("hands", minutes=-9, file_format="pbn", participants=(pair("3"),))
    first = exported("one", lines(20), 0)
    wide = exported("two", [*lines(20, swap=20), *lines(40, first=21)], 5, participants=(pair("3", stratum="B"),))
    narrow = exported("three", lines(20, swap=20), 6, participants=(pair("3", seed=4),))
    state = merge([known, first, wide, narrow])
    assert [state.versions.verdicts[each.id].state for each in (wide, narrow)] == ["held", "held"]
    late = exported("late", [*lines(20), *lines(40, first=101)], 1)
    state.apply(late)
    assert [state.versions.verdicts[each.id].state for each in (wide, narrow)] == ["counts", "counts"]
    assert state.merged() == merge([known, late, wide, narrow]).merged()
    (third,) = (p for p in state.merged()[0].participants if p.id == "3")
    assert (third.stratum, third.seed) == ("B", 4)


def test_what_a_version_leaves_out_is_taken_back_and_what_it_repeats_is_no_change() -> None:
    first = exported("one", lines(8), 0, participants=(pair("1"), pair("2"), pair("3")))
    state = merge([first])
    kept = state.winners["results"][first.facts.results[0].key].fact
    changes = state.apply(exported("two", lines(7), 5))
    assert {(change.kind, change.old.key if change.old else None, change.new) for change in changes} == {
        ("participants", ("pair", "3"), None),
        ("results", first.facts.results[7].key, None),
    }
    assert state.winners["results"][first.facts.results[0].key].fact is kept


def test_a_late_older_version_is_replaced_at_once() -> None:
    newer = exported("new", lines(6), 9)
    older = exported("old", lines(6, swap=2), 0)
    state = merge([newer])
    assert state.apply(older) == []
    assert state.versions.verdicts[older.id] == Verdict("replaced", newer.id, (6, 4, 2))
    assert older.id not in state.fragments


def test_a_file_that_the_director_takes_is_a_version_of_all_older_ones_but_of_hands() -> None:
    first, other = exported("one", lines(20), 0), exported("two", lines(20, swap=20), 5, sender="b")
    hands = fragment("hands", minutes=1, file_format="pbn", deals=(DealFact(board="1"),))
    taken = Export(other, other.order, taken=True)
    assert relation(taken, Export(first, first.order))[0] is Relation.VERSION
    assert relation(taken, Export(hands, hands.order))[0] is Relation.PART


def test_files_that_are_taken_at_one_moment_and_parts_of_one_file_complete_each_other() -> None:
    first, later = exported("one", lines(20), 5), exported("three", lines(20), 6)
    for other in (exported("two", lines(20, swap=20), 5), first.replace(ordinal=1)):
        taken = Export(other, other.order, taken=True)
        assert relation(taken, Export(first, first.order, taken=True))[0] is Relation.PART
        assert relation(Export(later, later.order, taken=True), taken)[0] is Relation.VERSION
    assert relation(taken, Export(first, first.order))[0] is Relation.PART


def test_a_decision_is_no_export() -> None:
    decided = fragment("decided", minutes=9, file_format="decisions", results=lines(1), scope=COMPLETE)
    first = exported("one", lines(20), 0)
    state = MergeState()
    for each in (decided, first, exported("two", lines(19), 5)):
        state.apply(each)
    assert state.versions.verdicts[decided.id].state == "counts"
    assert set(state.fragments) == {decided.id, exported("two", lines(19), 5).id}


def robin(*teams: str) -> dict[str, Any]:
    """Matches of everybody against everybody, one board each, and who is entered."""
    meetings = list(combinations(teams, 2))
    return {
        "participants": tuple(Participant(id=team, kind="team", name=f"Team {team}") for team in teams),
        "matches": tuple(
            MatchFact(kind="teams", round=n, home=home, away=away, home_score=Decimal(12), away_score=Decimal(8))
            for n, (home, away) in enumerate(meetings)
        ),
        "results": tuple(
            result("1", home, away, 100 + n).replace(sides=Sides(ns_team=home, ew_team=away))
            for n, (home, away) in enumerate(meetings)
        ),
        "games": tuple(
            GameFact(round=n, player=home, opponent=away, result="1") for n, (home, away) in enumerate(meetings)
        ),
    }


def kept(teams: str, **facts: Any) -> dict[str, Any]:
    """What a program exports after the teams not named were taken out."""
    return {
        **facts,
        "participants": tuple(who for who in facts["participants"] if who.id in teams),
        "matches": tuple(each for each in facts["matches"] if {each.home, each.away} <= set(teams)),
        "results": tuple(line for line in facts["results"] if {line.sides.ns_team, line.sides.ew_team} <= set(teams)),
        "games": tuple(game for game in facts["games"] if {game.player, game.opponent} <= set(teams)),
    }


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [("1234", "123", Relation.VERSION), ("12345678", "123456", Relation.VERSION), ("123", "12", Relation.PART)],
)
def test_a_quarter_of_the_teams_may_go_with_half_of_the_lines(before: str, after: str, expected: Relation) -> None:
    facts = robin(*before)
    older = Export(first := fragment("a", scope=LISTED, **facts), first.order)
    newer = Export(second := fragment("b", minutes=1, scope=LISTED, **kept(after, **facts)), second.order)
    assert relation(newer, older)[0] is expected


def test_a_round_of_a_few_teams_less_stays_a_part() -> None:
    facts = robin(*"1234")
    first_round = {**kept("123", **facts), "matches": (), "games": (), "results": facts["results"][:1]}
    older = Export(first := fragment("a", scope=LISTED, **facts), first.order)
    newer = Export(second := fragment("b", minutes=1, scope=LISTED, **first_round), second.order)
    assert relation(newer, older)[0] is Relation.PART


def test_a_part_is_not_held_because_of_those_who_are_gone() -> None:
    """It alters 8 of the 16 lines of those who stayed, and of all 24 only a third."""
    everybody = [pair(str(number)) for number in range(1, 9)]
    of_gone = [result(str(board), "7", "8", 50) for board in range(31, 39)]
    older = exported("old", [*lines(16), *of_gone], 0, participants=everybody)
    newer = exported("new", lines(12, swap=8), 5, participants=everybody[:-1])
    assert related(newer, older) is Relation.PART


@pytest.mark.parametrize(("listed", "expected"), [(9, Relation.VERSION), (6, Relation.VERSION), (5, Relation.PART)])
def test_a_list_of_most_lines_takes_back_the_results_that_it_lacks(listed: int, expected: Relation) -> None:
    blank = [result(str(board), "1", "2", None) for board in range(2, 11)]
    older = exported("old", [*lines(1), *blank], 0)
    assert related(exported("new", blank[:listed], 5), older) is expected


def test_an_export_between_others_is_judged_with_its_neighbours_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    judge = Versions._judge

    def counted(self: Versions, export: Export) -> Effect:
        judged.append(export.fragment.id)
        return judge(self, export)

    exports = [exported(f"export {minute}", lines(20), minute, scope=COMPLETE) for minute in range(40)]
    versions, between = Versions(), exports.pop(20)
    for each in exports:
        versions.add(each)
    monkeypatch.setattr(Versions, "_judge", counted)
    versions.add(between)
    assert judged == [between.id, exports[20].id]
    in_order = Versions()
    for each in sorted([*exports, between], key=lambda each: each.order):
        in_order.add(each)
    assert versions.verdicts == in_order.verdicts


EXPORTS = st.lists(
    st.tuples(st.integers(1, 30), st.integers(0, 12), st.integers(1, 20), st.integers(0, 6), st.sampled_from("wlfd")),
    min_size=1,
    max_size=7,
)


@given(EXPORTS, st.randoms(use_true_random=False))
def test_verdicts_are_those_of_any_order_of_arrival(made: list[tuple[int, int, int, int, str]], draw: Any) -> None:
    scopes = {"w": COMPLETE, "l": LISTED, "f": Scope(), "d": Scope()}
    exports = [
        exported(f"{number}", lines(count, swap=swap, first=first), minute, scope=scopes[kind])
        for number, (count, swap, first, minute, kind) in enumerate(made)
    ]
    exports = [
        each.replace(file=each.file.replace(format="decisions")) if kind == "d" else each
        for each, (*_, kind) in zip(exports, made, strict=True)
    ]
    in_order, in_any = Versions(), Versions()
    for each in sorted(exports, key=lambda each: each.order):
        in_order.add(each)
    draw.shuffle(exports)
    for each in exports:
        in_any.add(each)
    assert in_any.verdicts == in_order.verdicts
