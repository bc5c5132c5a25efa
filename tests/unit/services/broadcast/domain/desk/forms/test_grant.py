"""The form that gives access."""

from datetime import timedelta

import pytest

from contracts.access.grants import Wanted
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.forms.grant import LINK_LASTS, wanted_of

FORM = {"name": "Ada", "role": "scorer", "hours": "12", "kind": "link", "limit": "all"}


def test_a_link_for_a_browser_and_a_token_for_a_program():
    assert wanted_of(FORM) == Wanted("Ada", "scorer", timedelta(hours=12), LINK_LASTS)
    assert wanted_of({**FORM, "kind": "token"}).link_lasts is None


def test_events_are_ticked_and_a_form_that_says_both_is_asked_again():
    some = {**FORM, "limit": "some", "event monday": "1", "event tuesday": "1"}
    assert wanted_of(some).events == ("monday", "tuesday")
    assert wanted_of(FORM).events == wanted_of({**FORM, "limit": ""}).events == ()
    assert wanted_of({**some, "limit": "all"}).events == ("monday", "tuesday")
    with pytest.raises(Unclear, match="Tick the events"):
        wanted_of({**FORM, "limit": "some"})


@pytest.mark.parametrize("hours", ["", "many", "-1", "1.5", "999999", "\u0663"])
def test_hours_that_are_no_number_are_asked_for_again(hours):
    with pytest.raises(Unclear, match="whole number"):
        wanted_of({**FORM, "hours": hours})
