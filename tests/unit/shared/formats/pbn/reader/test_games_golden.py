"""Changes of tables and tags of the event, and what the reader then says."""

from tests.support.pbn_golden import compare_changes, sections

NAMES = ("Event", "Board", "ScoreTable", "TotalScoreTable", "Scoring")


def test_changes_of_tables_and_tags_of_the_event_change_what_the_golden_file_says() -> None:
    compare_changes("reader-games", sections(*NAMES), 10)
