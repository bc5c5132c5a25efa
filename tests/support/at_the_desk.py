"""What the desk says once a form has decided something, for tests in a browser."""

from typing import Any

from playwright.sync_api import expect

DONE = "div.desk-said:has(button), div.desk-said[data-until-moved]"
"""What was decided, with the button that undoes it; a draw may take longer than its answer waits."""


def expect_done(page: Any, words: str = "") -> None:
    """The page says what was decided, with these words, and offers to undo it."""
    expect(page.locator(DONE)).to_contain_text(words)
