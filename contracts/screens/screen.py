"""What the screens of a congress show, in which order, and what is announced on them.

All of it is one small document, so that one read says what a screen shows and one write changes it.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from contracts.base import Contract, Instant, Slug
from contracts.screens.timer import Timer

View = Literal["standings", "names", "seats", "slow", "matches", "announcement", "timer"]
"""What a part shows. "names" are the next seats by name, "matches" are games where the event is one of chess."""

OF_NO_EVENT: tuple[View, ...] = ("announcement", "timer")

MOST_SCREENS, MOST_PARTS, MOST_ANNOUNCEMENTS = 20, 12, 20
"""The document stays below half a megabyte and so passes the bus in one message."""

USUAL_METRES = 8
"""From which a screen is read that says nothing else: across a room."""

Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")
]

Words = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=160, pattern=r"^[^\x00-\x09\x0b-\x1f\x7f-\x9f]*$")
]

Letters = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^([A-Z]-[A-Z])?$")]
"""From which initial to which: "A-M". A and Z include whatever sorts before and after them; "": everybody."""


class Part(Contract):
    """What a screen shows for a while.

    Attributes:
        event: whose; None where the view is of no event.
        seconds: for which each of its pages stays; those of names share thirty seconds.
        letters: of the names.
        text: of an announcement.
    """

    view: View
    event: Slug | None = None
    seconds: Annotated[int, Field(ge=3, le=600)] = 12
    letters: Letters = ""
    text: Words = ""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.event is None) != (self.view in OF_NO_EVENT):
            raise ValueError("choose an event for this" if self.event is None else "this is of no event")
        if (self.view == "announcement") != bool(self.text):
            raise ValueError("write what is announced" if not self.text else "only announcements have a text")
        if self.letters and (self.view != "names" or self.letters[0] > self.letters[2]):
            raise ValueError("letters are for seats by name, from A to Z")
        return self


class Screen(Contract):
    """One address in the room.

    Attributes:
        name: of its address.
        metres: from which it is read, on a screen of 55 inches.
    """

    name: Slug
    title: Title
    metres: Annotated[int, Field(ge=1, le=30)] = USUAL_METRES
    parts: Annotated[tuple[Part, ...], Field(max_length=MOST_PARTS)] = ()


class Announcement(Contract):
    """What is shown above everything else.

    Attributes:
        at: when it was made; which one it is.
        screen: on which; None: on all.
        public: whether it is on the pages of events as well: of those that the screen shows, or of all.
    """

    at: Instant
    by: Annotated[str, StringConstraints(max_length=64)]
    until: Instant
    text: Annotated[Words, StringConstraints(min_length=1)]
    screen: Slug | None = None
    public: bool = False


class Screens(Contract):
    """All screens, announcements and timers; a timer of a screen goes before that of all."""

    screens: Annotated[tuple[Screen, ...], Field(max_length=MOST_SCREENS)] = ()
    announcements: Annotated[tuple[Announcement, ...], Field(max_length=MOST_ANNOUNCEMENTS)] = ()
    timers: Annotated[tuple[Timer, ...], Field(max_length=MOST_SCREENS + 1)] = ()

    @model_validator(mode="after")
    def _are_told_apart(self) -> Self:
        names = [screen.name for screen in self.screens]
        if len({*names}) < len(names):
            raise ValueError("there is a screen of this name already")
        return self

    def screen(self, name: str) -> Screen | None:
        """That of a name."""
        return next((screen for screen in self.screens if screen.name == name), None)

    def without(self, name: str) -> "Screens":
        """The same without a screen and what is for it alone."""
        return Screens(
            screens=tuple(each for each in self.screens if each.name != name),
            announcements=tuple(each for each in self.announcements if each.screen != name),
            timers=tuple(each for each in self.timers if each.screen != name),
        )

    def timer(self, name: str | None) -> Timer | None:
        """What a screen shows; of None, that of all."""
        by_screen = {timer.screen: timer for timer in self.timers}
        return by_screen.get(name) or by_screen.get(None)
