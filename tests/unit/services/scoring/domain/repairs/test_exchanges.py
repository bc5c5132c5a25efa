"""Two stated values that stand beside each other's names are one difference."""

from contracts.base import Place
from contracts.codes import scoring as codes
from contracts.codes.code import Code
from contracts.findings import Finding
from services.scoring.domain.repairs.exchanges import with_exchanges


def differing(number: int, stated: str, computed: str, code: Code = codes.PLACE_DIFFERS, column: int = 86) -> Finding:
    place = Place(line=number, column=column, path="001")
    text = f"player {number} is stated in place {stated}"
    return code.finding(text, place=place, subject=f"player {number}", stated=stated, computed=computed)


def test_two_places_that_are_exchanged_are_one_finding() -> None:
    (found,) = with_exchanges([differing(4, "32", "5 to 12"), differing(20, "5=", "31 to 42")])
    assert (found.subject, found.stated, found.computed) == ("players 4 and 20", "32 and 5=", "5 to 12 and 31 to 42")
    assert found.message.startswith("the places of players 4 and 20 are exchanged: player 4 is stated in place 32; ")


def test_two_totals_that_are_exchanged_are_one_finding() -> None:
    (found,) = with_exchanges(
        [differing(1, "3.0", "2.5", codes.TOTAL_DIFFERS), differing(2, "2.5", "3", codes.TOTAL_DIFFERS)]
    )
    assert found.message.startswith("the points of players 1 and 2 are exchanged")


def test_values_that_are_not_exactly_each_others_stay_apart() -> None:
    for findings in (
        [differing(4, "32", "5"), differing(20, "6", "32")],
        [differing(4, "32", "5"), differing(20, "5", "32"), differing(7, "8", "9")],
        [differing(4, "32", "5"), differing(20, "5", "32", column=55)],
        [differing(4, "x", "5"), differing(20, "5", "x")],
        [differing(4, "32", "5")],
    ):
        assert with_exchanges(findings) == findings
