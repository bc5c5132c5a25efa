"""Who is told of what: the subscriptions of all events, within limits.

1. A browser is told of one participant in each event; a second choice takes the place of the first.
2. A browser has at most `EVENTS_OF_A_BROWSER` subscriptions, and all together have at most the operator's number.
3. A subscription of which nothing new was told for `KEPT` is forgotten.
"""

import hashlib
from collections import Counter
from datetime import datetime, timedelta

from contracts.base import Contract, Instant, Name, Slug
from contracts.questions import PushAddress
from services.notification.domain.news import Told

EVENTS_OF_A_BROWSER = 20
KEPT = timedelta(days=14)


class Subscription(Contract):
    """A browser that is told of a participant.

    Attributes:
        told: what it was told, or saw on the page when it subscribed.
        changed_at: when that was.
    """

    event: Slug
    participant: Name
    address: PushAddress
    told: Told = Told()
    changed_at: Instant

    @property
    def id(self) -> str:
        """The event and the browser."""
        return subscription_id(self.event, self.address)


def subscription_id(event: str, address: PushAddress) -> str:
    """The identity of the subscription of a browser to an event; it does not give the address away."""
    return hashlib.sha256(f"{event} {address.endpoint}".encode()).hexdigest()[:32]


class Subscriptions:
    """All subscriptions, by event."""

    def __init__(self, most: int) -> None:
        """Begin without any."""
        self._most = most
        self._by_event: dict[str, dict[str, Subscription]] = {}
        self._by_browser: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._by_browser.total()

    def __contains__(self, event: str) -> bool:
        return event in self._by_event

    @property
    def events(self) -> tuple[str, ...]:
        """The events that somebody is told of."""
        return tuple(self._by_event)

    def of(self, event: str) -> tuple[Subscription, ...]:
        """The subscriptions of an event."""
        return tuple(self._by_event.get(event, {}).values())

    def get(self, event: str, identity: str) -> Subscription | None:
        """A subscription; None if it has ended."""
        return self._by_event.get(event, {}).get(identity)

    def has_room(self, event: str, address: PushAddress) -> bool:
        """Whether another subscription is within the limits; one in the place of an older always is."""
        if self.get(event, subscription_id(event, address)) is not None:
            return True
        return len(self) < self._most and self._by_browser[address.endpoint] < EVENTS_OF_A_BROWSER

    def put(self, subscription: Subscription) -> None:
        """Add a subscription, or replace it."""
        subscriptions = self._by_event.setdefault(subscription.event, {})
        if subscription.id not in subscriptions:
            self._by_browser[subscription.address.endpoint] += 1
        subscriptions[subscription.id] = subscription

    def remove(self, event: str, identity: str) -> None:
        """End a subscription; nothing happens if it has ended."""
        subscriptions = self._by_event.get(event, {})
        ended = subscriptions.pop(identity, None)
        if ended is not None:
            self._by_browser -= Counter({ended.address.endpoint: 1})
            if not subscriptions:
                del self._by_event[event]

    def expired(self, now: datetime) -> list[Subscription]:
        """Those of which nothing new was told for long."""
        everyone = (subscription for event in self._by_event.values() for subscription in event.values())
        return [subscription for subscription in everyone if now - subscription.changed_at > KEPT]
