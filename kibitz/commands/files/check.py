"""The command that checks files."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from kibitz.commands.files.input_files import end, read_all, report_rejected, write_page
from kibitz.commands.options import AsJson, DoubleDummy, Files
from kibitz.console import count_line, err, has_errors, out, print_json
from kibitz.pipeline import Pipeline, structure_of
from kibitz.report.content import Section, sections
from kibitz.report.terminal import printed
from shared.formats import registry

SCHEMAS = ", ".join(form.schema.title for form in registry.formats() if form.schema is not None)
"""The schemas that files can be compared with."""


def check(
    paths: Files,
    as_json: AsJson = False,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write the report as a page to print.", metavar="PAGE.html")
    ] = None,
    xsd: Annotated[bool, typer.Option("--xsd", help=f"Compare with the schema as well ({SCHEMAS}).")] = False,
    double_dummy: DoubleDummy = False,
) -> None:
    """Check files: structure, references, arithmetic, and stated results against our own scoring."""
    if double_dummy:
        from kibitz.double_dummy import check_deals, need_library  # noqa: PLC0415 - only for those who ask for it

        need_library()
    files = read_all(paths)
    structure = {file.path: structure_of(file) for file in files if file.rejected is None} if xsd else {}
    pipeline = Pipeline(files)
    more = {file.file.sha256: structure[file.path] for file in files if file.path in structure}
    if double_dummy:
        more |= {name: tuple(check_deals(event.score()[1].facts)) for name, event in pipeline.events.items()}
    made = sections(pipeline, more)
    findings = [finding for section in made for finding in section.findings]
    if as_json:
        print_json(
            {
                "verdicts": [_verdict(section) for section in made],
                "findings": [
                    {"event": section.event or None, **finding.model_dump(mode="json", exclude_none=True)}
                    for section in made
                    for finding in section.findings
                ],
            }
        )
    else:
        for part in printed(made):
            out.print(part)
        for path, faults in structure.items():
            if not faults:
                out.print(f"[bold]{escape(str(path))}[/]  valid by the schema of {SCHEMAS}")
    if report is not None:
        from kibitz.report.page import page  # noqa: PLC0415 - templates only for those who ask for a page

        write_page(report, page(made))
    if as_json:
        report_rejected(files)
    else:
        err.print(f"{len(files)} file{'s' if len(files) != 1 else ''}: {count_line(findings)}")
    end(unreadable=bool(pipeline.rejected), errors=has_errors(findings))


def _verdict(section: Section) -> dict[str, object]:
    return {
        "event": section.event or None,
        "title": section.title,
        "files": section.files,
        "sentences": section.sentences,
        "verdict": section.verdict,
        "scored": section.scored,
        "agreements": [vars(agreement) for agreement in section.agreements],
    }
