"""At which addresses a server is reached: from its own machine, and from the network."""

import ipaddress
import re
import socket

LOOPBACK = "127.0.0.1"

HOST_NAME = re.compile(r"[A-Za-z0-9._:-]+")
"""A name, an address of IPv4 or one of IPv6; neither scheme nor port."""

_SOMEWHERE = ("192.0.2.1", 9)
"""An address of documentation (RFC 5737): to "connect" a datagram socket sends nothing, and chooses our own address."""


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine reaches what listens there."""
    return host == "localhost" or _is(host, "is_loopback")


def own_name(host: str) -> str:
    """How this machine itself reaches what listens there."""
    return LOOPBACK if _is(host, "is_unspecified") or host == LOOPBACK else bracketed(host)


def network_address(host: str) -> str:
    """How the network reaches what listens there: the address itself, or for every address that of the way out."""
    if not _is(host, "is_unspecified"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(_SOMEWHERE)
            return str(way_out.getsockname()[0])
        except OSError:
            return socket.gethostname()


def bracketed(host: str) -> str:
    """As it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def _is(host: str, quality: str) -> bool:
    try:
        return bool(getattr(ipaddress.ip_address(host), quality))
    except ValueError:
        return False
