"""Changes of files, and how the event is then scored."""

import pytest

from tests.support.scored_golden import compare_scored
from tests.support.usebio_elements import EVENT

pytestmark = pytest.mark.slow


def test_a_changed_file_is_scored_as_the_golden_file_says() -> None:
    compare_scored("rankings-scheme", EVENT)
