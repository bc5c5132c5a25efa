"""What the rules find in made-up contracts and leads."""

from services.validation.domain import contracts_written
from tests.support import validation_golden as golden


def test_what_is_found_in_made_up_contracts_and_leads_is_what_the_golden_file_says() -> None:
    golden.compare_findings("contracts", contracts_written.RULES, golden.contracts, 60)
