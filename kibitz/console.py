"""How the command line speaks: one console for people, one JSON document for programs, three exit codes."""

import json
from enum import IntEnum
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from contracts.findings import Finding, Severity

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


class Exit(IntEnum):
    """What the exit code says."""

    FINE = 0
    FINDINGS = 1
    UNREADABLE = 2


_COLOUR = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}


def print_json(document: Any) -> None:  # noqa: ANN401 - whatever JSON can say
    """Print one JSON document; nothing else goes to standard output with `--json`."""
    print(json.dumps(document, ensure_ascii=False, indent=2, default=str))


def fail(message: str, advice: str = "") -> None:
    """Say what went wrong, and what to do."""
    err.print(f"[red]✗[/red] {escape(message)}", soft_wrap=True)
    if advice:
        err.print(f"  {escape(advice)}", soft_wrap=True)


def warn(message: str, advice: str = "") -> None:
    """Say what may be a mistake, and go on."""
    err.print(f"[yellow]![/yellow] {escape(message)}", soft_wrap=True)
    if advice:
        err.print(f"  {escape(advice)}", soft_wrap=True)


def findings_table(findings: list[Finding], limit: int = 60) -> Table:
    """Findings for reading: what, where, what to do; the worst first."""
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("", width=7)
    table.add_column("where", style="dim")
    table.add_column("what", ratio=1)
    for finding in findings[:limit]:
        text = escape(finding.message)
        if finding.advice and finding.severity is not Severity.INFO:
            text += f"\n[dim]{escape(finding.advice)}[/dim]"
        place = escape(str(finding.place)) if finding.place else ""
        severity = f"[{_COLOUR[finding.severity]}]{finding.severity.value}[/]"
        table.add_row(severity, place, f"{text} [dim]{finding.code}[/]")
    if len(findings) > limit:
        table.add_row("", "", f"… and {len(findings) - limit} more")
    return table


def count_line(findings: list[Finding]) -> str:
    """Count findings by severity in words, or say that there are none."""
    counts = {severity: sum(f.severity is severity for f in findings) for severity in Severity}
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
    parts = [f"{n} {words[s]}{'' if n == 1 else 's'}" for s, n in counts.items() if n]
    return ", ".join(parts) or "nothing to report"


def has_errors(findings: list[Finding]) -> bool:
    """Whether any finding is of severity error."""
    return any(finding.severity is Severity.ERROR for finding in findings)
