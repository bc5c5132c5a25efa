"""Values of everybody or of some."""

from shared.chess.tie_break import tie_break
from shared.chess.values import values
from tests.support.chess import swiss

CODES = ("PTS", "BH", "AOB", "TPR", "APRO", "WIN", "SB/C1", "TPN")


def test_the_values_of_some_are_those_that_they_have_among_all():
    table = swiss("2 w 1, 3 b 1", "1 b 0, 4 w 1", "4 w 1, 1 w 0", "3 b 0, 2 b 0", ratings=(2000, 1900, 1800, 1700))
    for code in map(tie_break, CODES):
        everybody = values(table, code)
        assert set(everybody) == {0, 1, 2, 3}
        assert values(table, code, of=(1, 3)) == {index: everybody[index] for index in (1, 3)}
