"""A question that asks for nothing there could be is none."""

import pytest
from pydantic import ValidationError

from contracts.questions import StandingsAsked


@pytest.mark.parametrize(
    "wrong",
    [{"session": "1"}, {"after_round": 0}, {"as_of": "2031-10-03T21:40:05"}, {"as_of": "yesterday"}, {"event": "A b"}],
)
def test_a_question_needs_a_round_with_its_session_and_a_time_with_its_offset(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        StandingsAsked.model_validate({"event": "spring-pairs", **wrong})


def test_equal_questions_are_one_for_whoever_remembers_answers() -> None:
    first = StandingsAsked.model_validate({"event": "spring-pairs", "as_of": "2031-10-03T21:40:05+02:00"})
    again = StandingsAsked.model_validate({"event": "spring-pairs", "as_of": "2031-10-03T19:40:05Z"})
    assert {first, again} == {first}
