"""What the rules find in made-up scores."""

from services.validation.domain import scores
from tests.support import validation_golden as golden


def test_what_is_found_in_made_up_scores_is_what_the_golden_file_says() -> None:
    golden.compare_findings("scores", scores.RULES, golden.scores, 80)
