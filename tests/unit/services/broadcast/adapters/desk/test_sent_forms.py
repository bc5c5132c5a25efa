"""Forms that are sent twice."""

import pytest

from services.broadcast.adapters.desk.sent_forms import MOST_FORMS, SentForms


async def test_the_first_answer_is_that_of_all_but_of_a_refused_form():
    sent, acted = SentForms(), []

    async def act():
        acted.append(1)
        if len(acted) == 1:
            raise ValueError("refused")
        return f"done {len(acted)}"

    with pytest.raises(ValueError, match="refused"):
        await sent.answer("form", act)
    assert [await sent.answer("form", act) for _ in range(3)] == ["done 2"] * 3
    for number in range(MOST_FORMS):
        await sent.answer(str(number), act)
    assert len(sent._answers) == MOST_FORMS
    assert await sent.answer("form", act) == f"done {MOST_FORMS + 3}"
