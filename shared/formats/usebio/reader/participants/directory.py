"""Who is who: the ids of participants, and which of them a traveller line means (2.5.2, 4.1).

Rule 1: an id is the number as written. USEBIO wants it unique in the event.
Rule 2: real two-winner files use the same numbers North-South and East-West. Then every pair that has a direction gets
    it appended ("1NS", "1EW"), and the side of the line decides which pair it means.
    Where an event has two winners (WINNER_TYPE 2) and no direction is stated, the pair that is listed first is
    North-South. Where a line of it has one number on both sides, there are two pairs of that number even if the list
    has one; the other is in no list, and is not mixed with the first.
Rule 3: files with sections may use the same numbers in each. Then every participant of a section gets its name in front
    ("A-1"), and the section of the line decides.
Rule 4: the same number in two sessions is the same participant (4.2.3), whoever played.
"""

from collections.abc import Iterable

from contracts.base import NAME_LENGTH, Direction
from contracts.codes.usebio import NUMBER_SHARED, PARTICIPANT_DIFFERS, REPEATED_ID
from contracts.facts import Sides
from shared.formats.usebio.reader.draft import Entry
from shared.formats.usebio.reader.participants.people import certainly_same_people, names_of, same_people
from shared.formats.usebio.report import Report


class Directory:
    """The participants of an event by kind and number."""

    def __init__(
        self, entries: Iterable[Entry], report: Report, *, two_winners: bool = False, met: Iterable[Sides] = ()
    ) -> None:
        """Give every entry its id, and say where numbers had to be told apart.

        Args:
            entries: of all lists of the event.
            report: takes findings.
            two_winners: whether North-South and East-West have a winner each.
            met: the sides of all lines.
        """
        self._entries = list(entries)
        self._by_number: dict[tuple[str, str], list[Entry]] = {}
        for entry in self._entries:
            self._by_number.setdefault((entry.kind, entry.number), []).append(entry)
        self._ids: dict[tuple[str, str, str | None, Direction | None], str] = {}
        self._by_order = "direction"
        self._both_ways = two_winners and any(sides.ns is not None and sides.ns == sides.ew for sides in met)
        if two_winners:
            self._give_directions()
        self._sections = _InSections(self._entries)
        self.shared = False
        for kind in ("pair", "player", "team"):
            self._assign(kind, report)
        self.ids = {(entry.kind, entry.id) for entry in self._entries}
        if self.shared:
            # An overall list has no sections: its entries are those of a section with the same players.
            for entry in self._entries:
                if entry.where.section is None and (other := self._sections.of(entry)) is not None:
                    entry.id = other.id
        self._aliases: dict[tuple[str, str], str] = {}
        for entry in self._entries:
            if entry.direction is not None:
                self._aliases.setdefault((entry.kind, f"{entry.number}{entry.direction}"), entry.id)
            if entry.where.section is not None:
                self._aliases.setdefault((entry.kind, f"{entry.where.section}{entry.number}"), entry.id)
            self._aliases.setdefault((entry.kind, _without_zeros(entry.number)), entry.id)

    def _assign(self, kind: str, report: Report) -> None:
        by_direction: Entry | None = None
        by_section: Entry | None = None
        for (of, _), entries in self._by_number.items():
            if of == kind:
                direction, section = self._compare(entries, report)
                by_direction = by_direction or direction
                by_section = by_section or section
        if kind == "pair" and self._both_ways:
            by_direction = by_direction or next((entry for entry in self._entries if entry.kind == kind), None)
        for each in self._entries:
            if each.kind == kind:
                text = each.number
                if by_section is not None and each.where.section is not None:
                    text = f"{each.where.section}-{text}"
                if by_direction is not None and each.direction is not None:
                    text = f"{text}{each.direction}"
                each.id = text[:NAME_LENGTH]
        for entry, what in ((by_direction, self._by_order), (by_section, "section")):
            if entry is not None:
                self.shared = True
                message = f"more than one {kind} has the number {entry.number}; the {what} tells them apart"
                place, subject = entry.fields.place(), f"{kind} {entry.number}"
                report.add(NUMBER_SHARED, message, place, subject=subject, stated=entry.number, computed=entry.id)

    def _give_directions(self) -> None:
        """Rule 2, for two different pairs with one number in a list that states no directions."""
        for (kind, _), entries in self._by_number.items():
            lists: dict[tuple[str | None, str | None], list[Entry]] = {}
            for entry in entries if kind == "pair" else ():
                lists.setdefault((entry.where.session, entry.where.section), []).append(entry)
            for two in lists.values():
                if len(two) != 2 or any(entry.direction for entry in two) or same_people(two[0].fields, two[1].fields):
                    continue
                two[0].direction, two[1].direction = Direction.NS, Direction.EW
                self._by_order = "order of the list (North-South first, as no direction is stated)"
        for entry in self._entries if self._both_ways else ():
            if entry.kind == "pair" and entry.direction is None:
                entry.direction = Direction.NS
                self._by_order = "side of the line (the list states no direction: North-South)"

    def _compare(self, entries: list[Entry], report: Report) -> tuple[Entry | None, Entry | None]:
        """Of entries with one number: one that only its direction, and one that only its section tells apart."""
        by_direction: Entry | None = None
        by_section: Entry | None = None
        first: dict[tuple[str | None, str | None], Entry] = {}
        sections: dict[str | None, Entry] = {}
        for entry in entries:
            known = first.setdefault((entry.where.session, entry.where.section), entry)
            if known is not entry:
                turned = known.direction and entry.direction and known.direction != entry.direction
                if turned and not certainly_same_people(known.fields, entry.fields):
                    by_direction = entry
                elif not same_people(known.fields, entry.fields):
                    if not self._sections.tells_apart(known, entry):
                        self._differs(known, entry, report)
                elif known.listed and entry.listed:
                    name = f"{entry.kind} {entry.number}"
                    report.add(REPEATED_ID, f"{name} is listed twice", entry.fields.place(), subject=name)
            if entry.where.section is not None:
                other = sections.setdefault(entry.where.session, entry)
                elsewhere = other.where.section != entry.where.section
                if elsewhere and not certainly_same_people(other.fields, entry.fields):
                    by_section = entry
        if by_section is None:
            self._compare_sessions(list(first.values()), report)
        return by_direction, by_section

    def _compare_sessions(self, firsts: list[Entry], report: Report) -> None:
        """Rule 4: other players under the same number in another session or in the overall list."""
        known = firsts[0]
        for entry in firsts[1:]:
            if known.where.session == entry.where.session:
                continue
            same_direction = not known.direction or not entry.direction or known.direction == entry.direction
            if same_direction and not same_people(known.fields, entry.fields):
                self._differs(known, entry, report)

    def _differs(self, known: Entry, entry: Entry, report: Report) -> None:
        if not (known.listed and entry.listed):
            return  # who played in a match is no list of the team's players
        name = f"{entry.kind} {entry.number}"
        message, place = f"{name} was listed before with other players", entry.fields.place()
        report.add(PARTICIPANT_DIFFERS, message, place, subject=name, computed=known.fields.path[:200])

    def find(self, kind: str, number: str | None, section: str | None, direction: Direction | None) -> str | None:
        """The id of the participant that a number means in a section, on a side; the number itself if none is known."""
        if number is None:
            return None
        key = (kind, number, section, direction)
        known = self._ids.get(key)
        if known is None:
            known = self._ids[key] = self._find(kind, number, section, direction)
        return known

    def _find(self, kind: str, number: str, section: str | None, direction: Direction | None) -> str:
        entries = self._by_number.get((kind, number))
        if entries is None:
            if (kind, number) in self.ids:
                return number
            known = self._aliases.get((kind, number))
            return known or self._aliases.get((kind, _without_zeros(number)), number)
        if len(entries) == 1:
            only = entries[0]
            if self._both_ways and kind == "pair" and direction not in (None, only.direction):
                return only.id.removesuffix(only.direction or "") + (direction or "")
            return only.id
        here = [entry for entry in entries if entry.where.section == section] or entries
        if direction is not None:
            here = [entry for entry in here if entry.direction == direction] or here
        return here[0].id

    def sides(self, sides: Sides, section: str | None) -> Sides:
        """The sides of a line with ids in place of numbers; the same object when nothing changes."""
        changed = {
            "ns": self.find("pair", sides.ns, section, Direction.NS),
            "ew": self.find("pair", sides.ew, section, Direction.EW),
            "ns_team": self.find("team", sides.ns_team, section, None),
            "ew_team": self.find("team", sides.ew_team, section, None),
        }
        for seat in ("north", "south", "east", "west"):
            changed[seat] = self.find("player", getattr(sides, seat), section, None)
        if all(getattr(sides, name) == value for name, value in changed.items()):
            return sides
        return Sides(**changed)


class _InSections:
    """The entries of lists in sections, by number and players: an entry of an overall list is one of them."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Note the first entry of each number, players and direction; under None for whatever players."""
        self._first: dict[tuple[str, str, frozenset[str] | None, Direction | None], tuple[int, Entry]] = {}
        for place, entry in enumerate(entries):
            if entry.where.section is not None:
                for names in (names_of(entry.fields), None):
                    self._first.setdefault((entry.kind, entry.number, names, entry.direction), (place, entry))

    def of(self, entry: Entry) -> Entry | None:
        """The first entry of a section that an entry outside all sections may be; one without names may be anybody."""
        if not self._first:
            return None
        names = names_of(entry.fields)
        players: tuple[frozenset[str] | None, ...] = (names, frozenset()) if names else (None,)
        directions = (entry.direction, None) if entry.direction is not None else (None, Direction.NS, Direction.EW)
        keys = ((entry.kind, entry.number, people, way) for people in players for way in directions)
        entries = [self._first[key] for key in keys if key in self._first]
        return min(entries, key=lambda numbered: numbered[0])[1] if entries else None

    def tells_apart(self, first: Entry, second: Entry) -> bool:
        """Whether two entries of an overall list with one number are of two sections."""
        homes = [self.of(entry) for entry in (first, second) if entry.where.section is None]
        return len(homes) == 2 and None not in homes and homes[0] is not homes[1]


def _without_zeros(number: str) -> str:
    """A number without the zeros that some programs put in front of it in one place and not in another."""
    return number.lstrip("0") or number
