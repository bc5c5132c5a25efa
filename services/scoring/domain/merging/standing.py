"""What stands of one type of facts, in the order of the keys; one that comes or goes costs a search for its place."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Generic, TypeVar

from contracts.base import FileFormat
from contracts.facts import Fact, Key
from contracts.messages import Order
from services.scoring.domain.merging.key_order import key_order


@dataclass(slots=True, eq=False)
class Source:
    """A fragment that counts: its order, its id and its format; a newer version may take its place.

    Attributes:
        number: among those that count, from the oldest.
    """

    order: Order
    origin: str
    format: FileFormat
    number: int = -1


@dataclass(slots=True, eq=False)
class Listing(Source):
    """What files say of a type of facts, all of them the same; it counts as that of the newest of them.

    Attributes:
        facts: what each of them says.
        keys: of these facts.
        sources: of the files, from the oldest.
    """

    facts: Sequence[Fact] = ()
    keys: frozenset[Key] = frozenset()
    sources: list[Source] = field(default_factory=list)

    @classmethod
    def of(cls, facts: Sequence[Fact], source: Source) -> "Listing":
        """What one file says."""
        return cls(source.order, source.origin, source.format, source.number, facts, _keys(facts), [source])

    def restate(self, facts: Sequence[Fact]) -> None:
        """Have the files say something else."""
        self.facts, self.keys = facts, _keys(facts)

    def in_order(self) -> Iterator[Key]:
        """The keys, in the order of the facts."""
        return (fact.key for fact in self.facts)

    def follow(self) -> None:
        """Count as that of the newest file."""
        newest = self.sources[-1]
        self.order, self.origin, self.format, self.number = newest.order, newest.origin, newest.format, newest.number


def _keys(facts: Sequence[Fact]) -> frozenset[Key]:
    return frozenset([fact.key for fact in facts])


@dataclass(slots=True)
class Winner:
    """What stands of a key, where it comes from, and whether a newer whole fragment withdrew it."""

    fact: Fact
    source: Source
    withdrawn: bool = False

    @property
    def order(self) -> Order:
        """That of the fragment."""
        return self.source.order

    @property
    def origin(self) -> str:
        """The id of the fragment."""
        return self.source.origin


Value = TypeVar("Value")


class _Column(Generic[Value]):
    """One value of each that stands; made when it is asked for, and patched from then on."""

    def __init__(self) -> None:
        self._list: list[Value] | None = None
        self._tuple: tuple[Value, ...] | None = None

    def values(self, make: Callable[[], list[Value]]) -> tuple[Value, ...]:
        """The values; the same object until one of them is another."""
        if self._list is None:
            self._list = make()
        if self._tuple is None:
            self._tuple = tuple(self._list)
        return self._tuple

    def patch(self, start: int, end: int, new: list[Value], size: int | None) -> None:
        """Put others in the place of some values, if there are as many as this `size`; else all are made anew."""
        self._tuple = None
        if self._list is not None and len(self._list) == size:
            self._list[start:end] = new
        else:
            self._list = None


class Standing:
    """The winners of a type; facts and numbers of their sources are patched while none of them is withdrawn."""

    def __init__(self, winners: Mapping[Key, Winner]) -> None:
        """Put some winners in order."""
        ordered = sorted(((key_order(key), winner) for key, winner in winners.items()), key=itemgetter(0))
        self._order = [key for key, _ in ordered]
        self._winners = [winner for _, winner in ordered]
        self._facts: _Column[Fact] = _Column()
        self._origins: _Column[int] = _Column()

    @property
    def winners(self) -> list[Winner]:
        """Those that still stand."""
        return [winner for winner in self._winners if not winner.withdrawn]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What they state."""
        return self._facts.values(lambda: [winner.fact for winner in self.winners])

    @property
    def origins(self) -> tuple[int, ...]:
        """The number of the source of each."""
        return self._origins.values(lambda: [winner.source.number for winner in self.winners])

    def renumber(self) -> None:
        """Sources have other numbers."""
        self._origins = _Column()

    def add(self, key: Key, winner: Winner) -> None:
        """Put a new winner in its place."""
        own = key_order(key)
        at = bisect_right(self._order, own)
        self._order.insert(at, own)
        self._winners.insert(at, winner)
        self._patch(at, at, winner)

    def remove(self, key: Key, winner: Winner) -> None:
        """Take a winner out."""
        at = self._place_of(key, winner)
        del self._order[at], self._winners[at]
        self._patch(at, at + 1, None)

    def change(self, key: Key, winner: Winner) -> None:
        """Follow a winner that has another fact or source, or is withdrawn or not any more."""
        at = self._place_of(key, winner)
        self._patch(at, at + 1, winner)

    def _place_of(self, key: Key, winner: Winner) -> int:
        at = bisect_left(self._order, key_order(key))
        while self._winners[at] is not winner:
            at += 1
        return at

    def _patch(self, start: int, end: int, winner: Winner | None) -> None:
        size = len(self._winners) - (winner is not None) + end - start
        whole = winner is None or not winner.withdrawn
        self._facts.patch(start, end, [winner.fact] if winner is not None else [], size if whole else None)
        self._origins.patch(start, end, [winner.source.number] if winner is not None else [], size if whole else None)
