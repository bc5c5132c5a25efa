"""Pages made from the contracts are well-formed Markdown."""

from contracts import registry
from contracts.codes import CATALOGUE
from contracts.codes.code import Code
from contracts.findings import Severity
from contracts.generate import reference_pages
from contracts.generate.__main__ import ROOT


def test_codes_stand_in_rooms_in_alphabetical_order_with_bars_escaped() -> None:
    page = reference_pages.findings(
        [
            Code("usebio.b", Severity.INFO, "A | bar", "Leave it."),
            Code("intake.a", Severity.ERROR, "Empty", "Send it again.", rejects=True),
            Code("usebio.a", Severity.WARNING, "First", "Look."),
        ]
    )
    assert page.index("intake.a") < page.index("usebio.a") < page.index("usebio.b")
    assert r"A \| bar" in page
    assert "| `intake.a` | error | yes | Empty | Send it again. |" in page
    assert page.count("## Reading USEBIO") == 1


def test_every_subject_has_a_row_with_its_filters() -> None:
    page = reference_pages.subject_table(registry.SUBJECTS, registry.QUESTIONS)
    assert "`parser.fragment.parsed.v1.<partition>.<event>`" in page
    assert all(f"`{entry.name}" in page for entry in (*registry.SUBJECTS, *registry.QUESTIONS))


def test_a_page_says_that_it_is_made_and_from_what() -> None:
    assert "contracts.generate" in reference_pages.findings([])
    assert "contracts.generate" in reference_pages.subject_table((), ())


def test_the_pages_are_those_of_the_documentation() -> None:
    made = reference_pages.findings(CATALOGUE.values())
    assert made == (ROOT / "docs/findings.md").read_text(encoding="utf-8")
    made = reference_pages.subject_table(registry.SUBJECTS, registry.QUESTIONS)
    assert made == (ROOT / "docs/subjects.md").read_text(encoding="utf-8")
