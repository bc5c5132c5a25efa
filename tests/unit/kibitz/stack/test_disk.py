import pytest

from kibitz.stack.disk import ENOUGH, FULL, STEADY, DiskThatFills


@pytest.mark.parametrize(
    ("free", "restarts"),
    [
        ([ENOUGH, FULL, ENOUGH], 0),
        ([FULL - 1, FULL, ENOUGH - 1], 0),
        ([FULL - 1, *[ENOUGH] * 20], 1),
        ([0, ENOUGH - 1, *[ENOUGH] * STEADY, 0, *[ENOUGH] * STEADY], 2),
        ([0, *[ENOUGH] * (STEADY - 1), 0, *[ENOUGH] * (STEADY - 1)], 0),
    ],
)
def test_the_server_is_started_again_once_when_there_is_room_after_the_disk_was_full(
    free: list[int], restarts: int
) -> None:
    disk = DiskThatFills()
    assert sum(disk.has_room_again(each) for each in free) == restarts
