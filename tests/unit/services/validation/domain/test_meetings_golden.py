"""What the rules find in made-up lines in which pairs meet."""

from services.validation.domain import meetings
from tests.support import validation_golden as golden


def test_what_is_found_in_made_up_lines_in_which_pairs_meet_is_what_the_golden_file_says() -> None:
    golden.compare_findings("meetings", meetings.RULES, golden.meeting_lines, 70)
