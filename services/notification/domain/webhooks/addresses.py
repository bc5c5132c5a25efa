"""Which addresses of the network a target may have: those of the internet, and others that the operator names.

The address that is connected to is looked at, not the name, which may lead anywhere and elsewhere the next time.
"""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

Network = str
"""As "192.0.2.0/24"."""

_TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses of IPv4 behind a translator (RFC 6052)."""


def may_be_called(address: str, allowed: Sequence[Network] = ()) -> bool:
    """Whether requests may go to this address."""
    own = _inner(ip_address(address.partition("%")[0]))
    if any(own in ip_network(network) for network in allowed):
        return True
    return own.is_global and not own.is_multicast


def _inner(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The address of IPv4 that one of IPv6 stands for, or itself."""
    if isinstance(address, IPv4Address):
        return address
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo or (None, address))[1]
