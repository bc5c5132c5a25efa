"""What the command line prints: text for people, JSON for programs, three exit codes.

Rules kept here:

1. Everything that is printed goes through `out`, `err` or `print_json`. Names come from files of strangers, so control
   characters (C0, DEL, C1), which a terminal obeys, and bidirectional controls, which make it show a text in another
   order, never reach the terminal: text loses them, JSON has them as escapes.
2. With `--json`, standard output has JSON only, and each error is a JSON object on a line of standard error.
"""

import json
import logging
import re
from collections.abc import Collection, Iterable
from enum import IntEnum
from typing import Any, NoReturn

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.segment import Segment
from rich.table import Table

from contracts.findings import Finding, Severity

UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that a terminal obeys instead of showing them; line feed and tab are not among them."""


class SafeConsole(Console):
    """A console that prints no character of `UNSAFE`; rich's own colours and cursor moves are no text of a segment."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render as rich does, without unsafe characters."""
        for segment in super().render(renderable, options):
            if segment.control or not UNSAFE.search(segment.text):
                yield segment
            else:
                yield Segment(UNSAFE.sub("", segment.text), segment.style)


out = SafeConsole(highlight=False)
err = SafeConsole(stderr=True, highlight=False)


class Exit(IntEnum):
    """The exit code of a command."""

    FINE = 0
    FINDINGS = 1
    UNREADABLE = 2


_COLOUR = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}


_errors_as_json = False


def set_error_style(*, as_json: bool) -> None:
    """Choose how errors are written from now on: as JSON, or as text."""
    global _errors_as_json  # noqa: PLW0603 - there is one terminal
    _errors_as_json = as_json


def print_json(document: Any) -> None:  # noqa: ANN401 - whatever JSON can hold
    """Print one JSON document; nothing else goes to standard output with `--json`."""
    print(_json(document, indent=2))


def _json(document: Any, indent: int | None = None) -> str:  # noqa: ANN401 - as above
    text = json.dumps(document, ensure_ascii=False, indent=indent, default=str)
    return UNSAFE.sub(lambda unsafe: f"\\u{ord(unsafe[0]):04x}", text)


def fail(message: str, advice: str = "") -> None:
    """Report an error, and what to do about it."""
    _report("error", "[red]✗[/red]", message, advice)


def warn(message: str, advice: str = "") -> None:
    """Report what may be a mistake."""
    _report("warning", "[yellow]![/yellow]", message, advice)


class ClientWarnings(logging.Handler):
    """Says what the client of feed and intake warns of; where services run, their log has it."""

    def emit(self, record: logging.LogRecord) -> None:
        """Say it."""
        if not logging.getLogger().handlers:
            warn(record.getMessage())


logging.getLogger("kibitz_client").addHandler(ClientWarnings(logging.WARNING))


def _report(kind: str, mark: str, message: str, advice: str) -> None:
    if _errors_as_json:
        err.out(_json({kind: message, **({"advice": advice} if advice else {})}), highlight=False)
        return
    err.print(f"{mark} {escape(message)}", soft_wrap=True)
    if advice:
        err.print(f"  {escape(advice)}", soft_wrap=True)


def misused(message: str, advice: str = "") -> NoReturn:
    """Report an error, and end the command."""
    fail(message, advice)
    raise typer.Exit(Exit.UNREADABLE)


def plain_table(*headings: str, title: str | None = None, right: Collection[str] = (), dim: str = "") -> Table:
    """A table without lines: columns of numbers stand to the `right`, and the heading in `dim` matters less."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in headings:
        style = "dim" if dim and heading == dim else None
        table.add_column(heading, justify="right" if heading in right else "left", style=style)
    return table


SHORT = 60
"""Characters of a value that is shown beside a message."""


def findings_table(findings: list[Finding], limit: int = 60) -> Table:
    """Findings for reading: what, where, what to do; the worst first, and beyond the limit a count of the others."""
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("", width=7)
    table.add_column("where", style="dim")
    table.add_column("what", ratio=1)
    for finding in findings[:limit]:
        message, stated = finding.message, finding.stated
        if finding.subject and not named_in(finding.message, finding.subject):
            message = f"{finding.subject}: {message}"
        if stated and UNSAFE.sub("", stated).strip() and len(stated) <= SHORT and not named_in(finding.message, stated):
            message += f" (the file has {stated})"
        text = escape(message)
        if finding.advice and finding.severity is not Severity.INFO:
            text += f"\n[dim]{escape(finding.advice)}[/dim]"
        place = escape(str(finding.place or ""))
        severity = f"[{_COLOUR[finding.severity]}]{finding.severity.value}[/]"
        table.add_row(severity, place, f"{text} [dim]{finding.code}[/]")
    if len(findings) > limit:
        table.add_row("", "", f"… and {len(findings) - limit} more")
    return table


def named_in(message: str, text: str) -> bool:
    """Whether every word of a text is in a message already, in whatever order."""
    return all(word in message for word in text.split() if any(letter.isalnum() for letter in word)) and (
        text in message or " " in text
    )


def count_line(findings: list[Finding]) -> str:
    """Findings counted by severity, in words."""
    counts = {severity: sum(f.severity is severity for f in findings) for severity in Severity}
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
    parts = [f"{n} {words[s]}{'' if n == 1 else 's'}" for s, n in counts.items() if n]
    return ", ".join(parts) or "nothing to report"


def has_errors(findings: list[Finding]) -> bool:
    """Whether any finding is of severity error."""
    return any(finding.severity is Severity.ERROR for finding in findings)
