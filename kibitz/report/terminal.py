"""A report in the terminal: a sentence of verdict, then topic by topic, with the technical place last."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from contracts.findings import Finding, Severity
from kibitz.report.content import Section, Topic, said, shown_stated, together, where

TOPICS = 40
"""How many of a section are shown; the others are counted."""

EXAMPLES = 3
"""How many of a repeated warning are shown; of the others, what they are about."""

MARKS = {Severity.ERROR: "[red]✗[/]", Severity.WARNING: "[yellow]![/]", Severity.INFO: "[cyan]·[/]"}


def printed(sections: Iterable[Section]) -> Iterator[RenderableType]:
    """Each section of a report, to be printed one after the other."""
    for section in sections:
        yield Group(*_section(section))


def _section(section: Section) -> Iterator[RenderableType]:
    files = ", ".join(section.files.values())
    title = f"[bold]{escape(section.title)}[/]"
    yield title if files == section.title else f"{title}  [dim]{escape(files)}[/]"
    colour = "red" if section.errors else "yellow" if section.topics else "green"
    yield f"[{colour}]{escape(section.verdict)}[/]"
    yield from map(escape, section.sentences.values())
    if section.scored:
        yield f"[dim]Scored by {escape(section.scored)}[/]"
    advised: set[str] = set()
    for topic in section.topics[:TOPICS]:
        yield from _topic(topic, section, advised)
    if len(section.topics) > TOPICS:
        yield Padding(f"… and {len(section.topics) - TOPICS} more; --report writes all of them to a page", (1, 0, 0, 2))
    if section.notes:
        yield Padding("[bold]Good to know[/]", (1, 0, 0, 2))
        single = [finding for topic in section.notes if not topic.repeated for finding in topic.findings]
        yield from _some(single, section, advised, TOPICS)
        for topic in section.notes:
            if topic.repeated:
                yield from _some(topic.findings, section, advised, EXAMPLES)
    yield ""


def _topic(topic: Topic, section: Section, advised: set[str]) -> Iterator[RenderableType]:
    yield Padding(f"[bold]{escape(topic.title)}[/]", (1, 0, 0, 2))
    if topic.repeated:
        yield from _some(topic.findings, section, advised, EXAMPLES)
        return
    before = ""
    for finding in topic.findings:
        yield from _finding(finding, said(finding), section, advised, before)
        before = said(finding)


def _some(findings: Sequence[Finding], section: Section, advised: set[str], most: int) -> Iterator[RenderableType]:
    """The first of some findings, and what the others are about."""
    before = ""
    for finding in findings[:most]:
        yield from _finding(finding, finding.message, section, advised, before)
        before = finding.message
    if left := findings[most:]:
        subjects = together(finding.subject or "the file" for finding in left)
        yield Padding(f"… and {len(left)} more: {escape(subjects)}", (0, 0, 0, 4))


def _finding(
    finding: Finding, message: str, section: Section, advised: set[str], before: str
) -> Iterator[RenderableType]:
    """The message unless it stands above, the values if it does not name them, the first advice, and the place."""
    # Of a message that stands above only what comes behind it is new.
    repeated = bool(before) and message.removeprefix(before)[:1] in ("", ";") and message.startswith(before)
    new = message.removeprefix(before).removeprefix("; ") if repeated else message
    lines = [*([escape(new)] if new else []), *map(escape, shown_stated(finding))]
    if finding.advice and finding.severity is not Severity.INFO and finding.code not in advised:
        advised.add(finding.code)
        lines.append(escape(finding.advice))
    place = " · ".join(filter(None, (where(finding, section.files), finding.code)))
    grid = Table.grid(padding=(0, 1))
    mark = " " if repeated else MARKS[finding.severity]
    grid.add_row(mark, "\n".join([*lines, f"[dim]{escape(place)}[/]"]))
    yield Padding(grid, (0, 0, 0, 2))
