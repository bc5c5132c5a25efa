"""What the rules find in made-up days and times."""

from services.validation.domain import times
from tests.support import validation_golden as golden


def test_what_is_found_in_made_up_days_and_times_is_what_the_golden_file_says() -> None:
    golden.compare_findings("times", times.RULES, golden.times, 80)
