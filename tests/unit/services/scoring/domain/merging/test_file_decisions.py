from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from contracts.decisions import RetractFile
from contracts.facts import Participant
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.merging.file_decisions import retracted_files
from tests.support.decided import decided
from tests.support.fragments import fragment, pair, result

NAMES = ("f1", "f2", "f3")
PAIRS: tuple[Participant, ...] = tuple(pair(number) for number in "1234")


def round_file(name: str, minutes: int = 0, score: int = 420) -> Fragment:
    lines = [result("7", "1", "2", score), result("7", "3", "4", 50)]
    return fragment(name, minutes=minutes, results=lines, participants=PAIRS)


def retract(file: Fragment, minutes: int = 0, *, retracted: bool = True) -> Fragment:
    return decided(RetractFile(decision="retract", file=file.file.sha256, retracted=retracted), minutes=minutes)


def test_the_newest_word_about_a_file_counts():
    file = round_file("f1")
    away, back = retract(file, 1), retract(file, 2, retracted=False)
    assert retracted_files([away]) == {file.file.sha256}
    assert retracted_files([back, away]) == frozenset()


def test_a_retraction_in_a_file_that_is_retracted_still_counts():
    file = round_file("f1")
    away = retract(file, 1)
    assert retracted_files([away, retract(away, 2)]) == {file.file.sha256, away.file.sha256}


def test_what_a_retracted_file_said_is_gone_and_what_it_hid_is_back():
    state = EventState("club-pairs-2026-03-07")
    older, newer = round_file("f1", 0, 420), round_file("f2", 5, 450)
    for one in (older, newer):
        state.apply(one)
    changes = state.apply(retract(newer, 6))
    assert [
        (change.kind, change.old.ns_score.points, change.new.ns_score.points)
        for change in changes
        if change.kind == "results"
    ] == [("results", 450, 420)]
    scored, _ = state.score()
    assert [line.score for line in scored.boards[0].lines] == ["420", "50"]
    assert newer.file.sha256 not in [source.file for source in scored.standings.sources]


def test_a_retracted_file_that_comes_again_or_late_stays_out():
    state = EventState("club-pairs-2026-03-07")
    file = round_file("f1")
    state.apply(round_file("f0", 0, 100))
    state.apply(retract(file))
    assert state.apply(file) == []
    assert state.score()[0].boards[0].lines[0].score == "100"


def test_a_file_that_nobody_sent_is_said_to_be_unknown():
    state = EventState("club-pairs-2026-03-07")
    state.apply(round_file("f0"))
    state.apply(retract(round_file("never sent")))
    assert "decisions.file-unknown" in [finding.code for finding in state.score()[0].standings.findings]


@given(
    st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 3), st.booleans()), max_size=4),
    st.randoms(use_true_random=False),
)
def test_any_order_of_files_and_retractions_gives_the_same_event(said: list[tuple[str, int, bool]], shuffle: Any):
    files = {name: round_file(name, minutes, 100 * minutes) for minutes, name in enumerate(NAMES)}
    decisions = [retract(files[name], minutes, retracted=gone) for name, minutes, gone in said]
    expected = None
    for _ in range(2):
        sequence = [*files.values(), *decisions, *decisions[:1]]
        shuffle.shuffle(sequence)
        state = EventState("club-pairs-2026-03-07")
        for one in sequence:
            state.apply(one)
        scored, merged = state.score()
        made = (merged.model_dump_json(), scored.standings.model_dump_json())
        expected = expected or made
        assert made == expected
