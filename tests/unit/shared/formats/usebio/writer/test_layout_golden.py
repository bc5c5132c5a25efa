"""What is written of files with changed elements."""

from tests.support.usebio_golden import compare_written, compare_written_facts


def test_what_is_written_of_changes_of_any_element_is_what_the_golden_file_says() -> None:
    compare_written("usebio", "layout", (), 2)


def test_what_is_written_of_changed_facts_of_layout_is_what_the_golden_file_says() -> None:
    compare_written_facts(
        "layout", {"sessions", "sections", "participants", "results", "matches", "seats", "totals"}, 12
    )
