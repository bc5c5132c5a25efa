"""What the desk answers to a query."""

from datetime import UTC, datetime

import pytest

from contracts.corrections.queries import Answer
from services.broadcast.domain.desk.forms.answer import answer_of
from services.broadcast.domain.desk.forms.form import Unclear

NOW, FILE = datetime(2031, 10, 3, 22, tzinfo=UTC), "ab" * 32


def test_an_answer_says_what_comes_of_it_and_by_which_decision():
    fields = {"verdict": "corrected", "corrected_by": FILE, "text": " ten \r\n it was "}
    assert answer_of(fields, "Ada", NOW) == Answer(
        verdict="corrected", text="ten it was", at=NOW, by="Ada", decision=FILE
    )
    stands = {"verdict": "stands", "corrected_by": FILE}
    assert answer_of(stands, "Ada", NOW) == Answer(verdict="stands", at=NOW, by="Ada")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "Choose what comes"),
        ({"verdict": "maybe"}, "Choose what comes"),
        ({"verdict": "corrected"}, "Correct the result first"),
        ({"verdict": "corrected", "corrected_by": "x"}, "300 characters"),
        ({"verdict": "stands", "text": "<b>"}, "300 characters"),
    ],
)
def test_what_is_missing_or_wrong_is_refused(fields, why):
    with pytest.raises(Unclear, match=why):
        answer_of(fields, "Ada", NOW)
