import pytest

from services.broadcast.domain.languages.catalogue import Catalogue
from services.broadcast.domain.pages import words
from services.broadcast.domain.pages.words import IN_ENGLISH, Words

FRENCH = Words(
    Catalogue(
        "fr",
        {
            "Games|points of a match": "Parties",
            "after round {n} of {all}": "après la ronde {n} sur {all}",
            "{results} of {n} result": ("{results} résultat sur {n}", "{results} résultats sur {n}"),
        },
    )
)


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
    assert IN_ENGLISH.date("2031-10-04") == "4 Oct 2031"
    assert IN_ENGLISH.moment("2031-10-04T21:40:05+02:00") == "4 Oct 2031, 19:40 UTC"
    assert [IN_ENGLISH.date("Easter"), IN_ENGLISH.date(None), IN_ENGLISH.moment("soon")] == ["Easter", "", "soon"]


def test_codes_are_written_in_words() -> None:
    assert words.words("match_points") == "Match points"
    assert (IN_ENGLISH.unit_heading("vps"), IN_ENGLISH.unit_words("vps")) == ("VPs", "victory points")
    assert (IN_ENGLISH.status_word("live"), IN_ENGLISH.status_word("to_date")) == ("In play", "To date")
    assert (words.counted(1, "entry", "entries"), words.counted(1200, "entry", "entries")) == (
        "1 entry",
        "1,200 entries",
    )
    assert words.board_points("3", "imps") == "+3"


def test_numbers_and_dates_are_written_as_the_language_does() -> None:
    assert [FRENCH.fixed("66.665", 2), FRENCH.amount("-1234.5"), FRENCH.amount("AVE+")] == ["66,67", "−1234,5", "AVE+"]
    assert [words_of.percent("55.5") for words_of in (IN_ENGLISH, FRENCH, Words(Catalogue("he")))] == [
        "55.50\u00a0%",
        "55,50\u00a0%",
        "55.50%",
    ]
    assert FRENCH.date("2031-10-04") == "4 oct. 2031"
    assert FRENCH.moment("2031-10-04T19:40:05+00:00") == "4 oct. 2031, 19:40 UTC"
    assert FRENCH.number(1200) == "1\u202f200"


def test_a_word_with_several_meanings_is_told_apart_by_what_follows_it() -> None:
    assert [of.unit_heading("game_points") for of in (IN_ENGLISH, FRENCH)] == ["Games", "Parties"]
    assert IN_ENGLISH.kind_words("swiss_pairs") == "Swiss pairs"
    assert IN_ENGLISH.kind_words("board_a_match") == "Board a match"


def test_progress_is_the_own_sentence_in_english_and_made_of_counts_elsewhere() -> None:
    progress = {"text": "After round 2", "rounds": 5, "rounds_complete": 2, "results": 12, "results_expected": 30}
    assert IN_ENGLISH.progress_text(progress) == "After round 2"
    assert FRENCH.progress_text(progress) == "après la ronde 2 sur 5, 12 résultats sur 30"
    assert [IN_ENGLISH.progress_text(each) for each in (None, {"complete": True}, {"results": 1}, {"rounds": 3})] == [
        "",
        "All results are in",
        "1 result",
        "nothing reported yet",
    ]
    assert IN_ENGLISH.bye("H") == "half-point bye"
