"""A code makes findings that carry its severity and advice, and that fit into a message however long the input is."""

import pytest

from contracts.base import Place
from contracts.codes.code import Code, codes_of, from_catalogue
from contracts.findings import Severity

CODE = Code("usebio.made-up", Severity.WARNING, "Something is odd", "Look at it.")


def test_a_finding_carries_code_severity_and_advice() -> None:
    found = CODE.finding("Board 7 is odd.", place=Place(line=4), subject="board 7", stated="3", computed="4")
    assert (found.code, found.severity, found.advice) == ("usebio.made-up", Severity.WARNING, "Look at it.")
    assert (found.message, found.subject, found.stated, found.computed) == ("Board 7 is odd.", "board 7", "3", "4")
    assert found.place == Place(line=4)


def test_texts_from_outside_are_cut() -> None:
    long = "x" * 100_000
    found = CODE.finding(long, subject=long, stated=long, computed=long)
    assert len(found.message) == 2000
    assert len(found.subject or "") == 200
    assert len(found.stated or "") == len(found.computed or "") == 500


def test_what_is_not_known_stays_none_and_what_is_empty_stays_empty() -> None:
    found = CODE.finding("odd", stated="")
    assert (found.subject, found.stated, found.computed, found.place) == (None, "", None, None)


@pytest.mark.parametrize(
    ("made", "severity", "rejects"),
    [
        (Code.rejection("usebio.odd", "Odd", "Look."), Severity.ERROR, True),
        (Code.error("usebio.odd", "Odd", "Look."), Severity.ERROR, False),
        (Code.warning("usebio.odd", "Odd", "Look."), Severity.WARNING, False),
        (Code.info("usebio.odd", "Odd", "Look."), Severity.INFO, False),
    ],
)
def test_a_code_is_made_by_its_severity(made: Code, severity: Severity, rejects: bool) -> None:
    assert made == Code("usebio.odd", severity, "Odd", "Look.", rejects)


def test_the_catalogue_has_kind_title_and_advice_of_a_code() -> None:
    code = from_catalogue("decisions.unreadable")
    assert (code.severity, code.title, code.rejects) == (Severity.ERROR, "A file of decisions cannot be read", True)
    assert code.advice.startswith("Decide at the desk")
    with pytest.raises(KeyError):
        from_catalogue("decisions.made-up")


def test_the_codes_of_a_module_come_in_its_order_and_nothing_else_does() -> None:
    other = Code.info("usebio.other", "Other", "Leave it.")
    assert codes_of({"SECOND": other, "LIMIT": 60, "FIRST": CODE}) == (other, CODE)
