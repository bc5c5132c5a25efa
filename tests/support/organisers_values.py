"""A made-up evening whose file states other values than its results give: each of theirs is known by its decimals."""

import re
from datetime import UTC, datetime

from contracts.facts import AsOf
from contracts.messages import EventMerged
from kibitz.replay.made_up import Size, made_up_file
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment
from tests.support.usebio_documents import read_one

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
MARK = ".83"
"""No percentage or score of the evening ends so, and everything that the file states does."""

AWARD = f"77{MARK}"

OURS = ("79.17", "41.67", "37.5", "62.5", "54.17", "33.33")
"""Percentages that follow from the results."""

_STATED = re.compile(rb"<(TOTAL_SCORE|PERCENTAGE|[NE][SW]_MATCH_POINTS)>([0-9]+)[0-9.]*<")


def organisers_file() -> bytes:
    """The evening as USEBIO, places of which are turned round, with master points."""
    made = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1)
    made = _STATED.sub(rb"<\1>\2" + MARK.encode() + b"<", made)
    award = f"<MASTER_POINTS_AWARDED>{AWARD}</MASTER_POINTS_AWARDED>\n        <PLAYER>".encode()
    made = re.sub(rb"<PLACE>([0-9])=?<", lambda place: b"<PLACE>%d<" % (5 - int(place[1])), made)
    return re.sub(rb"(</PERCENTAGE>\s*)<PLAYER>", rb"\1" + award, made)


def organisers_event() -> EventMerged:
    """The same, scored."""
    read = read_one(organisers_file())
    facts = {name: getattr(read.facts, name) for name in read.facts.FIELDS}
    state = EventState(read.event)
    state.apply(fragment("organisers", scope=read.scope, event=read.event, **facts))
    return state.score()[1]
