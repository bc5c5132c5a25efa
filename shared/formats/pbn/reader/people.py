"""Who is who: pairs by number or by names, players and teams (3.4.5, 4.3, 4.4, 5.9, 5.10).

Rule 1: the id of a pair is its number as written. A pair without a number is called by its players in the order of the
    alphabet, so that it keeps its id when the two change seats.
Rule 2: in a table where a number meets itself, or names different players on the two sides, the two sides are numbered
    apart; then every pair that has a side gets it appended ("1NS", "1EW").
Rule 3: where the sections number apart, which shows by other players, the section stands in front ("A-1").
Rule 4: a team is called by its name, or by the number that a table has for it. At home it sits North-South in the open
    room and East-West in the closed one, as the rooms are used; a second game of a board at the same table counts as
    the closed room where none is named.
Rule 5: the document has pairs in its tables. In those of individuals `PairId_NS` has the numbers of North and South
    with a slash between them ("12/5"; others write "12-5"), `Names_NS` their names, and `PairId` of a TotalScoreTable
    the number of one player. A player without a number is called by his name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from contracts.base import Direction
from contracts.codes.pbn import NUMBER_SHARED
from contracts.facts import Participant, Person
from shared.formats.pbn.reader.draft import PairEntry
from shared.formats.pbn.report import Report
from shared.formats.report import NAME_LENGTH

_NOBODY = frozenset({"", "?", "!", "-"})
_NUMBERED = re.compile(r"(.+?)\s*#(\d{1,12})", re.ASCII)


def names_of(text: str | None) -> tuple[str, ...]:
    """The players at a seat or in a table with semicolons between them, or the name of the partnership."""
    names = [part.strip()[:NAME_LENGTH] for part in (text or "").split(";")]
    return tuple([name for name in names if name not in _NOBODY])


def person(name: str) -> Person:
    """A player; a number behind # is his national one, as RealBridge writes it."""
    match = _NUMBERED.fullmatch(name)
    if match is not None:
        return Person(name=match[1][:NAME_LENGTH], national_id=match[2])
    return Person(name=name[:NAME_LENGTH])


def name_id(names: Iterable[str]) -> str:
    """The id of those who have no number (rule 1)."""
    return " & ".join(sorted(names))[:NAME_LENGTH]


class Directory:
    """The pairs of an event and their ids."""

    def __init__(
        self,
        entries: Iterable[PairEntry],
        meetings: Iterable[tuple[PairEntry | None, PairEntry | None]],
        report: Report,
    ) -> None:
        """Look at every mention of a pair, and at North-South and East-West of each result."""
        self._entries = list(entries)
        names: dict[tuple[str, str | None, str | None], frozenset[str]] = {}
        for entry in self._entries:
            if entry.number is not None and entry.names:
                names.setdefault((entry.number, entry.side, entry.section), frozenset(entry.names))
        self._side_of = {
            (entry.number, name): entry.side for entry in self._entries if entry.side for name in entry.names
        }
        itself = (ns for ns, ew in meetings if ns and ew and ns.number is not None and ns.number == ew.number)
        self._by_side = next(itself, None) or self._differ(names, 1)
        self._by_section = self._differ(names, 2)
        for apart, what in ((self._by_side, "sides"), (self._by_section, "sections")):
            if apart is not None:
                report.add(NUMBER_SHARED, f"the two {what} use the same numbers", apart.at, stated=apart.number)

    def _differ(self, names: dict[tuple[str, str | None, str | None], frozenset[str]], part: int) -> PairEntry | None:
        """A pair whose number has other players on the other side (1) or in another section (2)."""
        seen: dict[tuple[str, str | None], tuple[str | None, frozenset[str]]] = {}
        for (number, side, section), players in names.items():
            own, other = (side, section) if part == 1 else (section, side)
            if own is None:
                continue
            known = seen.setdefault((number, other), (own, players))
            if known[0] != own and not known[1] & players:
                return next(entry for entry in self._entries if entry.number == number)
        return None

    def id_of(self, entry: PairEntry) -> str | None:
        """How facts name a pair; None for nobody."""
        if entry.number is None:
            return name_id(entry.names) or None
        text = entry.number
        if self._by_section is not None and entry.section is not None:
            text = f"{entry.section}-{text}"
        if self._by_side is not None:
            text = f"{text}{self._side(entry) or ''}"
        return text[:NAME_LENGTH]

    def _side(self, entry: PairEntry) -> str | None:
        """The side of a pair; in a table of totals, that of the pair with its number and players."""
        sides = (self._side_of.get((entry.number, name)) for name in entry.names)
        return entry.side or next((side for side in sides if side is not None), None)

    def participants(self) -> Iterator[Participant]:
        """Everybody who is named, pairs first, then teams with their pairs."""
        participants: dict[str, Participant] = {}
        members: dict[str, dict[str, None]] = {}
        for entry in self._entries:
            name = self.id_of(entry)
            if name is None:
                continue
            known = participants.get(name) or self._pair(name, entry)
            if not known.players and entry.names:
                known = known.replace(players=tuple(map(person, entry.names)))
            if entry.line is not None and known.direction is None:
                known = known.replace(direction=Direction(entry.line))
            participants[name] = known
            if entry.team is not None:
                members.setdefault(entry.team, {})[name] = None
        for team, pairs in members.items():
            for pair in pairs:
                if participants[pair].team is None:
                    participants[pair] = participants[pair].replace(team=team)
        yield from participants.values()
        for team, pairs in members.items():
            yield Participant(id=team, kind="team", name=team, members=tuple(pairs))

    def _pair(self, name: str, entry: PairEntry) -> Participant:
        side = self._side(entry) if self._by_side is not None and entry.number is not None else None
        return Participant(
            at=entry.at,
            id=name,
            kind="pair",
            number=entry.number if name != entry.number else None,
            section=entry.section if self._by_section is not None else None,
            direction=Direction(side) if side else None,
            players=tuple(map(person, entry.names)),
        )


_BETWEEN, _OTHERS_BETWEEN = "/", "+&,-"


def players_of(entry: PairEntry | None) -> tuple[str, str] | None:
    """The two players of a side, North or East first, by number, else by name; None where they are not two."""
    if entry is None:
        return None
    for between in (_BETWEEN, *_OTHERS_BETWEEN):
        first, _, other = (entry.number or "").partition(between)
        if first.strip() and other.strip() and between not in other:
            return first.strip(), other.strip()
    return (entry.names[0], entry.names[1]) if len(entry.names) == 2 else None


def pair_id(first: str | None, other: str | None) -> str | None:
    """What stands for two players in the column of a pair."""
    return f"{first}{_BETWEEN}{other}" if first is not None and other is not None else None


def players(entries: Iterable[PairEntry]) -> dict[str, str | None]:
    """Everybody who takes part, by number, else by name, with the name.

    A number without a name is a player (None) only where nobody has one: else it is one that the file does not explain.
    """
    players: dict[str, str | None] = {}
    listed: list[PairEntry] = []
    for entry in entries:
        both = players_of(entry) if entry.side is not None else None
        if both is None:
            listed.append(entry)
            continue
        names: tuple[str | None, ...] = entry.names if len(entry.names) == 2 else (None, None)
        for called, named in zip(both, names, strict=True):
            players[called] = players.get(called) or named
    for entry in listed:
        alone = entry.side is None and len(entry.names) == 1
        for name in entry.names:
            called = (player_of(entry, players) if alone else None) or name
            players[called] = players.get(called) or name
    if any(named is not None for named in players.values()):
        return {called: named for called, named in players.items() if named is not None}
    return players


def player_of(entry: PairEntry, known: Mapping[str, str | None]) -> str | None:
    """What a player in a row of totals is called elsewhere: by the number where it is one of theirs, else by name."""
    if entry.number is not None and (entry.number in known or not entry.names):
        return entry.number
    return next(iter(entry.names), None)
