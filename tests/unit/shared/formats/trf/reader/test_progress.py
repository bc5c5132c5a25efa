"""How far a file is."""

import pytest

from shared.formats.trf.reader.draft import Player
from shared.formats.trf.reader.progress import Progress, progress_of


def players(*rows: list[str]) -> list[Player]:
    """Rows of results by round: "1" a game, "?" a pairing without result, "H" a bye, "" nothing."""
    return [
        Player(
            0,
            number,
            opponents=[9 if text and text in "?1=0+-" else 0 for text in row],
            colours="".join("w" if text and text in "?1=0" else "-" for text in row),
            results="".join(" " if text in ("", "?") else text for text in row),
        )
        for number, row in enumerate(rows, 1)
    ]


@pytest.mark.parametrize(
    ("rows", "last", "open_"),
    [
        ([], 0, 0),
        ([["?"], ["?"]], 0, 0),
        ([["H", "H"], ["Z"]], 0, 0),
        ([["1"], ["0"]], 1, 0),
        ([["1", "?"], ["0", "?"]], 1, 0),
        ([["1", "1"], ["0", "0"], ["1", "?"], ["0", "?"]], 2, 1),
        ([["1", "H", "H"], ["0", "Z"]], 1, 0),
        ([["+"], ["-"]], 1, 0),
        ([["", "1"], ["?", "0"]], 2, 1),
    ],
)
def test_rounds_are_played_once_somebody_has_a_result_from_a_board(rows, last, open_):
    assert progress_of(players(*rows)) == Progress(last, open_)


def test_a_forfeited_match_makes_a_round_played():
    assert progress_of([], [2]).last == 2


def test_a_tournament_is_complete_when_every_round_is_in():
    assert Progress(5, 0).complete(5)
    assert not Progress(5, 1).complete(5)
    assert not Progress(4, 0).complete(5)
    assert not Progress(5, 0).complete(None)


def test_who_stays_away_from_the_next_round_does_not_begin_it():
    rows = [Player(0, 1, opponents=[2, 0], colours="w-", results=f"1{result}") for result in "-=+"]
    assert progress_of(rows).last == 1


def test_a_board_won_against_nobody_is_played_in_a_team_event():
    rows = [Player(0, at, opponents=[0], colours="-", results=result) for at, result in enumerate("+-", 1)]
    assert progress_of(rows, teams=True).last == 1
    assert progress_of(rows).last == 0
