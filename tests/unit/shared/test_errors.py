import pytest

from contracts.base import Place
from contracts.codes.intake import EMPTY, TOO_LARGE, UNKNOWN_FORMAT
from shared import errors
from shared.errors import FormatError, InputRejected, KibitzError, OperationFailed, Superseded, UnsupportedFeature

WHERE = Place(line=12, column=3)


def test_the_tree_at_the_head_of_the_file_names_every_error() -> None:
    defined = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, KibitzError)}
    assert errors.__doc__ is not None
    drawn = [line.replace("│", " ").split("─ ")[-1].split()[0] for line in errors.__doc__.splitlines() if "── " in line]
    assert {"KibitzError", *drawn} == defined


@pytest.mark.parametrize("kind", [FormatError, UnsupportedFeature])
def test_the_senders_fault_is_never_taken_for_ours(kind: type[InputRejected]) -> None:
    error = kind(EMPTY, "nothing in it")
    assert isinstance(error, InputRejected)
    assert not isinstance(error, OperationFailed)


def test_a_newer_state_is_a_failure_that_needs_no_repetition() -> None:
    assert isinstance(Superseded(), OperationFailed)
    assert not isinstance(Superseded(), InputRejected)


def test_a_rejection_says_why_where_and_what_to_do() -> None:
    error = FormatError(UNKNOWN_FORMAT, "this is a holiday picture", WHERE)
    assert str(error) == error.message == "this is a holiday picture"
    assert (error.code, error.place) == (UNKNOWN_FORMAT, WHERE)
    assert error.code.advice


def test_the_reason_of_a_rejection_is_the_last_of_its_findings() -> None:
    before = TOO_LARGE.finding("rather large")
    error = InputRejected(EMPTY, "nothing in it", WHERE, (before,))
    assert error.findings[0] == before
    reason = error.findings[-1]
    assert (reason.code, reason.message, reason.place, reason.severity) == (
        EMPTY.code,
        "nothing in it",
        WHERE,
        EMPTY.severity,
    )
    assert len(error.findings) == 2


def test_a_rejection_without_a_place_is_about_the_whole_file() -> None:
    error = UnsupportedFeature(EMPTY, "nothing in it")
    assert error.place is None
    assert error.findings[0].place is None


def test_a_message_of_any_length_makes_a_finding() -> None:
    error = FormatError(EMPTY, "x" * 100_000)
    assert len(error.message) == 100_000
    assert len(error.findings[0].message) <= 2000
