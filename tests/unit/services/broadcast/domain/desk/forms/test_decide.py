"""Which form decides what."""

import pytest

from contracts.decisions import SetStatus
from services.broadcast.domain.desk.forms.decide import decisions_of
from services.broadcast.domain.desk.forms.form import Shown, Unclear
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

SHOWN = Shown("club", {}, standings(*ROWS, **META))


def test_every_decision_of_a_form_has_its_reason():
    fields = {"decision": "status", "status": "live", "reason": " power cut "}
    wanted = SetStatus(decision="status", status="live", reason="power cut")
    assert decisions_of(fields, SHOWN) == (wanted,)
    assert decisions_of({**fields, "reason": " "}, SHOWN) == (wanted.replace(reason=None),)


@pytest.mark.parametrize("fields", [{}, {"decision": "nothing"}])
def test_a_form_that_is_not_known_is_refused(fields):
    with pytest.raises(Unclear, match="not known"):
        decisions_of(fields, SHOWN)
