"""The client's side of the feed protocol: its messages and the answers; the session does the sending.

Rule 1: a message that is no JSON, or binary, ends the connection; one that is JSON and wrong is answered with `error`,
and only so many times.
Rule 2: more messages than the rate allows are not carried out, answered with `error`, and, when they go on, end it.
Rule 3: a client that sends no message in time is disconnected.
"""

import orjson
from pydantic import ValidationError

from contracts import feed
from services.broadcast.domain import wire
from services.broadcast.domain.filters import Filter
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.session import Session

RETRY_AFTER_MS = 1000


class ClientProtocol:
    """The client's half of a connection."""

    __slots__ = ("_heard", "_since", "_strikes", "_tokens", "_tokens_at", "hub", "session")

    def __init__(self, hub: Hub, session: Session) -> None:
        now = hub.clock()
        self.hub = hub
        self.session = session
        self._since = hub.attended()
        self._heard = False
        self._strikes = 0
        self._tokens = float(hub.limits.rate_burst)
        self._tokens_at = now.at

    def open(self) -> None:
        """Send the welcome."""
        hub = self.hub
        limits = feed.FeedLimits(
            message_bytes=hub.limits.message_bytes,
            subscriptions=hub.limits.subscriptions,
            messages_per_second=int(hub.limits.rate),
            first_message_ms=round(hub.limits.first_message * 1000),
        )
        beat = round(hub.limits.heartbeat * 1000)
        self.session.send(
            wire.message(feed.Welcome(server=hub.name, heartbeat_ms=beat, limits=limits, ts=hub.clock().utc))
        )

    def check(self) -> None:
        """The regular check: end the connection of a client that sends nothing."""
        session = self.session
        limit = self.hub.limits.first_message
        if not self._heard and self.hub.attended() - self._since > limit:
            session.close(feed.CloseCode.NOTHING_SAID, f"nothing said for {limit:g} s")

    def receive(self, text: str | bytes) -> feed.Subscribe | None:
        """A message from the client.

        Returns:
            A subscription to a channel that is not loaded: the shell loads it, and then calls `subscribe`.
        """
        session = self.session
        if session.closed or not self._take_token():
            return None
        self._heard = True
        if isinstance(text, bytes):
            session.close(feed.CloseCode.BAD_MESSAGE, "messages are text")
            return None
        try:
            data = orjson.loads(text)
        except ValueError:
            session.close(feed.CloseCode.BAD_MESSAGE, "not JSON")
            return None
        try:
            message = feed.CLIENT_MESSAGES.validate_python(data)
        except ValidationError as error:
            self._strikes += 1
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"]) or "message"
            number = data.get("id") if isinstance(data, dict) else None
            known = number if type(number) is int and 0 <= number < 2**53 else None
            if self._strikes > self.hub.limits.strikes:
                session.close(feed.CloseCode.BAD_MESSAGE, "too many wrong messages")
            else:
                self._refuse(feed.ErrorCode.BAD_MESSAGE, known, message=f"{place[:100]}: {first['msg'][:200]}")
            return None
        if isinstance(message, feed.Subscribe):
            if self.hub.evicted(message.channel):
                return message
            self.subscribe(message)
        elif isinstance(message, feed.Unsubscribe):
            subscription = session.subscriptions.pop(message.channel, None)
            if subscription is None:
                self._refuse(feed.ErrorCode.NO_SUCH_CHANNEL, message.id, message.channel)
            else:
                self.hub.leave(subscription)
                session.send(
                    wire.message(feed.Unsubscribed(id=message.id, channel=message.channel, ts=self.hub.clock().utc))
                )
        else:
            session.send(wire.message(feed.Pong(id=message.id, ts=self.hub.clock().utc)))
        return None

    def subscribe(self, request: feed.Subscribe) -> None:
        """Join a channel: position taken and client added to the fan-out in one call, with nothing in between."""
        session, hub = self.session, self.hub
        if session.closed:
            return
        known = session.subscriptions.get(request.channel)
        if known is None and len(session.subscriptions) >= hub.limits.subscriptions:
            self._refuse(feed.ErrorCode.TOO_MANY_SUBSCRIPTIONS, request.id, request.channel)
            return
        claim = (request.resume.epoch, request.resume.seq) if request.resume else None
        joined = hub.join(
            session, request.channel, Filter.of(request.filter), request.encoding, request.max_rate, claim
        )
        if joined is None:
            self._refuse(
                feed.ErrorCode.NO_SUCH_CHANNEL, request.id, request.channel, retryable=feed.is_channel(request.channel)
            )
            return
        plan, view = joined.plan(), joined.group.view
        channel = view.channel
        answer = feed.Subscribed(
            id=request.id,
            channel=channel.name,
            epoch=channel.epoch,
            seq=channel.seq,
            ts=channel.ts,
            recovered=plan.recovered,
            snapshot="follows" if plan.snapshot else "none",
            filter=view.filter.request(),
            encoding=view.encoding,
            interval_ms=round(joined.group.interval * 1000),
        )
        session.send(wire.message(answer))
        if not session.busy:
            session.catch_up(joined)

    def _take_token(self) -> bool:
        """Take one token from the client's bucket; a client that goes on without any is disconnected."""
        session = self.session
        limits, now = self.hub.limits, self.hub.clock().at
        self._tokens = min(float(limits.rate_burst), self._tokens + (now - self._tokens_at) * limits.rate)
        self._tokens_at = now
        self._tokens -= 1
        if self._tokens >= 0:
            return True
        if self._tokens < -limits.rate_burst:
            session.close(feed.CloseCode.RATE_LIMITED, "too many messages", RETRY_AFTER_MS)
        else:
            self._refuse(feed.ErrorCode.RATE_LIMITED, retryable=True, retry_after_ms=RETRY_AFTER_MS)
        return False

    def _refuse(
        self,
        code: feed.ErrorCode,
        request_id: int | None = None,
        channel: str | None = None,
        *,
        retryable: bool = False,
        message: str | None = None,
        retry_after_ms: int | None = None,
    ) -> None:
        error = feed.Error(
            id=request_id,
            channel=channel,
            code=code,
            message=message or code.meaning,
            retryable=retryable,
            retry_after_ms=retry_after_ms,
            ts=self.hub.clock().utc,
        )
        self.session.send(wire.message(error))
