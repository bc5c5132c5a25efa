"""Changes of annotations, and what the reader then says."""

from tests.support.pbn_golden import compare_changes


def test_changes_of_annotations_change_what_the_golden_file_says() -> None:
    compare_changes("annotations", lambda line: bool({"=", "{", "$"} & set(line)) or line.startswith("[Note"), 40)
