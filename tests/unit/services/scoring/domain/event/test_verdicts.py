"""What came of each file, in words, and when it is published; everybody is made up."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest

from contracts.codes.scoring import FILE_HELD, NUMBERS_SHARED
from contracts.decisions import ReassignFiles, RetractFile
from contracts.facts import ResultFact, Scope
from contracts.messages import FileVerdict, Fragment, LooksLike
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.publication import digest_of
from services.scoring.domain.event.verdicts import Judgement, file_verdict, judgements, with_look_alikes
from services.scoring.domain.merging.versions import Comparison, Verdict
from tests.support.decided import decided
from tests.support.fragments import NOON, fragment, pair, result

EVENT = "club-pairs-2026-03-07"
COMPLETE = Scope(whole=True)


def lines(count: int, *, changed: int = 0) -> list[ResultFact]:
    """Pair 1 against pair 2 on so many boards, with another score on the last `changed` of them."""
    return [result(str(board), "1", "2", -420 if board > count - changed else 420) for board in range(1, count + 1)]


def exported(name: str, results: Iterable[ResultFact], minutes: int, **more: Any) -> Fragment:
    more.setdefault("participants", (pair("1"), pair("2")))
    made = fragment(name, minutes=minutes, results=results, scope=COMPLETE, **more)
    return made.replace(file=made.file.replace(sender="hall", received_at=NOON + timedelta(minutes=minutes)))


FIRST = exported("evening", lines(44), 0)
SECOND = exported("evening-2", lines(44, changed=3), 100)
OTHER = exported("other", lines(44, changed=40), 120)


def told(*fragments: Fragment) -> list[list[tuple[str, str]]]:
    """What is published about files when these come, for each of them."""
    state = EventState(EVENT)
    return [[(verdict.name, verdict.verdict) for verdict in state.take(each).verdicts] for each in fragments]


def last(*fragments: Fragment) -> dict[str, FileVerdict]:
    """The verdicts that come with the last of these, by name."""
    state = EventState(EVENT)
    for each in fragments[:-1]:
        state.take(each)
    return {verdict.name: verdict for verdict in state.take(fragments[-1]).verdicts}


def test_a_newer_version_counts_and_the_older_one_is_replaced() -> None:
    found = last(FIRST, SECOND)
    assert {name: verdict.verdict for name, verdict in found.items()} == {
        "evening.xml": "replaced",
        "evening-2.xml": "counts",
    }
    replaced = found["evening.xml"]
    assert replaced.by is not None
    assert (replaced.by.file, replaced.by.name) == (SECOND.file.sha256, "evening-2.xml")
    assert (replaced.fragment, replaced.file) == (FIRST.id, FIRST.file.sha256)
    assert (replaced.lines, replaced.repeated, replaced.altered) == (44, 41, 3)
    assert replaced.text == (
        "evening.xml is replaced by the newer evening-2.xml (13:40); 3 of its 44 results differ there"
    )
    assert found["evening-2.xml"].text == "evening-2.xml counts"
    assert found["evening-2.xml"].by is None


def test_a_file_that_comes_after_its_newer_version_is_older() -> None:
    (verdict,) = last(SECOND, FIRST).values()
    assert verdict.verdict == "older"
    assert verdict.text == (
        "evening.xml is older than what counts: evening-2.xml (13:40) replaces it; 3 of its 44 results differ there"
    )
    assert verdict.advice == f"To make it count: kibitz take {FIRST.file.sha256[:8]}"


def test_an_older_file_that_was_received_later_may_come_from_a_slow_clock() -> None:
    late = FIRST.replace(file=FIRST.file.replace(received_at=NOON + timedelta(hours=3)))
    assert last(SECOND, late)["evening.xml"].text.endswith(
        "It was received later, so the clock of hall may be slow; until that is set, every later file has to be taken"
        " as well"
    )
    (elsewhere,) = last(SECOND, late.replace(file=late.file.replace(sender="bar"))).values()
    assert "clock" not in elsewhere.text


def test_a_file_that_changes_most_of_what_counts_is_held_and_says_so_in_the_standings() -> None:
    (verdict,) = last(FIRST, OTHER).values()
    assert verdict.verdict == "held"
    why = "other.xml is not counted: it changes 40 of the 44 results of evening.xml"
    digest = OTHER.file.sha256[:8]
    assert verdict.text == why
    assert verdict.advice == (
        f"If it is right: kibitz take {digest}; if it is of another event: kibitz events split {digest}"
    )
    state = EventState(EVENT)
    for each in (FIRST, OTHER):
        state.take(each)
    (finding,) = (each for each in state.score()[0].standings.findings if each.code == FILE_HELD.code)
    assert (finding.message, finding.file, finding.place) == (why, OTHER.file.sha256, None)


def test_a_held_file_with_other_people_looks_like_another_event() -> None:
    strangers = tuple(pair(str(number)) for number in range(7, 12))
    (verdict,) = last(FIRST, exported("other", lines(44, changed=40), 5, participants=strangers)).values()
    assert verdict.text.endswith("; it looks like other people under this event's header")
    some = (pair("1"), *(pair(str(number)) for number in range(7, 10)))
    (verdict,) = last(FIRST, exported("other", lines(44, changed=40), 5, participants=some)).values()
    assert "other people" not in verdict.text


def test_standings_are_the_same_in_any_order_and_do_not_have_the_verdicts() -> None:
    digests = set()
    for order in ((FIRST, SECOND, OTHER), (OTHER, SECOND, FIRST), (SECOND, FIRST, OTHER)):
        state = EventState(EVENT)
        for each in order:
            state.take(each)
        digests.add(digest_of(state.score()[0].standings))
    assert len(digests) == 1


def test_only_verdicts_that_are_new_or_have_changed_are_published() -> None:
    third = exported("evening-3", lines(44, changed=3), 130)
    assert told(FIRST, FIRST, SECOND, OTHER, third) == [
        [("evening.xml", "counts")],
        [],
        [("evening.xml", "replaced"), ("evening-2.xml", "counts")],
        [("other.xml", "held")],
        [("evening-2.xml", "replaced"), ("evening-3.xml", "counts")],
    ]


def test_a_retraction_and_its_end_change_every_verdict_that_hangs_on_the_file() -> None:
    def retraction(*, retracted: bool, minutes: int) -> Fragment:
        file = SECOND.file.sha256
        return decided(RetractFile(decision="retract", file=file, retracted=retracted), minutes=minutes)

    withdrawn = last(FIRST, SECOND, retraction(retracted=True, minutes=200))
    assert {name: verdict.verdict for name, verdict in withdrawn.items()} == {
        "evening.xml": "counts",
        "evening-2.xml": "retracted",
        "decided.json": "counts",
    }
    verdict = withdrawn["evening-2.xml"]
    assert verdict.text == "evening-2.xml is withdrawn by the director"
    assert verdict.advice == f"To restore it: kibitz retract {SECOND.file.sha256[:8]} --back"
    back = told(FIRST, SECOND, retraction(retracted=True, minutes=200), retraction(retracted=False, minutes=201))
    assert sorted(back[-1]) == [("decided.json", "counts"), ("evening-2.xml", "counts"), ("evening.xml", "replaced")]


def test_a_file_that_the_director_moves_says_where_it_went() -> None:
    moved = decided(ReassignFiles(decision="reassign", file=SECOND.file.sha256, to="side-game"), minutes=200)
    found = last(FIRST, SECOND, moved)
    assert {name: verdict.verdict for name, verdict in found.items()} == {
        "evening.xml": "counts",
        "evening-2.xml": "moved",
        "decided.json": "counts",
    }
    assert found["evening-2.xml"].text == "evening-2.xml was moved by the director: it belongs to event side-game"
    state = EventState("side-game")
    taken = state.take(SECOND.replace(event="side-game", route=(EVENT,)))
    assert (taken.matters, taken.verdicts) == (False, ())
    fact = moved.facts.reassignments[0].replace(of=EVENT)
    passed = moved.replace(
        event="side-game", route=(EVENT,), facts=moved.facts.replace(reassignments=(fact,), statuses=())
    )
    assert [(each.name, each.verdict) for each in state.take(passed).verdicts] == [("evening-2.xml", "counts")]


def test_what_was_not_published_comes_with_what_is() -> None:
    state = EventState(EVENT)
    state.apply(FIRST)
    state.mark_published()
    state.apply(SECOND)
    assert [(each.name, each.verdict) for each in state.take(OTHER).verdicts] == [
        ("evening.xml", "replaced"),
        ("evening-2.xml", "counts"),
        ("other.xml", "held"),
    ]


@pytest.mark.parametrize(
    ("comparison", "said"),
    [
        (None, ""),
        (Comparison(0, 0, 0), ""),
        (Comparison(1, 1, 0), ""),
        (Comparison(44, 44, 0), "; all its 44 results are the same"),
        (Comparison(44, 43, 1), "; 1 of its 44 results differs there"),
        (Comparison(44, 40, 0), "; 4 of its 44 results are missing there"),
        (Comparison(44, 40, 3), "; 3 of its 44 results differ and 1 is missing there"),
    ],
)
def test_the_differences_of_two_versions_are_counted(comparison: Comparison | None, said: str) -> None:
    found = file_verdict(FIRST, Judgement("replaced", SECOND.id, comparison), {SECOND.id: SECOND})
    assert found.text == f"evening.xml is replaced by the newer evening-2.xml (13:40){said}"


def test_a_file_is_not_older_than_an_older_one_that_the_director_took() -> None:
    here = {each.id: each for each in (FIRST, SECOND)}
    verdicts = {FIRST.id: Verdict(), SECOND.id: Verdict("replaced", FIRST.id)}
    found = judgements(here, frozenset(), verdicts, {FIRST.id: 0, SECOND.id: 1}, {}, {})
    assert found[SECOND.id] == Judgement("replaced", FIRST.id)
    verdict = file_verdict(SECOND, found[SECOND.id], here)
    assert verdict.text == "evening-2.xml is replaced by evening.xml, which the director took instead"


def test_a_held_file_counts_what_it_leaves_out() -> None:
    found = file_verdict(SECOND, Judgement("held", FIRST.id, Comparison(44, 2, 1)), {FIRST.id: FIRST})
    assert "it changes 1 and leaves out 41 of the 44 results of evening.xml" in found.text


def test_the_time_of_another_day_has_its_date_and_equal_times_give_way_to_those_of_the_files() -> None:
    tomorrow = exported("evening-2", lines(44), 24 * 60)
    assert "evening-2.xml (2026-03-08 12:00)" in last(FIRST, tomorrow)["evening.xml"].text
    planned = SECOND.replace(as_of=FIRST.as_of)
    assert "evening-2.xml (13:40)" in last(FIRST, planned)["evening.xml"].text


def test_a_long_name_is_cut_in_the_sentence_and_only_there() -> None:
    long = FIRST.replace(file=FIRST.file.replace(name="e" * 500))
    (verdict,) = last(long).values()
    assert verdict.text == f"{'e' * 79}… counts"
    assert verdict.name == "e" * 500


def part(name: str, minutes: int, *results: ResultFact, file_format: str = "usebio") -> Fragment:
    """A file that speaks for its boards alone."""
    made = exported(name, results, minutes, file_format=file_format, participants=())
    return made.replace(scope=Scope(whole=False))


def test_a_part_of_which_newer_files_report_other_outcomes_counts_in_part() -> None:
    round_1 = part("round-1", 0, *lines(3))
    found = last(round_1, part("board-2", 5, result("2", "1", "2", -50)))
    assert {name: verdict.verdict for name, verdict in found.items()} == {
        "round-1.xml": "partly",
        "board-2.xml": "counts",
    }
    partly = found["round-1.xml"]
    assert partly.by is not None
    assert partly.by.name == "board-2.xml"
    assert (partly.lines, partly.repeated, partly.altered) == (3, 2, 1)
    assert partly.text == "round-1.xml counts in part: 1 of its 3 results differs in newer files (board-2.xml)"


def test_the_newest_of_several_that_report_otherwise_is_named_and_all_are_counted() -> None:
    files = [part("round-1", 0, *lines(3)), part("late", 9, result("3", "1", "2", -100))]
    verdict = last(*files, part("board-2", 5, result("2", "1", "2", -50)))["round-1.xml"]
    assert verdict.text == "round-1.xml counts in part: 2 of its 3 results differ in newer files (late.xml)"


def test_a_part_that_is_repeated_counts_as_a_whole() -> None:
    assert told(part("round-1", 0, *lines(3)), part("again", 5, *lines(2))) == [
        [("round-1.xml", "counts")],
        [("again.xml", "counts")],
    ]


def test_a_blank_that_is_filled_in_and_another_format_take_nothing_from_a_part() -> None:
    blank = part("round-1", 0, result("1", "1", "2", None))
    assert told(blank, part("score", 5, result("1", "1", "2", 420)))[1] == [("score.xml", "counts")]
    full = part("round-1", 0, *lines(2))
    hands = part("hands", 5, result("1", "1", "2", -50), file_format="pbn")
    assert told(full, hands)[1] == [("hands.xml", "counts")]


def test_a_part_counts_as_a_whole_again_when_the_newer_file_says_nothing_any_more() -> None:
    wrong = part("board-2", 5, result("2", "1", "2", -50))
    again = part("board-2-again", 9, *lines(2))
    assert told(part("round-1", 0, *lines(3)), wrong, again)[2] == [
        ("round-1.xml", "counts"),
        ("board-2.xml", "partly"),
        ("board-2-again.xml", "counts"),
    ]


@pytest.mark.parametrize(("count", "words"), [(1, "its result differs"), (2, "all its 2 results differ")])
def test_a_part_of_which_nothing_is_left_says_so(count: int, words: str) -> None:
    newer = part("newer", 5, *lines(3, changed=3))
    text = last(part("round-1", 0, *lines(count)), newer)["round-1.xml"].text
    assert text == f"round-1.xml counts in part: {words} in newer files (newer.xml)"


def test_a_file_that_uses_the_numbers_of_another_section_for_other_people_offers_the_split() -> None:
    verdicts = last(FIRST)
    finding = NUMBERS_SHARED.finding("pair 1 is other people in a.xml", file="ab" * 32, stated="section B")
    alike = LooksLike(event="other", why="hands", text="hands of other", advice="Link them")
    held = FILE_HELD.finding("evening.xml is held")
    (found,) = with_look_alikes(verdicts.values(), FIRST, (alike,), [held, finding, finding], [FIRST.file])
    assert found.text == "evening.xml counts, but pair 1 is other people in a.xml; hands of other"
    assert found.advice == (
        "To make section B an event of its own: kibitz events split abababab. To undo it, add --back. Link them"
    )
    assert [(each.event, each.why) for each in found.looks_like] == [(EVENT, "other people"), ("other", "hands")]


def test_each_file_with_numbers_of_others_is_offered_its_split_whichever_came() -> None:
    """When files come back from another event, what came is a decision."""
    verdicts = [verdict for found in (last(FIRST), last(OTHER), last(SECOND)) for verdict in found.values()]
    findings = [
        NUMBERS_SHARED.finding(f"pair 1 of {section} is others", file=each.file.sha256, stated=section)
        for section, each in (("section A", FIRST), ("section B", OTHER), ("section B", OTHER))
    ]
    alike = LooksLike(event="other", why="hands", text="hands of other")
    for came in (FIRST, OTHER, SECOND):
        offered = with_look_alikes(verdicts, came, (alike,), findings, ())
        assert [each.advice.count("To make section A an event of its own") for each in offered] == [1, 0, 0]
        assert [each.advice.count("To make section B an event of its own") for each in offered] == [0, 1, 0]
        assert [each.fragment for each in offered if alike in each.looks_like] == [came.id]


def test_a_file_is_split_off_alone_if_another_of_its_name_and_sender_counts() -> None:
    """Without --only all files of the name and sender would go, and those that count with them."""
    same = OTHER.replace(file=OTHER.file.replace(name=FIRST.file.name))
    digest = OTHER.file.sha256[:8]
    (verdict,) = last(FIRST, same).values()
    assert verdict.advice.endswith(f"kibitz events split {digest} --only --as {EVENT}-2")
    (verdict,) = last(FIRST, same.replace(file=same.file.replace(sender="bar"))).values()
    assert verdict.verdict != "held"
    counts = tuple(last(FIRST).values())
    finding = NUMBERS_SHARED.finding("pair 1 is others in a.xml", file=OTHER.file.sha256, stated="section B")

    def offered(*others: Fragment) -> str:
        (found,) = with_look_alikes(counts, FIRST, (), [finding], [FIRST.file, *(each.file for each in others)])
        return found.advice.partition("kibitz ")[2]

    assert offered(OTHER) == f"events split {digest}. To undo it, add --back"
    assert offered(same) == f"events split {digest} --only --as {EVENT}-b. To undo it, add --back"
    assert offered(same.replace(file=same.file.replace(sender="bar"))).startswith(f"events split {digest}. ")


def test_only_the_verdict_on_the_file_that_came_and_counts_names_events() -> None:
    alike = LooksLike(event="other", why="hands", text="hands of other")
    verdicts = tuple(last(FIRST, SECOND).values())
    found = with_look_alikes(verdicts, SECOND, (alike,), (), ())
    assert [verdict.looks_like for verdict in found] == [
        (alike,) if verdict.fragment == SECOND.id else () for verdict in verdicts
    ]
    assert with_look_alikes(verdicts, FIRST, (alike,), (), ()) == verdicts
    assert with_look_alikes(verdicts, SECOND, (), (), ()) == verdicts
