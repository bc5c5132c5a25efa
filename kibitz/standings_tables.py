"""Standings and matches as tables in the terminal."""

from collections.abc import Mapping, Sequence

from rich.markup import escape
from rich.table import Table

from contracts.findings import Severity
from contracts.questions import Refusal
from contracts.standings import Method, Progress, Ranking, ScoredMatch, SlowTable, StandingRow, Standings
from kibitz.console import fail, findings_table, out, plain_table
from services.scoring.domain.rankings.method_words import method_in_words

NAMED = 6
"""Slow tables that are named in a line; of more that are still playing only the count is of use."""


def show_standings(standings: Standings, top: int = 40) -> None:
    """Print every ranking of an event."""
    out.print(f"[bold]{escape(standings.name)}[/]  [dim]{standings.event}[/]")
    out.print(f"{standings.status.value}, {standings.progress.text}; {method_words(standings.method)}")
    for line in slow_lines(standings.progress):
        out.print(f"[dim]{escape(line)}[/]")
    for ranking in standings.rankings:
        out.print(ranking_table(ranking, top))
    if standings.matches:
        out.print(matches_table(standings.matches, top))
    relevant = [f for f in standings.findings if f.code.startswith(("scoring.", "decisions."))]
    if standings.differences:
        out.print(f"[red]{standings.differences} stated values differ from ours[/]")
        out.print(findings_table([f for f in relevant if f.code.startswith("scoring.")], 20))
    elif warnings := [f for f in relevant if f.severity is not Severity.INFO]:
        out.print(findings_table(warnings, 20))
    out.print()


def method_words(method: Method) -> str:
    """How the event was scored, in a line."""
    return method_in_words(method) + (" (what fits the file best)" if method.detected else "")


def slow_lines(progress: Progress) -> list[str]:
    """Which tables are behind, with their boards; and who is still to come of the newest round, if they are few."""
    behind = [table for table in progress.slow if table.behind]
    coming = [table for table in progress.slow if not table.behind]
    lines = []
    if behind:
        more = progress.slow_total - len(progress.slow) + max(0, len(behind) - NAMED)
        named = [f"{_table(table)} ({_missing(table)})" for table in behind[:NAMED]]
        lines.append(f"behind: {', '.join([*named, *([f'{more} more'] if more else [])])}")
    if 0 < len(coming) <= NAMED and progress.slow_total <= len(progress.slow):
        lines.append(f"still to come: {', '.join(map(_table, coming))} of round {coming[-1].round}")
    return lines


def _table(table: SlowTable) -> str:
    return f"{table.section or ''}{' ' if table.section and not table.table.isdigit() else ''}{table.table}"


def _missing(table: SlowTable) -> str:
    """What is missing of a table: "round 4, 2 boards: 13, 14"."""
    session = f"session {table.session}, " if table.session else ""
    count = "" if table.missing is None else f", {table.missing} board{'' if table.missing == 1 else 's'}"
    known = f": {', '.join(table.boards)}" if table.boards else ""
    return f"{session}round {table.round}{count}{known}"


def matches_table(matches: Sequence[ScoredMatch], top: int) -> Table:
    """The newest matches as a table."""
    numbers = ("boards", "from boards", "score")
    headings = ("round", "table", "home", "away", *numbers, "stated")
    table = plain_table(*headings, title="Matches", right=("round", "table", *numbers), dim="stated")
    for match in matches[-top:]:
        stated = _against(match.stated_home, match.stated_away) if match.agrees is False else match.ruling or ""
        unfinished = match.length and match.boards < match.length
        table.add_row(
            _text(match.round),
            match.table or "",
            _side(match.home, match.home_name),
            _side(match.away, match.away_name) if match.away else "[dim]bye[/]",
            f"{match.boards}/{match.length}" if unfinished else str(match.boards),
            _against(match.home_raw, match.away_raw),
            _against(match.home_score, match.away_score),
            stated,
        )
    return table


def _side(number: str, name: str) -> str:
    return escape(number if name in ("", number) else f"{number} {name}")


def _against(home: object, away: object) -> str:
    return "" if home is None and away is None else f"{_text(home) or '–'} : {_text(away) or '–'}"


def ranking_table(ranking: Ranking, top: int) -> Table:
    """One ranking as a table; of chess with its tie-breaks.

    Score and percentage are those of the boards, both without handicap and carry-forward; what decides stands behind.
    """
    codes = [escape(tie_break.code) for tie_break in ranking.rows[0].tie_breaks] if ranking.rows else []
    finals = any(row.final is not None for row in ranking.rows)
    numbers = ("", "no.", "score", *(codes or ["%"]), *(["final"] if finals else []), "games" if codes else "boards")
    headings = (*numbers[:2], "name", *numbers[2:], "stated")
    table = plain_table(*headings, title=escape(ranking.title), right=numbers, dim="stated")
    for row in ranking.rows[:top]:
        stated = ""
        if row.stated is not None and row.agrees is False:
            stated = f"{row.stated.place or ''} {row.stated.percentage or row.stated.total or ''}".strip()
        values = [tie_break.value for tie_break in row.tie_breaks]
        decided = ["–" if value is None else f"{round(value, 2).normalize():f}" for value in values]
        table.add_row(
            row.place or "–",
            escape(row.number),
            escape(row.name),
            _text(row.total),
            *(decided or [_text(row.percentage)]),
            *([_final(row)] if finals else []),
            str(row.boards),
            stated,
        )
    if len(ranking.rows) > top:
        table.add_row("", "", f"[dim]… {len(ranking.rows) - top} more[/]")
    return table


def _final(row: StandingRow) -> str:
    """What decides a place where somebody has a handicap or a carry-forward."""
    decides = row.percentage if row.percentage is not None else row.total
    return _text(decides if row.final is None else row.final)


def _text(value: object) -> str:
    return "" if value is None else str(value)


def report_refusal(refusal: Refusal | None, advice: Mapping[str, str] = {}) -> None:
    """Report why there are no such standings, with advice for the command line."""
    ours = {"no-event": "kibitz events list shows the events.", "no-rounds": "Ask without --after-round.", **advice}
    if refusal is not None:
        fail(refusal.message, ours.get(refusal.code, refusal.advice))
