"""Breaking one thing in a fragment that is right, for tests that want to see it found."""

import random
from collections.abc import Callable
from typing import Any

from contracts.base import Place
from contracts.codes.code import Code
from contracts.messages import Fragment

HERE = Place(line=100_000)
"""Where the broken fact stands."""

Break = Callable[[Fragment, random.Random], Fragment]


class Breaks(dict[str, tuple[Code, Break]]):
    """Ways to break a fragment, by name, each with the code that must find it."""

    def by(self, code: Code) -> Callable[[Break], Break]:
        """Remember a way that `code` finds."""

        def remember(broken: Break) -> Break:
            self[broken.__name__] = (code, broken)
            return broken

        return remember


def change(whole: Fragment, **facts: Any) -> Fragment:
    return whole.replace(facts=whole.facts.replace(**facts))


def put(whole: Fragment, name: str, number: int, **update: Any) -> Fragment:
    """The fragment with one fact of a list changed, and moved to `HERE`."""
    facts = list(getattr(whole.facts, name))
    facts[number] = facts[number].replace(at=HERE, **update)
    return change(whole, **{name: tuple(facts)})


def every(whole: Fragment, name: str, **update: Any) -> Fragment:
    return change(whole, **{name: tuple(fact.replace(**update) for fact in getattr(whole.facts, name))})


def any_of(whole: Fragment, name: str, dice: random.Random) -> int:
    return dice.randrange(len(getattr(whole.facts, name)))
