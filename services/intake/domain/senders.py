"""Who may send: tokens and the machines that need none.

Rules kept here:

1. A request names its sender with a bearer token (RFC 6750); every known token is compared, each in constant time, so
   that the time of the answer tells nothing about them.
2. Where no token is configured, only the machine itself is answered: both the peer's address and the Host header must
   be loopback, the latter because a page in a browser can be made to reach 127.0.0.1 under another name.
"""

import hmac
from collections.abc import Mapping
from hashlib import sha256

from shared.http.tokens import bearer_token

SHORT_TOKEN = 16
"""A token with fewer characters can be guessed; the log says so."""


def sender_of(authorization: str | None, tokens: Mapping[str, str]) -> str | None:
    """The sender whose token an Authorization header carries; None when it is nobody's."""
    given = sha256((bearer_token(authorization) or "").encode()).digest()
    sender = None
    for token, name in tokens.items():
        if hmac.compare_digest(given, sha256(token.encode()).digest()):
            sender = name
    return sender
