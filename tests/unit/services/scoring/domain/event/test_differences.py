"""What explains differences comes first, and totals that are ahead are not said beside it."""

from contracts.codes import scoring as codes
from contracts.facts import Facts
from contracts.standings import Method
from services.scoring.domain.differences.rankings import TOTALS_AHEAD
from services.scoring.domain.event.differences import differences_of
from services.scoring.domain.method.event_scores import EventScores
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.rankings.scheme import scheme_of
from services.scoring.domain.repairs.event_repair import EventRepair


def test_a_repair_of_the_event_comes_first_and_replaces_totals_that_are_ahead() -> None:
    ahead = codes.NOT_CHECKED.finding("boards are missing", subject=TOTALS_AHEAD)
    total = codes.TOTAL_DIFFERS.finding("x", subject="pair 1", stated="5", computed="6")
    scores = EventScores((), Method(board_scoring="match_points"), [ahead, total])
    assert differences_of(Facts(), scores, (), ()) == [ahead, total]
    found = codes.BOARD_MISNUMBERED.finding("board 3 is board 8", subject="board 3")
    repair = EventRepair(found, ScoringMethod(scheme_of(Facts())))
    assert differences_of(Facts(), scores, (), (), repair) == [found, total]


def test_exchanged_values_are_one_difference() -> None:
    totals = [
        codes.TOTAL_DIFFERS.finding("x", subject=f"pair {name}", stated=stated, computed=computed)
        for name, stated, computed in (("1", "5", "6"), ("2", "6", "5"))
    ]
    first, second = differences_of(Facts(), EventScores((), Method(board_scoring="match_points"), totals), (), ())
    assert "are exchanged" in first.message
    assert second.severity.value == "info"
