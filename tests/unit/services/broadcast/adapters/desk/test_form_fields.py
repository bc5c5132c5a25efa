"""What a form sends, and the page that follows it."""

import pytest
from starlette.requests import Request

from services.broadcast.adapters.desk.form_fields import TYPED, length_of, see, typed


def test_what_was_typed_stands_there_again_and_says_that_it_was_refused():
    fields = {"amount": "much", "check": "x", "once": "y", "refused": "0", "reason": "a" * (TYPED + 1)}
    assert typed(fields) == {"amount": "much", "refused": "1"}


def test_the_next_page_tells_what_was_done():
    answer = see("../people", "Ann & Ben.", {"board": "7"})
    assert (answer.status_code, answer.headers["location"]) == (303, "../people?said=Ann+%26+Ben.&board=7")


@pytest.mark.parametrize(
    ("said", "length"), [(b"12", 12), (b"", -1), (b"-1", -1), ("١".encode("latin-1", "replace"), -1)]
)
def test_the_length_that_a_head_says_is_a_number_or_none(said, length):
    assert length_of(Request({"type": "http", "headers": [(b"content-length", said)]})) == length
