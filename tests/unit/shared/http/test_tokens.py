"""Tokens as an operator writes them."""

import pytest

from shared.http.tokens import bearer_token, read_tokens


def test_tokens_are_read_from_commas_lines_and_comments():
    text = "# ours\nclub=secret-of-the-club, Open 2031 = another-secret-token\n\n"
    assert read_tokens(text) == {"secret-of-the-club": "club", "another-secret-token": "Open 2031"}
    assert read_tokens("") == {}


def test_a_token_may_hold_equals_signs():
    assert read_tokens("club=YWJj==") == {"YWJj==": "club"}


@pytest.mark.parametrize("text", ["club", "=x", "cl/ub=x", "club=", "club=a b", "a=same,b=same"])
def test_an_entry_that_cannot_be_read_is_named_without_its_token(text):
    with pytest.raises(ValueError, match="entry") as error:
        read_tokens(text)
    assert "same" not in str(error.value)


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer a.b", "a.b"),
        (" bearer  YWJj== ", "YWJj=="),
        ("Basic a", None),
        ("a", None),
        ("Bearer a b", None),
        (None, None),
    ],
)
def test_a_header_carries_one_token_or_none(header, token):
    assert bearer_token(header) == token
