"""Changes of texts and numbers, and what the reader then says."""

import pytest

from tests.support.acblscore_golden import compare_changes

pytestmark = pytest.mark.slow


def test_changes_of_texts_and_numbers_change_what_the_golden_file_says() -> None:
    compare_changes("file-record", (), (), 24)
