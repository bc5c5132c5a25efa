"""Whether a request comes from this machine: both the peer's address and the Host header must be loopback.

The latter because a page in a browser can be made to reach 127.0.0.1 under another name (DNS rebinding).
"""

import ipaddress
import re

_HOST = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::[0-9]+)?|([^:\[\]]+)(?::[0-9]+)?")


def is_local(peer: str | None, host: str | None) -> bool:
    """Whether a request comes from this machine and was addressed to it by a loopback name."""
    if peer is None or not _is_loopback(peer):
        return False
    if host is None:
        return True
    named = _HOST.fullmatch(host.strip())
    name = (named[1] or named[2]) if named else ""
    return name.lower().rstrip(".") == "localhost" or _is_loopback(name)


def _is_loopback(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return bool((mapped or parsed).is_loopback)
