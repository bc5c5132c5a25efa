"""How long files are kept, by sender, and what follows from no file, by kind; and what is due.

    [files]            # days after they arrived, by sender; "*" is every other sender
    club-pc = 400
    "*" = 1825

    [kinds]            # days after they were last written
    queries = 30

Rules kept here:

1. A file is due by its own sender and arrival; what is not named is kept. One whose arrival is not known is kept.
2. Decisions go with the last other file of their events, and never before: without them, results would be others.
"""

import tomllib
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from contracts.base import DECISIONS, Contract
from kibitz.belongings.belonging import Holding

KINDS: Mapping[str, str] = {
    "access": "$KV.GRANTS.",
    "journal": "$KV.JOURNAL.",
    "queries": "$KV.QUERIES.event.",
    "subscriptions": "$KV.NOTICES.subscription.",
    "dead": "dead.",
}
"""What a kind is on the bus: how its subjects begin."""

OTHERS = "*"

Days = Annotated[int, Field(ge=1, le=36_500)]


class Retention(Contract):
    """A policy; what it does not name is kept.

    Attributes:
        files: days by sender.
        kinds: days by kind.
    """

    model_config = ConfigDict(extra="forbid")

    files: dict[str, Days] = {}
    kinds: dict[Literal["access", "journal", "queries", "subscriptions", "dead"], Days] = {}


def read_policy(text: str) -> Retention:
    """Read a policy.

    Raises:
        ValueError: it is no TOML, or has something else than the tables above.
    """
    return Retention.model_validate(tomllib.loads(text))


def due_files(policy: Retention, holdings: Iterable[Holding], now: datetime) -> frozenset[str]:
    """The digests of files that are due."""
    held = list(holdings)
    due = {each.file.sha256 for each in held if _is_due(policy, each, now)}
    results = [each for each in held if each.file.format != DECISIONS]
    going = {event for each in results if each.file.sha256 in due for event in each.events}
    staying = {event for each in results if each.file.sha256 not in due for event in each.events}
    for each in held:
        if each.file.format == DECISIONS:
            goes = staying.isdisjoint(each.events) and (each.file.sha256 in due or not going.isdisjoint(each.events))
            (due.add if goes else due.discard)(each.file.sha256)
    return frozenset(due)


def due_before(policy: Retention, now: datetime) -> dict[str, datetime]:
    """Since when what begins with a subject has to have been written to be kept."""
    return {KINDS[kind]: now - timedelta(days=days) for kind, days in policy.kinds.items()}


def _is_due(policy: Retention, holding: Holding, now: datetime) -> bool:
    file = holding.file
    days = policy.files.get(file.sender, policy.files.get(OTHERS))
    return days is not None and file.received_at is not None and file.received_at < now - timedelta(days=days)
