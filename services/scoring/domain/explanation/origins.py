"""Where facts come from, and what participants are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from contracts.explanation import Somebody, Where
from contracts.facts import Facts, Key
from contracts.facts.base import Fact
from contracts.messages import Fragment
from services.scoring.domain.rankings.totals import name_of


@dataclass
class Origins:
    """The files of an event, asked for the place of a fact.

    Attributes:
        facts: of the event.
        numbers: for each list of facts, the number of the file that each came from.
        fragments: what the files say, by that number.
    """

    facts: Facts
    numbers: Mapping[str, Sequence[int]]
    fragments: Sequence[Fragment]
    _files: dict[str, dict[Key, str]] = field(default_factory=dict)
    _people: dict[tuple[str, str], Somebody] = field(default_factory=dict)

    def where(self, kind: str, fact: Fact | None) -> Where | None:
        """The file and the place in it of a fact of a list; None for what no file says."""
        if fact is None:
            return None
        if kind not in self._files:
            each = zip(getattr(self.facts, kind), self.numbers.get(kind, ()), strict=True)
            self._files[kind] = {own.key: self.fragments[number].file.name for own, number in each}
        name = self._files[kind].get(fact.key)
        return None if name is None else Where(file=name, at=fact.at)

    def somebody(self, kind: str, name: str) -> Somebody:
        """A participant by its identity."""
        if not self._people:
            for who in self.facts.participants:
                about = Somebody(id=who.id, number=who.number or who.id, name=name_of(who))
                self._people[who.kind, who.id] = about
        return self._people.get((kind, name)) or Somebody(id=name, number=name)
