"""Tags of a game and their values."""

import pytest

from shared.formats.pbn.tags import MANDATORY, SUPPLEMENTAL
from tests.support.pbn_games import codes, found, read_games


def test_there_are_fifteen_mandatory_tags():
    assert len(MANDATORY) == len(set(MANDATORY)) == 15
    assert not SUPPLEMENTAL & set(MANDATORY)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('[Date "2031.13.01"]', "bad-value"),
        ('[Board "0"]', "bad-value"),
        ('[Dealer "X"]', "bad-value"),
        ('[Vulnerable "maybe"]', "bad-value"),
        ('[Declarer "^"]', "bad-value"),
        ('[Contract "8S"]', "bad-value"),
        ('[Result "14"]', "bad-value"),
        ('[Scoring ";"]', "bad-value"),
        ('[Scoring "IMP;House"]', "unknown-scoring"),
        ('[Room "Left"]', "bad-value"),
        ('[FrenchMP "Oui"]', "bad-value"),
        ('[Hidden "N-S"]', "bad-value"),
        ('[Score "many"]', "bad-value"),
        ('[ScoreIMP "NS"]', "bad-value"),
        ('[ScorePercentage "104"]', "bad-value"),
        ('[ScorePercentage "NS -4"]', "bad-value"),
        ('[ScoreRubber "120"]', "bad-value"),
        ('[ScoreRubberHistory "NS 0"]', "bad-value"),
        ('[Time "25:00:00"]', "bad-value"),
        ('[UTCDate "5 May"]', "bad-value"),
        ('[EventDate "2031.02.30"]', "bad-value"),
        ('[TimeControl "4"]', "bad-value"),
        ('[TimeCall "soon"]', "bad-value"),
        ('[Shoe "7"]', "unknown-tag"),
        ('[Vulnerable "N-S"]', "read-as"),
        ('[Room "closed"]', "read-as"),
        ('[FrenchMP "yes"]', "read-as"),
        ('[Hidden "ew"]', "read-as"),
        ('[Hidden " EW"]', "read-as"),
        ('[Hidden "NN"]', "bad-value"),
        ('[Date "2031.05.04 "]', "read-as"),
        ('[ScoreMP "NS 4,5"]', "read-as"),
        ('[Result "9"] nine', "stray-text"),
    ],
)
def test_a_value_that_its_tag_does_not_allow_is_found_at_its_line(line, code):
    assert found(f'[Event "x"]\n{line}\n') == [(code, 2)]


@pytest.mark.parametrize(
    "line",
    [
        '[Result "^9"]',
        '[Result "NS 9 EW 4"]',
        '[Result "NS 3 EW 2"]',
        '[Result "EW 10"]',
        '[Score "NS 420 EW -420"]',
        '[Score "NS 420 EW -300"]',
        '[Scoring "IMP;Butler-2;OldMP"]',
        '[OptimumScore "EW -90"]',
        '[TimeControl ""]',
        '[Declarer "?"]',
        '[Competition "House"]',
        '[WestType "program"]',
        '[Annotator "A;B"]',
        '[DealId "x 7"]',
    ],
)
def test_what_the_document_allows_gives_no_finding(line):
    assert found(line) == []


def test_the_contract_of_an_end_position_is_the_denomination_alone():
    end = '[Deal "N:A... .A.. ..A. ...A"]\n[Contract "NT"]\n'
    assert codes(end) == set()
    assert codes('[Contract "NT"]\n') == {"bad-value"}
    assert found(end.replace("NT", "3NTX")) == [("read-as", 2)]


def test_an_unknown_tag_is_said_once_for_the_file_and_a_habit_at_its_first_lines():
    text = '[Shoe "7"]\n[Date "2031-05-04"]\n\n[Shoe "8"]\n[Date "2031-05-05"]\n'
    assert sorted(found(text)) == [("read-as", 2), ("read-as", 5), ("unknown-tag", 1)]
    games, _ = read_games(text)
    assert [game.values.date for game in games] == ["2031-05-04", "2031-05-05"]
