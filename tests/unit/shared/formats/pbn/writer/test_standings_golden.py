"""What is written of files with changed elements."""

import pytest

from tests.support.usebio_elements import STANDING
from tests.support.usebio_golden import compare_written


@pytest.mark.slow
def test_what_is_written_of_changes_of_participants_is_what_the_golden_file_says() -> None:
    compare_written("pbn", "standings", STANDING, 5)
