"""Codes of the feed.

Made from the contracts by `python -m contracts.generate`; do not change it here.
"""

from enum import IntEnum

SUBPROTOCOL = "standings.v1+json"


class CloseCode(IntEnum):
    """Why a connection or a subscription ended; from 4400 on the same request would fail again."""

    NORMAL = 1000
    """The client is done."""

    GOING_AWAY = 1001
    """The service stops; connect again after retryAfterMs and resume."""

    POLICY = 1008
    """Refused by a rule of the operator."""

    TOO_BIG = 1009
    """A client message above the limit of welcome.limits.messageBytes."""

    RESTART = 1012
    """The service restarts; connect again after retryAfterMs and resume."""

    OVERLOAD = 1013
    """Too many clients; connect again after retryAfterMs."""

    STATE_LOST = 4001
    """The service cannot continue this connection; connect again and resume."""

    SLOW_CONSUMER = 4008
    """The client read too slowly; connect again and resume."""

    NO_PONG = 4010
    """The client did not answer a ping in time."""

    BAD_MESSAGE = 4400
    """Not a message of this protocol, or too many wrong ones."""

    UNAUTHENTICATED = 4401
    """No token or ticket, or one that is not valid."""

    FORBIDDEN = 4403
    """Not allowed from this origin or with this token."""

    NO_SUCH_CHANNEL = 4404
    """There is no such channel."""

    PROTOCOL_VERSION = 4406
    """No version of the protocol that both sides speak."""

    NOTHING_SAID = 4408
    """No message from the client in time."""

    RATE_LIMITED = 4429
    """Too many messages; retry after retryAfterMs."""
