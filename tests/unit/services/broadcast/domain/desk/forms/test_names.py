"""What the forms of names decide."""

import pytest

from contracts.decisions import ShowNames
from services.broadcast.domain.desk.forms.form import Unclear
from tests.unit.services.broadcast.domain.desk.forms.test_event import decided


def test_a_form_is_about_everybody_or_one_person():
    assert decided(decision="names", shown="initials") == ShowNames(decision="names", shown="initials")
    one = decided(decision="names", one="1", name=" Rosa Baker ", shown="none")
    assert one == ShowNames(decision="names", name="Rosa Baker", shown="none")


@pytest.mark.parametrize("fields", [{}, {"shown": "some"}, {"one": "1", "name": " ", "shown": "none"}])
def test_what_cannot_be_meant_is_refused(fields):
    with pytest.raises(Unclear):
        decided(decision="names", **fields)
