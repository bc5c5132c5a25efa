"""Who has to be looked at when: one timer for all, in steps, instead of a timer or a task for each."""

from collections import defaultdict
from typing import Generic, TypeVar

T = TypeVar("T")


class Agenda(Generic[T]):
    """Things by the step in which they are due.

    Attributes:
        step: seconds; nothing is due before its time, and nothing later than a step after it.
    """

    def __init__(self, step: float = 1.0) -> None:
        """Make an empty one."""
        self.step = step
        self._due: defaultdict[int, list[T]] = defaultdict(list)

    def add(self, thing: T, at: float) -> None:
        """Remember a thing until then."""
        self._due[int(at / self.step) + 1].append(thing)

    def take(self, now: float) -> list[T]:
        """The things that are due, which are forgotten by that."""
        reached = [number for number in self._due if number * self.step <= now]
        return [thing for number in sorted(reached) for thing in self._due.pop(number)]
