"""When files are rendered without being asked for."""

import pytest

from contracts.standings import Status
from services.export.domain.moments import Rounds, Stage, is_due, rounds_over


def standings(status: Status, rounds: int | None) -> Stage:
    return Stage(status=status, progress=Rounds(rounds_complete=rounds))


@pytest.mark.parametrize(
    ("rounds", "before", "due"),
    [(None, None, False), (0, None, False), (0, 1, False), (1, None, True), (1, 0, True), (2, 2, False), (2, 3, True)],
)
def test_during_play_another_number_of_complete_rounds_is_due(
    rounds: int | None, before: int | None, due: bool
) -> None:
    assert is_due(standings(Status.LIVE, rounds), before) is due


@pytest.mark.parametrize("status", [status for status in Status if status is not Status.LIVE])
def test_every_state_after_play_is_due(status: Status) -> None:
    assert is_due(standings(status, 2), 2)


def test_an_event_without_rounds_has_none_that_are_over() -> None:
    assert [rounds_over(standings(Status.LIVE, rounds)) for rounds in (None, 0, 4)] == [0, 0, 4]
