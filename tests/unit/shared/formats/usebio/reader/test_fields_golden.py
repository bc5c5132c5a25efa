"""Changes of any element, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = ()


def test_changes_of_any_element_change_what_the_golden_file_says() -> None:
    compare_changes("fields", ELEMENTS, 5)
