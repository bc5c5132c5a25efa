"""What can go wrong, as exceptions that say what to do."""


class NotReached(Exception):
    """Nobody answers at an address.

    Attributes:
        address: where nobody answers.
        reason: what the network says about it.
    """

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(f"nobody answers at {address}: {reason}")
        self.address = address
        self.reason = reason


class FeedEnded(Exception):
    """The feed cannot be followed, and trying again would not help.

    Attributes:
        code: a close code of the feed (`CloseCode`), or a status of HTTP from before the connection was open.
    """

    def __init__(self, code: int, message: str) -> None:
        super().__init__(f"{message} ({code})")
        self.code = code


class NoSuchChannel(FeedEnded):
    """The server has no such event, or the event has no such table.

    Attributes:
        channel: that was asked for.
        suggestions: ids of events with similar names; the event's own where it is there and lacks the table.
    """

    def __init__(self, code: int, channel: str, suggestions: tuple[str, ...] = ()) -> None:
        event, _, table = channel.removeprefix("evt.").partition(".")
        if not channel.startswith("evt."):
            text = f"there is no channel {channel}"
        elif event in suggestions:
            text = f"event {event} has no {table}"
        else:
            text = f"there is no event {event}"
            if suggestions:
                text += f"; did you mean {' or '.join(suggestions)}?"
        Exception.__init__(self, text)
        self.code = code
        self.channel = channel
        self.suggestions = suggestions
