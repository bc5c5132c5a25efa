"""What the screens of a room show: composed by the director, kept in one value, the same for every replica.

A screen shows what the public sees and nothing else, so everybody may open it.
"""

from datetime import datetime, timedelta
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, StringConstraints, model_validator

from contracts.base import Contract, Instant, Slug

View = Literal["standings", "names", "seats", "slow", "games", "matches", "text", "timer"]

WITHOUT_EVENT: tuple[View, ...] = ("text", "timer")
"""Views that are of no event."""

SCREENS, PARTS, ANNOUNCEMENTS, TIMERS = 30, 12, 20, 20
"""The most of each; all of them fit into one message of the bus."""

Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
Text = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]
Short = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)]
Letter = Annotated[str, StringConstraints(strip_whitespace=True, max_length=3)]
Place = Slug | Literal[""]


class Part(Contract):
    """One thing that a screen shows for a while.

    Attributes:
        ranking: of the standings; "" for the first one.
        section: the only one shown, of seats, names, games or matches; "" for all.
        first, last: letters with which names begin, "A" and "M"; "" for no limit.
        seconds: for which each of its pages stays; names take 30 seconds for all their pages if they can.
    """

    view: View
    event: Place = ""
    ranking: Short = ""
    section: Short = ""
    first: Letter = ""
    last: Letter = ""
    text: Text = ""
    seconds: int = Field(default=12, ge=3, le=600)

    @model_validator(mode="after")
    def _is_whole(self) -> "Part":
        if self.view not in WITHOUT_EVENT and not self.event:
            raise ValueError(f"{self.view} needs an event")
        if self.view == "text" and not self.text:
            raise ValueError("a text needs words")
        return self


class Screen(Contract):
    """What one address shows, part after part."""

    name: Slug
    title: Title
    parts: tuple[Part, ...] = Field(default=(), max_length=PARTS)

    def follows(self, event: str) -> bool:
        """Whether any part is about an event."""
        return any(part.event == event for part in self.parts)


class Reach(Contract):
    """Where something is shown: everywhere, on one screen, or on the pages and screens of one event."""

    screen: Place = ""
    event: Place = ""

    def on(self, screen: Screen) -> bool:
        """Whether a screen shows it."""
        if self.event:
            return screen.follows(self.event)
        return self.screen in ("", screen.name)

    def of(self, event: str) -> bool:
        """Whether the pages of an event show it."""
        return self.event == event


class Announcement(Reach):
    """Words for everybody in the room, until a moment."""

    id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}$")]
    text: Annotated[Text, StringConstraints(min_length=1)]
    until: Instant


class TimerState(NamedTuple):
    """Where a timer stands.

    Attributes:
        phase: "ready", "round", "break" or "over".
        left: seconds of the phase.
    """

    round: int
    phase: str
    left: int


class Timer(Reach):
    """Rounds of equal length with breaks between them.

    Attributes:
        minutes, pause: of a round, and of the break after it.
        elapsed: seconds counted before it was started last.
        since: when it was started last; None while it stands still.
    """

    id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}$")]
    rounds: int = Field(ge=1, le=99)
    minutes: int = Field(ge=1, le=600)
    pause: int = Field(default=0, ge=0, le=600)
    elapsed: int = Field(default=0, ge=0)
    since: Instant | None = None

    @property
    def length(self) -> int:
        """Seconds of all rounds and of the breaks between them."""
        return (self.rounds * (self.minutes + self.pause) - self.pause) * 60

    def counted(self, now: datetime) -> int:
        """Seconds by now, within its length."""
        running = 0 if self.since is None else int((now - self.since) / timedelta(seconds=1))
        return min(self.length, max(0, self.elapsed + running))

    def state(self, now: datetime) -> TimerState:
        """Where it stands."""
        counted, both = self.counted(now), (self.minutes + self.pause) * 60
        if counted >= self.length:
            return TimerState(self.rounds, "over", 0)
        number, within = divmod(counted, both)
        if within < self.minutes * 60:
            begun = counted > 0 or self.since is not None
            return TimerState(number + 1, "round" if begun else "ready", self.minutes * 60 - within)
        return TimerState(number + 1, "break", both - within)

    def started(self, now: datetime) -> "Timer":
        """The same, counting."""
        return self if self.since is not None else self.replace(since=now)

    def paused(self, now: datetime) -> "Timer":
        """The same, standing still."""
        return self.replace(elapsed=self.counted(now), since=None)

    def adjusted(self, seconds: int, now: datetime) -> "Timer":
        """The same with so many seconds more to play."""
        elapsed = min(self.length, max(0, self.counted(now) - seconds))
        return self.replace(elapsed=elapsed, since=None if self.since is None else now)


class Room(Contract):
    """Everything that screens show by decision of the director."""

    screens: tuple[Screen, ...] = Field(default=(), max_length=SCREENS)
    announcements: tuple[Announcement, ...] = Field(default=(), max_length=ANNOUNCEMENTS)
    timers: tuple[Timer, ...] = Field(default=(), max_length=TIMERS)

    def screen(self, name: str) -> Screen | None:
        """A screen by its name."""
        return next((screen for screen in self.screens if screen.name == name), None)

    def with_screen(self, screen: Screen) -> "Room":
        """The same with a screen, in place of the one of its name."""
        others = [each for each in self.screens if each.name != screen.name]
        return checked(self.replace(screens=(*sorted((*others, screen), key=lambda each: each.name),)))

    def without_screen(self, name: str) -> "Room":
        """The same without a screen and without what was for it alone."""
        return Room(
            screens=tuple(each for each in self.screens if each.name != name),
            announcements=tuple(each for each in self.announcements if each.screen != name),
            timers=tuple(each for each in self.timers if each.screen != name),
        )

    def announced(self, now: datetime) -> "Room":
        """The same without announcements whose time is over."""
        return self.replace(announcements=tuple(each for each in self.announcements if now < each.until))


def checked(room: Room) -> Room:
    """A room that was put together, within its bounds.

    Raises:
        ValidationError: there is more of something than fits.
    """
    return Room.model_validate(room.model_dump())
