"""What the desk says of what the public sees."""

import pytest

from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.public import PUBLIC
from services.broadcast.domain.desk.pages.shown import Asked
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings


@pytest.mark.parametrize(
    ("public", "chosen"), [(None, "all"), ({"places": 0, "boards": "none"}, "none"), ({"places": 3}, "first")]
)
def test_the_page_shows_what_was_chosen(public, chosen):
    table = standings(*ROWS, **META, public=public)
    values = PUBLIC.page(Asked(Shown("club", {}, table), {})).values
    assert values["chosen"] == chosen
    assert values["policy"].withholds == (public is not None)
