"""Values in the spelling of the export format."""

from decimal import Decimal

import pytest

from shared.formats.pbn.spelling import number_text, pbn_date, sides_text, tag_value
from shared.formats.pbn.values import SideValues
from tests.support.pbn_games import read_games


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ('[Date "2031-05"]', "Date", "2031.05.??"),
        ('[Date "soon"]', "Date", "soon"),
        ('[Time "9:30"]', "Time", "09:30:00"),
        ('[Board "07"]', "Board", "7"),
        ('[Dealer "west"]', "Dealer", "W"),
        ('[Vulnerable "Love"]', "Vulnerable", "None"),
        ('[Declarer "^n"]', "Declarer", "^N"),
        ('[Contract "3nx"]', "Contract", "3NTX"),
        ('[Contract "pass"]', "Result", ""),
        ('[Contract "4s-1"]', "Contract", "4S"),
        ('[Contract "4s-1"]', "Result", "9"),
        ('[Contract "pass"]', "Declarer", ""),
        ('[Declarer "E"]\n[Result "^NS 4"]', "Result", "^9"),
        ('[Result "NS 4"]', "Result", "NS 4"),
        ('[Result "x"]', "Result", "x"),
        ('[Score "NS +50, EW -50"]', "Score", "NS 50 EW -50"),
        ('[Score "EW 50"]', "Score", "EW 50"),
        ('[Deal "S:- AK... - -"]\n[Dealer "W"]', "Deal", "W:AK... - - -"),
        ('[Deal "nonsense"]', "Deal", "nonsense"),
        ('[Deal "N:A... K... Q... J..."]\n[Contract "nt"]', "Contract", "NT"),
        ('[Event " Cup "]', "Event", "Cup"),
        ('[Event ""]', "Event", ""),
        ('[Event "x"]', "Site", "?"),
    ],
)
def test_a_value_is_written_in_one_way(text, name, value):
    (game,), _ = read_games(text)
    assert tag_value(game, name) == value


def test_numbers_have_no_exponent_and_nought_no_sign():
    assert [number_text(Decimal(text)) for text in ("1E+2", "-0", "-0.50")] == ["100", "0", "-0.50"]
    assert sides_text(SideValues(ns=Decimal(3), ew=Decimal(-3))) == "NS 3 EW -3"
    assert (pbn_date("2031-05-04"), pbn_date("2031")) == ("2031.05.04", "2031.??.??")


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ('[Time "19.30"]', "Time", "19:30:00"),
        ('[UTCTime "7:05:09"]', "UTCTime", "07:05:09"),
        ('[Time "soon"]', "Time", "soon"),
        ('[Date "????.??.??"]', "Date", "????.??.??"),
        ('[Room "c"]', "Room", "Closed"),
        ('[FrenchMP "no"]', "FrenchMP", "No"),
        ('[Hidden "ew"]', "Hidden", "EW"),
        ('[Contract "x"]', "Contract", "x"),
        ('[Contract "4S"]', "Declarer", "?"),
        ('[Contract "4s+1"]\n[Result ""]', "Result", "11"),
        ('[Contract "4S"]\n[Result ""]', "Result", ""),
        ('[Score "?"]', "Score", "?"),
        ('[Score "42 points"]', "Score", "42 points"),
        ('[Deal "S:- AK... - -"]', "Deal", "S:- AK... - -"),
        ('[Declarer "W"]\n[Result "NS 4"]', "Result", "9"),
        ('[Declarer "W"]\n[Result "EW 4"]', "Result", "4"),
    ],
)
def test_a_value_that_cannot_be_read_stays_and_any_other_is_completed(text, name, value):
    (game,), _ = read_games(text)
    assert tag_value(game, name) == value
