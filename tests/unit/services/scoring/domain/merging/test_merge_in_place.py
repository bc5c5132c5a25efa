"""A newer version takes the place of the one before, and what both say stays as it is."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import Facts, Scope
from contracts.messages import Fragment
from services.scoring.domain.merging.merge import MergeState
from tests.support.fragments import fragment, pair, result

WHOLE = Scope(whole=True)
PAIRS = tuple(pair(str(number)) for number in range(1, 7))
LINES = [result(str(board), str(ns), str(ns + 3), 10 * board + ns) for board in range(1, 9) for ns in (1, 2, 3)]


def export(minute: int, lines: list[Any], who: tuple[Any, ...] = PAIRS, **more: Any) -> Fragment:
    """A file as it comes from the bus."""
    made = fragment(f"export {minute}", minutes=minute, results=lines, scope=WHOLE, participants=who, **more)
    return Fragment.model_validate_json(made.model_dump_json())


def state_of(state: MergeState) -> tuple[Any, ...]:
    facts, origins, sources = state.merged()
    return (
        {kind: list(getattr(facts, kind)) for kind in Facts.FIELDS},
        {kind: list(numbers) for kind, numbers in origins.items()},
        [source.id for source in sources],
        state.overtaken,
        state.versions.verdicts,
        [(cover.order, cover.participants) for cover in state.covers],
    )


def anew(fragments: list[Fragment]) -> MergeState:
    """The same fragments, the newest first: then no version takes the place of another."""
    state = MergeState()
    for each in sorted(fragments, key=lambda each: each.order, reverse=True):
        state.apply(each)
    return state


EDITS = st.lists(
    st.tuples(st.integers(0, 23), st.sampled_from(["score", "gone", "twice", "blank", "moved"])), max_size=3
)


def edited(lines: list[Any], edits: list[tuple[int, str]]) -> list[Any]:
    made = list(lines)
    for number, what in edits:
        at = number % len(made)
        match what:
            case "score":
                made[at] = result(made[at].board, made[at].sides.ns, made[at].sides.ew, 990)
            case "gone":
                made.pop(at)
            case "twice":
                made.append(result(made[at].board, made[at].sides.ns, made[at].sides.ew, -50))
            case "blank":
                made[at] = result(made[at].board, made[at].sides.ns, made[at].sides.ew, None)
            case _:
                made.append(made.pop(at))
    return made


LISTS = (PAIRS, PAIRS[1:], (*PAIRS[:2], pair("3", section="B"), *PAIRS[3:]), (*PAIRS, PAIRS[0]), ())


@given(st.lists(st.tuples(EDITS, st.sampled_from(LISTS)), min_size=1, max_size=5), st.booleans(), st.integers(0, 6))
def test_versions_in_their_order_give_what_they_give_in_any_other(
    edits: list[tuple[list[tuple[int, str]], tuple[Any, ...]]], hands: bool, at: int
) -> None:
    lines, fragments = list(LINES), [export(0, LINES)]
    for minute, (changes, who) in enumerate(edits, 1):
        lines = edited(lines, changes)
        fragments.append(export(minute, lines, who))
    if hands:
        played = [LINES[0], *LINES[5:7]]
        other = fragment("other", minutes=at, results=played, participants=PAIRS, file_format="pbn", scope=WHOLE)
        fragments.insert(min(at, len(fragments)), other)
    state = MergeState()
    for each in fragments:
        state.apply(each)
    assert state_of(state) == state_of(anew(fragments))


def test_what_both_versions_say_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = MergeState()
    state.apply(export(0, LINES))
    before = state.winners["results"][LINES[3].key].fact
    monkeypatch.setattr(MergeState, "_take_out", None)
    monkeypatch.setattr(MergeState, "_put_in", None)
    changed = LINES[5].replace(tricks=9)
    (change,) = state.apply(export(1, [*LINES[:5], changed, *LINES[6:]]))
    assert (change.kind, change.old, change.new) == ("results", LINES[5], changed)
    winner = state.winners["results"][LINES[3].key]
    assert winner.fact is before
    assert (winner.origin, winner.order) == (state.merged()[2][0].id, state.merged()[2][0].order)


def test_a_version_with_another_file_between_it_and_the_one_before_is_worked_out_whole() -> None:
    state = MergeState()
    state.apply(export(0, LINES))
    state.apply(fragment("hands", minutes=1, results=[LINES[0].replace(tricks=8)], file_format="pbn"))
    state.apply(export(2, LINES))
    assert state.merged()[0].results[0].tricks == 8
    again = MergeState()
    again.apply(export(2, LINES))
    again.apply(fragment("hands", minutes=1, results=[LINES[0].replace(tricks=8)], file_format="pbn"))
    assert [line.tricks for line in again.merged()[0].results] == [line.tricks for line in state.merged()[0].results]


def test_lines_keep_their_order_when_some_come_and_go() -> None:
    state = MergeState()
    state.apply(export(0, LINES[3:]))
    state.merged()
    state.apply(export(1, LINES[2:]))
    assert list(state.merged()[0].results) == LINES[2:]
    assert "results" in state._standing


def test_many_keys_at_once_are_sorted_at_once() -> None:
    state = MergeState()
    state.apply(export(0, LINES))
    state.merged()
    more = [result(str(board), "1", "4", board) for board in range(100, 150)]
    state.apply(export(1, [*LINES, *reversed(more), result("99", "1", "4", 0)]))
    assert list(state.merged()[0].results) == [*LINES, result("99", "1", "4", 0), *more]
