import pytest

from contracts.base import Place
from contracts.facts import EarlyStartFact, EventFact, Facts, GameFact, Meeting, Participant, PresenceFact
from services.scoring.domain.chess.chess_progress import chess_progress


def game(number: int, white: str, black: str | None, result: str) -> GameFact:
    return GameFact(round=number, player=white, opponent=black, result=result)


def progress(*games: GameFact, rounds: int | None = 3) -> tuple[int | None, bool | None, str]:
    found = chess_progress(Facts(events=(EventFact(rounds=rounds),), games=games))
    return found.rounds_complete, found.complete, found.text


FIRST = (game(1, "1", "2", "1"), game(1, "2", "1", "0"), game(1, "3", None, "U"))


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ((), (None, None, "nothing reported yet")),
        (FIRST, (1, False, "after round 1 of 3")),
        (
            (*FIRST, game(2, "1", "3", ""), game(2, "2", "4", "=")),
            (1, False, "after round 1 of 3, 1 of 2 games of round 2"),
        ),
        ((*FIRST, game(2, "1", "3", "1")), (2, False, "after round 2 of 3")),
        ((*FIRST, game(3, "1", "3", "1")), (1, False, "after round 1 of 3")),
        ((game(1, "1", "2", ""),), (0, False, "nothing reported yet")),
    ],
)
def test_rounds_count_when_all_their_games_are_in(games: tuple[GameFact, ...], said: tuple) -> None:
    assert progress(*games) == said


def test_an_event_is_complete_with_its_last_round() -> None:
    games = (*FIRST, game(2, "1", "3", "1"), game(3, "2", "3", "="))
    assert progress(*games) == (3, True, "after round 3 of 3")
    assert progress(*games, rounds=None) == (3, None, "after round 3")


@pytest.mark.parametrize(
    ("games", "rounds", "expected"),
    [
        ((), 3, None),
        (FIRST, None, None),
        (FIRST, 3, 3),
        # The bye that somebody has asked for in the third round does not pair it.
        ((*FIRST, game(2, "1", "3", ""), game(2, "2", "4", "="), game(3, "1", None, "H")), 3, 5),
        # More rounds than the event was to have.
        ((*FIRST, game(2, "1", "3", "1"), game(2, "2", "4", "=")), 1, 3),
    ],
)
def test_a_round_that_is_not_paired_is_expected_to_be_like_the_last_one(
    games: tuple[GameFact, ...], rounds: int | None, expected: int | None
) -> None:
    found = chess_progress(Facts(events=(EventFact(rounds=rounds),), games=games))
    assert found.results_expected == expected


def test_a_result_of_one_of_the_two_is_enough() -> None:
    assert chess_progress(Facts(games=(game(1, "1", "2", "1"), game(1, "2", "1", "")))).results == 1


def test_games_without_a_result_are_named_and_behind_when_a_later_round_has_begun() -> None:
    games = (
        game(1, "1", "2", "1"),
        game(1, "10", "3", ""),
        game(2, "1", "3", "1"),
        game(2, "2", "10", ""),
        game(3, "1", "10", ""),
    )
    found = [(one.round, one.table, one.behind) for one in chess_progress(Facts(games=games)).slow]
    assert found == [(1, "3 – 10", True), (2, "2 – 10", False)]


def test_a_called_round_makes_the_one_before_it_over_for_the_seats_and_nothing_else():
    games = (*FIRST, game(2, "1", "3", ""), game(2, "2", "4", "="))
    calls = (EarlyStartFact(round=3),)
    plain, called = (chess_progress(Facts(games=games, early_starts=some)) for some in ((), calls))
    assert (plain.rounds_over, called.rounds_over, called.rounds_complete) == (None, 2, 1)
    assert called.text == plain.text
    assert chess_progress(Facts(games=FIRST, early_starts=calls)).rounds_over is None
    playing = (Meeting(home="1", away="3"),)
    assert chess_progress(Facts(games=FIRST, early_starts=(EarlyStartFact(round=3, playing=playing),))).rounds_over == 2


def test_a_round_that_the_director_alone_has_results_of_waits_for_everybody_who_is_there() -> None:
    players = tuple(Participant(id=str(n), kind="player") for n in range(1, 6))
    facts = Facts(participants=players, games=FIRST, presences=(PresenceFact(participant="5", round=2, present=False),))
    decided = [g.replace(at=Place(path="/decisions/0")) for g in (game(2, "1", "3", "1"), game(2, "2", "4", "="))]
    one, both = (chess_progress(facts.replace(games=(*FIRST, *decided[:count]))) for count in (1, 2))
    assert (one.rounds_complete, one.text) == (1, "after round 1, 1 of 2 games of round 2")
    assert (both.rounds_complete, both.text) == (2, "after round 2")
    # As soon as a file has a game of the round, it says which there are.
    filed = chess_progress(facts.replace(games=(*FIRST, decided[0], game(2, "2", None, "H"))))
    assert filed.rounds_complete == 2
