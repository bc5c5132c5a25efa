"""What comes after a complete round of chess."""

import pytest

from contracts.codes import seating as codes
from contracts.facts import EarlyStartFact, Meeting, PresenceFact
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.scoring.domain.chess.chess_progress import chess_progress
from services.seating.domain.assignment import next_round
from services.seating.domain.chess.draw import Draw, DrawNeeded, Pairing, System
from services.seating.domain.chess.next_round import chess_round
from tests.support.chess_rounds import SWISS, chess_event, players
from tests.support.merged import merged

FOUR = players("3 w 1", "4 b =", "1 b 0", "2 w =")


def after(*lines: str) -> RoundAssignment | DrawNeeded | None:
    return chess_round(chess_event(*lines))


def test_a_complete_round_is_followed_by_a_draw() -> None:
    found = after(*SWISS, *FOUR)
    assert isinstance(found, DrawNeeded)
    assert (found.request.system, found.request.round) == (System.DUTCH, 2)
    seats = found.finish(Draw((Pairing(1, 0, 1), Pairing(2, 3, 2))))
    assert (seats.event, seats.round, len(seats.tables)) == ("made-up-open", 2, 2)


def test_the_first_round_is_drawn_when_nothing_is_played() -> None:
    found = after(*SWISS, *players("", "", "", ""))
    assert isinstance(found, DrawNeeded)
    assert found.request.round == 1


@pytest.mark.parametrize(
    "lines",
    [
        (*SWISS, *players("3 w 1", "4 b", "1 b 0", "2 w")),
        ("012 Made-up Open", "142 1", SWISS[4], *FOUR),
        (*SWISS, *players("")),
    ],
    ids=["in play", "over", "alone"],
)
def test_nothing_is_drawn_while_a_round_is_in_play_after_the_last_one_and_for_one(lines: tuple[str, ...]) -> None:
    assert after(*lines) is None


def test_it_is_for_chess_alone() -> None:
    assert chess_round(merged()) is None


@pytest.mark.parametrize(("code", "rule"), [("FIDE_DUTCH_2017", "fide-dutch"), ("FIDE_DUBOV", "unsupported")])
def test_what_is_not_drawn_is_refused_with_a_finding(code: str, rule: str) -> None:
    found = after(*SWISS[:4], f"192 {code}", *FOUR)
    assert isinstance(found, RoundAssignment)
    assert (found.rule, found.round, found.complete, found.tables) == (rule, 2, False, ())
    assert [finding.code for finding in found.findings] == [codes.SYSTEM_NOT_DRAWN.code]


def test_a_round_robin_goes_on_by_its_table() -> None:
    found = after("012 Made-up Cup", "142 3", "192 BERGER_ROUNDROBIN", *players("4 w 1", "3 w =", "2 b =", "1 b 0"))
    assert isinstance(found, RoundAssignment)
    assert [(line.white, line.black) for line in found.tables] == [("4", "3"), ("1", "2")]


def test_a_round_robin_that_nothing_names_is_over_after_its_rounds() -> None:
    rows = ("4 w 1, 2 w 1, 3 b 1", "3 w =, 1 b 0, 4 w 1", "2 b =, 4 b =, 1 w 0", "1 b 0, 3 w =, 2 b 0")
    assert after("012 Made-up Cup", *players(*rows)) is None


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (("3 w 1", "4 b =", "4 b 0", "2 w ="), "round 1: 1 names 3 as opponent, who does not name 1"),
        (("3 w 1", "4 b =", "1 w 0", "2 w ="), "round 1: 1 and 3 do not have one White and one Black"),
        (("3 - 1", "4 b =", "1 - 0", "2 w ="), "round 1: 1 and 3 do not have one White and one Black"),
    ],
    ids=["opponents", "colours", "no colours"],
)
def test_rounds_that_contradict_themselves_are_not_drawn_upon(rows: tuple[str, ...], said: str) -> None:
    found = after(*SWISS, *players(*rows))
    assert isinstance(found, RoundAssignment)
    assert [(finding.code, finding.message) for finding in found.findings] == [(codes.ROUNDS_CONTRADICT.code, said)]


def test_a_forfeit_needs_no_colours() -> None:
    assert isinstance(after(*SWISS, *players("3 - +", "4 b =", "1 - -", "2 w =")), DrawNeeded)


def told(event: EventMerged, **words: object) -> EventMerged:
    """The event with the director's words, and the progress that scoring states then."""
    facts = event.facts.replace(**words)
    standings = event.standings.replace(progress=chess_progress(facts))
    return event.replace(facts=facts, standings=standings)


OPEN = players("3 w 1", "4 b", "1 b 0", "2 w")


def test_a_called_round_with_an_open_game_is_not_drawn_and_the_game_is_named() -> None:
    event = told(chess_event(*SWISS, *OPEN), early_starts=(EarlyStartFact(round=2),))
    found = next_round(event)
    assert isinstance(found, RoundAssignment)
    assert (found.round, found.rule) == (1, "stated")
    assert {(table.white, table.black) for table in found.tables} == {("1", "3"), ("4", "2")}
    assert [one.code for one in found.findings] == [codes.GAMES_OPEN.code]
    assert "round 2 cannot be drawn before this game is over: 2 – 4 of round 1" in found.findings[0].message


def test_a_game_that_no_file_has_yet_is_named_by_the_seats_of_the_call() -> None:
    playing = (Meeting(home="1", away="3"), Meeting(home="2", away="4"))
    event = told(
        chess_event(*SWISS, *players("3 w 1", "", "1 b 0", "")),
        early_starts=(EarlyStartFact(round=2, playing=playing),),
    )
    found = next_round(event)
    assert isinstance(found, RoundAssignment)
    assert "2 – 4 of round 1" in found.findings[0].message
    nothing = next_round(
        told(chess_event(*SWISS, *players(*[""] * 4)), early_starts=(EarlyStartFact(round=2, playing=playing),))
    )
    assert isinstance(nothing, RoundAssignment)
    assert (nothing.round, nothing.tables, nothing.complete) == (2, (), False)
    assert "before these games are over: 1 – 3 of round 1, 2 – 4 of round 1" in nothing.findings[0].message


def test_a_called_round_is_drawn_as_soon_as_all_is_in() -> None:
    lines = players("3 w 1", "4 b =", "1 b 0", "2 w =")
    found = next_round(told(chess_event(*SWISS, *lines), early_starts=(EarlyStartFact(round=2),)))
    assert isinstance(found, DrawNeeded)


def test_a_called_round_of_a_round_robin_follows_from_the_table() -> None:
    lines = ("012 Club Championship", "142 3", "192 BERGER_ROUNDROBIN", *players("4 w", "3 w 1", "2 b 0", "1 b"))
    event = chess_event(*lines)
    assert next_round(event).round == 1  # type: ignore[union-attr]
    found = next_round(told(event, early_starts=(EarlyStartFact(round=2),)))
    assert isinstance(found, RoundAssignment)
    assert (found.rule, found.round, len(found.tables)) == ("berger", 2, 2)


def test_who_is_away_by_word_is_not_paired_and_has_the_bye_that_it_says() -> None:
    lines = players("3 w 1", "4 b =", "1 b 0", "2 w =")
    words = (
        PresenceFact(participant="2", round=2, lasting=False, present=False, bye="H"),
        PresenceFact(participant="4", round=2, present=False),
    )
    found = next_round(told(chess_event(*SWISS, *lines), presences=words))
    assert isinstance(found, DrawNeeded)
    assert [one.away for one in found.request.contestants] == [None, "H", None, "Z"]
    seats = found.finish(Draw((Pairing(1, 0, 2),)))
    assert [(bye.name, bye.value) for bye in seats.byes] == [("2", "H"), ("4", "Z")]
    assert [one.subject for one in seats.findings if one.code == codes.AWAY.code] == ["2", "4"]


def test_who_asked_for_a_bye_in_a_file_plays_by_word() -> None:
    lines = players("3 w 1, - H", "4 b =", "1 b 0", "2 w =")
    assert isinstance(asked := next_round(chess_event(*SWISS, *lines)), DrawNeeded)
    word = PresenceFact(participant="1", round=2, lasting=False, present=True)
    assert isinstance(plays := next_round(told(chess_event(*SWISS, *lines), presences=(word,))), DrawNeeded)
    assert (asked.request.contestants[0].away, plays.request.contestants[0].away) == ("H", None)


def test_two_players_are_enough_for_a_draw() -> None:
    found = after(*SWISS, *players("", ""))
    assert isinstance(found, DrawNeeded)
    assert len(found.request.contestants) == 2
