"""What a director's word that a file is the whole truth makes of an event."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from contracts.decisions import Adjust, AnyDecision, Awarded, RetractFile, SetScore, TakeFile
from contracts.facts import AsOf, DealFact, Participant, ResultFact, Scope
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.history import after_round
from services.scoring.domain.merging.file_decisions import Take, as_taken, retracted_files, taken_files
from tests.support.decided import decided
from tests.support.fragments import NOON, fragment, pair, points, result

EVENT = "club-pairs-2026-03-07"
PAIRS: tuple[Participant, ...] = tuple(pair(number) for number in "1234")
LISTED = Scope(whole=True, boards=("1",))


def played(score: int, boards: int = 20, **more: Any) -> list[ResultFact]:
    return [
        result(str(board), ns, ew, score, **more)
        for board in range(1, boards // 2 + 1)
        for ns, ew in (("1", "2"), ("3", "4"))
    ]


def exported(name: str, minutes: int, score: int = 420, boards: int = 20, **more: Any) -> Fragment:
    """An export of all lines with this score, made and sent when it was calculated."""
    more.setdefault("participants", PAIRS)
    made = fragment(name, minutes=minutes, results=played(score, boards), scope=LISTED, **more)
    return arrived(made, minutes)


def arrived(made: Fragment, minutes: int) -> Fragment:
    return made.replace(file=made.file.replace(received_at=NOON + timedelta(minutes=minutes)))


def take(*files: Fragment, minutes: int, taken: bool = True) -> Fragment:
    takes = [TakeFile(decision="take", file=file.file.sha256, taken=taken) for file in files]
    return decided(*takes, minutes=minutes)


def retract(file: Fragment, minutes: int) -> Fragment:
    return decided(RetractFile(decision="retract", file=file.file.sha256), minutes=minutes)


def event_of(*fragments: Fragment) -> EventState:
    state = EventState(EVENT)
    for each in fragments:
        state.apply(each)
    return state


def scores(state: EventState) -> set[str | None]:
    """What the lines of all travellers have as their scores."""
    return {line.score for board in state.score()[0].boards for line in board.lines}


def codes(state: EventState) -> list[str]:
    return [finding.code for finding in state.score()[0].every]


FIRST = exported("one", 0)
OTHER = exported("two", 5, -420)


def test_the_newest_take_of_a_file_counts_from_the_moment_of_the_decision() -> None:
    taken, back = take(OTHER, minutes=7), take(OTHER, minutes=8, taken=False)
    at = NOON + timedelta(minutes=7)
    assert taken_files([FIRST, OTHER, taken]) == {OTHER.file.sha256: Take(at, at)}
    assert taken_files([back, taken]) == {}
    again = take(OTHER, minutes=9)
    assert taken_files([again, back, taken])[OTHER.file.sha256].at == NOON + timedelta(minutes=9)


def test_a_held_file_that_is_taken_counts_until_that_is_undone() -> None:
    state = event_of(FIRST, OTHER)
    assert (state.merge.versions.verdicts[OTHER.id].state, scores(state)) == ("held", {"420"})
    changes = state.apply(take(OTHER, minutes=6))
    assert len([change for change in changes if change.kind == "results"]) == 20
    assert scores(state) == {"-420"}
    assert state.merge.versions.verdicts[FIRST.id].state == "replaced"
    state.apply(take(OTHER, minutes=7, taken=False))
    assert scores(state) == {"420"}
    assert state.merge.versions.verdicts[OTHER.id].state == "held"


def test_a_file_with_an_older_time_stamp_that_is_taken_is_the_newest() -> None:
    lines = [line if line.board != "1" else line.replace(ns_score=points(450)) for line in played(420)]
    corrected = exported("corrected", -60).replace(facts=FIRST.facts.replace(results=tuple(lines[:18])))
    state = event_of(corrected, FIRST)
    assert scores(state) == {"420"}
    state.apply(take(corrected, minutes=6))
    assert scores(state) == {"420", "450"}
    assert len(state.merge.standing("results")) == 18
    assert [source.name for source in state.score()[0].standings.sources] == ["corrected.xml", "decided.json"]


def test_what_was_made_after_the_decision_counts_on_top_whenever_it_comes() -> None:
    taken = take(OTHER, minutes=6)
    late = exported("late", 4, 420, 16)
    correction = arrived(fragment("more", minutes=9, results=[result("1", "1", "2", 50)], participants=PAIRS), 9)
    for order in ((FIRST, OTHER, taken, late, correction), (correction, late, taken, OTHER, FIRST)):
        state = event_of(*order)
        assert scores(state) == {"50", "-420"}
        assert state.merge.versions.verdicts[late.id].by == OTHER.id
    version = exported("version", 10, -420, 22)
    state.apply(version)
    assert scores(state) == {"-420"}
    assert state.merge.versions.verdicts[OTHER.id].by == version.id


def test_a_decision_may_come_before_its_file() -> None:
    state = event_of(FIRST, take(OTHER, minutes=6))
    assert "decisions.file-unknown" in codes(state)
    state.apply(OTHER)
    assert scores(state) == {"-420"}
    assert "decisions.file-unknown" not in codes(state)


def test_every_export_of_one_evening_may_state_its_planned_end() -> None:
    """They are true as of one moment, later than the decision, and only their arrival tells which is the newer one."""
    end = AsOf(at=NOON + timedelta(hours=3), source="end_time")
    first, other, later = (each.replace(as_of=end) for each in (FIRST, OTHER, exported("late", 30, 450)))
    stamped = exported("stamped", 2, 100).replace(as_of=AsOf(at=end.at - timedelta(hours=1), source="end_time"))
    taken = take(other, minutes=6)
    assert taken_files([first, taken]) == {other.file.sha256: Take(taken.as_of.at, end.at)}
    assert scores(event_of(first, stamped, other, taken)) == {"-420"}
    assert scores(event_of(take(stamped, minutes=6), stamped, other, first)) == {"100"}
    assert scores(event_of(later, first, taken, other, take(later, minutes=31))) == {"450"}
    late = exported("two again", 1, -420, 16).replace(as_of=end)
    assert len(event_of(OTHER, taken, late).merge.standing("results")) == 20
    more = fragment("more", results=[result("1", "1", "2", 50)], participants=PAIRS).replace(as_of=end)
    assert scores(event_of(arrived(more, 9), taken, other, first)) == {"50", "-420"}
    assert scores(event_of(arrived(more, 3), taken, other, first)) == {"-420"}


def test_a_taken_file_replaces_results_of_other_formats_and_leaves_hands() -> None:
    hands = arrived(fragment("hands", minutes=1, file_format="pbn", deals=(DealFact(board="1"),)), 1)
    other_format = exported("pbn", 2, 170, file_format="pbn")
    state = event_of(FIRST, hands, other_format, OTHER, take(OTHER, minutes=6))
    assert scores(state) == {"-420"}
    assert set(state.merge.fragments) >= {hands.id, OTHER.id}
    assert other_format.id not in state.merge.fragments
    assert len(state.merge.standing("deals")) == 1


def section(name: str, minutes: int) -> Fragment:
    """An export of one section."""
    every, number = played(-420 if name == "B" else -100), {"A": "1", "B": "3"}[name]
    lines = [line.replace(section=name) for line in every if line.sides.ns == number]
    scope = LISTED.replace(sections=(name,))
    return arrived(fragment(name, minutes=minutes, results=lines, scope=scope, participants=PAIRS), minutes)


def test_files_that_are_taken_at_one_moment_complete_each_other() -> None:
    first, second = section("A", 1), section("B", 2)
    files = [exported("wrong", 3), first, second]
    assert scores(event_of(*files, take(first, second, minutes=6))) == {"-100", "-420"}
    assert scores(event_of(*files, take(first, minutes=6), take(second, minutes=7))) == {"-420"}


def test_two_events_of_a_taken_file_that_are_one_here_complete_each_other() -> None:
    first, second = section("A", 1), section("B", 1)
    same = second.replace(id=f"{first.id[:-1]}1", ordinal=1, file=first.file)
    assert scores(event_of(first, same, take(first, minutes=6))) == {"-100", "-420"}


def test_a_taken_file_that_is_retracted_is_retracted() -> None:
    state = event_of(FIRST, OTHER, take(OTHER, minutes=6), retract(OTHER, 7))
    assert scores(state) == {"420"}
    assert OTHER.id not in state.merge.fragments


def test_a_take_whose_own_file_is_retracted_is_undone() -> None:
    taken = take(OTHER, minutes=6)
    state = event_of(FIRST, OTHER, taken)
    state.apply(retract(taken, 7))
    assert scores(state) == {"420"}
    assert state.takes == {}


def test_a_take_of_a_file_that_nobody_sent_is_reported_and_changes_nothing() -> None:
    state = event_of(FIRST, take(exported("never sent", 1), minutes=6))
    assert scores(state) == {"420"}
    assert "decisions.file-unknown" in codes(state)
    undone = event_of(FIRST, take(exported("never sent", 1), minutes=6, taken=False))
    assert "decisions.file-unknown" not in codes(undone)


def test_a_file_of_decisions_that_is_taken_stays_as_it_is() -> None:
    fine = decided(Adjust(decision="adjustment", participant="1", amount=-5, unit="percent"), minutes=2)
    takes = taken_files([fine, take(fine, minutes=6)])
    assert as_taken(fine, takes) == (fine, False)
    state = event_of(FIRST, fine, take(fine, minutes=6))
    assert scores(state) == {"420"}


RULING = decided(
    SetScore(
        decision="score", board="1", sides=result("1", "1", "2").sides, ns=Awarded(points=50), ew=Awarded(points=50)
    ),
    minutes=4,
)


def test_a_ruling_stands_over_a_taken_file_which_is_compared_without_it() -> None:
    for order in ((FIRST, OTHER, RULING, take(OTHER, minutes=6)), (take(OTHER, minutes=6), RULING, OTHER, FIRST)):
        state = event_of(*order)
        assert scores(state) == {"50", "-420"}
        assert state.filed is not None
        filed = state.filed.merge.standing("results")
        assert {each.fact.ns_score.points for each in filed if isinstance(each.fact, ResultFact)} == {-420}


def test_the_event_as_filed_knows_held_and_replaced_files_too() -> None:
    """A late version of the first file is one of which the held file is a version."""
    held = exported("held", 5, -420, 40)
    lines = (*FIRST.facts.results[:11], *held.facts.results[11:])
    between = exported("between", 3)
    between = between.replace(facts=between.facts.replace(results=lines))
    state = event_of(FIRST, held, RULING)
    assert state.merge.versions.verdicts[held.id].state == "held"
    state.apply(between)
    assert state.merge.versions.verdicts[held.id].state == "counts"
    assert state.filed is not None
    assert len(state.filed.merge.standing("results")) == 40
    assert held.id in state.filed.merge.fragments


def test_an_event_after_a_round_is_that_of_the_taken_file() -> None:
    def rounds(file: Fragment) -> Fragment:
        lines = tuple(line.replace(round=1 + int(line.board) // 6, session="1") for line in file.facts.results)
        return file.replace(facts=file.facts.replace(results=lines))

    state = event_of(rounds(FIRST), rounds(OTHER), take(OTHER, minutes=6))
    assert scores(after_round(state, 1)) == {"-420"}
    assert after_round(state, 1).takes == state.takes


NAMES = ("f1", "f2", "f3", "f4")
FILES = {
    "f1": FIRST,
    "f2": OTHER,
    "f3": exported("three", 2, 100, 16),
    "f4": arrived(fragment("four", minutes=3, results=[result("1", "1", "2", 50)], participants=PAIRS), 3),
}
Words = list[tuple[str, int, str]]


def said(words: Words) -> Iterable[Fragment]:
    """Decisions about files, each with its minute and what is decided."""
    for name, minutes, word in words:
        file = FILES[name].file.sha256
        decision: AnyDecision = RetractFile(decision="retract", file=file, retracted=word == "retract")
        if word in ("take", "back"):
            decision = TakeFile(decision="take", file=file, taken=word == "take")
        yield decided(decision, minutes=minutes)


@given(
    st.lists(
        st.tuples(st.sampled_from(NAMES), st.integers(0, 6), st.sampled_from(("take", "back", "retract", "restore"))),
        max_size=5,
    ),
    st.sampled_from([None, 4]),
    st.randoms(use_true_random=False),
)
def test_any_order_of_files_and_takes_gives_the_same_event(words: Words, planned_end: int | None, shuffle: Any) -> None:
    files = list(FILES.values())
    if planned_end is not None:
        end = AsOf(at=NOON + timedelta(minutes=planned_end), source="end_time")
        files = [file.replace(as_of=end) for file in files]
    decisions = list(said(words))
    expected = None
    for _ in range(2):
        sequence = [*files, *decisions, *decisions[:1], RULING]
        shuffle.shuffle(sequence)
        state = event_of(*sequence)
        scored, merged = state.score()
        assert state.filed is not None
        made = (merged.model_dump_json(), scored.standings.model_dump_json(), state.filed.merge.merged())
        expected = expected or made
        assert made == expected
        assert state.retracted == retracted_files(sequence)
