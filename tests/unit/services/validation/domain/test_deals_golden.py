"""What the rules find in made-up deals."""

from services.validation.domain import deals
from tests.support import validation_golden as golden


def test_what_is_found_in_made_up_deals_is_what_the_golden_file_says() -> None:
    golden.compare_findings("deals", deals.RULES, golden.deals, 50)
