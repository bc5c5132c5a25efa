"""Matches of teams: results, tables to come, stationary pairs and the victory point scale.

Rules kept here:

1. Each team states its own matches. Two teams that state each other in a round are one match; what one has won in IMPs
   the other has lost, else it is reported and each keeps its own.
2. Three teams of a short round robin play each other in halves of one round, and each states a single result against
   both. These are not taken apart: each team's statement is a match of its own, named by the team, with the second
   opponent in the details.
3. Opponents may sit in another section of the event. A number that two sections have is that of the own section.
4. Tables of matches are in the order of the teams' ids.
5. A match without IMPs, victory points, wins or boards has not been played; it is a seat when it names an opponent,
   and else nothing. But of two teams that state each other, one may have won everything without a margin in IMPs: then
   the other has played it, too.
6. Who names an opponent that plays somebody else, as both of these say, is reported. Of three that name each other in a
   circle none is.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from contracts.codes import acblscore as codes
from contracts.facts import Detail, MatchFact, SeatFact
from shared.formats.acblscore.file.game import Section, TeamMatches
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.details import details_of
from shared.formats.acblscore.reader.roster import Member
from shared.formats.acblscore.report import Report

_TABLE = re.compile(r"(?:([A-Za-z0-9]{1,2})-|([A-Za-z]{0,2}))(\d{1,5})", re.ASCII)
_STEP = re.compile(r"(\d{1,3})=(\d{1,3}(?:\.\d{1,2})?)-(\d{1,3}(?:\.\d{1,2})?)", re.ASCII)
_CARRIED = ("round", "opponent", "opponent_2", "imps", "vps", "num_boards", "section", "table", "wins")
_OF_BOTH = ("round", "opponent", "opponent_2", "imps", "vps", "wins")
PLAYED = ("imps", "vps", "wins", "num_boards")
"""Fields of which one at least is not 0 in a match that has been played (rule 5)."""


@dataclass(frozen=True)
class Statement:
    """A match as one team states it."""

    section: Section
    team: str
    opponent: str | None
    row: Record
    lost_all: bool = False

    @property
    def round(self) -> int:
        """Number of the round."""
        return self.row.integer("round")

    @property
    def is_played(self) -> bool:
        """Whether there is a result (rule 5)."""
        return self.lost_all or any(self.row.integer(name) for name in PLAYED)


def read_matches(
    members: Sequence[Member], session: str | None, unit: str | None, report: Report
) -> tuple[list[MatchFact], list[SeatFact]]:
    """The matches of the teams of an event, and the seats of those to come; unit is that of their scores."""
    statements = _statements(members)
    by_team = {(s.team, s.round, s.opponent): s for s in statements if not s.row.integer("opponent_2")}
    _report_opponents(by_team, report)
    matches: list[MatchFact] = []
    seats: list[SeatFact] = []
    done: set[int] = set()
    for own in statements:
        if own.row.offset in done:
            continue
        statement, other = own, by_team.get((own.opponent or "", own.round, own.team))
        if own.row.integer("opponent_2"):
            other = None
        if other is not None:
            done.add(other.row.offset)
            statement, other = _both_played(own, other)
        matches.append(_match(statement, other, session, unit, report))
        seats.extend(_seat(each, session) for each in (statement, other) if each is not None and not each.is_played)
    return matches, seats


def _both_played(own: Statement, other: Statement) -> tuple[Statement, Statement]:
    """Two statements of one match, of which the loser's may be empty (rule 5)."""
    if own.is_played == other.is_played or own.row.integer("imps") or other.row.integer("imps"):
        return own, other
    return replace(own, lost_all=not own.is_played), replace(other, lost_all=not other.is_played)


def _report_opponents(by_team: Mapping[tuple[str, int, str | None], Statement], report: Report) -> None:
    """Report who names an opponent that plays another team in the round, as both of these say (rule 6)."""
    agreed: dict[tuple[str | None, int], str | None] = {
        (team, number): other for team, number, other in by_team if (other or "", number, team) in by_team
    }
    for (team, number, other), statement in by_team.items():
        if (team, number) not in agreed and (against := agreed.get((other, number))) is not None:
            report.add(
                codes.OPPONENTS_DISAGREE,
                f"round {number}: team {team} names team {other} as opponent, but team {other} plays team {against}",
                statement.row.place("opponent"),
                subject=f"team {team}",
                stated=other,
            )


def names_of(members: Sequence[Member], section: Section) -> dict[str, str]:
    """The teams that a section can name, by number (rule 3)."""
    own = {member.number: member.id for member in members if member.section is section}
    return {**{member.number: member.id for member in members}, **own}


def places_of(teams: Sequence[Member]) -> dict[str, int]:
    """The place of each team of a section among its tables of matches, 0 for the first (rule 4).

    Where the ids are not all of the numbers from 1 on, the order of the index stands for them.
    """
    ids = [team.seated.entry.integer("id") if team.seated.entry is not None else 0 for team in teams]
    in_order = range(1, len(teams) + 1)
    return {team.id: id_ - 1 for team, id_ in zip(teams, ids if sorted(ids) == [*in_order] else in_order, strict=True)}


def _statements(members: Sequence[Member]) -> list[Statement]:
    """All statements, section by section."""
    statements: list[Statement] = []
    for section in {member.section.number: member.section for member in members}.values():
        numbers = names_of(members, section)
        teams = [member for member in members if member.section is section]
        for team, place in places_of(teams).items():
            table = _table(section.matches, place)
            for row in table[1] if table is not None else ():
                opponent = row.integer("opponent")
                name = numbers.get(str(opponent), str(opponent)) if opponent else None
                statement = Statement(section, team, name, row)
                if statement.round and (opponent or statement.is_played):
                    statements.append(statement)
    return statements


def _table(matches: TeamMatches | None, place: int) -> tuple[Record, list[Record]] | None:
    return matches.teams[place] if matches is not None and 0 <= place < len(matches.teams) else None


def _match(own: Statement, other: Statement | None, session: str | None, unit: str | None, report: Report) -> MatchFact:
    row = own.row
    second = row.integer("opponent_2")
    if other is not None and own.is_played and other.is_played and row.integer("imps") != -other.row.integer("imps"):
        won, lost = row.integer("imps"), other.row.integer("imps")
        text = f"round {own.round}: team {own.team} states {won} IMPs against team {other.team}, but team {other.team}"
        text += f" states {lost}; each number counts for the team that states it"
        report.add(codes.SCORES_DISAGREE, text, row.place("imps"), subject=f"match {own.team} - {other.team}")
    details = details_of(row, _CARRIED)
    if other is not None:
        # What the away team states otherwise than the home team, such as its own table.
        mine = {detail.name: detail.value for detail in details_of(row, _OF_BOTH)}
        away = (each for each in details_of(other.row, _OF_BOTH) if mine.get(each.name) != each.value)
        details.extend(Detail(name=f"AWAY_{each.name}", value=each.value) for each in away)
    if second:
        details.append(Detail(name="SECOND_OPPONENT", value=str(second)))
    return MatchFact(
        at=row.place(),
        session=session,
        section=own.section.name,
        kind="teams",
        round=own.round,
        table=table_text(row.text("section"), str(row.integer("table") or "")),
        home=own.team,
        away=own.opponent,
        boards=row.integer("num_boards") or None,
        home_score=_score(own, unit),
        away_score=_score(other, unit),
        unit=unit,
        home_imps=_imps(own),
        away_imps=_imps(other),
        home_game_points=row.decimal("wins") if own.is_played else None,
        away_game_points=other.row.decimal("wins") if other is not None and other.is_played else None,
        sub_match=own.team if second else None,
        details=tuple(details),
    )


def table_text(section: str, table: str) -> str | None:
    """A table of teams, "B7"; "11-7" where the section ends in a digit, as a bracket does ("11") or AAA ("A3")."""
    between = "-" if section[-1:].isdecimal() and table else ""
    return f"{section}{between}{table}" or None


def table_of(text: str | None) -> tuple[str, int]:
    """Section and number of a table; nothing and 0 for what is none."""
    match = _TABLE.fullmatch(text or "")
    return (match[1] or match[2] or "", int(match[3])) if match is not None else ("", 0)


def _score(statement: Statement | None, unit: str | None) -> Decimal | None:
    if statement is None or not statement.is_played:
        return None
    if unit == "imps":
        return Decimal(statement.row.integer("imps"))
    return statement.row.decimal("vps" if unit == "vps" else "wins")


def _imps(statement: Statement | None) -> Decimal | None:
    return Decimal(statement.row.integer("imps")) if statement is not None and statement.is_played else None


def _seat(statement: Statement, session: str | None) -> SeatFact:
    row = statement.row
    return SeatFact(
        at=row.place(),
        participant=statement.team,
        kind="team",
        session=session,
        stage="next",
        round=statement.round,
        section=row.text("section") or None,
        table=str(row.integer("table")) if row.integer("table") else None,
        opponent=statement.opponent,
    )


def scale_of(matches: TeamMatches | None) -> tuple[str | None, list[Detail]]:
    """The name of the victory point scale and its steps: margin in IMPs, then both sides' points, "0=10.00-10.00"."""
    if matches is None or matches.scale is None:
        return None, []
    scale = matches.scale
    steps = " ".join(
        f"{step.integer('margin')}={step.decimal('winner')}-{step.decimal('loser')}" for step in matches.steps
    )
    details = details_of(scale, prefix="VP_SCALE_")
    if steps:
        details.append(Detail(name="VP_SCALE_STEPS", value=steps))
    return scale.text("description") or scale.text("file") or None, details


def steps_of(text: str) -> list[tuple[int, Decimal, Decimal]]:
    """The steps of a scale from their text: the margin from which each applies, the winner's and the loser's points."""
    return [(int(margin), Decimal(winner), Decimal(loser)) for margin, winner, loser in _STEP.findall(text)]


def stationary_of(matches: TeamMatches | None, place: int) -> list[Detail]:
    """What the table of a team's matches says of the team: stationary pairs, round robins, last round."""
    table = _table(matches, place)
    return details_of(table[0], ("id", "num_rounds", "mode")) if table is not None else []
