"""Which language a reader gets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.broadcast.domain.languages.choice import direction_of, language_for, wishes

OFFERED = ("en", "de", "fr", "he", "nl", "pl")


@pytest.mark.parametrize(
    ("chosen", "header", "own", "language"),
    [
        (None, "", "en", "en"),
        (None, "fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5", "en", "fr"),
        (None, "da, en;q=0.3, de;q=0.7", "en", "de"),
        (None, "da", "nl", "nl"),
        (None, "fr;q=0, de;q=0.1", "en", "de"),
        ("pl", "fr", "nl", "pl"),
        ("../etc", "fr", "nl", "fr"),
        (None, "DE-at", "en", "de"),
        (None, "da", "da", "en"),
    ],
)
def test_a_choice_goes_before_the_browser_and_that_before_the_operator(
    chosen: str | None, header: str, own: str, language: str
) -> None:
    assert language_for(OFFERED, chosen, header, own) == language


@given(st.text())
def test_whatever_a_browser_sends_there_is_a_language(header: str) -> None:
    assert language_for(OFFERED, header, header) in OFFERED


def test_what_is_unreadable_in_a_header_is_left_out() -> None:
    assert wishes("fr;q=2, de, ;, en;q=x, " + "a," * 10_000)[:2] == ["de", "a"]


def test_hebrew_goes_from_right_to_left() -> None:
    assert [direction_of(language) for language in ("he", "fr")] == ["rtl", "ltr"]
