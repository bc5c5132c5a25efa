"""Files of decisions for tests, and the fragments that they make."""

import hashlib
from datetime import timedelta

from contracts.base import DECISIONS, FileRef
from contracts.decisions import AnyDecision, Decisions
from contracts.messages import Fragment, FragmentParsed
from shared.formats.decisions.reader import parse as parse_decisions
from shared.formats.decisions.reader import written as written_decisions
from shared.parsing.fragments import fragments
from tests.support.fragments import NOON


def ruling(*decided: AnyDecision, event: str = "club-pairs", minutes: int = 0, by: str = "Ann Director") -> bytes:
    """The bytes of a file of decisions."""
    return written_decisions(Decisions(event=event, at=NOON + timedelta(minutes=minutes), by=by, decisions=decided))


def decided(*what: AnyDecision, event: str = "club-pairs-2026-03-07", minutes: int = 0) -> Fragment:
    """The fragment of a file of decisions."""
    return told(*what, event=event, minutes=minutes).fragment


def told(*what: AnyDecision, event: str = "club-pairs-2026-03-07", minutes: int = 0) -> FragmentParsed:
    """A file of decisions as its reader tells of it."""
    data = ruling(*what, event=event, minutes=minutes)
    digest = hashlib.sha256(data).hexdigest()
    file = FileRef(sha256=digest, name="decided.json", size=len(data), format=DECISIONS, received_at=NOON)
    (message,) = fragments(file, parse_decisions(data))
    return message
