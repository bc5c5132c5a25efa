"""Commands that need files and nothing else: read, check, score, convert."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape
from rich.table import Table

from contracts.findings import Finding
from contracts.messages import EventMerged
from kibitz.commands.history import AfterRound, SessionOfRound, go_back
from kibitz.console import Exit, count_line, err, fail, findings_table, has_errors, out, print_json
from kibitz.double_dummy import check_deals, with_analyses
from kibitz.file_tables import event_tables, played_lines, scoring_of
from kibitz.local import FileRead, events_of, findings_of, linked, of_refused, read_file, seats_of, structure_of
from kibitz.standings_tables import show_standings
from services.export.domain.formats import REWRITERS, VERSIONS, WRITERS, Seats, Values
from services.export.domain.next_seats import still_held
from services.scoring.adapters.double_dummy import installed
from shared.errors import InputRejected
from shared.formats.parsed import Rendered

Files = Annotated[list[Path], typer.Argument(help="Files in any format that Kibitz reads.", metavar="FILE…")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]

DoubleDummy = Annotated[
    bool, typer.Option("--double-dummy", help="Analyse deals double dummy as well (extra double-dummy).")
]

EXTENSIONS = {".xml": "usebio", ".pbn": "pbn", ".json": "json", ".csv": "csv", ".aca": "acblscore", ".trf": "trf"}


def read_all(files: list[Path]) -> list[FileRead]:
    """Read files from disk; one that cannot be opened ends the command."""
    read = []
    for path in files:
        try:
            read.append(read_file(path))
        except OSError as error:
            fail(f"{path}: {error.strerror or error}", "Give the path of a file that you may read.")
            raise typer.Exit(Exit.UNREADABLE) from error
    return read


def report_rejected(files: list[FileRead]) -> bool:
    """Say which files could not be read and why; whether there are any."""
    rejected = [file for file in files if file.rejected is not None]
    for file in rejected:
        reason = file.rejected
        place = f" ({reason.place})" if reason and reason.place else ""
        fail(f"{file.path}: {reason}{place}", reason.code.advice if reason else "")
    return bool(rejected)


def read(files: Files, as_json: AsJson = False) -> None:
    """Show what is in a file: events, sessions, participants, boards."""
    every = read_all(files)
    if as_json:
        print_json(
            [
                {
                    "file": file.file.model_dump(mode="json", exclude_none=True),
                    "rejected": str(file.rejected) if file.rejected else None,
                    "fragments": [f.fragment.model_dump(mode="json", exclude_none=True) for f in file.fragments],
                    "findings": [f.model_dump(mode="json", exclude_none=True) for f in file.findings],
                }
                for file in every
            ]
        )
    else:
        for file in every:
            if file.rejected is None:
                _show_file(file)
    if report_rejected(every):
        raise typer.Exit(Exit.UNREADABLE)
    if has_errors([finding for file in every for finding in file.findings]):
        raise typer.Exit(Exit.FINDINGS)


def _show_file(file: FileRead) -> None:
    out.print(f"[bold]{escape(str(file.path))}[/]  {file.file.format.value}, {file.file.size:,} bytes")
    for parsed in file.fragments:
        facts = parsed.fragment.facts
        event = facts.event
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(style="dim")
        table.add_column()
        rows = {
            "event": f"{event.name or '(no name)'}  [dim]{parsed.fragment.event}[/]",
            "organiser": event.organiser.name if event.organiser else None,
            "date": event.start_date,
            "kind": f"{event.kind or 'unknown'}, {scoring_of(facts)}",
            "format": event.format_version,
            "program": f"{event.program or ''} {event.program_version or ''}".strip() or None,
            "sessions": ", ".join(session.id for session in facts.sessions) or None,
            "sections": ", ".join(section.id for section in facts.sections) or None,
            "participants": str(len(facts.participants)),
            **played_lines(facts),
            "hands": str(len(facts.deals)) if facts.deals else None,
            "as of": f"{parsed.fragment.as_of.at.isoformat()} ({parsed.fragment.as_of.source})",
            "kept as it is": f"{len(facts.extensions)} unknown parts" if facts.extensions else None,
        }
        for name, value in rows.items():
            if value:
                table.add_row(name, value)
        out.print(table)
        for about in event_tables(facts):
            out.print(about)
        out.print()
    if file.findings:
        out.print(findings_table(list(file.findings), 20))
    out.print()


def check(
    files: Files,
    as_json: AsJson = False,
    xsd: Annotated[bool, typer.Option("--xsd", help="Compare with the schema of USEBIO 1.4 as well.")] = False,
    double_dummy: DoubleDummy = False,
) -> None:
    """Check files: structure, references, arithmetic, and stated results against our own scoring."""
    _need_library(double_dummy)
    every = read_all(files)
    readable = [file for file in every if file.rejected is None]
    structure = {file.path: structure_of(file) for file in readable} if xsd else {}
    others = [*findings_of(every), *(_about_deals(every) if double_dummy else ())]
    findings = [*(finding for found in structure.values() for finding in found), *others]
    if as_json:
        print_json([finding.model_dump(mode="json", exclude_none=True) for finding in findings])
    else:
        for path, found in structure.items():
            out.print(f"[bold]{escape(str(path))}[/]  {'structure:' if found else 'valid by the schema of USEBIO 1.4'}")
            if found:
                out.print(findings_table(list(found)))
        if others:
            out.print(findings_table(others))
    rejected = report_rejected(every)
    err.print(f"{len(every)} file{'s' if len(every) != 1 else ''}: {count_line(findings)}")
    if rejected:
        raise typer.Exit(Exit.UNREADABLE)
    if has_errors(findings):
        raise typer.Exit(Exit.FINDINGS)


def _need_library(double_dummy: bool) -> None:
    if double_dummy and not installed():
        fail("deals cannot be analysed: the library endplay is missing", "pip install 'kibitz[double-dummy]'")
        raise typer.Exit(Exit.UNREADABLE)


def _about_deals(files: list[FileRead]) -> list[Finding]:
    """What a double-dummy analysis says of the deals of some files."""
    return [
        finding
        for event in events_of(file for file in files if file.rejected is None).values()
        for finding in check_deals(event.score()[1].facts)
    ]


def score(
    files: Files,
    as_json: AsJson = False,
    top: Annotated[int, typer.Option(help="Rows to show of each ranking.", min=1)] = 40,
    explain: Annotated[bool, typer.Option(help="Say what each tie-break of chess was summed from.")] = False,
    link: Annotated[list[str] | None, typer.Option(help="Files of event B belong to event A.", metavar="A=B")] = None,
    number: AfterRound = None,
    session: SessionOfRound = None,
) -> None:
    """Score files again by our own rules and show the standings beside what the files state.

    Files of decisions among them are followed, those that link and split events as well.
    """
    every = [*read_all(files), *map(_link, link or ())]
    whole = events_of(every)
    found = {name: go_back(event.state, number, session) for name, event in whole.items()}
    events = [state for state in found.values() if state is not None]
    findings: list[Finding] = []
    documents = []
    for state in events:
        scored, _ = state.score(explain=explain)
        findings.extend(scored.findings)
        documents.append(scored.standings.model_dump(mode="json", exclude_none=True))
        if not as_json:
            show_standings(scored.standings, top)
    if as_json:
        print_json(documents)
    if (refused := of_refused(every, whole)) and not as_json:
        out.print(findings_table(refused))
    if report_rejected(every) or not events or len(events) < len(found):
        raise typer.Exit(Exit.UNREADABLE)
    if has_errors([*findings, *refused]):
        raise typer.Exit(Exit.FINDINGS)


def _link(words: str) -> FileRead:
    event, _, other = words.partition("=")
    try:
        return linked(event, other, datetime.now(UTC))
    except ValidationError as error:
        fail(f"--link {words} does not name two events", "kibitz read FILE says what its events are called.")
        raise typer.Exit(Exit.UNREADABLE) from error


def _versions() -> str:
    return "; ".join(f"{name} {', '.join(versions)}" for name, versions in VERSIONS.items())


def convert(
    files: Annotated[list[Path], typer.Argument(help="Input files, then the output file.", metavar="IN… OUT")],
    to: Annotated[str | None, typer.Option(help=f"Format: {', '.join(WRITERS)}; else by the extension of OUT.")] = None,
    values: Annotated[str, typer.Option(help="computed or stated totals.")] = "computed",
    version: Annotated[str | None, typer.Option("--version", help=f"Of the format: {_versions()}.")] = None,
    seats: Annotated[
        bool, typer.Option("--with-seats", help="With the next round's seats, also where our rules give them.")
    ] = False,
    anew: Annotated[bool, typer.Option("--anew", help="A new game file, even of an event that came from one.")] = False,
    event: Annotated[str | None, typer.Option(help="Only the event of this name; see `kibitz read`.")] = None,
    double_dummy: DoubleDummy = False,
    as_json: AsJson = False,
) -> None:
    """Write events in another format, and say what that format cannot carry.

    Several events give a file each, with the event's name behind that of OUT. Into ACBLscore, an event that came from
    a game file is written into a copy of that file: only what has changed is other bytes. Seats that
    the files state are written in any case; those of our own rules, as the service writes them during an event, only on
    request.
    """
    if len(files) < 2:
        fail("convert needs at least one input and one output", "kibitz convert results.xml results.json")
        raise typer.Exit(Exit.UNREADABLE)
    *inputs, target = files
    name = to or EXTENSIONS.get(target.suffix.lower())
    if name not in WRITERS or values not in ("computed", "stated"):
        fail(f"no writer for {to or target.suffix or target}", f"Use --to with one of: {', '.join(WRITERS)}.")
        raise typer.Exit(Exit.UNREADABLE)
    writer = VERSIONS.get(name, {}).get(version) if version is not None else WRITERS[name]
    if writer is None:
        fail(f"{name} is not written in version {version}", f"Versions: {_versions()}.")
        raise typer.Exit(Exit.UNREADABLE)
    _need_library(double_dummy)
    every = read_all(inputs)
    if report_rejected(every):
        raise typer.Exit(Exit.UNREADABLE)
    found = events_of(every)
    if not found or (event is not None and event not in found):
        fail(f"the files hold no event {event or ''}".rstrip(), f"They hold: {', '.join(sorted(found)) or 'none'}.")
        raise typer.Exit(Exit.UNREADABLE)
    merged = [one.score()[1] for key, one in found.items() if event in (None, key)]
    if double_dummy:
        merged = [with_analyses(one) for one in merged]
    of: Values = "stated" if values == "stated" else "computed"
    try:
        held = [still_held(one, seats_of(one)) if seats else None for one in merged]
        whole = None if anew else _rewritten(merged, name, of, every, held)
        rendered = (
            [(target, whole)]
            if whole
            else [(_for(target, one, merged), writer(one, of, of_it)) for one, of_it in zip(merged, held, strict=True)]
        )
    except InputRejected as rejected:
        fail(str(rejected), rejected.code.advice)
        raise typer.Exit(Exit.UNREADABLE) from rejected
    written = [_write(document, name, path, quiet=as_json) for path, document in rendered]
    if as_json:
        print_json(written if len(written) > 1 else written[0])


def _for(target: Path, event: EventMerged, events: list[EventMerged]) -> Path:
    """Where an event goes: to the target when it is alone, else to a file beside it with the event's name."""
    return target if len(events) == 1 else target.with_name(f"{target.stem}-{event.event}{target.suffix}")


def _rewritten(
    events: list[EventMerged], name: str, values: Values, files: list[FileRead], seats: list[Seats]
) -> Rendered | None:
    """The one file of the format that all events came from, with what has changed in them; None without such a file."""
    rewriter = REWRITERS.get(name)
    if rewriter is None:
        return None
    originals = {source.file if (source := rewriter.original_of(event)) else None for event in events}
    file = next((file for file in files if {file.file.sha256} == originals), None)
    return rewriter.update(file.path.read_bytes(), events, values, seats) if file is not None else None


def _write(rendered: Rendered, name: str, target: Path, *, quiet: bool) -> dict[str, object]:
    """Write a file and say what it could not carry; as JSON when nothing is to be printed."""
    target.write_bytes(rendered.data)
    if not quiet:
        out.print(f"[green]✓[/] {escape(str(target))}  {name}, {len(rendered.data):,} bytes")
        for loss in rendered.losses:
            out.print(f"  [yellow]not carried[/] {escape(loss.what)} ({loss.count}): {escape(loss.why)}")
    losses = [loss.model_dump(mode="json") for loss in rendered.losses]
    return {"file": str(target), "format": name, "bytes": len(rendered.data), "losses": losses}
