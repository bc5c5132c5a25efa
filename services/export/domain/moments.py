"""When files are rendered without being asked for.

1. During play when a round becomes complete, or is no longer complete.
2. As soon as play is over (provisional, official, or corrected after that), at every change.

New seats are the third moment: they come with the end of a round or with an early start.
"""

from contracts.base import Excerpt, Slug
from contracts.messages import Position
from contracts.standings import Status


class Rounds(Excerpt, title="Progress"):
    """How many rounds are complete."""

    rounds_complete: int | None = None


class Stage(Excerpt, title="Standings"):
    """How far standings are."""

    status: Status = Status.LIVE
    progress: Rounds


class EventStage(Excerpt, title="EventMerged"):
    """How far a merged event is."""

    event: Slug
    applied: int
    standings: Stage


class StandingsPosition(Excerpt, title="StandingsPublished"):
    """Which fragments standings include."""

    position: Position


def is_due(standings: Stage, rounds_before: int | None) -> bool:
    """Whether files of this state are rendered.

    Args:
        standings: of the state.
        rounds_before: how many rounds were complete when files were last rendered; None where that is not known.
    """
    return standings.status is not Status.LIVE or rounds_over(standings) not in (0, rounds_before)


def rounds_over(standings: Stage) -> int:
    """How many rounds are complete; 0 where rounds are not known."""
    return standings.progress.rounds_complete or 0
