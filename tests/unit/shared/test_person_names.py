import pytest

from contracts.facts import NameShown, Naming
from shared.person_names import NOBODY, ShownNames, initials, is_seat


def shown(*decided: tuple[str | None, Naming]) -> ShownNames:
    return ShownNames(NameShown(name=name, shown=naming) for name, naming in decided)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Rosa Baker", "R. B."),
        ("Jan van der Berg", "J. v. d. B."),
        ("Jean-Luc Picard", "J.-L. P."),
        ("Sean O'Neill", "S. O."),
        ("Sean O’Neill", "S. O."),
        ("Baker, Rosa", "R. B."),
        ("van der Berg, Jan", "J. v. d. B."),
        ("R.M. Baker", "R. M. B."),
        ("Madonna", "M."),
        ("'t Hart", "t. H."),
        ("Иван Петров", "И. П."),
        ("王伟", "王."),
        ("محمد علي", "م. ع."),
        ("É\u0301lan", "É\u0301."),
        ("E\u0301lan Ünal", "É. Ü."),
        ("Rosa Baker 4711", "R. B."),
        ("4711", NOBODY),
        ("(–)", NOBODY),
    ],
)
def test_initials_are_those_of_every_word(name: str, expected: str) -> None:
    assert initials(name) == expected


@pytest.mark.parametrize(
    "written",
    [
        "Rosa Baker",
        "BAKER Rosa",
        "Baker, Rosa",
        "rosa  baker",
        "R. Baker",
        "R Baker",
        "Baker R.",
        "Rosa Maria Baker",
        "Rosa M. Baker",
        "Rôsa Bakér",
        "Rosa Baker 4711",
    ],
)
def test_a_person_is_recognised_however_the_name_is_written(written: str) -> None:
    names = shown(("Rosa Baker", "none"))
    assert names.cell(written) == NOBODY
    assert names.cell(f"{written} & Jan Vries") == f"{NOBODY} & Jan Vries"
    assert names.cell(f"Jan Vries / {written}") == f"Jan Vries / {NOBODY}"


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Sean O'Neill", "ONEILL, Sean"),
        ("Sean O'Neill", "Sean O Neill"),
        ("Sean O Neill", "Sean O’Neill"),
        ("Jean-Luc Picard", "Jean Luc Picard"),
        ("Jean Luc Picard", "Picard, JeanLuc"),
        ("JeanLuc Picard", "Jean-Luc Picard"),
        ("Jan van der Berg", "van der Berg, Jan"),
        ("Jan van der Berg", "J. van der Berg"),
        ("Jan van der Berg", "VAN DER BERG Jan"),
        ("José Díaz", "JOSE DIAZ"),
        ("Иван Петров", "ПЕТРОВ Иван"),
        ("王伟", "王伟"),
        ("Madonna", "MADONNA"),
    ],
)
def test_marks_and_order_make_no_other_person(name: str, written: str) -> None:
    assert shown((name, "none")).cell(written) == NOBODY


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("Rosa Baker", "Jan Baker"),
        ("Rosa Baker", "Jan Baker & Rosa Jones"),
        ("Rosa Baker", "Baker"),
        ("Rosa Baker", "Roberta Bakerloo"),
        ("Baker", "Rosa Baker"),
        ("Madonna", "Madonna Jones"),
        ("王伟", "王芳"),
        ("Jan van der Berg", "Piet van der Berg"),
    ],
)
def test_nobody_else_is_hidden(name: str, cell: str) -> None:
    assert shown((name, "none")).cell(cell) == cell


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("Rosa Baker & Jan Baker", "R. B. & Jan Baker"),
        ("Jan Baker & Rosa Baker", "Jan Baker & R. B."),
        ("Rosa & Jan Baker", "R. & Jan Baker"),
        ("Jan & Rosa Baker", "Jan & R. B."),
        ("Rosa Baker, Jan Vries", "R. B., Jan Vries"),
        ("Rosa Baker + Jan Vries", "R. B. + Jan Vries"),
        ("Rosa Baker - Jan Vries", "R. B. - Jan Vries"),
        ("Rosa Baker & Rosa Baker", "R. B. & R. B."),
        ("", ""),
    ],
)
def test_partners_stay_as_they_are_written(cell: str, expected: str) -> None:
    assert shown(("Rosa Baker", "initials")).cell(cell) == expected


def test_the_stricter_decision_counts() -> None:
    names = shown((None, "initials"), ("Rosa Baker", "none"))
    assert names.cell("Rosa Baker & Jan van der Berg") == f"{NOBODY} & J. v. d. B."
    assert shown((None, "none"), ("Rosa Baker", "initials")).cell("Rosa Baker & Jan Vries") == f"{NOBODY} & {NOBODY}"
    assert not shown()
    assert shown((None, "none"))
    assert shown().cell("Rosa Baker") == "Rosa Baker"


def test_the_name_of_a_team_is_its_own_unless_it_is_that_of_somebody_who_asked() -> None:
    names = shown((None, "initials"), ("Rosa Baker", "none"))
    assert names.cell("Blue Bears", is_team=True) == "Blue Bears"
    assert names.cell("Rosa Baker", is_team=True) == NOBODY
    assert names.cell("Blue Bears") == "B. B."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rosa Baker Memorial", f"{NOBODY} Memorial"),
        ("Cup, given by Rosa Baker, 2026", f"Cup, given by {NOBODY}, 2026"),
        ("Spring Open", "Spring Open"),
        ("baker-rosa_1.xml", f"{NOBODY}_1.xml"),
        ("Baker Street Pairs", "Baker Street Pairs"),
    ],
)
def test_a_name_within_a_text_is_replaced(text: str, expected: str) -> None:
    assert shown(("Rosa Baker", "none")).prose(text) == expected


@pytest.mark.parametrize("identity", ["7", "12NS", "A-7", "A7", "7-EW", "N", "401"])
def test_numbers_at_tables_are_shown(identity: str) -> None:
    assert is_seat(identity)


@pytest.mark.parametrize("identity", ["24105933", "Rosa", "rosa-baker", "Rosa Baker", "A-B-7", "", "Blue Bears"])
def test_names_and_numbers_of_members_are_no_numbers_at_a_table(identity: str) -> None:
    assert not is_seat(identity)
