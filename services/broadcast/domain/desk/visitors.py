"""Who may use the desk, and whether a form comes from the desk itself.

Rules kept here:

1. Without configuration the desk is open to the machine it runs on and to nobody else: the peer and the Host header are
   loopback, and no proxy has passed the request on, because behind one everybody would be this machine.
2. A form is taken from a page of the desk alone: the Origin that a browser names is this server, and the form has the
   check of the visit, which another page can neither read nor guess. The check follows from the visit, a random value
   in a cookie, so that every replica knows it without having kept anything.
"""

import hmac
from collections.abc import Mapping
from hashlib import sha256

from shared.this_machine import is_local

_PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


def may_direct(peer: str | None, headers: Mapping[str, str]) -> bool:
    """Whether who asks is the director; names of headers are in lower case."""
    host = headers.get("host")
    return host is not None and is_local(peer, host) and not any(name in headers for name in _PASSED_ON)


def check_of(visit: str) -> str:
    """What the forms of a visit carry."""
    return sha256(f"kibitz desk {visit}".encode()).hexdigest()


def is_own_form(scheme: str, headers: Mapping[str, str], visit: str | None, check: str | None) -> bool:
    """Whether a form was sent from a page of the desk in this visit."""
    origin = headers.get("origin")
    if origin is not None and origin != f"{scheme}://{headers.get('host')}":
        return False
    return bool(visit) and hmac.compare_digest(check_of(visit or "").encode(), (check or "").encode())
