"""The form that gives access."""

from datetime import timedelta

import pytest

from contracts.access.grants import Wanted
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.forms.grant import LINK_LASTS, wanted_of

FORM = {"name": "Ada", "role": "scorer", "hours": "12", "kind": "link", "events": ""}


def test_a_link_for_a_browser_and_a_token_for_a_program():
    assert wanted_of(FORM) == Wanted("Ada", "scorer", timedelta(hours=12), LINK_LASTS)
    assert wanted_of({**FORM, "kind": "token"}).link_lasts is None
    assert wanted_of({**FORM, "events": "monday, tuesday"}).events == ("monday", "tuesday")


@pytest.mark.parametrize("hours", ["", "many", "-1", "1.5", "999999", "\u0663"])
def test_hours_that_are_no_number_are_asked_for_again(hours):
    with pytest.raises(Unclear, match="whole number"):
        wanted_of({**FORM, "hours": hours})
