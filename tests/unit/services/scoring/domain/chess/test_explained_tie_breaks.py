from decimal import Decimal

from services.scoring.domain.chess.chess_scores import ChessScores
from services.scoring.domain.chess.explained_tie_breaks import explained_tie_breaks
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player

ORDER = ("PTS", "SB", "AOB", "BH/C1")


def test_a_tie_break_says_what_it_was_summed_from() -> None:
    lines = (
        player(1, "2 w =", "3 w 1", "4 w 1", points="2.5"),
        player(2, "1 b =", "4 w =", "3 w 1", points="2.0"),
        player(3, "4 w 1", "1 b 0", "2 b 0", points="1.0"),
        player(4, "3 b 0", "2 b =", "1 b 0", points="0.5"),
    )
    facts = facts_of("012 Marsh Cup", "202 PTS,SB,AOB,BH/C1", *lines)
    scores = ChessScores()
    (ranking,), _, _ = scores.score(facts)
    assert scores.tournament is not None
    explained = explained_tie_breaks(scores.tournament, ORDER)[ranking.rows[0].id]
    ada = {value.code: [(t.round, t.opponent, t.amount, t.cut) for t in value.terms] for value in explained}
    assert tuple(value.replace(terms=()) for value in explained) == ranking.rows[0].tie_breaks
    assert ada["SB"] == [(1, "2", Decimal(1), False), (2, "3", Decimal(1), False), (3, "4", Decimal("0.5"), False)]
    assert ada["BH/C1"][2] == (3, "4", Decimal("0.5"), True)
    assert [amount for _, _, amount, _ in ada["AOB"]] == [Decimal(4), Decimal(5), Decimal("5.5")]
