"""What the rules find in made-up totals."""

from services.validation.domain import totals
from tests.support import validation_golden as golden


def test_what_is_found_in_made_up_totals_is_what_the_golden_file_says() -> None:
    golden.compare_findings("totals", totals.RULES, golden.totals, 40)
