"""Teams and their matches in tables: columns that the document leaves open, as programs write them for team events.

Rule 1: a ScoreTable with `TeamId_Home` and `TeamId_Away` lists matches, one a row; one without a score is still to be
    played, and one without an opponent is a bye. `VP_Home` and `VP_Away` are victory points. `MatchDetails` has the
    IMPs of each part of the match as "part,home,away" with bars between them; part 200 is the whole match.
Rule 2: a TotalScoreTable with `TeamId` ranks teams. `RosterDetails` has "number,surname,first name" of each player.
Rule 3: `LineupDetails_Home` and `_Away` have "part,room,seat,number,surname,first name": who played, in that order.
Rule 4: of our own are `PairId_Home` and `PairId_Away` for matches of pairs, scores in other units (`UNITS`), the boards
    (`FirstBoard`, `LastBoard`, `NrBoards`) and the `Part` of a match; in `RosterDetails` a pair, whose players stand
    in place of the surname with a semicolon between them ("4,Ann;Bob,"), and a player without a number.
Rule 5: games have a team by its name where no other is called so (`ids_by_name`), and the matches of the table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Literal

from contracts.base import Place
from contracts.facts import Detail, MatchFact, Participant, Person
from shared.formats.pbn.game import Token
from shared.formats.pbn.reader.draft import PairEntry, Where
from shared.formats.pbn.reader.people import names_of
from shared.formats.pbn.reader.results import digits, row_place
from shared.formats.pbn.tables import Table, number_of
from shared.formats.report import NAME_LENGTH, TEXT_LENGTH

WHOLE_MATCH = "200"
"""The number of the part that is the whole match."""

UNITS = {"vps": "VP", "imps": "IMP", "match_points": "MP", "percentage": "Percentage"}
"""What columns with the scores of matches begin with, by their unit; "Score" for any other."""

_UNITS = {column: unit for unit, column in UNITS.items()} | {"Score": None}
KEPT = ("MatchDetails", "LineupDetails_Home", "LineupDetails_Away")
"""Columns whose text stays beside what is read from it, unless it is about the whole match."""

Row = Sequence[Token | None]
Kind = Literal["teams", "pairs"]


def matches_of(table: Table) -> Kind | None:
    """Whether a table of scores has matches of teams, or of pairs (rules 1 and 4)."""
    names = {column.name for column in table.columns}
    kinds: dict[str, Kind] = {"TeamId": "teams", "PairId": "pairs"}
    return next((kind for name, kind in kinds.items() if {f"{name}_Home", f"{name}_Away"} <= names), None)


def row_match(table: Table, row: Row, kind: Kind, where: Where) -> MatchFact | None:
    """Make a match of a row; None where it names nobody."""
    called = "TeamId" if kind == "teams" else "PairId"
    named = {side: name for side in ("Home", "Away") if (name := _name(table.text(row, f"{called}_{side}")))}
    if not named:
        return None
    # A bye may stand on either side.
    sides = tuple(dict.fromkeys([*named, "Home", "Away"]))
    columns = ([table.number(row, f"{column}_{side}") for side in sides] for column in _UNITS)
    scored = ((unit, *both) for unit, both in zip(_UNITS.values(), columns, strict=True) if both != [None, None])
    unit, *points = next(scored, (None, None, None))
    imps = _imps(table.text(row, "MatchDetails"))
    if sides[0] == "Away":
        imps = imps[::-1]
    boards = table.number(row, "NrBoards")
    return MatchFact(
        at=row_place(row, table),
        session=where.session,
        section=_name(table.text(row, "Section")) or where.section,
        kind=kind,
        round=digits(table.text(row, "Round")),
        table=_name(table.text(row, "Table")),
        home=named[sides[0]],
        away=named.get(sides[1]),
        first_board=_name(table.text(row, "FirstBoard")),
        last_board=_name(table.text(row, "LastBoard")),
        boards=int(boards) if boards is not None and boards > 0 else None,
        home_score=points[0],
        away_score=points[1],
        unit=unit,
        home_imps=imps[0],
        away_imps=imps[1],
        home_line_up=tuple(_line_up(table.text(row, f"LineupDetails_{sides[0]}"))),
        away_line_up=tuple(_line_up(table.text(row, f"LineupDetails_{sides[1]}"))),
        sub_match=_name(table.text(row, "Part")),
        details=tuple(
            Detail(name=name, value=text[:TEXT_LENGTH])
            for name in KEPT
            if (text := table.text(row, name)) not in (None, "-")
            and any(part.split(",")[0] != WHOLE_MATCH for part in text.split("|"))
        ),
    )


def match_parts(text: str | None) -> list[tuple[str, Decimal | None, Decimal | None]]:
    """The parts of a match with the IMPs of both sides (rule 1)."""
    parts = (fields for part in (text or "").split("|") if len(fields := part.split(",")) == 3)
    return [(number, number_of(home), number_of(away)) for number, home, away in parts]


def added(parts: Sequence[tuple[str, Decimal | None, Decimal | None]]) -> tuple[Decimal | None, Decimal | None]:
    """The IMPs of several parts together; None for both where one is not known."""
    known = [(home, away) for _, home, away in parts if home is not None and away is not None]
    if not parts or len(known) != len(parts):
        return None, None
    return sum((home for home, _ in known), Decimal(0)), sum((away for _, away in known), Decimal(0))


def _imps(text: str | None) -> tuple[Decimal | None, Decimal | None]:
    """The IMPs of a match: those of the whole, else of its parts together."""
    parts = match_parts(text)
    return added([part for part in parts if part[0] == WHOLE_MATCH] or parts)


def _line_up(text: str | None) -> Iterator[str]:
    """The numbers of those who played, each once (rule 3)."""
    numbers = (fields[3] for part in (text or "").split("|") if len(fields := part.split(",")) >= 6)
    return (name for number in dict.fromkeys(numbers) if (name := _name(number)) is not None)


def seated_twice(table: Table, row: Row) -> list[tuple[str, str]]:
    """Who has two seats in one part of a match, and in which; each once."""
    texts = [table.text(row, f"LineupDetails_{side}") for side in ("Home", "Away")]
    parts = [fields for text in texts for part in (text or "").split("|") if len(fields := part.split(",")) >= 6]
    seats = {(part, room, seat, number) for part, room, seat, number, *_ in parts if seat.strip("-")}
    times = Counter((_name(number), part) for part, _, _, number in seats)
    return sorted((number, part) for (number, part), count in times.items() if number is not None and count > 1)


def row_team(table: Table, row: Row) -> tuple[Participant, list[Participant | PairEntry]] | None:
    """The team of a row of totals with its players and pairs (rules 2 and 4); None where it names none."""
    team = _name(table.text(row, "TeamId"))
    if team is None:
        return None
    at = row_place(row, table)
    people = list(_people(table.text(row, "RosterDetails"), team, at))
    fact = Participant(
        at=at,
        id=team,
        kind="team",
        name=_name(table.text(row, "TeamName")),
        players=tuple(each for each in people if isinstance(each, Person)),
        members=tuple(each.id for each in people if isinstance(each, Participant)),
    )
    return fact, [each for each in people if not isinstance(each, Person)]


def _people(text: str | None, team: str, at: Place) -> Iterator[Participant | PairEntry | Person]:
    for part in (text or "").split("|"):
        fields = [field.strip() for field in part.split(",")]
        if len(fields) < 3:
            continue
        number, name = _name(fields[0]), " ".join(filter(None, (fields[2], fields[1])))[:NAME_LENGTH]
        person = Person(name=name or None, national_id=None if (number or "+").startswith("+") else number)
        if ";" in name and number is not None:
            yield PairEntry(number, names_of(name), team=team, at=at)
        elif number is not None:
            known = (person,) if person != Person() else ()
            yield Participant(at=at, id=number, kind="player", team=team, players=known)
        elif name:
            yield person


def ids_by_name(teams: Iterable[Participant]) -> dict[str, str]:
    """The id of each team by the name that no other one has, as its name or its id (rule 5)."""
    teams = list(teams)
    ids = {team.id for team in teams}
    count = Counter(" ".join((team.name or "").split()) for team in teams)
    names = ((" ".join((team.name or "").split()), team.id) for team in teams)
    return {name: own for name, own in names if name and count[name] == 1 and name not in ids - {own}}


def _name(text: str | None) -> str | None:
    return None if text is None or text.strip() in ("", "-") else text.strip()[:NAME_LENGTH]
