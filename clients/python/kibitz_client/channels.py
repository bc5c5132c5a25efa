"""Names of channels: which table of which event."""

from collections.abc import Mapping
from difflib import get_close_matches

EVENTS = "events"
"""The list of events: a row for each that has standings."""


def standings_channel(event: str) -> str:
    """The channel of an event's standings."""
    return f"evt.{event}.standings"


def matches_channel(event: str) -> str:
    """The channel of an event's matches; only events that are played in matches have one."""
    return f"evt.{event}.matches"


def games_channel(event: str) -> str:
    """The channel of the games of an event of chess, in all rounds."""
    return f"evt.{event}.games"


def boards_channel(event: str) -> str:
    """The channel of the list of an event's boards; only events of bridge have one."""
    return f"evt.{event}.boards"


def board_channel(event: str, board: str) -> str:
    """The channel of one board's results; `board` is the id of its row in `boards_channel`."""
    return f"evt.{event}.board.{board}"


def analysis_channel(event: str, board: str) -> str:
    """The channel of the double-dummy analysis of a board; only boards that were analysed have one."""
    return f"evt.{event}.analysis.{board}"


def seats_channel(event: str) -> str:
    """The channel of an event's next seats."""
    return f"evt.{event}.seats"


def similar_events(channel: str, events: Mapping[str, Mapping[str, object]]) -> tuple[str, ...]:
    """The events of the list that may have been meant by a channel's name, the likeliest first; at most three."""
    if not channel.startswith("evt."):
        return ()
    given = channel.split(".")[1]
    if given in events:
        return (given,)
    spoken = {event: str(row.get("name") or "").casefold() for event, row in events.items()}
    wanted = given.casefold()
    begin = [event for event, name in spoken.items() if event.startswith(wanted) or name.startswith(wanted)]
    close = get_close_matches(wanted, events, n=3, cutoff=0.5)
    by_name = [
        event for event, name in spoken.items() if get_close_matches(wanted.replace("-", " "), [name], n=1, cutoff=0.6)
    ]
    return tuple(dict.fromkeys([*close, *begin, *by_name]))[:3]
