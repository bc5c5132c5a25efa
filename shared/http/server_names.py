"""By which names a server lets itself be called: against pages that reach it under a name of their own (DNS rebinding).

A page in a browser may read what its own host answers. Its owner can make that host's name lead to the machine of the
reader or into its network, and then reads what is meant for that network alone. No such name is an address of digits,
has one part only, or ends as names do that no public name server may know.
"""

import ipaddress
import re
from collections.abc import Collection

_HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[^:\[\]]{1,255}))(?::[0-9]{1,5})?")
_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")

PRIVATE = (".localhost", ".local", ".internal", ".home.arpa", ".test")
"""Ends of names that are never public: RFC 6761, RFC 6762, RFC 8375, and ICANN's reservation of .internal."""

ANY = "*"


def host_name(host: str) -> str | None:
    """The name or the address in a Host header, in lower case and without a dot at its end; None: it is neither."""
    found = _HOST.fullmatch(host.strip())
    if found is None:
        return None
    name = (found["six"] or found["name"]).lower().rstrip(".")
    return name if is_address(name) or _NAME.fullmatch(name) else None


def is_address(name: str) -> bool:
    """Whether a name is an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def answers_to(host: str | None, names: Collection[str]) -> bool:
    """Whether a server with these names is meant by a Host header; without one it is, as no browser leaves it out.

    Args:
        host: the header.
        names: under which the server is known in public, in lower case; "*" for any.
    """
    if host is None or ANY in names:
        return True
    name = host_name(host)
    return name is not None and (is_address(name) or "." not in name or name.endswith(PRIVATE) or name in names)
