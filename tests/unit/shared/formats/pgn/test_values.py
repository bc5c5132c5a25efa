"""Results and dates of PGN."""

import pytest

from shared.formats.pgn.values import FORFEITS, RESULTS, is_forfeit, iso_date, pgn_date, plain_result


def test_what_one_side_wins_the_other_loses() -> None:
    points = {"1": 2, "=": 1, "0": 0}
    for text in ("1-0", "0-1", "1/2-1/2"):
        assert sum(points[letter] for letter in RESULTS[text]) == 2
    assert {letter for both in FORFEITS.values() for letter in both} == {"+", "-"}


@pytest.mark.parametrize(("text", "plain"), [("½-½", "1/2-1/2"), ("1 – 0", "1-0"), ("*", "*")])
def test_results_are_read_as_people_write_them(text: str, plain: str) -> None:
    assert plain_result(text) == plain


@pytest.mark.parametrize(
    ("text", "expected"), [("Forfeit", True), ("walkover", True), ("Time forfeit", False), (None, False)]
)
def test_a_game_that_was_lost_on_time_was_played(text: str | None, expected: bool) -> None:
    assert is_forfeit(text) is expected


def test_dates_are_read_and_written_if_they_are_known_to_the_day() -> None:
    assert iso_date("2031.05.04") == "2031-05-04"
    assert iso_date("2031.05.??") is iso_date(None) is None
    assert pgn_date("2031-05-04") == "2031.05.04"
    assert pgn_date("2031") == pgn_date(None) == "????.??.??"
