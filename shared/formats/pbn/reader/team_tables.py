"""Teams and their matches in tables: columns that the document leaves open, as programs write them for team events.

Rule 1: a ScoreTable with `TeamId_Home` and `TeamId_Away` lists matches, one a row; one without a score is still to be
    played. `VP_Home` and `VP_Away` are victory points. `MatchDetails` has the IMPs of each part of the match as
    "part,home,away" with bars between them; part 200 is the whole match.
Rule 2: a TotalScoreTable with `TeamId` ranks teams. `RosterDetails` has "number,surname,first name" of each player.
Rule 3: `LineupDetails_Home` and `_Away` have "part,room,seat,number,surname,first name": who played, in that order.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from contracts.base import Place
from contracts.facts import Detail, MatchFact, Participant, Person
from shared.formats.pbn.game import Token
from shared.formats.pbn.reader.draft import Where
from shared.formats.pbn.reader.results import digits, row_place
from shared.formats.pbn.tables import Table, number_of
from shared.formats.report import NAME_LENGTH, TEXT_LENGTH

WHOLE_MATCH = "200"
"""The number of the part that is the whole match."""

_KEPT = ("MatchDetails", "LineupDetails_Home", "LineupDetails_Away")
"""Columns whose text stays beside what is read from it."""

Row = Sequence[Token | None]


def lists_matches(table: Table) -> bool:
    """Whether a table of scores has matches of teams (rule 1)."""
    return {"TeamId_Home", "TeamId_Away"} <= {column.name for column in table.columns}


def row_match(table: Table, row: Row, where: Where) -> MatchFact | None:
    """Make a match of a row; None where it names no teams."""
    home, away = (_name(table.text(row, f"TeamId_{side}")) for side in ("Home", "Away"))
    if home is None or away is None:
        return None
    points = [table.number(row, f"VP_{side}") for side in ("Home", "Away")]
    imps = _imps(table.text(row, "MatchDetails"))
    return MatchFact(
        at=row_place(row, table),
        session=where.session,
        section=where.section,
        kind="teams",
        round=digits(table.text(row, "Round")),
        table=_name(table.text(row, "Table")),
        home=home,
        away=away,
        home_score=points[0],
        away_score=points[1],
        unit="vps" if points != [None, None] else None,
        home_imps=imps[0],
        away_imps=imps[1],
        home_line_up=tuple(_line_up(table.text(row, "LineupDetails_Home"))),
        away_line_up=tuple(_line_up(table.text(row, "LineupDetails_Away"))),
        details=tuple(
            Detail(name=name, value=text[:TEXT_LENGTH])
            for name in _KEPT
            if (text := table.text(row, name)) is not None and text != "-"
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


def row_team(table: Table, row: Row) -> Iterator[Participant]:
    """The team of a row of totals and its players (rule 2); nothing where it names none."""
    team = _name(table.text(row, "TeamId"))
    if team is None:
        return
    at = row_place(row, table)
    players = list(_players(table.text(row, "RosterDetails"), team, at))
    yield Participant(
        at=at,
        id=team,
        kind="team",
        name=_name(table.text(row, "TeamName")),
        members=tuple(player.id for player in players),
    )
    yield from players


def _players(text: str | None, team: str, at: Place) -> Iterator[Participant]:
    for part in (text or "").split("|"):
        fields = [field.strip() for field in part.split(",")]
        if len(fields) < 3 or (number := _name(fields[0])) is None:
            continue
        name = " ".join(filter(None, (fields[2], fields[1])))[:NAME_LENGTH]
        own = None if number.startswith("+") else number
        yield Participant(
            at=at, id=number, kind="player", team=team, players=(Person(name=name or None, national_id=own),)
        )


def _name(text: str | None) -> str | None:
    return None if text is None or text.strip() in ("", "-") else text.strip()[:NAME_LENGTH]
