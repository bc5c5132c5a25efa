"""Changes of people, and what the reader then says."""

from tests.support.pbn_golden import compare_changes, tags

NAMES = ("West", "North", "East", "South", "TotalScoreTable", "ScoreTable")


def test_changes_of_people_change_what_the_golden_file_says() -> None:
    compare_changes("reader-people", tags(*NAMES), 7)
