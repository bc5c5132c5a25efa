"""Changes of tags that are inherited, and what the reader then says."""

from tests.support.pbn_golden import compare_changes, tags

NAMES = ("Event", "Site", "Date", "West", "North", "East", "South", "Scoring", "HomeTeam", "VisitTeam", "Competition")


def test_changes_of_tags_that_are_inherited_change_what_the_golden_file_says() -> None:
    compare_changes("reader-inheritance", tags(*NAMES), 15)
