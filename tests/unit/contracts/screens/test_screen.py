"""What a composition may be, and which timer a screen shows."""

from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from contracts.screens.screen import MOST_PARTS, MOST_SCREENS, Part, Screen, Screens
from contracts.screens.timer import Timer

START = datetime(2031, 10, 3, 19, tzinfo=UTC)


@pytest.mark.parametrize(
    "fields",
    [
        {"view": "standings"},
        {"view": "timer", "event": "club"},
        {"view": "announcement"},
        {"view": "timer", "text": "Hello"},
        {"view": "standings", "event": "club", "letters": "A-M"},
        {"view": "names", "event": "club", "letters": "M-A"},
        {"view": "names", "event": "club", "letters": "a"},
        {"view": "names", "event": "club", "seconds": 2},
        {"view": "names", "event": "../club"},
        {"view": "announcement", "text": "a\x00b"},
        {"view": "announcement", "text": "a" * 161},
        {"view": "files", "event": "club"},
    ],
)
def test_a_part_that_cannot_be_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Part.model_validate(fields)


def test_the_document_is_bounded() -> None:
    text = Part(view="announcement", text="\U0001f0a1" * 160)
    screen = Screen(name="hall", title="Hall", parts=(text,) * MOST_PARTS)
    with pytest.raises(ValidationError):
        Screen(name="hall", title="Hall", parts=(text,) * (MOST_PARTS + 1))
    screens = tuple(screen.replace(name=f"hall-{n}") for n in range(MOST_SCREENS))
    assert len(Screens(screens=screens).model_dump_json().encode()) < 500_000
    with pytest.raises(ValidationError):
        Screens(screens=(*screens, screen))


def test_each_screen_has_a_name_of_its_own() -> None:
    hall = Screen(name="hall", title="Hall")
    with pytest.raises(ValidationError, match="already"):
        Screens(screens=(hall, hall))
    assert Screens(screens=(hall,)).screen("hall") == hall
    assert Screens().screen("hall") is None


def test_the_timer_of_a_screen_goes_before_that_of_all() -> None:
    general = Timer(rounds=3, minutes=15, started_at=START)
    own = general.replace(screen="hall")
    screens = Screens(timers=(own, general))
    assert screens.timer("hall") == own
    assert screens.timer("foyer") == screens.timer(None) == general
    assert Screens(timers=(own,)).timer("foyer") is None
