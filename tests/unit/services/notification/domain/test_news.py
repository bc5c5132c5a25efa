"""Each fact is news once, for whom it concerns, and for nobody else."""

import pytest

from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import ScoredBoard, ScoredGame, ScoredRound, Status, TravellerLine
from services.notification.domain.news import (
    BoardLines,
    Entries,
    EventState,
    News,
    RoundGames,
    Told,
    news_of_event,
    news_of_results,
    news_of_seats,
)
from shared.bus.wire import decode, encode
from tests.support.evening import EVENT, merged, seats, traveller


def entries(*given: object, **values: object) -> Entries:
    return Entries(decode(EventState, encode(merged(*given, **values))))  # type: ignore[arg-type]


def lines(board: ScoredBoard) -> BoardLines:
    return decode(BoardLines, encode(board))


def kinds(news: News) -> list[str]:
    return [notice.kind for notice in news[1]]


def test_a_result_is_told_when_a_round_is_complete_and_once() -> None:
    told, notices = news_of_event(Told(), entries(1, boards=3), "3")
    (notice,) = notices
    assert (notice.kind, notice.place, notice.entries, notice.round) == ("result", "3", 4, 1)
    assert str(notice.percentage) == "67.00"
    assert news_of_event(told, entries(1, boards=3), "3") == (told, ())


def test_results_within_a_round_are_told_with_the_round() -> None:
    told, _ = news_of_event(Told(), entries(1, boards=3), "3")
    told, notices = news_of_event(told, entries(1, boards=4), "3")
    assert notices == ()
    assert kinds(news_of_event(told, entries(2, boards=6), "3")) == ["result"]


def test_a_round_without_a_result_of_ones_own_is_no_news() -> None:
    told, _ = news_of_event(Told(), entries(1, boards=3), "3")
    assert kinds(news_of_event(told, entries(2, boards=3), "3")) == []


def test_where_rounds_are_not_known_more_results_are_told() -> None:
    told, notices = news_of_event(Told(), entries(None, boards=3), "3")
    assert len(notices) == 1
    assert kinds(news_of_event(told, entries(None, boards=4), "3")) == ["result"]


def test_the_end_is_told_once_and_is_the_result_as_well() -> None:
    told, notices = news_of_event(Told(), entries(2, boards=6, status=Status.PROVISIONAL), "1")
    assert [(one.kind, one.status) for one in notices] == [("final", Status.PROVISIONAL)]
    assert news_of_event(told, entries(2, boards=6, status=Status.PROVISIONAL), "1") == (told, ())
    told, notices = news_of_event(told, entries(2, boards=6), "1")
    assert notices == ()
    assert kinds(news_of_event(told, entries(2, boards=6, status=Status.PROVISIONAL), "1")) == []
    assert kinds(news_of_event(told, entries(2, boards=6, status=Status.OFFICIAL), "1")) == ["final"]


def test_a_penalty_is_a_correction_for_whom_it_is_taken_from() -> None:
    before = entries(1, boards=3)
    fined = entries(1, boards=3, adjustment=-10)
    told = {participant: news_of_event(Told(), before, participant)[0] for participant in ("1", "2")}
    (notice,) = news_of_event(told["1"], fined, "1")[1]
    assert (notice.kind, notice.of, notice.was, notice.now) == ("correction", "penalties", "0", "-10")
    assert kinds(news_of_event(told["2"], fined, "2")) == []


def test_somebody_who_is_not_in_the_event_is_told_nothing() -> None:
    assert news_of_event(Told(), entries(1, boards=3), "9") == (Told(), ())


def corrected(*scores: str | None, participant: str = "2") -> list[tuple[str | None, str | None]]:
    told, found = Told(), []
    for score in scores:
        own = lines(traveller(score).board).results().get(participant, {})
        told, notices = news_of_results(told, entries(), participant, "7", own)
        found += [(notice.was, notice.now) for notice in notices]
    return found


def test_a_result_that_changes_is_told_once_to_both_sides_and_to_nobody_else() -> None:
    assert corrected("420", "420", "620", "620") == [("420", "620")]
    assert corrected("420", "620", participant="1") == [("420", "620")]
    assert corrected("420", "620", participant="3") == []


def test_a_new_result_is_no_correction_and_one_that_is_taken_back_is() -> None:
    assert corrected(None, "420", None) == [("420", None)]


def test_two_corrections_of_a_board_have_one_topic_and_two_identities() -> None:
    told, notices = Told(), []
    for score in ("420", "620", "-50"):
        own = lines(traveller(score).board).results()["1"]
        told, more = news_of_results(told, entries(), "1", "7", own)
        notices += more
    first, second = notices
    assert first.topic == second.topic
    assert first.id != second.id


def test_a_team_has_the_other_table_later_and_that_is_no_correction() -> None:
    one = TravellerLine(ns="1", ew="2", ns_team="A", ew_team="B", score="420")
    other = TravellerLine(ns="3", ew="4", ns_team="B", ew_team="A", score="-50")
    told = Told()
    for scores in ((one,), (one, other)):
        board = ScoredBoard(event=EVENT, id="7", board="7", unit="imps", lines=scores)
        told, notices = news_of_results(told, entries(), "A", "7", lines(board).results()["A"])
        assert notices == ()
    assert told.results == {"7 0NS": "420", "7 0EW": "-50"}


def test_individuals_and_sides_with_scores_of_their_own_have_theirs() -> None:
    line = TravellerLine(ns="1+3", ew="2+4", score="A6040", ew_score="40%")
    board = ScoredBoard(event=EVENT, id="7", board="7", unit="match_points", lines=(line,))
    results = lines(board).results()
    assert {identity: own["0"] for identity, own in results.items()} == {
        "1": "A6040",
        "3": "A6040",
        "2": "40%",
        "4": "40%",
    }


def test_a_game_of_chess_has_its_result_and_a_game_in_play_none() -> None:
    games = (
        ScoredGame(white="1", black="2", result="1-0"),
        ScoredGame(white="3", black="4"),
        ScoredGame(white="5", bye="U"),
    )
    round_ = decode(RoundGames, encode(ScoredRound(event=EVENT, round=4, games=games)))
    assert (round_.id, round_.results()) == ("4", {"1": {"": "1-0"}, "2": {"": "1-0"}})


def seated(told: Told, message: object, participant: str) -> News:
    return news_of_seats(told, entries(), participant, message.assignment)  # type: ignore[attr-defined]


def test_a_seat_is_told_once_and_another_one_again() -> None:
    told, (notice,) = seated(Told(), seats("5"), "2")
    assert (notice.kind, notice.round, notice.table, notice.side) == ("seat", 2, "5", "EW")
    assert (notice.opponents, notice.boards) == ("Pair 1", "9–11")
    assert seated(told, seats("5", seq=2), "2") == (told, ())
    told, (notice,) = seated(told, seats("6"), "2")
    assert notice.table == "6"
    assert kinds(seated(told, seats("6", round=3), "2")) == ["seat"]


def test_a_seat_of_somebody_else_is_no_news_and_sitting_out_is() -> None:
    assert kinds(seated(Told(), seats("5"), "3")) == []
    told, (notice,) = seated(Told(), seats("5", out=("3",)), "3")
    assert (notice.side, notice.table) == ("out", None)
    assert seated(told, seats("6", out=("3",)), "3") == (told, ())


@pytest.mark.parametrize(
    ("participant", "side", "opponents"),
    [
        ("1", "N", "Pair 3 & Pair 4"),
        ("2", "S", "Pair 3 & Pair 4"),
        ("3", "E", "Pair 1 & Pair 2"),
        ("4", "W", "Pair 1 & Pair 2"),
    ],
)
def test_individuals_are_told_their_seats(participant: str, side: str, opponents: str) -> None:
    table = SeatAssignment(table="1", section="B", north="1", south="2", east="3", west="4")
    assignment = RoundAssignment(event=EVENT, stage="start", rule="stated", tables=(table,))
    _, (notice,) = news_of_seats(Told(), entries(), participant, assignment)
    assert (notice.side, notice.opponents, notice.table) == (side, opponents, "B1")


def test_players_of_chess_are_told_their_colours() -> None:
    assignment = RoundAssignment(
        event=EVENT, stage="round", round=1, rule="x", tables=(SeatAssignment(table="1", white="1", black="2"),)
    )
    _, (notice,) = news_of_seats(Told(), entries(), "2", assignment)
    assert (notice.side, notice.opponents) == ("black", "Pair 1")
