"""Which address is asked for the games, and whether it is a stream.

Rules kept here (Lichess API reference, Broadcasts):

1. The page of a round, https://lichess.org/broadcast/TOURNAMENT/ROUND/ID, has its games at
   /api/stream/broadcast/round/ID.pgn: all of them first, then each again as it changes. So has the page of one of its
   games, whose path goes on. Lichess asks not to poll a round.
2. The page of a tournament, https://lichess.org/broadcast/TOURNAMENT/ID, has those of its rounds in play at
   /api/stream/broadcast/tour/ID.pgn.
3. Any other address is asked again and again for a file, unless its path is that of such a stream.
"""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

_HOSTS = frozenset({"lichess.org", "www.lichess.org"})
_ID = r"(?P<id>[A-Za-z0-9]{8})"
_ROUND = re.compile(rf"/(?:broadcast/[^/]+/[^/]+|api/broadcast/round)/{_ID}(?:\.pgn|/[^/]*)?/?")
_TOURNAMENT = re.compile(rf"/(?:broadcast/[^/]+|api/broadcast)/{_ID}(?:\.pgn)?/?")
_STREAM = "/api/stream/broadcast/"


@dataclass(frozen=True)
class Source:
    """Where games are.

    Attributes:
        url: the address that is asked.
        streams: whether one answer goes on for as long as games are played.
    """

    url: str
    streams: bool = False


def source_of(address: str) -> Source:
    """Where the games are that this address shows; ValueError, with a sentence, where it cannot be asked."""
    try:
        parts = urlsplit(address.strip())
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known or not address.isascii() or re.search(r"[\x00-\x20\x7f]", address.strip()):
        raise ValueError(f"{address} is no address that begins with http:// or https://")
    if parts.username is not None or parts.password is not None:
        raise ValueError("an address with a password in it is not asked")
    if parts.hostname in _HOSTS:
        for kind, pattern in (("round", _ROUND), ("tour", _TOURNAMENT)):
            if match := pattern.fullmatch(parts.path):
                return Source(f"https://lichess.org{_STREAM}{kind}/{match['id']}.pgn", streams=True)
        if not parts.path.startswith("/api/"):
            raise ValueError(f"{address} is no broadcast of Lichess")
    return Source(urlunsplit(parts._replace(fragment="")), streams=parts.path.startswith(_STREAM))
