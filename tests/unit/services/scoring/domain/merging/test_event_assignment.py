"""Whatever the order in which files and decisions come, and are passed on, each event ends with what belongs to it."""

import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Discipline
from contracts.decisions import LockRound, ReassignFiles, RetractFile, SetStatus
from contracts.facts import EventFact
from contracts.messages import Fragment
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.assignment import next_round
from tests.support.decided import decided
from tests.support.fragments import fragment, pair, result


def game(name: str, event: str = "a", minutes: int = 0, score: int = 420) -> Fragment:
    """A file of one result; files of one name are one file."""
    pairs = (pair("1"), pair("2"))
    return fragment(name, event=event, minutes=minutes, results=[result("7", "1", "2", score)], participants=pairs)


def called(of: str, name: str, to: str | None, minutes: int = 0, sender: str | None = None) -> Fragment:
    """A word about files of one name and sender."""
    return decided(
        ReassignFiles(decision="reassign", name=f"{name}.xml", sender=sender, to=to), event=of, minutes=minutes
    )


def export(name: str, number: int, event: str = "a", sender: str = "", score: int = 420) -> Fragment:
    """One of several exports that a program writes under one name."""
    one = game(f"{name}{number}", event, number, score)
    return one.replace(file=one.file.replace(name=f"{name}.xml", sender=sender))


def move(of: str, to: str | None, minutes: int = 0, file: Fragment | None = None) -> Fragment:
    sha256 = file.file.sha256 if file else None
    return decided(ReassignFiles(decision="reassign", file=sha256, to=to), event=of, minutes=minutes)


def events_after(arriving: Iterable[Fragment], random: Random | None = None) -> dict[str, EventState]:
    """All events of some fragments; with `random`, each waits while others overtake it, and may come twice."""
    events: dict[str, EventState] = {}
    waiting = list(arriving)
    passed = 0
    while waiting:
        one = waiting.pop(random.randrange(len(waiting)) if random else 0)
        assert (passed := passed + 1) < 5_000, "fragments go round for ever"
        waiting += events.setdefault(one.event, EventState(one.event)).take(one).onward
        if random and random.random() < 0.1:
            waiting.append(one)
    return events


def files_in(events: dict[str, EventState]) -> dict[str, set[str]]:
    """The names of the files that take part in each event, decisions left out."""
    names = {
        name: {
            one.file.name.removesuffix(".xml") for one in state.fragments.values() if one.file.name != "decided.json"
        }
        for name, state in events.items()
    }
    return {name: found for name, found in names.items() if found}


def said(state: EventState) -> Any:
    """Everything that an event says but which decisions were made."""
    _, merged = state.score()
    document = json.loads(merged.model_dump_json())
    for place in (document, document["standings"]):
        place["sources"] = [source for source in place["sources"] if source["format"] != "decisions"]
        if place.pop("sources_total", None) is not None:
            assert place["exports_total"] == len(place["sources"])
        place["findings"] = [one for one in place["findings"] if not one["code"].startswith("decisions.")]
    document["standings"].pop("findings_total")
    document["origins"] = document["facts"]["reassignments"] = None
    document.pop("calculated_at")
    return document


def test_files_of_a_linked_event_belong_to_the_other_those_to_come_as_well() -> None:
    arriving = [game("a1"), game("b1", "b", 1), move("b", "a", 2), game("b2", "b", 3, 450)]
    assert files_in(events_after(arriving)) == {"a": {"a1", "b1", "b2"}}


def test_a_linked_event_says_what_it_would_if_its_files_had_been_its_own_from_the_beginning() -> None:
    linked = events_after([game("a1"), game("b1", "b", 1, 450), move("b", "a", 2)])["a"]
    own = events_after([game("a1"), game("b1", "a", 1, 450)])["a"]
    assert said(linked) == said(own)


def test_a_file_that_is_split_off_leaves_its_event_as_if_it_had_never_been_in_it() -> None:
    wrong = game("a2", minutes=5, score=-50)
    events = events_after([game("a1"), wrong, move("a", "other", 6, wrong)])
    assert files_in(events) == {"a": {"a1"}, "other": {"a2"}}
    assert said(events["a"]) == said(events_after([game("a1")])["a"])
    assert said(events["other"]) == said(events_after([game("a2", "other", 5, -50)])["other"])


def test_both_are_undone_by_a_newer_word() -> None:
    file = game("b1", "b")
    arriving = [game("a1"), file, move("b", "a", 1), move("b", None, 2)]
    assert files_in(events_after(arriving)) == {"a": {"a1"}, "b": {"b1"}}
    split = [file, game("b2", "b"), move("b", "c", 1, file), move("b", None, 2, file)]
    assert files_in(events_after(split)) == {"b": {"b1", "b2"}}


def test_a_word_about_one_file_counts_more_than_one_about_all() -> None:
    file = game("b1", "b")
    arriving = [file, game("b2", "b"), move("b", "c", 1, file), move("b", "a", 2)]
    assert files_in(events_after(arriving)) == {"a": {"b2"}, "c": {"b1"}}
    stays = [file, game("b2", "b"), move("b", "b", 1, file), move("b", "a", 2)]
    assert files_in(events_after(stays)) == {"a": {"b2"}, "b": {"b1"}}


def test_the_next_export_of_a_program_goes_where_the_last_one_was_split_off_to() -> None:
    exports = [export("side", number, sender="club-pc") for number in (1, 2, 3)]
    others = [
        export("main", 1, sender="club-pc"),
        export("side", 4, sender="office"),
        export("side", 5, "z", "club-pc"),
    ]
    word = called("a", "side", "b", 2, "club-pc")
    for arriving in ([*exports, *others, word], [word, *others, *exports], [exports[0], word, *exports[1:], *others]):
        events = events_after(arriving)
        assert {one.file.sha256 for one in events["b"].fragments.values() if one.file.name == "side.xml"} == {
            one.file.sha256 for one in exports
        }
        assert files_in(events) == {"a": {"main", "side"}, "b": {"side"}, "z": {"side"}}


def test_a_word_about_a_file_counts_more_than_one_about_its_name_and_that_more_than_one_about_all() -> None:
    first, second = export("side", 1), export("side", 2)
    words = [called("a", "side", "b", 1), move("a", "c", 2), move("a", "a", 3, second)]
    events = events_after([first, second, game("main"), *words])
    assert files_in(events) == {"a": {"side"}, "b": {"side"}, "c": {"main"}}
    undone = events_after([first, second, game("main"), *words, called("a", "side", None, 4)])
    assert files_in(undone) == {"a": {"side"}, "c": {"main", "side"}}


def test_decisions_have_no_name_that_moves_them() -> None:
    lock = decided(LockRound(decision="lock", round=1), event="a", minutes=1)
    events = events_after(
        [game("a1"), lock, decided(ReassignFiles(decision="reassign", name="decided.json", to="b"), event="a")]
    )
    assert lock.id in events["a"].fragments


def test_links_are_followed_one_after_the_other() -> None:
    arriving = [game("a1"), game("b1", "b"), game("c1", "c"), move("b", "a", 1), move("c", "b", 2)]
    assert files_in(events_after(arriving)) == {"a": {"a1", "b1", "c1"}}


def test_a_file_can_be_split_off_where_it_came_by_a_link() -> None:
    file = game("b1", "b")
    arriving = [game("a1"), file, game("b2", "b"), move("b", "a", 1), move("a", "other", 2, file)]
    assert files_in(events_after(arriving)) == {"a": {"a1", "b2"}, "other": {"b1"}}


@pytest.mark.parametrize("newest", range(3))
def test_of_links_in_a_circle_the_oldest_does_not_count(newest: int) -> None:
    ring = ("a", "b", "c")
    turned = [ring[(newest + step + 1) % 3] for step in range(3)]
    links = [move(of, ring[(ring.index(of) + 1) % 3], minutes) for minutes, of in enumerate(turned)]
    files = [game(f"{name}1", name) for name in ring]
    assert files_in(events_after([*files, *links])) == {turned[0]: {"a1", "b1", "c1"}}


def test_decisions_about_the_other_event_come_along_but_not_how_final_it_was() -> None:
    file, wrong = game("b1", "b"), game("b2", "b", 1, -50)
    arriving = [
        game("a1"),
        file,
        wrong,
        decided(RetractFile(decision="retract", file=wrong.file.sha256), event="b", minutes=2),
        decided(SetStatus(decision="status", status="official"), event="b", minutes=2),
        decided(LockRound(decision="lock", round=3), event="b", minutes=2),
        move("b", "a", 3),
    ]
    state = events_after(arriving)["a"]
    assert state.retracted == {wrong.file.sha256}
    _, merged = state.score()
    assert [lock.round for lock in merged.facts.locks] == [3]
    assert merged.facts.statuses == ()


def test_an_event_whose_files_were_moved_says_where_and_nothing_else() -> None:
    events = events_after([game("b1", "b"), game("a1"), move("b", "a", 1)])
    scored, _ = events["b"].score()
    assert scored.standings.reassigned_to == ("a",)
    assert events["b"].deserted
    assert not events["a"].deserted
    assert (scored.standings.name, scored.standings.sources, scored.boards) == ("Club pairs", (), ())
    assert [row for ranking in scored.standings.rankings for row in ranking.rows] == []
    assert events["a"].score()[0].standings.reassigned_to == ()


@pytest.mark.parametrize("discipline", Discipline)
@pytest.mark.parametrize("kind", [None, "pairs", "swiss_pairs", "teams", "swiss_teams", "knockout", "players"])
def test_an_event_without_files_can_be_seated_and_written(discipline: Discipline, kind: str | None) -> None:
    event = EventFact(name="Gone", discipline=discipline, kind=kind, start_date="2026-03-07")
    state = events_after([fragment("b1", event="b", events=(event,)), move("b", "a", 1)])["b"]
    _, merged = state.score()
    assert next_round(merged) is None
    written = [form.render(merged).data for form in exported().values() if form.holds(merged)]
    assert len(written) > 2


def test_a_file_that_was_moved_and_never_came_is_a_finding() -> None:
    state = events_after([game("a1"), move("a", "b", 1, game("never sent"))])["a"]
    assert "decisions.file-unknown" in [finding.code for finding in state.score()[0].standings.findings]
    assert said(state) == said(events_after([game("a1")])["a"])


def test_the_same_file_sent_to_two_events_is_in_both_whatever_becomes_of_one() -> None:
    same = [game("one", "a"), game("one", "b")]
    assert files_in(events_after([*same, move("b", "a", 1)])) == {"a": {"one"}}
    assert files_in(events_after([*reversed(same), move("b", "a", 1), move("b", None, 2)])) == {
        "a": {"one"},
        "b": {"one"},
    }
    assert files_in(events_after([*same, move("a", "c", 1), move("b", "a", 2)])) == {"c": {"one"}}


def test_what_is_heard_again_is_passed_on_by_its_origin_alone() -> None:
    link = move("b", "a", 1)
    state = EventState("b")
    assert [one.event for one in state.take(link).onward] == ["a"]
    assert [one.event for one in state.take(link).onward] == ["a"]
    goal = EventState("a")
    goal.take(move("a", "c", 2))
    (passed,) = state.take(link).onward
    assert {one.event for one in goal.take(passed).onward} == {"c"}
    assert goal.take(passed).onward == []


def test_what_only_passes_through_is_not_published() -> None:
    state = EventState("b")
    assert state.take(game("b1", "b")).matters
    assert state.take(move("b", "a", 1)).matters
    later = state.take(game("b2", "b", 2))
    assert (later.matters, [one.event for one in later.onward]) == (False, ["a"])


EVENTS = ("a", "b", "c", "d")
WORDS = st.tuples(
    st.sampled_from(EVENTS),
    st.sampled_from((*EVENTS, None)),
    st.integers(0, 6),
    st.sampled_from((None, 0, 1, 2, 3, "x", "y")),
)


def resolved(
    files: Sequence[Fragment], words: Sequence[tuple[str, str | None, int, int | str | None]]
) -> dict[str, set[str]]:
    """Where each file ends, by the rule read literally with everything known at once."""
    newest: dict[tuple[str, str | None], tuple[Any, str | None]] = {}
    for of, to, minutes, number in words:
        key = (of, files[number].file.sha256 if isinstance(number, int) else number and f"{number}.xml")
        order = word(of, to, minutes, number, files).order
        if key not in newest or newest[key][0] < order:
            newest[key] = (order, to)
    ends: dict[str, set[str]] = {}
    for file in files:
        at, seen = file.event, []
        while True:
            said_of = [newest.get((at, which)) for which in (file.file.sha256, file.file.name, None)]
            counts = next((one for one in said_of if one and one[1]), None)
            if not counts or counts[1] == at:
                break
            seen.append((at, counts[0]))
            at = str(counts[1])
            if at in [name for name, _ in seen]:
                circle = seen[[name for name, _ in seen].index(at) :]
                at = min(circle, key=lambda step: step[1])[0]
                break
        ends.setdefault(at, set()).add(file.file.sha256)
    return ends


def word(of: str, to: str | None, minutes: int, which: int | str | None, files: Sequence[Fragment]) -> Fragment:
    """A word about one of the files by its number, about those of a name, or about all."""
    if isinstance(which, str):
        return called(of, which, to, minutes)
    return move(of, to, minutes, None if which is None else files[which])


@given(st.lists(WORDS, max_size=7), st.integers(0, 2**32))
def test_any_order_and_any_repetition_end_as_the_rule_says(
    words: list[tuple[str, str | None, int, int | str | None]], seed: int
) -> None:
    files = [
        export("x" if number < 3 else "y", number, event, score=100 * number) for number, event in enumerate(EVENTS)
    ]
    decisions = [word(of, to, minutes, number, files) for of, to, minutes, number in words]
    events = events_after([*files, *decisions], Random(seed))
    digests = {one.file.sha256 for one in files}
    ends = {name: {one.file.sha256 for one in state.fragments.values()} & digests for name, state in events.items()}
    assert {name: found for name, found in ends.items() if found} == resolved(files, words)
    in_order = events_after([*files, *decisions])
    for name, state in events.items():
        if state.merge.fragments or state.deserted:
            made, expected = state.score()[1], in_order[name].score()[1]
            assert made.model_dump_json() == expected.model_dump_json()
