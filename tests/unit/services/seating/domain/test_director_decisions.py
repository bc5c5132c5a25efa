"""What the director says of the next seats, from scored events: rounds that are called, and who is away."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.codes import seating as codes
from contracts.codes.code import Code
from contracts.codes.decisions import EARLY_START_WAITS
from contracts.decisions import ChooseSystem, RetractFile, Seated, SetPresence, StartRoundEarly
from contracts.facts import EarlyStartFact, Meeting, PresenceFact
from contracts.messages import EventMerged, Fragment
from contracts.seating import RoundAssignment
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.assignment import next_round
from services.seating.domain.chess.draw import DrawNeeded
from services.seating.domain.director_decisions import LISTED, meetings_in_play, rounds_over, still_playing
from services.seating.domain.movements.mitchell import mitchell
from services.seating.domain.swiss.next_round import swiss_round
from tests.support.any_decisions import decision_files
from tests.support.chess_rounds import SWISS, facts_of, players
from tests.support.decided import decided
from tests.support.fragments import fragment, pair
from tests.support.merged import merged
from tests.support.played_movements import results_of
from tests.support.swiss import scored
from tests.support.team_facts import both, facts, match, table, teams

FIRST = [(1, 5, 20), (2, 6, 18), (3, 7, 16), (4, 8, 14)]
SECOND = [(1, 2, 10), (3, 4, 12), (8, 7, 11), (6, 5, 10)]
"""As our own draw after `FIRST` has it."""


def call(number: int, *playing: tuple[int, int], **more: Any) -> EarlyStartFact:
    meetings = tuple(Meeting(table=str(n), home=str(a), away=str(b)) for n, (a, b) in enumerate(playing, 1))
    return EarlyStartFact(round=number, playing=meetings, **more)


def word(who: int, number: int, present: bool = False, **more: Any) -> PresenceFact:
    return PresenceFact(participant=str(who), round=number, present=present, **more)


def following(event: EventMerged) -> RoundAssignment:
    found = swiss_round(event)
    assert found is not None
    return found


def couples(found: RoundAssignment) -> set[frozenset[str]]:
    return {frozenset((table.ns or "", table.ew or "")) for table in found.tables}


def told(found: RoundAssignment, code: Code) -> list[str | None]:
    return [finding.subject for finding in found.findings if finding.code == code.code]


AS_DRAWN = tuple((one, other) for one, other, _ in SECOND)


def test_a_called_round_is_drawn_with_everybody_also_those_whose_table_no_file_has() -> None:
    event = scored(FIRST, SECOND[:2], early_starts=(call(3, *AS_DRAWN),))
    assert (rounds_over(event), event.standings.progress.rounds_complete) == (2, 1)
    found = following(event)
    assert (found.round, found.complete, found.sitting_out) == (3, True, ())
    assert {name for both in couples(found) for name in both} == set("12345678")


def test_without_a_call_the_round_that_is_in_play_stays() -> None:
    assert following(scored(FIRST, SECOND[:2])).round == 2
    assert following(scored(FIRST, SECOND[:2], early_starts=(call(3, *AS_DRAWN, early=False),))).round == 2


def test_who_is_still_playing_counts_as_met_and_is_listed_with_the_reason() -> None:
    found = following(scored(FIRST, SECOND[:2], early_starts=(call(3, *AS_DRAWN),)))
    met = {frozenset((str(a), str(b))) for a, b, _ in (*FIRST, *SECOND)}
    assert couples(found).isdisjoint(met)
    assert told(found, codes.STILL_PLAYING) == ["table 3, 7 – 8", "table 4, 5 – 6"]
    assert told(found, codes.LEFT_OUT) == []
    reasons = [table.reason for table in found.tables if {table.ns, table.ew} & {"7", "8"}]
    assert reasons
    assert all("still playing, with the score to date" in reason for reason in reasons)


def test_a_match_of_which_some_boards_are_in_counts_to_date() -> None:
    def played(number: int, home: str, away: str, swing: int, boards: int = 2) -> list[Any]:
        lines = [
            both(2 * number + board, home, away, swing, 0, round=number)
            if board < boards
            else [table(2 * number + board, *sides, None, round=number) for sides in ((home, away), (away, home))]
            for board in range(2)
        ]
        return [line for some in lines for line in some]

    lines = [
        *played(1, "1", "2", 400),
        *played(1, "3", "4", 300),
        *played(1, "5", "6", 200),
        *played(2, "1", "3", -800, boards=1),
        *played(2, "5", "2", 100),
        *played(2, "4", "6", 50),
    ]
    meetings = [("1", "2", 1), ("3", "4", 1), ("5", "6", 1), ("1", "3", 2), ("5", "2", 2), ("4", "6", 2)]
    matches = [match(home, away, round=number) for home, away, number in meetings]
    made = facts(
        results=lines,
        participants=teams(*"123456"),
        event={"match_scoring": "imps"},
        matches=matches,
        early_starts=[call(3)],
    )
    state = EventState("any")
    lists = {name: getattr(made, name) for name in ("events", "participants", "matches", "early_starts")}
    state.apply(fragment("boards", event="any", results=made.results, **lists))
    event = state.score()[1]
    in_play = next(one for one in event.standings.matches if {one.home, one.away} == {"1", "3"})
    assert (in_play.boards, in_play.length) == (1, 2)
    assert event.standings.rankings[0].rows[0].id == "3"
    found = following(event)
    assert told(found, codes.STILL_PLAYING) == ["1 – 3"]
    assert frozenset("13") not in couples(found)
    assert "3 is still playing, with the score to date" in found.tables[0].reason


def test_when_all_is_in_the_call_makes_no_difference() -> None:
    assert following(scored(FIRST, SECOND, early_starts=(call(3, *AS_DRAWN),))) == following(scored(FIRST, SECOND))


def test_files_count_before_the_seats_of_the_call() -> None:
    otherwise = [(1, 3, 10), (2, 4, 10)]
    found = following(scored(FIRST, otherwise, early_starts=(call(3, *AS_DRAWN),)))
    assert not couples(found) & {frozenset("13"), frozenset("24")}
    assert told(found, codes.STILL_PLAYING) == ["table 3, 7 – 8", "table 4, 5 – 6"]


def test_the_other_matches_of_a_triple_are_playing_when_files_have_one_of_them() -> None:
    first = [(1, 5, 20), (2, 6, 18), (3, 7, 16)]
    triple = ((1, 2), (3, 4), (5, 6), (6, 7), (7, 5))
    found = following(scored(first, [(1, 2, 10), (5, 6, 5)], teams=7, early_starts=(call(3, *triple),)))
    playing = [(subject or "").rpartition(", ")[2] for subject in told(found, codes.STILL_PLAYING)]
    assert sorted(playing) == ["3 – 4", "5 – 7", "6 – 7"]
    assert told(found, codes.OPPONENT_UNKNOWN) == []


def test_a_call_without_seats_draws_everybody_and_says_whose_opponent_is_not_known() -> None:
    found = following(scored(FIRST, SECOND[:2], early_starts=(call(3),)))
    assert {name for both in couples(found) for name in both} == set("12345678")
    assert told(found, codes.OPPONENT_UNKNOWN) == ["5", "6", "7", "8"]


def test_a_round_can_be_called_one_behind_when_nothing_of_the_one_before_is_in() -> None:
    found = following(scored(FIRST, early_starts=(call(3, *AS_DRAWN),)))
    assert found.round == 3
    assert len(told(found, codes.STILL_PLAYING)) == 4
    assert following(scored(FIRST, early_starts=(call(3),))).round == 2


def test_a_call_that_waits_is_said_with_the_standings() -> None:
    def waiting(*calls: EarlyStartFact) -> list[str | None]:
        found = scored(FIRST, SECOND[:2], early_starts=calls).standings.findings
        return [one.subject for one in found if one.code == EARLY_START_WAITS.code]

    assert waiting(call(3), call(4, early=False)) == []
    assert waiting(call(4)) == ["round 4"]


def test_the_bye_of_a_round_that_is_called_past_counts() -> None:
    first = [(1, 5, 20), (2, 6, 18), (3, 7, 16), (4, None, 12)]
    drawn = ((1, 2), (3, 4), (7, 6))
    found = following(scored(first, [(1, 2, 10)], teams=7, early_starts=(call(3, *drawn),)))
    (bye,) = told(found, codes.BYE)
    assert bye not in {"4", "5"}
    assert len(found.tables) == 3


def test_who_withdraws_by_word_is_left_out_at_once_and_comes_back_by_word() -> None:
    found = following(scored(FIRST, presences=(word(1, 2), word(2, 2))))
    assert "1" not in {name for both in couples(found) for name in both}
    assert found.sitting_out == ()
    assert told(found, codes.AWAY) == ["1", "2"]
    assert told(found, codes.LEFT_OUT) == []
    back = following(scored(FIRST, presences=(word(1, 2, True),)))
    assert back.tables == following(scored(FIRST)).tables


def test_the_round_after_a_withdrawal_is_over_without_those_who_left() -> None:
    second = [(3, 4, 12), (8, 7, 11), (6, 5, 10)]
    assert following(scored(FIRST, second)).round == 2
    found = following(scored(FIRST, second, presences=(word(1, 2), word(2, 2))))
    assert (found.round, len(found.tables)) == (3, 3)


def test_who_is_absent_once_has_no_bye_and_is_drawn_again() -> None:
    second = [(1, 2, 10), (3, 4, 12), (8, 7, 11)]
    absent = (word(5, 2, lasting=False), word(6, 2, lasting=False))
    found = following(scored(FIRST, presences=absent))
    assert found.sitting_out == ("6", "5")
    after = following(scored(FIRST, second, presences=absent))
    assert {name for both in couples(after) for name in both} == set("12345678")
    one = following(scored(FIRST, [*second, (6, None, 12)], presences=absent[:1]))
    assert {name for both in couples(one) for name in both} == set("12345678")


def test_who_is_missing_in_a_file_is_there_by_word() -> None:
    second = [(1, 2, 10), (3, 4, 12), (8, 7, 11)]
    gone = scored(FIRST, second, presences=(word(5, 2), word(6, 2)))
    assert len(following(gone).tables) == 3
    back = scored(FIRST, second, presences=(word(5, 2), word(6, 2), word(5, 3, True), word(6, 3, True)))
    assert len(following(back).tables) == 4


def test_somebody_new_is_drawn_from_the_round_in_which_they_come_and_not_waited_for_before() -> None:
    late = [
        SetPresence(decision="presence", participant=who, round=2, present=True, kind="team", name=f"Late {who}")
        for who in ("98", "99")
    ]
    files = swiss_files()[:2]
    assert "98" not in said(files)[1]
    found = RoundAssignment.model_validate_json(said([*files, decided(*late, event="any", minutes=5)])[1])
    assert {name for both in couples(found) for name in both} == {*"12345678", "98", "99"}
    shown = {name for table in found.tables for name in (table.ns_names, table.ew_names)}
    assert shown >= {"Late 98", "Late 99"}


def test_a_decision_whose_file_is_retracted_is_as_if_it_had_never_been_made() -> None:
    files = swiss_files()
    met = [Seated(home=str(one), away=str(other)) for one, other in AS_DRAWN]
    for decision in (
        StartRoundEarly(decision="early_start", round=3, playing=tuple(met)),
        SetPresence(decision="presence", participant="1", round=2, present=False),
        ChooseSystem(decision="system", system="danish"),
    ):
        file = decided(decision, event="any", minutes=5)
        back = decided(RetractFile(decision="retract", file=file.file.sha256), event="any", minutes=6)
        assert said([*files, file])[1] != said(files)[1]
        assert said([back, *files, file])[1] == said(files)[1]


def test_tables_that_are_still_playing_are_counted_when_they_are_many() -> None:
    found = list(still_playing([(1, f"table {n}") for n in range(LISTED + 5)]))
    assert len(found) == LISTED + 1
    assert found[-1].message.endswith("and 5 more")


def swiss_files() -> list[Fragment]:
    """Three files of a Swiss, one more round in each, the second of which is in play in the last."""
    rounds = ([], [FIRST], [FIRST, SECOND[:2]])
    every = []
    for number, played in enumerate(rounds):
        facts = scored(*played).facts
        every.append(
            fragment(
                f"s{number}",
                minutes=number,
                event="any",
                participants=facts.participants,
                events=facts.events,
                matches=facts.matches,
            )
        )
    return every


def movement_files() -> list[Fragment]:
    plan = mitchell(4, winners=1)
    who = tuple(pair(str(number)) for number in range(1, 9))
    return [
        fragment(
            f"m{number}",
            minutes=number,
            event="any",
            participants=who,
            movements=(plan,),
            results=results_of(plan, number)[: 8 * number + 3],
        )
        for number in (0, 1, 2)
    ]


def chess_files() -> list[Fragment]:
    rows = (("", "", "", ""), ("3 w 1", "4 b", "1 b 0", "2 w"), ("3 w 1", "4 b =", "1 b 0", "2 w ="))
    return [
        fragment(
            f"c{number}",
            minutes=number,
            event="any",
            events=facts.events,
            participants=facts.participants,
            games=facts.games,
        )
        for number, lines in enumerate(rows)
        for facts in (facts_of(*SWISS, *players(*lines)),)
    ]


def said(files: list[Fragment]) -> tuple[str, str]:
    """The bytes of the merged event, and its next seats or what has to be drawn for them."""
    state = EventState("any")
    for file in files:
        state.apply(file)
    _, merged = state.score()
    found = next_round(merged)
    seats = repr(found.request) if isinstance(found, DrawNeeded) else found.model_dump_json() if found else ""
    return merged.model_dump_json(), seats


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([swiss_files(), movement_files(), chess_files()]),
    decision_files("any"),
    st.randoms(use_true_random=False),
)
def test_files_and_decisions_in_any_order_and_twice_give_the_same_bytes_and_the_same_seats(
    files: list[Fragment], decisions: list[Fragment], shuffle: Any
) -> None:
    sequence = [*files, *decisions]
    other = [*sequence, *shuffle.sample(sequence, k=len(sequence) // 2)]
    shuffle.shuffle(other)
    assert said(sequence) == said(other)


def test_a_round_that_the_next_one_overtakes_is_known_until_it_is_over() -> None:
    seats = RoundAssignment(event="made-up-pairs", stage="round", round=3, rule="swiss")
    early = call(3, (1, 2), (3, 4))
    for complete, other, known in ((1, early, early.playing), (2, early, ()), (1, call(4, (1, 2)), ())):
        event = merged(rounds_complete=complete, early_starts=(other,))
        assert meetings_in_play(event, seats) == known
    assert meetings_in_play(merged(early_starts=(early,)), seats.replace(round=None)) == ()
    taken_back = early.replace(early=False)
    assert meetings_in_play(merged(rounds_complete=1, early_starts=(taken_back,)), seats) == ()
