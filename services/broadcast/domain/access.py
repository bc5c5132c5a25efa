"""Who may read the feed: bearer tokens, and tickets for clients that cannot send a header, as in browsers.

A ticket is `<expiry>.<signature>`: seconds since 1970, and HMAC-SHA-256 of that number under the operator's secret, in
hexadecimal. It is short-lived, because addresses end up in logs.
"""

import hmac
from dataclasses import dataclass

from shared.http.server_names import answers_to
from shared.http.tokens import bearer_token


def issue_ticket(secret: str, expires: int) -> str:
    """A ticket that is good until `expires`, in seconds since 1970."""
    signature = hmac.new(secret.encode(), str(expires).encode(), "sha256").hexdigest()
    return f"{expires}.{signature}"


@dataclass(frozen=True, slots=True)
class Access:
    """The rule of entry.

    Attributes:
        tokens: bearer tokens that open the feed; none: it is open to everybody.
        ticket_secret: signs tickets; "" for no tickets.
        origins: of web pages that may connect, besides the service's own page; "*" for any.
        names: under which the server is known in public, in lower case; "*" for any.
    """

    tokens: frozenset[str] = frozenset()
    ticket_secret: str = ""
    origins: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    def is_meant(self, host: str | None) -> bool:
        """Whether a Host header names this server."""
        return answers_to(host, self.names)

    def admits(self, authorization: str | None, ticket: str | None, now: float) -> bool:
        """Whether a request may pass by its header or by the ticket in its query; `now` in seconds since 1970."""
        if not self.tokens and not self.ticket_secret:
            return True
        given = (bearer_token(authorization) or "").encode()
        # Every token is compared, so that the time says nothing about which one was close.
        if sum(hmac.compare_digest(given, known.encode()) for known in self.tokens):
            return True
        if not ticket or not self.ticket_secret:
            return False
        expires = ticket.partition(".")[0]
        if not (expires.isascii() and expires.isdigit()) or len(expires) > 12 or int(expires) < now:
            return False
        issued = issue_ticket(self.ticket_secret, int(expires))
        return hmac.compare_digest(issued.encode(), ticket.encode("utf-8", "surrogateescape"))

    def welcomes(self, origin: str | None, host: str | None) -> bool:
        """Whether a page from this origin may connect; programs send none."""
        if origin is None or "*" in self.origins or origin in self.origins:
            return True
        return host is not None and origin.partition("://")[2] == host
