"""What a format cannot carry, as the command line prints it."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape

from contracts.messages import LossItem
from shared.formats.loss_groups import grouped


def list_losses(console: Console, losses: Sequence[LossItem], *, every: bool = False) -> None:
    """What a format cannot carry, in about a dozen lines or with every field."""
    lines = losses if every else grouped(losses)
    for loss in lines:
        counted = f" ({loss.count})" if every else ""
        console.print(f"  [yellow]not carried[/] {escape(loss.what)}{counted}: {escape(loss.why)}")
    if len(lines) < len(losses):
        console.print(f"  [dim]All {len(losses)} kinds: --losses[/]")
