"""The decisions that make files an event of their own."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from contracts.base import slug
from contracts.decisions import ReassignFiles


class SplitFile(NamedTuple):
    """A file that is to leave its event."""

    sha256: str
    name: str
    sender: str


def own_event(event: str, digests: Iterable[str]) -> str:
    """The event that files of another one get: always the same for the same files."""
    return slug(f"{event}-{hashlib.sha256(' '.join(sorted(digests)).encode()).hexdigest()[:8]}")


def splitting(files: Sequence[SplitFile], to: str | None, *, only: bool) -> tuple[ReassignFiles, ...]:
    """The decisions of the event that files leave.

    Args:
        files: those that leave it.
        to: where they go; None undoes it.
        only: others of their names and senders stay, future ones as well.

    Raises:
        ValidationError: `to` is not the identity of an event.
    """
    selections: list[dict[str, str]] = [{"file": file.sha256} for file in files]
    if not only:
        names = sorted({(file.name, file.sender) for file in files if file.name})
        selections += [{"name": name, "sender": sender} for name, sender in names]
    return tuple(ReassignFiles.model_validate({"decision": "reassign", "to": to, **each}) for each in selections)
