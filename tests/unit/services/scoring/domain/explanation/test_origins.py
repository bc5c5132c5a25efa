"""Where a fact stands, and what participants are called."""

from contracts.base import Place
from contracts.facts import Facts
from services.scoring.domain.explanation.origins import Origins
from tests.support.fragments import fragment, pair, result

LINES = tuple(result(board, "1", "2", 50, at=Place(line=7)) for board in ("1", "2"))
ORIGINS = Origins(
    Facts(results=LINES, participants=(pair("1").replace(number="11"),)),
    {"results": (1, 0)},
    [fragment("first"), fragment("second")],
)


def test_a_fact_is_in_the_file_that_it_came_from() -> None:
    where = ORIGINS.where("results", LINES[0])
    assert where is not None
    assert (where.file, where.at) == ("second.xml", Place(line=7))
    assert ORIGINS.where("results", None) is None
    assert ORIGINS.where("results", result("9", "1", "2")) is None


def test_somebody_whom_no_file_lists_goes_by_the_identity() -> None:
    assert ORIGINS.somebody("pair", "1").number == "11"
    assert ORIGINS.somebody("pair", "9").number == "9"
