import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import EarlyStartFact, EventFact, Meeting, ResultFact, Score, SectionFact, Sides
from contracts.standings import Progress, ScoredMatch
from services.scoring.domain.progress.event_progress import progress_of
from shared.bridge.reported import DECIDED
from tests.support.fragments import result
from tests.support.team_facts import both


def table(number: int, at: int, *, score: int | None = 0, board: int = 1, **more: object) -> ResultFact:
    return result(str(board), f"{at}", f"{at + 20}", score, round=number, table=str(at), **more)


def after(*results: ResultFact, event: EventFact | None = None, sections: tuple[SectionFact, ...] = ()) -> Progress:
    return progress_of(event or EventFact(), sections, results)


def rounds(last: int, tables: int = 3, **more: object) -> list[ResultFact]:
    return [table(number, at, **more) for number in range(1, last + 1) for at in range(1, tables + 1)]


def test_nothing_is_said_of_an_event_without_results() -> None:
    progress = after()
    assert (progress.text, progress.results, progress.boards) == ("nothing reported yet", 0, 0)
    assert progress.rounds_complete is None
    assert progress.complete is None


@pytest.mark.parametrize(
    ("results", "text"),
    [
        ([result("1", "1", "2", 50)], "1 board reported, 1 result"),
        ([result("1", "1", "2", 50), result("1", "3", "4", 50)], "1 board reported, 2 results"),
        ([result("1", "1", "2", 50), result("2", "1", "2", 50)], "2 boards reported, 2 results"),
    ],
)
def test_without_rounds_boards_and_results_are_counted(results: list[ResultFact], text: str) -> None:
    progress = after(*results)
    assert progress.text == text
    assert progress.rounds_complete is None


def test_the_same_board_of_two_sessions_is_two_boards() -> None:
    assert after(result("1", "1", "2", session="1"), result("1", "1", "2", session="2")).boards == 2


def test_a_round_is_complete_when_every_table_of_the_fullest_round_is_in() -> None:
    progress = after(*rounds(3))
    assert (progress.rounds_complete, progress.text) == (3, "after round 3")


def test_a_round_that_is_under_way_is_counted_by_tables() -> None:
    progress = after(*rounds(2), table(3, 1), table(3, 3))
    assert (progress.rounds_complete, progress.text) == (2, "after round 2, 2 of 3 tables of round 3")


def test_a_table_with_several_boards_of_the_round_is_one_table() -> None:
    assert after(*rounds(1), *rounds(1, board=2), table(2, 1), table(2, 1, board=4)).text == (
        "after round 1, 1 of 3 tables of round 2"
    )


def test_a_round_has_begun_with_its_first_result() -> None:
    assert after().rounds_begun == 0
    assert after(*rounds(2), table(3, 1, score=None)).rounds_begun == 2
    assert after(*rounds(2), table(4, 1)).rounds_begun == 4
    sessions = [line.replace(session=name) for name in "12" for line in rounds(3)]
    assert after(*sessions).rounds_begun == 6, "counted through all sessions"


def test_nobody_can_say_which_round_has_begun_where_a_result_names_none() -> None:
    (nameless,) = [table(1, 1, board=9).replace(round=None)]
    assert after(*rounds(2), nameless).rounds_begun is None
    assert matches(*FULL).rounds_begun == 1
    assert matches(*FULL, meeting(None, "1", "3")).rounds_begun is None


def test_a_table_that_is_ahead_is_named_after_the_round_that_is_under_way() -> None:
    text = after(*rounds(1), table(2, 1), table(2, 2), table(3, 1), table(4, 1)).text
    assert text == "after round 1, 2 of 3 tables of round 2, 1 of 3 tables of round 3"


def test_a_hole_in_the_rounds_ends_what_is_complete() -> None:
    progress = after(*rounds(1), table(3, 1), table(3, 2), table(3, 3))
    assert (progress.rounds_complete, progress.text) == (
        1,
        "after round 1, 3 of 3 tables of round 3, nothing of round 2",
    )
    late = after(table(4, 1), table(7, 1))
    assert late.text.endswith("nothing of rounds 1–3, nothing of rounds 5–6")
    assert (late.slow, late.slow_total) == ((), 0)


def test_rounds_that_go_on_counting_in_a_later_session_are_no_hole() -> None:
    first = [line.replace(session="1") for line in rounds(2)]
    second = [line.replace(session="2") for line in (table(3, 1), table(5, 1))]
    assert (
        after(*first, *second).text
        == "session 2, 1 of 1 tables of round 3, 1 of 1 tables of round 5, nothing of round 4"
    )


def test_before_the_first_round_is_complete_there_is_no_round_to_be_after() -> None:
    progress = after(table(1, 1), table(1, 2, score=None), table(1, 3, score=None))
    assert (progress.rounds_complete, progress.text) == (0, "1 of 3 tables of round 1")


def test_a_blank_or_late_score_is_still_to_come() -> None:
    late = table(2, 3).replace(ns_score=Score(kind="late"), ew_score=Score(kind="late"))
    progress = after(*rounds(1), table(2, 1), table(2, 2, score=None), late)
    assert progress.text == "after round 1, 1 of 3 tables of round 2"
    assert progress.results == 4


def test_a_table_that_is_not_in_play_is_not_waited_for() -> None:
    empty = table(1, 4).replace(ns_score=Score(kind="not_in_play"), ew_score=Score(kind="unknown"))
    assert after(*rounds(1), empty).text == "after round 1"


@pytest.mark.parametrize("kind", sorted(DECIDED - {"points"}))
def test_an_adjusted_or_cancelled_result_is_in(kind: str) -> None:
    ruled = table(1, 3).replace(ns_score=Score(kind=kind))  # type: ignore[arg-type]
    assert after(table(1, 1), table(1, 2), ruled).rounds_complete == 1


def test_a_result_whose_score_follows_from_its_contract_is_in() -> None:
    blank = {"ns_score": Score(kind="unknown"), "ew_score": Score(kind="unknown")}
    played = table(1, 2).replace(**blank | {"contract": "3NT", "declarer": "S", "tricks": 9})
    waited_for = table(1, 3).replace(**blank)
    progress = after(table(1, 1), played, waited_for)
    assert (progress.results, progress.text) == (2, "2 of 3 tables of round 1")
    assert [slow.table for slow in progress.slow] == ["3"]


def test_tables_without_numbers_are_told_apart_by_who_sits_there() -> None:
    pairs = [result("1", str(n), str(n + 20), round=number) for number, n in ((1, 1), (1, 2), (2, 1))]
    assert after(*pairs).text == "after round 1, 1 of 2 tables of round 2"
    singles = [
        result("1", "", "", round=number, sides=Sides(north=f"{n}", south=f"{n}s", east=f"{n}e", west=f"{n}w"))
        for number, n in ((1, 1), (1, 2), (2, 1))
    ]
    assert after(*singles).text == "after round 1, 1 of 2 tables of round 2"


def test_the_same_table_number_in_two_sections_is_two_tables() -> None:
    results = [table(1, 1, section="A"), table(1, 1, section="B"), table(2, 1, section="A")]
    assert after(*results).text == "after round 1, 1 of 2 tables of round 2"


def test_a_second_session_that_begins_with_round_one_again_does_not_reopen_the_first() -> None:
    first = rounds(4, session="1")
    progress = after(*first, *rounds(1, session="2"), table(2, 1, session="2"))
    assert progress.rounds_complete == 5
    assert progress.text == "session 2, after round 1, 1 of 3 tables of round 2"


def test_session_ten_is_newer_than_session_two() -> None:
    assert after(*rounds(1, session="2"), *rounds(1, session="10")).text == "session 10, after round 1"


def test_sections_of_one_session_play_their_rounds_side_by_side_and_sessions_follow() -> None:
    sections = (
        SectionFact(session="1", id="A", rounds=9),
        SectionFact(session="1", id="B", rounds=8),
        SectionFact(session="2", id="A", rounds=7),
        SectionFact(session="2", id="B"),
    )
    assert after(sections=sections).rounds == 16
    assert after(sections=(SectionFact(id="A"),)).rounds is None
    assert after(event=EventFact(rounds=5), sections=sections).rounds == 5


def test_results_to_come_are_known_when_the_file_says_how_many_boards_a_pair_plays() -> None:
    progress = after(*rounds(1, tables=3), event=EventFact(boards_played=24))
    assert (progress.results, progress.results_expected) == (3, 72)
    assert after(*rounds(1)).results_expected is None


@pytest.mark.parametrize(
    ("stated", "boards_played", "blank", "complete"),
    [
        ("complete", None, False, True),
        ("complete", 1, False, True),
        ("complete", 2, False, False),
        ("complete", 1, True, False),
        ("to_date", None, False, False),
        (None, None, False, None),
        ("none", 2, False, None),
        (None, 1, False, True),
        (None, 2, False, None),
    ],
)
def test_an_event_is_complete_when_its_file_says_so_and_nothing_is_missing_or_blank(
    stated: str | None, boards_played: int | None, blank: bool, complete: bool | None
) -> None:
    results = [table(1, 1), table(1, 2, score=None if blank else 50)]
    event = EventFact(results=stated, boards_played=boards_played)
    assert after(*results, event=event).complete is complete


@pytest.mark.parametrize(("played", "complete"), [(1, False), (7, False), (8, True)])
def test_a_file_that_calls_itself_complete_after_each_round_is_complete_after_the_last(
    played: int, complete: bool
) -> None:
    event = EventFact(results="complete", boards_played=8, rounds=8, boards_per_round=1)
    progress = after(*rounds(played), event=event)
    assert progress.results_expected == 24
    assert progress.complete is complete


@pytest.mark.parametrize(("played", "complete"), [(2, False), (3, True)])
def test_sections_are_counted_where_the_event_does_not_say_how_many_boards_it_plays(
    played: int, complete: bool
) -> None:
    section = SectionFact(session="2", id="A", rounds=3, boards_per_round=1, tables=3)
    results = rounds(played, session="2", section="A")
    assert after(*results, event=EventFact(results="complete"), sections=(section,)).complete is complete


@pytest.mark.parametrize(("played", "complete"), [(1, False), (2, True)])
def test_rounds_are_counted_where_no_results_are_expected(played: int, complete: bool) -> None:
    event = EventFact(results="complete", rounds=2)
    assert after(*rounds(played), event=event).complete is complete


lines = st.lists(
    st.builds(
        lambda number, at, score, session: table(number, at, score=score, session=session),
        st.integers(1, 4),
        st.integers(1, 3),
        st.sampled_from([None, 0, 100]),
        st.sampled_from(["1", "2"]),
    ),
    max_size=20,
)


@given(lines, st.randoms(use_true_random=False))
def test_progress_does_not_depend_on_the_order_of_the_results(results: list[ResultFact], shuffle: object) -> None:
    other = list(results)
    shuffle.shuffle(other)  # type: ignore[attr-defined]
    assert after(*other) == after(*results)


@pytest.mark.slow
def test_twenty_thousand_rounds_take_no_more_time_than_their_number() -> None:
    progress = after(*(table(number, 1) for number in range(1, 20_001)))
    assert progress.rounds_complete == 20_000


# Events of matches


def meeting(
    number: int | None,
    home: str,
    away: str | None,
    boards: int = 6,
    of: int | None = 6,
    *,
    stated: int | None = None,
    session: str | None = None,
) -> ScoredMatch:
    return ScoredMatch(
        round=number, home=home, away=away, boards=boards, length=of, stated_home=stated, unit="vps", session=session
    )


def matches(*played: ScoredMatch, kind: str = "swiss_teams", entered: int = 0) -> Progress:
    return progress_of(EventFact(kind=kind), (), (), played, entered)


FULL = (meeting(1, "1", "2"), meeting(1, "3", "4"), meeting(1, "5", "6"))


def test_a_match_with_a_board_that_was_not_played_is_in() -> None:
    short = meeting(1, "5", "6", 5).replace(cancelled=1)
    assert matches(*FULL[:2], short).rounds_complete == 1
    assert matches(*FULL[:2], meeting(1, "5", "6", 5)).rounds_complete == 0


def test_a_round_of_matches_under_way_is_counted_by_matches() -> None:
    progress = matches(*FULL, meeting(2, "1", "3"), meeting(2, "2", "5", 4), meeting(2, "4", "6", 0))
    assert (progress.rounds_complete, progress.text) == (1, "after round 1, 1 of 3 matches of round 2")


def test_matches_that_no_file_tells_of_yet_are_waited_for() -> None:
    assert matches(*FULL, meeting(2, "1", "3", 2)).text == "after round 1, 0 of 3 matches of round 2"
    assert matches(*FULL, meeting(2, "1", "3")).text == "after round 1, 1 of 3 matches of round 2"


def test_a_draw_of_the_next_round_says_nothing_before_a_card_is_played() -> None:
    assert matches(*FULL, meeting(2, "1", "3", 0)).text == "after round 1"


@pytest.mark.parametrize("bye", [(), (meeting(1, "7", None, 0, None),)])
def test_a_side_that_sits_out_is_not_waited_for(bye: tuple[ScoredMatch, ...]) -> None:
    later = (meeting(2, "7", "1"), meeting(2, "2", "3"), meeting(2, "4", "5"))
    assert matches(*FULL, *bye, *later, meeting(2, "6", None, 0, None)).rounds_complete == 2
    assert matches(*FULL, *bye, *later).text == "after round 2"


def test_a_triple_is_complete_with_its_three_half_matches() -> None:
    triple = (meeting(1, "5", "6", 3, 3), meeting(1, "6", "7", 3, 3))
    assert matches(*FULL[:2], *triple, meeting(1, "7", "5", 2, 3)).text == "4 of 5 matches of round 1"
    assert matches(*FULL[:2], *triple, meeting(1, "7", "5", 3, 3)).text == "after round 1"


def test_a_knock_out_has_fewer_matches_in_each_round() -> None:
    semifinals = (meeting(1, "1", "2"), meeting(1, "3", "4"))
    assert (
        matches(*semifinals, meeting(2, "1", "3", 5), kind="knockout").text
        == "after round 1, 0 of 1 matches of round 2"
    )
    assert matches(*semifinals, meeting(2, "1", "3"), kind="knockout").rounds_complete == 2


def test_matches_without_rounds_are_counted_together() -> None:
    played = (meeting(None, "1", "2"), meeting(None, "1", "3", 4), meeting(None, "2", "3", 0))
    assert (matches(*played).text, matches(*played).rounds_complete) == ("1 of 3 matches", None)
    assert matches(meeting(None, "1", "2", 0)).text == "nothing reported yet"


def test_numbers_that_are_not_those_of_rounds_are_left_alone() -> None:
    everybody = [meeting(1, "1", "2"), meeting(1, "2", "3"), meeting(1, "3", "4"), meeting(2, "1", "4", 2)]
    assert (matches(*everybody).text, matches(*everybody).rounds_complete) == ("3 of 4 matches", None)


def test_matches_of_the_newest_session_are_counted() -> None:
    first = [match.replace(session="1") for match in FULL]
    progress = matches(*first, meeting(1, "1", "2", session="2"), entered=6)
    assert (progress.text, progress.rounds_complete) == ("session 2, 1 of 3 matches of round 1", 1)


def test_the_first_round_waits_for_those_who_entered_until_the_second_begins() -> None:
    assert matches(*FULL, entered=9).text == "3 of 4 matches of round 1"
    assert matches(*FULL, entered=7).text == "after round 1"
    assert matches(*FULL, meeting(2, "1", "3"), entered=9).text == "after round 1, 1 of 3 matches of round 2"


def test_lines_of_a_team_event_are_expected_by_teams() -> None:
    lines = tuple(both(1, "1", "2", 50, 50) + both(1, "3", "4", 50, 50))
    four = progress_of(EventFact(kind="teams", boards_played=24), (), lines)
    assert four.results_expected == 4 * 24
    eight = progress_of(EventFact(kind="teams", boards_played=24, team_size=8), (), lines)
    assert eight.results_expected == 8 * 24


# What the director says


def called(number: int, *played: ScoredMatch, **more: object) -> int | None:
    call = EarlyStartFact(round=number, **more)
    return progress_of(EventFact(kind="swiss_teams"), (), (), played, 6, early_starts=(call,)).rounds_over


def test_a_round_that_has_begun_is_over_for_the_seats_when_the_next_one_is_called() -> None:
    begun = (*FULL, meeting(2, "1", "3"))
    assert called(3, *begun) == 2
    assert called(2, *begun) is None
    assert called(3, *begun, early=False) is None
    assert called(3, *begun, session="2") is None


def test_a_call_past_a_round_of_which_nothing_is_known_waits() -> None:
    assert called(3, *FULL) is None
    assert called(3, *FULL, playing=(Meeting(home="1", away="3"),)) == 2
    assert called(2, playing=(Meeting(home="1", away="3"),)) == 1


def test_a_called_round_changes_nothing_of_what_is_said_to_be_in() -> None:
    begun = (*FULL, meeting(2, "1", "3", 3))
    call = EarlyStartFact(round=3)
    said = progress_of(EventFact(kind="swiss_teams"), (), (), begun, 6, early_starts=(call,))
    assert (said.rounds_complete, said.text) == (1, progress_of(EventFact(kind="swiss_teams"), (), (), begun, 6).text)


def test_rounds_by_tables_are_called_too_and_in_their_own_session() -> None:
    results = [*rounds(2, session="1"), *rounds(1, session="2"), table(2, 1, session="2")]

    def over(**more: object) -> int | None:
        call = EarlyStartFact(round=3, **more)  # type: ignore[arg-type]
        return progress_of(EventFact(), (), results, early_starts=(call,)).rounds_over

    assert (over(), over(session="2"), over(session="1")) == (4, 4, None)


def test_who_is_away_by_word_is_not_waited_for() -> None:
    second = (*FULL, meeting(2, "1", "3"), meeting(2, "2", "5"))

    def complete(*away: str, played: tuple[ScoredMatch, ...] = second, entered: int = 6) -> int | None:
        event = EventFact(kind="swiss_teams")
        return progress_of(event, (), (), played, entered, away=lambda session, number: set(away)).rounds_complete

    assert complete() == 1
    assert complete("4", "6") == 2
    assert complete("7", "8") == 1
    assert complete("7", "8", played=FULL, entered=8) == 1
    assert complete(played=FULL, entered=8) == 0


def test_a_knock_out_does_not_wait_for_a_match_to_which_somebody_does_not_come() -> None:
    listed = (meeting(1, "1", "4"), meeting(1, "2", "3", 0))

    def said(*away: str, played: tuple[ScoredMatch, ...] = listed) -> tuple[int | None, str]:
        event = EventFact(kind="knockout")
        found = progress_of(event, (), (), played, away=lambda session, number: set(away))
        assert len(found.slow) == (0 if away or played is not listed else 1)
        return found.rounds_complete, found.text

    assert said() == (0, "1 of 2 matches of round 1")
    assert said("3") == said("2", "3") == (1, "after round 1")
    begun = (listed[0], meeting(1, "2", "3", 4))
    assert said("3", played=begun) == (0, "1 of 2 matches of round 1")


def test_a_table_whose_pair_is_away_by_word_is_neither_waited_for_nor_slow() -> None:
    left = [line for line in rounds(4, 4) if "24" not in line.sides.key or (line.round or 0) < 3]

    def found(*lines: ResultFact, away: str = "24") -> Progress:
        gone = {away} if away else set()
        return progress_of(EventFact(), (), lines, away=lambda _, number: gone if number > 2 else set())

    assert found(*left, away="").text == "after round 2, 3 of 4 tables of round 3, 3 of 4 tables of round 4"
    after = found(*left)
    assert (after.rounds_complete, after.text, after.slow) == (4, "after round 4", ())
    assert [one.rounds_complete for one in after.sections] == [4]
    running = found(*left[:-1])
    assert (running.rounds_complete, running.text) == (3, "after round 3, 2 of 3 tables of round 4")


def test_less_is_to_come_of_a_section_by_the_tables_that_rounds_do_without() -> None:
    section = SectionFact(id="A", tables=4, rounds=4, boards=4, boards_per_round=1)
    lines = [line for line in rounds(4, 4, section="A") if "24" not in line.sides.key or (line.round or 0) < 3]
    (found,) = progress_of(
        EventFact(), (section,), lines, away=lambda _, number: {"24"} if number > 2 else set()
    ).sections
    assert (found.results, found.results_expected, found.complete) == (14, 14, True)


def test_an_event_is_complete_without_the_tables_that_rounds_do_without() -> None:
    lines = [line for line in rounds(4, 4) if "24" not in line.sides.key or (line.round or 0) < 3]
    event = EventFact(boards_played=4, boards_per_round=1)
    assert (progress_of(event, (), lines).results_expected, progress_of(event, (), lines).complete) == (16, None)
    found = progress_of(event, (), lines, away=lambda _, number: {"24"} if number > 2 else set())
    assert (found.results, found.results_expected, found.complete) == (14, 14, True)
    assert [one.complete for one in found.sections] == [True]
