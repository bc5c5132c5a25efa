"""The command that shows what is in a file."""

from rich.markup import escape
from rich.table import Table

from contracts.messages import FragmentParsed
from kibitz.commands.files.input_files import end, read_all, report_rejected
from kibitz.commands.options import AsJson, Files
from kibitz.console import findings_table, has_errors, out, print_json
from kibitz.file_reading import FileRead
from kibitz.file_tables import event_tables, played_lines, scoring_of


def read(paths: Files, as_json: AsJson = False) -> None:
    """Show what is in a file: events, sessions, participants, boards."""
    files = read_all(paths)
    if as_json:
        print_json(
            [
                {
                    "file": file.file.model_dump(mode="json", exclude_none=True),
                    "rejected": str(file.rejected) if file.rejected else None,
                    "fragments": [f.fragment.model_dump(mode="json", exclude_none=True) for f in file.fragments],
                    "findings": [f.model_dump(mode="json", exclude_none=True) for f in file.findings],
                }
                for file in files
            ]
        )
    else:
        for file in files:
            if file.rejected is None:
                _show_file(file)
    rejected = report_rejected(files)
    end(unreadable=rejected, errors=has_errors([finding for file in files for finding in file.findings]))


def _show_file(file: FileRead) -> None:
    out.print(f"[bold]{escape(str(file.path))}[/]  {file.file.format}, {file.file.size:,} bytes")
    for parsed in file.fragments:
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(style="dim")
        for name, value in _summary(parsed).items():
            if value:
                table.add_row(name, escape(str(value)))
        out.print(table)
        for details in event_tables(parsed.fragment.facts):
            out.print(details)
        out.print()
    if file.findings:
        out.print(findings_table(list(file.findings), 20))
    out.print()


def _summary(parsed: FragmentParsed) -> dict[str, object]:
    """What the head of an event says, by name; None or blank where the file leaves it out."""
    facts, as_of = parsed.fragment.facts, parsed.fragment.as_of
    event = facts.event
    return {
        "event": event.name or "(no name)",
        "identity": parsed.fragment.event,
        "organiser": event.organiser.name if event.organiser else None,
        "date": event.start_date,
        "kind": f"{event.kind or 'unknown'}, {scoring_of(facts)}",
        "format": event.format_version,
        "program": f"{event.program or ''} {event.program_version or ''}".strip(),
        "sessions": ", ".join(session.id for session in facts.sessions),
        "sections": ", ".join(section.id for section in facts.sections),
        "participants": len(facts.participants),
        **played_lines(facts),
        "hands": len(facts.deals),
        "as of": f"{as_of.at.isoformat()} ({as_of.source})",
        "passed through": f"{len(facts.extensions)} parts that Kibitz does not know" if facts.extensions else None,
    }
