"""A feed without sockets: a clock that a test turns, and an outlet that is a list."""

import json
from datetime import UTC, datetime, timedelta

from contracts.feed import SERVER_MESSAGES, CloseCode
from kibitz_client.replica import Message
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.limits import Limits, Moment
from services.broadcast.domain.payload import Payload
from services.broadcast.domain.protocol import ClientProtocol
from services.broadcast.domain.session import Session

CHANNEL = "evt.club-night.standings"
COLUMNS = ("section", "number", "rank", "total")


class TurnedClock:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> Moment:
        return Moment(self.at, datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.at))

    def turn(self, seconds: float) -> None:
        self.at += seconds


class Listener:
    """A client whose line takes everything, or only so many messages until it has drained."""

    def __init__(self, hub: Hub) -> None:
        self.payloads: list[Payload] = []
        self.ended: CloseCode | None = None
        self.session = Session(hub, self)
        self.protocol = ClientProtocol(hub, self.session)
        self.takes: int | None = None

    def write(self, payload: Payload) -> bool:
        assert self.ended is None
        self.payloads.append(payload)
        if self.takes is not None:
            self.takes -= 1
            if self.takes <= 0 and not self.session.paused:
                self.session.pause()
        return True

    def close(self, code: CloseCode, reason: str) -> None:
        self.ended = code

    def say(self, text: str | bytes) -> None:
        self.protocol.receive(text)

    def subscribe(self, channel: str = CHANNEL, **fields: object) -> None:
        self.say(json.dumps({"type": "subscribe", "id": 1, "channel": channel, **fields}))

    def drain(self, takes: int | None = None) -> None:
        """The line is empty again, and takes this many messages; None for all."""
        self.takes = takes
        self.session.resume()

    def heard(self) -> list[object]:
        """What has come since the last time."""
        payloads, self.payloads = self.payloads, []
        return [SERVER_MESSAGES.validate_json(payload.data) for payload in payloads]

    def read(self) -> list[Message]:
        """The same as a client reads it."""
        payloads, self.payloads = self.payloads, []
        return [json.loads(payload.data) for payload in payloads]

    def kinds(self) -> list[str]:
        """The types of what has come since the last time."""
        return [message.type for message in self.heard()]  # type: ignore[attr-defined]


def table(totals: dict[str, int], *, section: str = "A", **meta: object) -> TableState:
    """Pairs by number with their totals, ranked."""
    order = sorted(totals.values(), reverse=True)
    rows = {key: (section, key, order.index(total) + 1, str(total)) for key, total in totals.items()}
    return TableState(COLUMNS, rows, meta)  # type: ignore[arg-type]


def feed(**limits: object) -> tuple[Hub, TurnedClock]:
    """A hub and its clock."""
    clock = TurnedClock()
    return Hub(clock, Limits(**limits)), clock  # type: ignore[arg-type]


def deliver(hub: Hub) -> None:
    """Everything that is due."""
    for group in hub.due():
        for _ in hub.deliver(group):
            pass
