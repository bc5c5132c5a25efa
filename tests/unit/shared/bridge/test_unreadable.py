"""The error for unreadable text, and how it quotes."""

from __future__ import annotations

from shared.bridge.unreadable import UnreadableText, normal, shorten


def test_a_long_text_is_quoted_in_part():
    assert shorten("4S") == "'4S'"
    assert shorten("x" * 1_000_000) == "'" + "x" * 24 + "'…"


def test_normal_text_is_upper_case_without_blanks_around_it():
    assert normal("  4s x\n") == "4S X"


def test_text_too_long_to_mean_anything_is_not_copied():
    text = " 4s" * 1000
    assert normal(text) is text


def test_the_error_keeps_code_text_and_reason():
    error = UnreadableText("some-code", "text", "It says why.")
    assert (error.code, error.text, error.reason, str(error)) == ("some-code", "text", "It says why.", "It says why.")
    assert isinstance(error, ValueError)


def test_texts_are_quoted_and_read_whole_up_to_their_limits():
    assert (shorten("x" * 24), shorten("x" * 25)) == (repr("x" * 24), repr("x" * 24) + "…")
    assert (normal("x" * 40), normal("x" * 41)) == ("X" * 40, "x" * 41)
