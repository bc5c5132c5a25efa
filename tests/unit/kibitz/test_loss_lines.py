"""Losses are printed in groups, or one by one on request."""

from io import StringIO

import pytest
from rich.console import Console

from contracts.messages import LossItem
from kibitz.loss_lines import list_losses

LOSSES = [LossItem(what=f"{name} of a player", why="no field", count=2) for name in ("address", "club", "country")]


@pytest.mark.parametrize("every", [True, False])
def test_losses_are_printed_with_what_is_lost_and_why(every: bool) -> None:
    text = StringIO()
    list_losses(Console(file=text, width=200), LOSSES, every=every)
    lines = text.getvalue().splitlines()
    assert all("not carried" in line and "no field" in line for line in lines if "--losses" not in line)
    assert (len(lines) == len(LOSSES)) if every else lines
