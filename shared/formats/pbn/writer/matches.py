"""Matches as ScoreTable, in the columns that `reader/team_tables.py` describes."""

from collections.abc import Iterable, Mapping

from contracts.facts import MatchFact
from shared.formats.losses import Losses
from shared.formats.merged_values import Values
from shared.formats.pbn.reader.team_tables import KEPT, UNITS, WHOLE_MATCH
from shared.formats.pbn.writer.names import field
from shared.formats.pbn.writer.sheet import Sheet
from shared.formats.pbn.writer.travellers import write_rows
from shared.formats.written_numbers import number
from shared.natural_order import natural

LONG_LINE_UPS = 140
"""Characters of the line-ups of a match with rooms, seats and names, for which a row has no room."""

_SIDES = ("home", "away")


def write_matches(matches: Iterable[MatchFact], values: Values, numbers: Mapping[str, str], sheet: Sheet) -> None:
    """Write matches of one kind in one session, with players listed by their numbers."""
    scored = [_scored(match, values) for match in sorted(matches, key=_order)]
    called = "TeamId" if scored[0].kind == "teams" else "PairId"
    units = {unit: column for unit, column in UNITS.items() if any(match.unit == unit for match in scored)}
    names = [
        *("Section", "Round", "Table", f"{called}_Home", f"{called}_Away", "Part"),
        *("FirstBoard", "LastBoard", "NrBoards", "MatchDetails"),
        *(f"{column}_{side.capitalize()}" for column in (*units.values(), "Score") for side in _SIDES),
        *("LineupDetails_Home", "LineupDetails_Away"),
    ]
    rows = [
        [
            *(match.section, number(match.round), match.table, match.home, match.away or "-", match.sub_match),
            *(match.first_board, match.last_board, number(match.boards), _imps(match, sheet.losses)),
            *(
                number(getattr(match, f"{side}_score"))
                if (match.unit if match.unit in units else None) == unit
                else None
                for unit in (*units, None)
                for side in _SIDES
            ),
            *_line_ups(match, numbers, sheet.losses),
        ]
        for match in scored
    ]
    write_rows("ScoreTable", names, rows, sheet)


def _order(match: MatchFact) -> tuple[object, ...]:
    return natural(match.section or ""), match.round or 0, natural(match.table or ""), natural(match.home)


def _scored(match: MatchFact, values: Values) -> MatchFact:
    scored = values.match(match)
    return scored if scored.unit == "imps" else values.with_imps(scored)


def _imps(match: MatchFact, losses: Losses) -> str | None:
    stated = next((detail.value for detail in match.details if detail.name == "MatchDetails"), None)
    if match.home_imps is None or match.away_imps is None:
        why, count = "MatchDetails has those of both sides", int(match.home_imps != match.away_imps)
        losses.add("IMPs of a match", why, count, of=("matches.home_imps", "matches.away_imps"))
        return stated
    return stated or f"{WHOLE_MATCH},{number(match.home_imps)},{number(match.away_imps)}"


def _line_ups(match: MatchFact, numbers: Mapping[str, str], losses: Losses) -> list[str | None]:
    """Who played, with rooms, seats and names where a file states them and a row has room."""
    stated = {detail.name: detail.value for detail in match.details}
    others = len(stated.keys() - set(KEPT))
    losses.add("details of matches", "PBN has no tag or column for it", others, of=("matches.details",))
    told = [stated.get(f"LineupDetails_{side.capitalize()}") for side in _SIDES]
    if any(told) and sum(len(text or "") for text in told) <= LONG_LINE_UPS:
        return told
    why = "a row of a table has one line of 255 characters"
    losses.add("seats of line-ups", why, sum(map(bool, told)), of=("matches.details",))
    return [
        "|".join(f"{WHOLE_MATCH},-,-,{numbers.get(name) or field(name)},," for name in line_up) or None
        for line_up in (match.home_line_up, match.away_line_up)
    ]
