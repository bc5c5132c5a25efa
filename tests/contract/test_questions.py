"""A question that asks for nothing there could be is none."""

import pytest
from pydantic import ValidationError

from contracts import questions as module
from contracts.questions import FileOffered, PushAddress, StandingsAsked
from tests.support.contract_golden import compare_schemas


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


def test_the_bytes_of_a_file_travel_as_base64_of_one_form() -> None:
    offered = FileOffered(sender="club", name="x.pbn", content=bytes(range(256)))
    said = offered.model_dump_json()
    assert "\\" not in said
    assert FileOffered.model_validate_json(said) == offered


@pytest.mark.parametrize("content", ["-_-_", "AAA", "AA AA", "A\n", 7, None])
def test_what_is_no_base64_is_refused_and_never_read_in_part(content: object) -> None:
    with pytest.raises(ValidationError):
        FileOffered.model_validate({"sender": "club", "name": "x", "content": content})


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "file:///etc/passwd"},
        {"endpoint": "https://push.example/a\r\nHost: x"},
        {"endpoint": "https://push.example/" + "a" * 1_024},
        {"p256dh": "B" * 85},
        {"auth": "A" * 21 + "+"},
    ],
)
def test_an_address_of_a_browser_is_bounded_and_of_one_line(wrong: dict[str, str]) -> None:
    given = {"endpoint": "https://push.example/a", "p256dh": "B" * 87, "auth": "A" * 22}
    assert "push.example" not in repr(PushAddress.model_validate(given))
    with pytest.raises(ValidationError):
        PushAddress.model_validate({**given, **wrong})


def test_the_fields_of_every_class_are_those_of_the_golden_file() -> None:
    compare_schemas(module)


@pytest.mark.parametrize("half", [{"size": 1}, {"sha256": "ab" * 32}])
def test_a_compressed_file_says_what_it_is_of_the_file(half: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="digest and its size"):
        FileOffered.model_validate({"sender": "club", "name": "x", "content": "AAAA", **half})
