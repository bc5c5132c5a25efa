"""Standings as TotalScoreTable (5.10)."""

from contracts.messages import EventMerged
from shared.bridge.rankings.places import parse_place
from shared.formats.merged_values import Totals, Values
from shared.formats.pbn.writer.sheet import Sheet
from shared.formats.pbn.writer.travellers import Names, write_rows
from shared.formats.written_numbers import number
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


def write_totals(merged: EventMerged, values: Values, names: Names, sheet: Sheet) -> None:
    """Write the totals of everybody who has any, over all sessions; the better place first.

    Where the two lines are ranked apart, a column of ours says who is in which; without it the places make no sense.
    """
    facts = merged.facts
    rankings = [ranking for ranking in merged.standings.rankings if ranking.session is None]
    unit = rankings[0].unit if rankings else None
    column = _COLUMNS.get(unit or "", _BY_SCORING.get(facts.event.board_scoring, "TotalIMP"))
    kinds = [(participant.kind, participant.id) for participant in facts.participants]
    known = dict.fromkeys([*kinds, *((total.kind, total.participant) for total in facts.totals)])
    sessions = {total.session for total in facts.totals}
    # Totals of the only session are totals of the event.
    session = sessions.pop() if len(sessions) == 1 and not rankings else None
    lines: dict[tuple[str | None, str], str] = {
        (ranking.kind, row.id): ranking.direction.value
        for ranking in rankings
        if ranking.section is None and ranking.direction is not None
        for row in ranking.rows
    }
    entries: list[tuple[str, str, Totals]] = []
    for kind, name in known:
        totals = values.totals(kind, name, session)
        if totals is not None and (totals.total is not None or totals.percentage is not None or totals.place):
            entries.append((kind, name, totals))
    entries.sort(key=lambda entry: (entry[2].place is None, natural(_rank(entry[2]) or ""), natural(entry[1])))
    rows = [
        [
            _rank(totals),
            name,
            names.of_kind(kind, name),
            number(totals.total),
            number(totals.percentage),
            number(totals.boards),
            *([lines.get((kind, name))] if lines else []),
        ]
        for kind, name, totals in entries
    ]
    if rows:
        columns = ["Rank", "PairId", "Names", column, "MeanPercentage", "NrBoards", *(["Direction"] if lines else [])]
        write_rows("TotalScoreTable", columns, rows, sheet)
    most = max((totals.boards or 0 for _, _, totals in entries), default=0)
    full = {totals.maximum for _, _, totals in entries if totals.boards == most}
    stretched = sum(totals.boards != most and totals.maximum in full for *_, totals in entries if totals.maximum)
    sheet.losses.add(
        "totals of a full game",
        "of those with fewer boards they are more than the sum of the points, "
        "and TotalScoreTable has no word for what they are of",
        stretched,
    )
    of_sessions = sum(total.session is not None for total in facts.totals)
    if of_sessions and session is None and len(facts.sessions) > 1:
        sheet.losses.add("totals of sessions", "TotalScoreTable has one total for each participant", of_sessions)


def _rank(totals: Totals) -> str | None:
    """The place; those who tie have the best of theirs, each without a sign of it (5.10)."""
    text = (totals.place or "").strip("=")
    try:
        place = parse_place(text)
    except ValueError:
        return text or None
    return str(place.first) if place is not None else None
