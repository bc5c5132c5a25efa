"""Changes of scores, and what the reader then says."""

from tests.support.pbn_golden import compare_changes, sections

NAMES = ("Contract", "Result", "Declarer", "Vulnerable", "Score", "Scoring")


def test_changes_of_scores_change_what_the_golden_file_says() -> None:
    compare_changes("checks-scores", sections(*NAMES), 10)
