from decimal import Decimal

from contracts.decisions import MatchAwarded, RemoveBoard, RuleMatch
from contracts.facts import MatchRulingFact
from shared.formats.decisions.reader import parse
from tests.support.decided import ruling

VOID = MatchAwarded(award="void")
SIDES = {"home": "7", "away": "12"}


def fact_of(decision: RuleMatch | RemoveBoard) -> MatchRulingFact:
    (event,) = parse(ruling(decision)).events
    (fact,) = event.facts.match_rulings
    return fact


def said(decision: RuleMatch | RemoveBoard) -> str:
    (finding,) = parse(ruling(decision)).findings
    return finding.message.split(", decided")[0]


def test_what_the_sides_of_a_match_get_is_a_fact() -> None:
    score = MatchAwarded(score=Decimal("13.5"))
    fact = fact_of(RuleMatch(decision="match", round=4, session="2", home_gets=VOID, away_gets=score, **SIDES))
    assert (fact.session, fact.round, fact.home, fact.away, fact.board) == ("2", 4, "7", "12", None)
    assert (fact.home_award, fact.home_score, fact.away_award, fact.away_score) == ("void", None, None, Decimal("13.5"))
    assert fact.at is not None
    assert fact.at.path == "/decisions/0"


def test_a_board_that_is_taken_out_of_a_match_is_a_fact_of_its_own() -> None:
    fact = fact_of(
        RemoveBoard(decision="removed", board="9", home_gets="average plus", away_gets="average minus", **SIDES)
    )
    assert (fact.board, fact.home_award, fact.away_award) == ("9", "average plus", "average minus")
    whole = fact_of(RuleMatch(decision="match", home_gets=VOID, **SIDES))
    assert fact.key != whole.key


def test_the_sides_in_the_other_order_are_the_same_match() -> None:
    there = fact_of(RuleMatch(decision="match", home="7", away="12", home_gets=VOID))
    back = fact_of(RuleMatch(decision="match", home="12", away="7", home_gets=VOID))
    assert there.key == back.key


def test_each_ruling_is_said_in_a_sentence() -> None:
    removed = RemoveBoard(decision="removed", board="9", home_gets="average", away_gets="average plus", **SIDES)
    assert said(RuleMatch(decision="match", round=4, home_gets=VOID, away_gets=VOID, **SIDES)) == (
        "The match 7 against 12 in round 4: void to 7, void to 12"
    )
    assert said(RuleMatch(decision="match", away_gets=MatchAwarded(score=Decimal(11)), **SIDES)) == (
        "The match 7 against 12: what was played to 7, 11 to 12"
    )
    assert said(removed) == "Board 9 of the match 7 against 12 is removed: average to 7, average plus to 12"
