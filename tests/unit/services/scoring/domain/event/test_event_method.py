"""What is said of how an event was scored; the whole of it is tested with events."""

from decimal import Decimal
from fractions import Fraction

from contracts.facts import BoardFact
from services.scoring.domain.boards.board_list import BoardKey, board_of
from services.scoring.domain.boards.imp_methods import STANDARD, ButlerMethod
from services.scoring.domain.event.event_method import datums_of, method_of
from services.scoring.domain.matches.match_scores import MatchMethod
from services.scoring.domain.matches.match_table import MatchTable, MatchWay
from services.scoring.domain.rankings.scheme import scheme_of
from tests.support.fragments import result
from tests.support.team_facts import facts, teams

KEY = BoardKey(None, None, "1")
BOARD = board_of(
    KEY, [result("1", "1", "2", 420), result("1", "3", "4", 50)], BoardFact(board="1", datum=Decimal(300)), None
)


def test_a_datum_is_worked_out_or_as_stated() -> None:
    assert datums_of([BOARD], ButlerMethod(STANDARD)) == {KEY: 240}
    assert datums_of([BOARD], ButlerMethod(None)) == datums_of([BOARD], None) == {KEY: 300}


def test_the_scale_that_was_found_and_the_worth_of_a_bye_are_said() -> None:
    of = facts(participants=teams("1", "2"), event={"match_scoring": "vps"})
    table = MatchTable((), (), (), {}, MatchWay(MatchMethod("vps", "WBF_CONTINUOUS")), (), byes=Fraction(12))
    said = method_of(of, scheme_of(of), None, table, 1)
    assert (said.board_scoring, said.match_scoring, said.vp_scale, said.bye) == ("imps", "vps", "WBF_CONTINUOUS", 12)
