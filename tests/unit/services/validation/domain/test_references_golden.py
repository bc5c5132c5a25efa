"""What the rules find in made-up participants."""

from services.validation.domain import references
from tests.support import validation_golden as golden


def test_what_is_found_in_made_up_participants_is_what_the_golden_file_says() -> None:
    golden.compare_findings("references", references.RULES, golden.references, 40)
