"""What is published of a deal, and when."""

from random import Random

from contracts.base import Compass
from contracts.facts import Detail
from contracts.messages import BoardScored, DealAnalysed, Position
from contracts.standings import ScoredBoard, TravellerLine
from services.scoring.domain.double_dummy.deal_analysis import (
    Played,
    Worth,
    known_plays,
    known_tricks,
    overtaken,
    plan_analysis,
    played_on,
)
from services.scoring.domain.double_dummy.tables import details_of
from services.scoring.domain.event.publication import Publication
from shared.bridge.play.contract import Denomination
from shared.bridge.play.seats import Seat
from tests.support.deals import MADE_UP, MADE_UP_TEXT, any_table

TRICKS = any_table(Random(1))


def scored(*, applied: int = 5, stated: tuple[Detail, ...] | None = None, dealer: str | None = "N") -> BoardScored:
    board = ScoredBoard(
        event="spring-pairs",
        id="2-7",
        session="2",
        board="7",
        dealer=Compass(dealer) if dealer else None,
        vulnerable="All",
        unit="match_points",
        deal=MADE_UP,
        double_dummy=stated,
    )
    return BoardScored(board=board, position=Position(seq=1, applied=applied), digest="0" * 64)


def planned(publication: Publication | None) -> DealAnalysed:
    assert publication is not None
    assert isinstance(publication.message, DealAnalysed)
    return publication.message


def test_the_first_analysis_of_a_board_has_the_first_position_on_its_subject() -> None:
    publication = plan_analysis(scored(), MADE_UP_TEXT, TRICKS, None, 0)
    message = planned(publication)
    assert publication is not None
    assert (publication.subject, publication.expect_last) == ("scoring.deal.analysed.v1.spring-pairs.2-7", 0)
    assert message.position == Position(seq=1, applied=5)
    assert (message.analysis.deal, message.analysis.origin, message.analysis.session) == (MADE_UP_TEXT, "computed", "2")
    assert known_tricks(MADE_UP_TEXT, message) == TRICKS


def test_the_same_again_is_not_published_again_whatever_the_results_did_meanwhile() -> None:
    first = planned(plan_analysis(scored(), MADE_UP_TEXT, TRICKS, None, 0))
    assert plan_analysis(scored(applied=9), MADE_UP_TEXT, TRICKS, first, 44) is None


def test_another_dealer_is_another_analysis_of_the_same_cards() -> None:
    first = planned(plan_analysis(scored(), MADE_UP_TEXT, TRICKS, None, 0))
    second = plan_analysis(scored(applied=9, dealer="E"), MADE_UP_TEXT, known_tricks(MADE_UP_TEXT, first), first, 44)
    assert planned(second).position == Position(seq=2, applied=9)
    assert second is not None
    assert second.expect_last == 44


def test_other_cards_are_not_known() -> None:
    first = planned(plan_analysis(scored(), MADE_UP_TEXT, TRICKS, None, 0))
    assert known_tricks(MADE_UP_TEXT.replace("AQ84", "QA84"), first) is None
    assert known_tricks(MADE_UP_TEXT, None) is None


def test_an_older_state_of_the_board_adds_nothing() -> None:
    first = planned(plan_analysis(scored(applied=5), MADE_UP_TEXT, TRICKS, None, 0))
    assert overtaken(scored(applied=4), first)
    assert not overtaken(scored(applied=5), first)
    assert not overtaken(scored(applied=5), None)


def test_a_stated_table_is_published_where_none_could_be_computed_and_is_not_taken_for_ours() -> None:
    message = planned(plan_analysis(scored(stated=details_of(TRICKS, None)), MADE_UP_TEXT, None, None, 0))
    assert (message.analysis.origin, message.analysis.findings) == ("stated", ())
    assert message.analysis.par is not None
    assert known_tricks(MADE_UP_TEXT, message) is None


def test_without_a_whole_table_there_is_nothing_to_publish() -> None:
    assert plan_analysis(scored(), MADE_UP_TEXT, None, None, 0) is None
    assert plan_analysis(scored(stated=details_of(TRICKS, None)[:19]), MADE_UP_TEXT, None, None, 0) is None


def test_a_stated_number_that_differs_is_a_finding_of_the_message() -> None:
    wrong = (Detail(name="N NT", value="0"), Detail(name="OptimumScore", value="NS 7600"))
    message = planned(plan_analysis(scored(stated=wrong), MADE_UP_TEXT, TRICKS, None, 0))
    assert [finding.code for finding in message.analysis.findings][-1] == "scoring.par-differs"


def test_without_dealer_the_table_is_published_all_the_same() -> None:
    message = planned(plan_analysis(scored(dealer=None), MADE_UP_TEXT, TRICKS, None, 0))
    assert len(message.analysis.tricks) == 4


PLAY = Played(Seat.SOUTH, Denomination.SPADES, ("S6", "S4", "S3"))
WORTH = Worth((10, 10, 9, 9), "aa9 9a 99")


def test_tables_that_played_alike_are_one_play_and_lines_without_play_are_none() -> None:
    line = TravellerLine(contract="4S", declarer="S", cards=PLAY.cards)
    lines = (line, line.replace(contract="3SX", round=2), line.replace(contract="3NT"), line.replace(cards=()))
    board = scored().board.replace(lines=lines)
    assert played_on(board) == [PLAY, PLAY._replace(denomination=Denomination.NOTRUMP)]


def test_the_worth_of_plays_is_published_and_known_again_for_the_same_cards_alone() -> None:
    message = planned(plan_analysis(scored(), MADE_UP_TEXT, TRICKS, None, 0, {PLAY: WORTH}))
    assert known_plays(MADE_UP_TEXT, message) == {PLAY: WORTH}
    assert known_plays(MADE_UP_TEXT.replace("AQ84", "QA84"), message) == {}
    assert known_plays(MADE_UP_TEXT, None) == {}


def test_the_play_of_another_table_is_an_analysis_to_be_published() -> None:
    first = planned(plan_analysis(scored(), MADE_UP_TEXT, TRICKS, None, 0))
    second = planned(plan_analysis(scored(applied=9), MADE_UP_TEXT, TRICKS, first, 44, {PLAY: WORTH}))
    assert (second.position.seq, second.analysis.plays[0].cards) == (2, PLAY.cards)
