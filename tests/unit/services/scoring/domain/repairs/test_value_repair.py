"""Values of two participants that are exchanged, and a place that is skipped, are one finding."""

import pytest

from contracts.codes import scoring as codes
from contracts.codes.code import Code
from contracts.findings import Finding, Severity
from services.scoring.domain.repairs.value_repair import with_exchanged_values


def wrong(name: str, stated: str, computed: str, code: Code = codes.TOTAL_DIFFERS) -> Finding:
    return code.finding(f"pair {name} differs", subject=f"pair {name}", stated=stated, computed=computed)


def messages(*findings: Finding) -> list[str]:
    changed = with_exchanged_values(findings, ())
    assert len(changed) == len(findings)
    return [finding.message for finding in changed if finding.severity is not Severity.INFO]


def test_two_values_that_are_exchanged_are_one_finding() -> None:
    text = "the totals of pair 1 and pair 2 are exchanged: pair 1 comes to 55 and pair 2 to 60"
    assert messages(wrong("2", "55.0", "60"), wrong("1", "60", "55"), wrong("3", "9", "8")) == [text, "pair 3 differs"]
    (remark, lead) = with_exchanged_values([wrong("2", "55", "60"), wrong("1", "60", "55")], ())
    assert lead.subject == "pair 1"
    assert text in remark.advice


def test_a_remark_on_an_exchanged_value_names_its_cause() -> None:
    (lead, follows) = with_exchanged_values([wrong("1", "60", "55"), wrong("2", "55", "60")], ())
    assert (follows.severity, follows.cause.code, follows.cause.subject) == (Severity.INFO, lead.code, "pair 1")


@pytest.mark.parametrize(
    ("stated", "exchanged"), [(("32", "5="), True), (("32", "4"), False), (("x", "5"), False), (("5", "32"), False)]
)
def test_places_may_be_computed_as_the_first_and_the_last_of_many(stated: tuple[str, str], exchanged: bool) -> None:
    places = [
        wrong(name, value, computed, codes.PLACE_DIFFERS)
        for name, value, computed in zip("12", stated, ("5 to 12", "31 to 42"), strict=True)
    ]
    assert len(messages(*places)) == (1 if exchanged else 2)


def test_values_are_not_exchanged_where_a_board_differs() -> None:
    findings = [wrong("2", "55", "60"), wrong("1", "60", "55")]
    board = codes.POINTS_DIFFER.finding("board 3 differs", subject="board 3")
    assert with_exchanged_values(findings, [board]) == findings
    assert with_exchanged_values([*findings, board], ()) == [*findings, board]


def test_values_of_three_or_of_two_kinds_are_not_exchanged() -> None:
    three = [wrong("1", "60", "55"), wrong("2", "55", "60"), wrong("3", "55", "60")]
    assert len(messages(*three)) == 3
    assert len(messages(wrong("1", "60", "55"), wrong("2", "55", "60", codes.PERCENTAGE_DIFFERS))) == 2
    assert len(messages(wrong("1", "60", "55"), wrong("2", "55", "61"))) == 2
    assert len(messages(wrong("1", "x", "55"), wrong("2", "55", "x"))) == 2


def test_a_place_that_is_skipped_is_one_finding() -> None:
    places = [wrong(str(n), str(n + 1), computed, codes.PLACE_DIFFERS) for n, computed in ((4, "4"), (6, "6"))]
    tied = wrong("5", "6", "5=", codes.PLACE_DIFFERS)
    assert messages(places[1], places[0], tied) == ["pair 4 differs; the 2 behind it are as many places off"]
    assert len(messages(*places)) == 2, "too few"
    assert len(messages(*places, wrong("9", "10", "9", codes.PLACE_DIFFERS))) == 3, "not in a row"
    assert len(messages(*places, wrong("7", "6", "5", codes.PLACE_DIFFERS))) == 1
    assert len(messages(*places, wrong("5", "7", "5", codes.PLACE_DIFFERS))) == 3, "not as many"
