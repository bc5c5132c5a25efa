import pytest

from services.broadcast.domain.pages import words


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        ("66.665", 2, "66.67"),
        ("-0.004", 2, "0.00"),
        ("-12.5", 1, "−12.5"),
        (None, 2, ""),
        ("AVE+", 2, "AVE+"),
        ("7", 0, "7"),
    ],
)
def test_numbers_have_the_decimals_of_their_column(value: str | None, places: int, text: str) -> None:
    assert words.fixed(value, places) == text


def test_amounts_have_as_many_decimals_as_they_need() -> None:
    assert [words.amount(value) for value in ("12.50", "100", "0.00", None)] == ["12.5", "100", "0", ""]
    assert [words.signed(value) for value in ("3", "-3", "0", None)] == ["+3", "−3", "0", ""]
    assert words.decimals_of(["1", "2.5", "3.25"]) == 2
    assert words.decimals_of([]) == 0


@pytest.mark.parametrize(
    ("contract", "tricks", "text"),
    [("4S", 10, "="), ("4 Sx", 8, "−2"), ("3NTXX", 11, "+2"), ("3N", None, ""), ("PASS", 0, "0")],
)
def test_tricks_are_counted_against_the_contract(contract: str, tricks: int | None, text: str) -> None:
    assert words.outcome(contract, tricks) == text


@pytest.mark.parametrize(
    ("score", "east_west", "sides"),
    [
        ("420", None, ("420", "")),
        ("-50", None, ("", "50")),
        ("0", None, ("0", "0")),
        ("PASS", None, ("0", "0")),
        ("A6040", None, ("60%", "40%")),
        ("420", "-50", ("420", "50")),
        (None, None, ("", "")),
    ],
)
def test_a_score_stands_in_the_column_of_the_side_that_gains(
    score: str | None, east_west: str | None, sides: tuple[str, str]
) -> None:
    assert words.side_scores(score, east_west) == sides


def test_a_score_is_written_from_its_own_side() -> None:
    assert [words.own_score("420", side) for side in ("NS", "EW")] == ["420", "−420"]
    assert words.own_score("A6040", "EW") == "40%"


def test_dates_and_moments_are_written_for_people_and_other_texts_stay() -> None:
    assert words.date("2031-10-04") == "4 Oct 2031"
    assert words.moment("2031-10-04T21:40:05+02:00") == "4 Oct 2031, 19:40 UTC"
    assert [words.date("Easter"), words.date(None), words.moment("soon")] == ["Easter", "", "soon"]


def test_codes_are_written_in_words() -> None:
    assert words.words("match_points") == "Match points"
    assert (words.unit_heading("vps"), words.unit_words("vps")) == ("VPs", "victory points")
    assert (words.status_word("live"), words.status_word("to_date")) == ("In play", "To date")
    assert (words.counted(1, "entry", "entries"), words.counted(1200, "entry", "entries")) == (
        "1 entry",
        "1,200 entries",
    )
    assert words.board_points("3", "imps") == "+3"
