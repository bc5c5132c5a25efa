"""Who holds a private link, and which boards it opens: those that the holder's own table has played.

A link has 192 bits that follow from the secret of the server, the event, the generation of its links and the
participant: nobody can guess one, nothing is kept of each, and a new generation ends all of them.
"""

import base64
import hmac
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from contracts.facts import PublicPolicy
from services.broadcast.domain.cards.bridge import Table
from shared.natural_order import natural

BYTES = 24


def is_open(policy: PublicPolicy | None) -> bool:
    """Whether a private link shows boards: where everybody sees them, and where each sees their own."""
    return policy is None or policy.boards in ("all", "own")


def key_of(secret: bytes, event: str, generation: int, participant: str) -> str:
    """The key of a participant, as it stands in an address."""
    about = f"own boards {event} {generation} {participant}"
    return base64.urlsafe_b64encode(hmac.new(secret, about.encode(), sha256).digest()[:BYTES]).decode()


def holder_of(key: str, secret: bytes, event: str, generation: int, participants: Iterable[str]) -> str | None:
    """Whose key it is; None: nobody's."""
    found = None
    for participant in participants:
        if hmac.compare_digest(key_of(secret, event, generation, participant).encode(), key.encode()):
            found = participant
    return found


def participants_of(standings: Table | None) -> list[Mapping[str, Any]]:
    """Everybody who is ranked, once each, by number: id, number and name."""
    people: dict[str, Mapping[str, Any]] = {}
    for key, row in standings.rows.items() if standings is not None else ():
        named = dict(zip(standings.columns, row, strict=True)) if standings is not None else {}
        own = key.partition("|")[2]
        people.setdefault(own, {"id": own, "number": named["number"], "name": named["name"]})
    return sorted(people.values(), key=lambda each: (natural(str(each["number"])), natural(str(each["name"]))))


def played_boards(participant: str, boards: Iterable[Table]) -> set[str]:
    """The ids of the boards that a participant has a score on; a team those that both its tables have."""
    return {str(board.meta["id"]) for board in boards if _has_played(participant, board)}


def _has_played(participant: str, board: Table) -> bool:
    rooms = set()
    for row in board.rows.values():
        line = dict(zip(board.columns, row, strict=True))
        for side in ("ns", "ew"):
            if not line["score"]:
                continue
            if participant in str(line[side] or "").split("+"):
                return True
            if participant == line[f"{side}_team"]:
                rooms.add(side)
    return len(rooms) == 2
