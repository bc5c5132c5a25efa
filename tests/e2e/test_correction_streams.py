"""Streams of exports in which something was corrected, against the whole server; everybody in them is made up.

Of each stream the last word counts: the standings and seats are those of its right files alone, at once or after the
command that a verdict offers. The streams have weeks and results of their own, so none of them looks like another.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import Random

import pytest

from kibitz.replay.made_up import Size
from tests.support.correction_streams import (
    ROUND_1,
    ROUND_2,
    assert_right,
    becomes,
    chess,
    deliver,
    evening,
    event_named_in,
    game,
    minutes,
    offered,
    pairs,
    seated,
    table,
    teams,
)
from tests.support.edits import usebio
from tests.support.stack import Stack, kibitz

pytestmark = pytest.mark.connected


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("streams")) as running:
        yield running


def test_a_chess_result_that_is_blanked_and_a_round_that_is_unpaired_are_gone(stack: Stack) -> None:
    at, wrong = evening(1), ("2-1 1", *ROUND_2[1:])
    states: list[Sequence[Sequence[str]]] = [[ROUND_1], [ROUND_1, wrong], [ROUND_1, ROUND_2], [ROUND_1]]
    for count, rounds in enumerate(states):
        when = at + minutes(10 * count)
        # The same bytes twice would be one file.
        export = ("open.trf", chess("Yewtree Open", at, rounds, 8) + f"### {count}\n".encode(), when)
        told = deliver(stack, export)
        assert told["verdict"] == "counts"
        right = assert_right(stack, told["event"], export)
        assert len(right["seats"]) == 4


@pytest.mark.parametrize("played", [0, 1])
def test_eight_chess_players_corrected_to_seven_leave_no_ghost_and_give_a_bye(stack: Stack, played: int) -> None:
    at, name = evening(2 + played), "Quayside Open"
    eight = ("open.trf", chess(name, at, [ROUND_1][:played], 8), at)
    seven = ("open.trf", chess(name, at, [(*ROUND_1[:3], "4-0 U")][:played], 7), at + minutes(20))
    event = deliver(stack, eight)["event"]
    assert "8" in seated(assert_right(stack, event, eight))
    assert deliver(stack, seven)["verdict"] == "counts"
    right = assert_right(stack, event, seven)
    assert seated(right) == {str(number) for number in range(1, 8)}
    assert [bye["value"] for bye in right["byes"]] == ["U"]


def test_nine_swiss_teams_corrected_to_eight_leave_no_ghost_and_no_bye(stack: Stack) -> None:
    at = evening(5)
    nine = ("teams.xml", teams("Wharf Teams", at, 9), at)
    eight = ("teams.xml", teams("Wharf Teams", at, 8), at + minutes(20))
    event = deliver(stack, nine)["event"]
    before = assert_right(stack, event, nine)
    assert deliver(stack, eight)["verdict"] == "counts"
    right = assert_right(stack, event, eight)
    assert (len(right["seats"]), right["byes"], right["sitting_out"]) == (4, [], [])
    assert len(seated(before) - seated(right)) == 1


def test_a_pair_that_is_renumbered_is_ranked_once_and_a_board_that_is_removed_is_gone(stack: Stack) -> None:
    at = evening(8)
    text = pairs("Otter Pairs", at, 41, Size(10, 3, 2))
    exports = [text, re.sub(r"(NUMBER>)10(EW<)", r"\g<1>50\2", text)]
    exports.append(usebio.remove_board(exports[1], Random(3)))
    for count, export in enumerate(exports):
        file = (f"otter-{count}.xml", export.encode(), at + minutes(20 * count))
        told = deliver(stack, file)
        assert told["verdict"] == "counts"
        right = assert_right(stack, told["event"], file)
        assert len(right["standings"]) == 20
        boards = table(stack, f"{told['event']}/standings")["meta"]["boards"]
        assert len(boards) == (20 if count < 2 else 19)


def test_a_correction_from_a_slow_clock_is_offered_with_take(stack: Stack) -> None:
    at = evening(9)
    wrong = pairs("Heron Pairs", at, 51)
    first = ("heron.xml", wrong.encode(), at)
    second = ("heron.xml", usebio.change_score(wrong, Random(5)).encode(), at - minutes(20))
    event = deliver(stack, first)["event"]
    told = deliver(stack, second)
    assert told["verdict"] == "older"
    assert "clock of local may be slow" in told["text"]
    assert_right(stack, event, first)
    take = offered(told["advice"], "take")
    kibitz(stack, *take)
    assert_right(stack, event, second)
    becomes(stack, told["sha256"], "counts")
    kibitz(stack, *take, "--back")
    assert_right(stack, event, first)


def test_a_correction_that_states_an_older_time_is_offered_with_take(stack: Stack) -> None:
    at = evening(10)
    first = ("heath.aca", game("Heath Pairs", at), at)
    scores = {(1, 1): (-62, 62)}
    second = ("heath.aca", game("Heath Pairs", at - minutes(20), scores), at + minutes(10))
    event = deliver(stack, first)["event"]
    told = deliver(stack, second)
    assert told["verdict"] == "older"
    take = offered(told["advice"], "take")
    kibitz(stack, *take)
    assert_right(stack, event, second)
    kibitz(stack, *take, "--back")
    assert_right(stack, event, first)


def test_another_evening_under_the_same_header_is_held_and_the_next_right_export_counts(stack: Stack) -> None:
    at = evening(11)
    text = pairs("Curlew Pairs", at, 71)
    first = ("curlew.xml", text.encode(), at)
    other = ("curlew.xml", pairs("Curlew Pairs", at, 72).encode(), at + minutes(20))
    third = ("curlew.xml", usebio.change_score(text, Random(7)).encode(), at + minutes(40))
    event = deliver(stack, first)["event"]
    told = deliver(stack, other)
    assert told["verdict"] == "held"
    assert "other people" in told["text"]
    assert_right(stack, event, first)
    assert deliver(stack, third)["verdict"] == "counts"
    assert_right(stack, event, third)
    # Its name is that of the right files, which stay.
    split = offered(told["advice"], "events split")
    own = event_named_in(kibitz(stack, *split))
    assert_right(stack, own, other)
    assert_right(stack, event, third)
    kibitz(stack, *split, "--back")
    becomes(stack, told["sha256"], "held")
    assert_right(stack, event, third)


def test_right_exports_that_are_held_because_of_another_evening_count_once_one_is_taken(stack: Stack) -> None:
    at = datetime.now(UTC) - minutes(60)
    text = pairs("Dunlin Pairs", at, 74)
    other = ("dunlin.xml", pairs("Dunlin Pairs", at, 75).encode(), at)
    right = ("dunlin.xml", text.encode(), at + minutes(20))
    event = deliver(stack, other)["event"]
    told = deliver(stack, right)
    assert told["verdict"] == "held"
    kibitz(stack, *offered(told["advice"], "take"))
    assert_right(stack, event, right)
    newer = ("dunlin.xml", usebio.change_score(text, Random(7)).encode(), datetime.now(UTC))
    assert deliver(stack, newer)["verdict"] == "counts"
    assert_right(stack, event, newer)


def test_retracting_the_newest_of_three_exports_restores_the_one_before(stack: Stack) -> None:
    at = evening(24)
    text = pairs("Bittern Pairs", at, 101)
    texts = [text]
    for seed in (1, 2):
        texts.append(usebio.change_score(texts[-1], Random(seed)))
    exports = [("bittern.xml", each.encode(), at + minutes(20 * count)) for count, each in enumerate(texts)]
    verdicts = [deliver(stack, export) for export in exports]
    event, newest = verdicts[0]["event"], verdicts[2]["sha256"]
    assert_right(stack, event, exports[2])
    kibitz(stack, "retract", newest[:8])
    assert_right(stack, event, exports[1])
    becomes(stack, newest, "retracted")
    becomes(stack, verdicts[1]["sha256"], "counts")
    becomes(stack, verdicts[0]["sha256"], "replaced")
    kibitz(stack, "retract", newest[:8], "--back")
    assert_right(stack, event, exports[2])
