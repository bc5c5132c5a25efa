"""Changes of tags of the event, and what the reader then says."""

from tests.support.pbn_golden import compare_changes, tags

NAMES = (
    "Event",
    "Site",
    "Date",
    "Scoring",
    "Competition",
    "Stage",
    "Board",
    "Section",
    "HomeTeam",
    "VisitTeam",
    "Round",
    "Table",
    "TotalScoreTable",
)


def test_changes_of_tags_of_the_event_change_what_the_golden_file_says() -> None:
    compare_changes("reader-event-builder", tags(*NAMES), 20)
