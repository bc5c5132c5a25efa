"""A file as the desk lists it: what came of it, and what can be done about it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from contracts.access.grants import MACHINE
from contracts.base import DECISIONS, LOCAL_SENDER, slug
from contracts.messages import LooksLike
from contracts.questions import FileLine

VERDICTS: Mapping[str, str] = {
    "counts": "Counts",
    "partly": "Counts in part",
    "replaced": "Replaced by a newer file",
    "older": "Older than what counts",
    "held": "Held: it would change most of the event",
    "retracted": "Withdrawn",
    "moved": "Belongs to another event",
}
"""What came of a file, in words."""

STATES: Mapping[str, str] = {
    "received": "Arrived, not yet read",
    "parsed": "Read, not yet checked",
    "accepted": "Checked, not yet scored",
    "rejected": "Refused",
    "scored": "In the standings",
}

DIGITS = 12
"""Of a digest, in the sentence of a decision about a file."""

_ALL = "All files of "
"""How the sentence begins that says where all files of an event belong."""

_BY = ", decided "
"""What stands between a decision and by whom, when and why it was made."""

_WITHDRAWAL = re.compile(rf"File ([0-9a-f]{{{DIGITS}}}) (does not count|counts again)")
_UNDONE: Mapping[str, str] = {"does not count": "Undone", "counts again": "Done again"}

_DIGEST = re.compile(rf"\b[0-9a-f]{{{DIGITS}}}\b")

_EVENT = re.compile(r"\b(All files of|belongs? to|events?) ([a-z0-9]+(?:-[a-z0-9]+)*)")
"""Where a sentence names an event."""

_WAYS: Mapping[str, str] = {
    MACHINE: "",
    LOCAL_SENDER: "by a command or a program on the machine of the server",
    "": "by a file in a folder",
}
"""By which way a decision came, by its sender; nothing is said of those of the desk."""

WITHDRAWABLE = ("counts", "partly", "held", "replaced", "older")
TAKEABLE = ("held", "older", "replaced", "partly")
COUNTING = ("counts", "partly")


def line_of(file: FileLine, event: str | None = None) -> dict[str, Any]:
    """A file of a list; in one event, with what can be done about it there."""
    parts = [part for part in file.events if event in (None, part.event)]
    verdicts = list(dict.fromkeys(part.verdict for part in parts if part.verdict))
    word = verdicts[0] if len(verdicts) == 1 else ""
    decisions = file.format == DECISIONS
    # Where files belong is decided by the newest decision about that, whatever became of its own file.
    moves = decisions and "-reassign-" in file.name
    words = [VERDICTS.get(verdict, verdict) for verdict in verdicts]
    texts = words if decisions else [part.text for part in parts if part.text] or words
    return {
        "sha256": file.sha256,
        "name": file.name,
        "sender": file.sender,
        "received_at": file.received_at,
        "text": "; ".join(texts or [STATES[file.state]]).removeprefix(f"{file.name} "),
        "verdict": "; ".join(words or [STATES[file.state]]),
        "findings": file.findings,
        "decisions": decisions,
        "decided": file.decided,
        "way": _WAYS.get(file.sender, f"sent by {file.sender}") if decisions else "",
        "ruled": False,
        "events": [part.event for part in parts],
        "withdraw": word in WITHDRAWABLE and not moves,
        "restore": word == "retracted" and not moves,
        "moves": moves,
        "moved": word == "moved",
        "take": word in TAKEABLE and not decisions,
        "counts": word in COUNTING,
        "links": [_link(alike, part.event) for part in parts for alike in part.looks_like if alike.into],
        "clashes": any(alike.event == part.event for part in parts for alike in part.looks_like),
    }


def _link(alike: LooksLike, own: str) -> dict[str, str | None]:
    """What makes two events one: the files of `moving` go `into` the other."""
    return {"moving": own if alike.into == alike.event else alike.event, "into": alike.into}


def what_was_decided(sentences: Iterable[str]) -> str:
    """The decisions of a file without by whom, when and why they were made."""
    return "; ".join(text.partition(_BY)[0] for text in sentences)


def in_words(text: str, files: Iterable[FileLine]) -> str:
    """The sentence of a decision, with the name of a file in place of its digest, or with what the file decided."""
    known = {file.sha256[:DIGITS]: file for file in files}
    withdrawal = _WITHDRAWAL.match(text)
    if withdrawal and (file := known.get(withdrawal[1])) and file.decided:
        return f"{_UNDONE[withdrawal[2]]}: {what_was_decided(file.decided)}{text[withdrawal.end() :]}"
    return _DIGEST.sub(lambda found: known[found[0]].name if found[0] in known else found[0], text)


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A sentence with the names of events in place of their ids."""
    return _EVENT.sub(lambda found: f"{found[1]} {names.get(found[2], found[2])}", text)


def lines_of(files: Sequence[FileLine], event: str) -> list[dict[str, Any]]:
    """The files of an event.

    `alone` is where one goes that leaves others of its name and sender, which count. `all_moved` and `moved_file` say
    what the newest decision about where files belong has moved away from this event, which can be brought back.
    """
    lines = [line_of(file, event) for file in files if any(part.event == event for part in file.events)]
    counting = Counter((line["name"], line["sender"]) for line in lines if line["counts"])
    moved = {line["sha256"][:DIGITS]: line for line in lines if line["moved"] and not line["decisions"]}
    for line in lines:
        digests = [digest for text in line["decided"] for digest in _DIGEST.findall(text)] if line["moves"] else []
        line["moved_file"] = next(filter(None, (moved.pop(digest, None) for digest in digests)), None)
        line["all_moved"] = (
            line["moves"] and not digests and any(text.startswith(f"{_ALL}{event} ") for text in line["decided"])
        )
        line["decided"] = [in_words(text, files) for text in line["decided"]]
        # What withdraws a decision, or restores it, is undone where that decision stands.
        line["withdraw"] &= not any(text.startswith(tuple(_UNDONE.values())) for text in line["decided"])
        own = (line["name"], line["sender"])
        line["alone"] = slug(f"{event}-2") if counting[own] > line["counts"] else ""
    return lines
