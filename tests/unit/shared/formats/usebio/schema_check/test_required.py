"""What other values require."""

import pytest

from shared.formats.usebio.schema_check.required import required_by_values
from tests.support.usebio_documents import board, document, line, pair, people, read_one
from tests.support.usebio_expected import CheckedAsExpected


def missing(inside: str, kind: str = "PAIRS") -> list[str]:
    facts = read_one(document(inside, event=f'EVENT_TYPE="{kind}"')).facts
    return [finding.message for finding in required_by_values(facts)]


POINTS = "<NS_MATCH_POINTS>2</NS_MATCH_POINTS><EW_MATCH_POINTS>0</EW_MATCH_POINTS>"
TEAMS = "<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD><TEAM_PAIRING_AVAILABLE>N</TEAM_PAIRING_AVAILABLE>"
IN_PERCENT = people(pair("4", "<PLACE>1</PLACE><PERCENTAGE>55</PERCENTAGE>"))
BYE = "<MATCH><TEAM>1</TEAM><OPPOSING_TEAM>{}</OPPOSING_TEAM><TEAM_SCORE>12</TEAM_SCORE></MATCH>"


@pytest.mark.parametrize(
    ("inside", "kind", "said"),
    [
        (
            people(f"<TEAM TEAM_ID='1'>{pair('1A')}</TEAM>"),
            "TEAMS",
            ["MATCH_SCORING_METHOD is missing for the event", "TEAM_PAIRING_AVAILABLE is missing for the event"],
        ),
        (people("<TEAM TEAM_ID='1'/>"), "TEAMS", ["MATCH_SCORING_METHOD is missing for the event"]),
        (TEAMS, "TEAMS", []),
        (people(pair("4", "<PLACE>1</PLACE>")), "PAIRS", ["PERCENTAGE is missing for pair 4"]),
        (IN_PERCENT, "PAIRS", []),
        (IN_PERCENT, "CROSS_IMP", ["TOTAL_SCORE is missing for pair 4"]),
        (people(pair("4", "<PLACE>1</PLACE>")), "SWISS_PAIRS", ["TOTAL_SCORE is missing for pair 4"]),
        (
            "<WINNER_TYPE>2</WINNER_TYPE>" + people(pair("1"), pair("2"), pair("3", "<DIRECTION>NS</DIRECTION>")),
            "PAIRS",
            ["DIRECTION is missing 2 times, first for pair 1"],
        ),
        (TEAMS + BYE.format("2"), "TEAMS", ["the score of a side is missing for the match of 1 and 2"]),
        (TEAMS + BYE.format("NONE"), "TEAMS", []),
        (board(line()), "PAIRS", ["NS_MATCH_POINTS or EW_MATCH_POINTS is missing for a line of board 1"]),
        (board(line(more=POINTS)), "PAIRS", []),
        (board(line("")), "PAIRS", []),
        (
            people(pair("1", "<MASTER_POINTS_AWARDED>6</MASTER_POINTS_AWARDED>")),
            "PAIRS",
            ["MASTER_POINT_TYPE is missing for pair 1"],
        ),
        (
            "<STRATIFICATION><STRATS><STRAT><UPPER_LIMIT>0</UPPER_LIMIT></STRAT></STRATS></STRATIFICATION>",
            "PAIRS",
            ["STRAT_NUMBER or STRAT_LABEL is missing for stratum 1"],
        ),
    ],
)
def test_what_other_values_require_is_told_once_with_the_first_place(inside: str, kind: str, said: list[str]) -> None:
    assert missing(inside, kind) == said


class TestOddDocuments(CheckedAsExpected):
    """Every odd document."""
