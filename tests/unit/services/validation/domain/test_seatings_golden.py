"""What the rules find in made-up seats and people."""

from services.validation.domain import seatings
from tests.support import validation_golden as golden


def test_what_is_found_in_made_up_seats_and_people_is_what_the_golden_file_says() -> None:
    golden.compare_findings("seatings", seatings.RULES, golden.seatings, 60)
