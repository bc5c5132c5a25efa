"""Losses are printed in groups, or one by one on request."""

from io import StringIO

import pytest
from rich.console import Console

from contracts.messages import LossItem
from kibitz.loss_lines import list_losses

LOSSES = [LossItem(what=f"{name} of a player", why="no field", count=2) for name in ("address", "club", "country")]


TOGETHER = [
    "  not carried address of a player, club of a player, country of a player: no field",
    "  All 3 kinds: --losses",
]


@pytest.mark.parametrize(
    ("every", "expected"), [(True, [f"  not carried {loss.what} (2): no field" for loss in LOSSES]), (False, TOGETHER)]
)
def test_losses_are_listed_or_put_together(every: bool, expected: list[str]) -> None:
    text = StringIO()
    list_losses(Console(file=text, width=200), LOSSES, every=every)
    assert text.getvalue().splitlines() == expected
