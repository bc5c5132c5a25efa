"""Standings as TotalScoreTable (5.10)."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from contracts.messages import EventMerged
from contracts.standings import Ranking
from shared.bridge.rankings.places import parse_place
from shared.formats.merged_values import PAIRS_OF_TEAMS, Totals, Values
from shared.formats.pbn.writer.names import Names
from shared.formats.pbn.writer.sheet import Sheet
from shared.formats.pbn.writer.tables import TEAMS
from shared.formats.pbn.writer.travellers import write_rows
from shared.formats.written_numbers import number, rounded
from shared.natural_order import natural

_COLUMNS = {
    "match_points": "TotalMP",
    "imps": "TotalIMP",
    "vps": "TotalScore",
    "points": "TotalScore",
    "percent": "TotalScore",
}
_BY_SCORING = {"match_points": "TotalMP", "aggregate": "TotalScore", None: "TotalScore", "": "TotalScore"}
"""Of an event without standings, by how its boards are scored; all other ways give IMPs."""


Entry = tuple[str, str, Totals]
"""Kind and id of a participant, with its totals."""


def write_totals(merged: EventMerged, values: Values, names: Names, sheet: Sheet) -> None:
    """Write the totals of everybody who has any, over all sessions; the better place first.

    Where the two lines are ranked apart, a column of ours says who is in which; without it the places make no sense.
    """
    facts = merged.facts
    rankings = [each for each in merged.standings.rankings if each.session is None and each.id != PAIRS_OF_TEAMS]
    unit = rankings[0].unit if any(row.total is not None for ranking in rankings for row in ranking.rows) else None
    # Totals of the only session are totals of the event.
    sessions = {total.session for total in facts.totals}
    session = sessions.pop() if len(sessions) == 1 and (unit is None or not values.computed) else None
    lines: Lines = {
        (ranking.kind, row.id): ranking.direction.value
        for ranking in rankings
        if ranking.section is None and ranking.direction is not None
        for row in ranking.rows
    }
    entries = _placed(_entries(merged, rankings, values, session, sheet), merged, lines, unit, sheet)
    entries.sort(key=lambda entry: (entry[2].place is None, natural(_rank(entry[2]) or ""), natural(entry[1])))
    ranked = {name for kind, name, _ in entries if kind == "team"}
    others = (each for each in facts.participants if each.kind == "team" and each.id not in ranked)
    entries += [("team", each.id, Totals()) for each in sorted(others, key=lambda each: natural(each.id))]
    column = _COLUMNS.get(unit or "", _BY_SCORING.get(facts.event.board_scoring, "TotalIMP"))
    if facts.event.kind in TEAMS and all(match.home_score is None for match in merged.standings.matches):
        column = "TotalScore"  # they are as stated, and nothing says in what
    columns = [
        *("Rank", "TeamId", "TeamName", "PairId", "Names", column, "ScorePenalty", "MeanPercentage", "NrBoards"),
        "Direction",
        "RosterDetails",
    ]
    apart = any(totals.place for *_, totals in entries)
    rows = [
        [
            _rank(totals),
            *(name if kind == "team" else None, names.of_kind(kind, name) if kind == "team" else None),
            *(None if kind == "team" else name, None if kind == "team" else names.of_kind(kind, name)),
            number(totals.total),
            number(-totals.adjustment) if totals.adjustment is not None and totals.adjustment < 0 else None,
            number(totals.percentage),
            number(totals.boards),
            lines.get((kind, name)) if apart else None,
            names.roster(name, sheet.losses) if kind == "team" else None,
        ]
        for kind, name, totals in entries
    ]
    if rows:
        write_rows("TotalScoreTable", columns, rows, sheet)
    of_sessions = sum(total.session is not None for total in facts.totals)
    if of_sessions and session is None and len(facts.sessions) > 1:
        sheet.losses.add(
            "totals of sessions",
            "TotalScoreTable has one total for each participant",
            of_sessions,
            of=("totals", "totals.session"),
        )


Lines = Mapping[tuple[str | None, str], str]
"""The line of those who are ranked by lines, by kind and id."""


def _entries(
    merged: EventMerged, rankings: Sequence[Ranking], values: Values, session: str | None, sheet: Sheet
) -> list[Entry]:
    """Those who have anything to stand in the table."""
    facts = merged.facts
    listed = [(participant.kind, participant.id) for participant in facts.participants]
    ranked = [(ranking.kind, row.id) for ranking in rankings if ranking.kind for row in ranking.rows]
    stated = [(total.kind, total.participant) for total in facts.totals]
    entries: list[Entry] = []
    for kind, name in dict.fromkeys([*listed, *stated, *([] if listed or not values.computed else ranked)]):
        totals = values.totals(kind, name, session)
        if totals is not None and (totals.total is not None or totals.percentage is not None or totals.place):
            entries.append((kind, name, _of_boards(totals, kind, name, session, merged, values, sheet)))
    return entries


def _placed(entries: list[Entry], merged: EventMerged, lines: Lines, unit: str | None, sheet: Sheet) -> list[Entry]:
    """The entries with places that follow from their totals; all of them without any where some do not."""
    stated = merged.facts.totals
    # A file of the format that has totals and no places keeps it so: its totals may be those without carry-over.
    only_totals = bool(stated) and not any(total.place for total in stated)
    contradicts = any(_contradicts(entries, line, lines, unit) for line in {None, *lines.values()})
    if contradicts:
        why = "they do not follow from the totals of the boards, which TotalScoreTable has"
        sheet.losses.add("places", why, len(entries), of=("totals.place",))
    elif not only_totals or {source.format for source in merged.sources} != {"pbn"}:
        return entries
    return [(kind, name, replace(totals, place=None)) for kind, name, totals in entries]


def _of_boards(
    totals: Totals, kind: str, name: str, session: str | None, merged: EventMerged, values: Values, sheet: Sheet
) -> Totals:
    """The totals of the boards less penalties: without what is brought over, and of no more boards than were played.

    A total that says more contradicts the points that stand in the tables of the boards, whoever has stated it. A
    penalty stands beside it, in a column of programs that says that it is part of the total; a bonus has none.
    """
    if merged.standings.method.rounding == _BROUGHT_TO_FULL and (own := values.sum_of_boards(name)) is not None:
        if own.total != totals.total:
            sheet.losses.add("totals of a full game", "TotalScoreTable has the sum of what the boards give")
        return replace(own, place=totals.place)
    row = values.row(kind, name, session)
    if row is None or row.total is None or not any((row.adjustment, row.handicap, row.carry_forward)):
        return totals
    penalty = min(row.adjustment or Decimal(), Decimal())
    total = row.total - (row.adjustment or 0) + penalty
    if total != totals.total:
        sheet.losses.add("totals with adjustments", "TotalScoreTable has the sum of what the boards give")
    percentage = totals.percentage
    if percentage is not None:
        percentage = rounded(100 * total / row.maximum) if row.maximum else None
    shown = None if totals.total is None else rounded(total)
    return replace(totals, total=shown, percentage=percentage, adjustment=rounded(penalty))


_BROUGHT_TO_FULL = "acblscore"
"""The way of rounding of a program that brings totals to a full game."""


def _contradicts(entries: Sequence[Entry], line: str | None, lines: Lines, unit: str | None) -> bool:
    """Whether somebody in a field is placed behind somebody with less; of match points their percentage counts."""
    field = [totals for kind, name, totals in entries if lines.get((kind, name)) == line]
    placed: list[tuple[int, Decimal]] = []
    for totals in field:
        score = totals.percentage if unit == "match_points" and totals.percentage is not None else totals.total
        with suppress(ValueError):
            place = parse_place(totals.place or "")
            if place is not None and score is not None:
                placed.append((place.first, score))
    placed.sort(key=lambda entry: entry[0])
    return any(
        after - before > _CLOSE or (first == second and before - after > _CLOSE)
        for (first, before), (second, after) in pairwise(placed)
    )


_CLOSE = Decimal("0.01")
"""By what scores differ that may be the same before they are rounded."""


def _rank(totals: Totals) -> str | None:
    """The place; those who tie have the best of theirs, each without a sign of it (5.10)."""
    text = (totals.place or "").strip("=")
    try:
        place = parse_place(text)
    except ValueError:
        return text or None
    return str(place.first) if place is not None else None
