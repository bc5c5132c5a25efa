"""Matches of a section of teams that are changed, added or taken out of a game file.

Rules kept here:

1. A match stands in the tables of both its teams, and is written in both. A new one goes into the row of its round that
   is empty; else the team gets a longer table, and its old one becomes a free block.
2. A match that is taken out leaves its round without an opponent.
3. After a change, the rounds that are posted, the teams that are in for the current round and the section's status
   follow from the tables. The current round itself is moved on by the program, when it draws the next one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from contracts.facts import MatchFact
from shared.formats.acblscore import values
from shared.formats.acblscore.file.game import TEAM_POINTER, Section, TeamMatches
from shared.formats.acblscore.file.packing import DoesNotFit, pack
from shared.formats.acblscore.file.play_layouts import TEAM_MATCH, TEAM_MATCHES
from shared.formats.acblscore.reader.roster import Member
from shared.formats.acblscore.reader.team_matches import PLAYED, places_of
from shared.formats.acblscore.writer.blocks import Blocks
from shared.formats.acblscore.writer.people import Fields
from shared.formats.acblscore.writer.teams import MOST_ROUNDS, match_row

_WRITTEN = ("round", "opponent", "opponent_2", "imps", "num_boards", "section", "table")
"""Fields of a match that follow from it, whatever its unit."""


@dataclass
class MatchChanges:
    """Writes the matches of a section, whose teams have tables of matches in it."""

    blocks: Blocks
    section: Section
    matches: TeamMatches
    teams: Sequence[Member]
    changed: bool = False
    _numbers: dict[str, int] = field(init=False)
    _places: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        """Number the teams, and find the place of each among the tables."""
        self._numbers = {team.id: int(team.number) for team in self.teams}
        self._places = places_of([team for team in self.teams if team.section is self.section])

    def bring(self, now: Iterable[MatchFact], wanted: Iterable[MatchFact]) -> None:
        """Write what is wanted otherwise than it stands."""
        before = {match.key: match for match in now}
        after = {match.key: match for match in wanted}
        for key, match in before.items():
            if key not in after:
                self._each(match, None, gone=True)
        for key, match in after.items():
            if key not in before or stated_of(match) != stated_of(before[key]):
                self._each(match, before.get(key))
        if self.changed:
            self._follow()

    def _each(self, match: MatchFact, before: MatchFact | None, *, gone: bool = False) -> None:
        """Write a match with both its teams, as far as it was otherwise before; or take it out."""
        sides = [match.home] if match.sub_match == match.home else [match.home, match.away]
        for team in sides:
            if team is None:
                continue
            place = self._places.get(team)
            if place is None and team in self._numbers:
                continue  # of another section, whose changes have it
            if place is None or place >= len(self.matches.teams) or self.matches.teams[place] is None:
                continue  # without a table of matches in the file
            other = match.away if team == match.home else match.home
            if other is not None and other not in self._numbers:
                continue  # it is no team of the event
            row = {} if gone else self._row(match, team)
            if before is not None and not gone:
                stands = self._row(before, team)
                row = {name: value for name, value in row.items() if value != stands.get(name)}
            if row or gone:
                self._write(place, match, row, self._numbers.get(other or "", 0))

    def _row(self, match: MatchFact, team: str) -> Fields:
        every = match_row(match, self._numbers, home=team == match.home)
        named = {name: every[name] for name in _WRITTEN}
        if match.unit == "vps":
            named["vps"] = every["vps"]
        if match.home_game_points is not None or match.unit == "wins":
            named["wins"] = every["wins"]
        return named

    def _write(self, place: int, match: MatchFact, row: Fields, opponent: int) -> None:
        number = match.round or 0
        try:
            pack(TEAM_MATCH, row)
            offset = self._place(place, number, opponent)
        except DoesNotFit:
            return
        if row:
            for name, value in row.items():
                self.blocks.set_at(offset, TEAM_MATCH, name, value)
        else:
            self.blocks.data[offset : offset + TEAM_MATCH.size] = pack(TEAM_MATCH, {"round": number})
        self.changed = True

    def _place(self, place: int, number: int, opponent: int) -> int:
        """Where a team's match of a round stands, or shall stand (rule 1)."""
        rows = list(self._rows(place))
        for wanted in (opponent, 0):
            for offset, row in rows:
                if row["round"] in (number, 0) and row["opponent"] == wanted:
                    return offset
        if not 1 <= number <= MOST_ROUNDS or len(rows) >= MOST_ROUNDS:
            raise DoesNotFit(f"a team has {MOST_ROUNDS} rounds")
        start = self._table(place)
        end = self.blocks.end_of(start)
        moved = self.blocks.grow(start, TEAM_MATCH.size)
        self.blocks.set_at(self._pointer(place), TEAM_POINTER, "ofs_team", moved)
        self.blocks.set_at(moved, TEAM_MATCHES, "num_rounds", len(rows) + 1)
        return moved + end - start

    def _pointer(self, place: int) -> int:
        index = self.matches.index
        return index.offset + index.layout.size + place * TEAM_POINTER.size

    def _table(self, place: int) -> int:
        """Where the table of a team stands now."""
        (start,) = TEAM_POINTER.reader.unpack_from(self.blocks.data, self._pointer(place))
        return int(start)

    def _rows(self, place: int) -> Iterable[tuple[int, Mapping[str, int]]]:
        start = self._table(place)
        end = self.blocks.end_of(start)
        most = self.blocks.data[start + TEAM_MATCHES.fields["num_rounds"][0]]
        for number in range(min(most, (end - start - TEAM_MATCHES.size) // TEAM_MATCH.size)):
            offset = start + TEAM_MATCHES.size + number * TEAM_MATCH.size
            row = TEAM_MATCH.reader.unpack_from(self.blocks.data, offset)
            yield offset, dict(zip(TEAM_MATCH.names, row, strict=True))

    def _follow(self) -> None:
        """Bring counts and status of the section to its matches (rule 3)."""
        played: dict[int, list[bool]] = {}
        for place, team in enumerate(self.matches.teams):
            for _, row in self._rows(place) if team is not None else ():
                has_result = any(row[name] for name in PLAYED)
                if row["round"] and (row["opponent"] or has_result):
                    played.setdefault(row["round"], []).append(has_result)
        index, summary = self.matches.index, self.section.summary
        drawn = max(played, default=0)
        rounds = max(summary.integer("num_rounds"), drawn)
        posted = next((number for number in range(rounds) if not all(played.get(number + 1, [False]))), rounds)
        self.blocks.set(index, "num_rounds", max(index.integer("num_rounds"), drawn))
        self.blocks.set(index, "num_posted", sum(played.get(index.integer("round"), [])))
        self.blocks.set(summary, "num_rounds", rounds)
        self.blocks.set(summary, "num_rounds_posted", posted)
        status = summary.integer("status") & ~values.POSTED
        self.blocks.set(summary, "status", status | (values.POSTED if rounds and posted == rounds else 0))


_SIDES = (f"{side}{what}" for side in ("home", "away") for what in ("", "_score", "_imps", "_game_points"))
stated_of = attrgetter("round", "table", "boards", *_SIDES)
"""What a file says of a match."""
