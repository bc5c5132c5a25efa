"""What a writer could not carry, counted by kind."""

from contracts.messages import LossItem


class Losses:
    """What could not be carried, counted by kind."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}

    def add(self, what: str, why: str, count: int = 1) -> None:
        """Count a loss."""
        if count:
            self._counts[what, why] = self._counts.get((what, why), 0) + count

    def items(self) -> tuple[LossItem, ...]:
        """The losses, in order of their names."""
        return tuple(
            LossItem(what=what[:1024], count=count, why=why) for (what, why), count in sorted(self._counts.items())
        )
