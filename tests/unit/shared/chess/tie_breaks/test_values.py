"""Values of everybody or of some, with and without what they were summed from."""

import pytest

from shared.chess.from_facts import tournament_of
from shared.chess.tie_breaks.codes import tie_break
from shared.chess.tie_breaks.terms import total
from shared.chess.tie_breaks.values import values
from shared.formats.trf.reader.parse import parse
from tests.support.against_gacrux import compare_with_gacrux
from tests.support.chess import swiss
from tests.support.chess_golden import compare_values
from tests.support.chess_variety import of_seed

SUMS = (
    "PTS", "MPvGP",
    "WIN", "WON", "BPG", "BWG", "REP", "STD", "PS/C1", "KS/L+1", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/P", "FB/C1", "SB",
    "SB/C1", "SB/P", "SB/F", "EMMSB", "EMGSB/C1", "EGMSB/M1", "EGGSB/P",
)  # fmt: skip
BY_BOARDS = ("WIN:GP", "WON:GP", "BPG:GP", "BWG:GP", "STD:GP", "BH:GP/C1", "SB:GP", "PTS:GP", "BC", "TBR", "BBE")
OTHERS = ("AOB", "AOB/F", "SSSC", "ARO/C1/U1400", "TPR/U1400", "PTP/U1400", "APRO/U1400", "APPO/U1400")
CODES = ("PTS", "BH", "AOB", "TPR", "APRO", "WIN", "SB/C1", "TPN")


def test_the_values_of_some_are_those_that_they_have_among_all():
    table = swiss("2 w 1, 3 b 1", "1 b 0, 4 w 1", "4 w 1, 1 w 0", "3 b 0, 2 b 0", ratings=(2000, 1900, 1800, 1700))
    for code in map(tie_break, CODES):
        everybody = values(table, code)
        assert set(everybody) == {0, 1, 2, 3}
        assert values(table, code, of=(1, 3)) == {index: everybody[index] for index in (1, 3)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_a_value_is_the_same_with_its_terms_and_is_the_sum_of_them(seed):
    table = tournament_of(parse(of_seed(seed)).events[0].facts)
    for code in map(tie_break, (*SUMS, *OTHERS, *(BY_BOARDS if table.team else ()))):
        plain, explained = values(table, code), values(table, code, explain=True)
        assert [value._replace(terms=()) for value in explained.values()] == list(plain.values()), code
        assert list(explained) == list(plain)
        assert not any(value.terms for value in plain.values())
        if code.text not in OTHERS:
            assert [total(list(value.terms)) for value in explained.values()] == [v.units for v in plain.values()], code


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_016))
def test_values_in_made_up_tournaments_are_those_of_gacrux(seed):
    compare_with_gacrux(seed)


def test_values_of_small_tournaments_are_those_of_the_golden_file():
    compare_values(
        "values",
        (
            "PTS:GP",
            "MPvGP",
            "TPN",
            "STD",
            "KS",
            "EMGSB",
            "AOB",
            "TBR",
            "BBE",
            "TPR/U1300",
            "APRO/U1300",
            "APPO/U1300",
            "ARO/U1300",
        ),
    )
