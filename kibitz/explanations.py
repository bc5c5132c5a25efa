"""Explanations of totals in the terminal, to be read at 80 columns."""

from collections.abc import Iterable, Iterator, Sequence

from rich.markup import escape
from rich.table import Table

from contracts.explanation import ExplainedSession, Explanation, Rule
from kibitz.console import out, plain_table
from shared.explanation_words import (
    Columns,
    columns_of_games,
    columns_of_lines,
    files_in_words,
    files_of,
    given_in_words,
    match_in_words,
    named,
    result_of,
    rival_in_words,
    session_sum,
    tie_break_lines,
    total_lines,
)


def show_explanations(explanations: Iterable[Explanation]) -> None:
    """Print why each of some participants has its total, and at the end the rules that were named."""
    rules: dict[str, Rule] = {}
    for explanation in explanations:
        rules |= {rule.name: rule for rule in explanation.rules}
        for part in explained(explanation):
            out.print(part)
        out.print()
    for rule in rules.values():
        source = f" [dim]({escape(rule.source)})[/]" if rule.source else ""
        out.print(f"[dim]{rule.name}:[/] {escape(rule.text)}{source}")


def explained(explanation: Explanation) -> Iterator[str | Table]:
    """One explanation: the result first, then where it comes from, session by session."""
    files = files_of(explanation)
    title = f"{explanation.kind.capitalize()} {escape(named(explanation.participant))}"
    yield f"[bold]{title}[/]: {escape(result_of(explanation))}"
    for neighbour, word in ((explanation.ahead, "ahead"), (explanation.behind, "behind")):
        if neighbour is not None:
            yield f"{word}: {escape(rival_in_words(neighbour, explanation))}"
    if explanation.tied:
        yield f"with the same place: {', '.join(escape(named(each.somebody)) for each in explanation.tied[:6])}"
    yield escape(explanation.why)
    if files:
        yield f"[dim]places are in {escape(files_in_words(files))}[/]"
    for session in explanation.sessions:
        yield from _session(session, explanation, files=files)
    yield from (f"  {escape(given_in_words(gift))}" for gift in explanation.given)
    yield from (escape(line) for line in total_lines(explanation))
    yield from (escape(line) for line in tie_break_lines(explanation.tie_breaks))


def _session(session: ExplainedSession, explanation: Explanation, *, files: Sequence[str]) -> Iterator[str | Table]:
    title = f"Session {escape(session.session)}" if session.session else None
    if session.lines:
        yield _table(columns_of_lines(session.lines, files), title)
    elif title:
        yield title
    for match in session.matches:
        yield f"  {escape(match_in_words(match, explanation.scales))}"
        if match.lines:
            yield _table(columns_of_lines(match.lines, files))
        yield from (f"  {escape(given_in_words(gift))}" for gift in match.given)
    if session.games:
        yield _table(columns_of_games(session.games, files))
    if text := session_sum(session, explanation):
        yield f"  {text}"
    yield from (f"  {escape(given_in_words(gift))}" for gift in session.given)


def _table(columns: Columns, title: str | None = None) -> Table:
    table = plain_table(*columns, title=title, right=("board", "rd", "score", "points", "top"), dim="where")
    for row in zip(*columns.values(), strict=True):
        table.add_row(*map(escape, row))
    return table
