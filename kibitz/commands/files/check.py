"""The command that checks files."""

from typing import Annotated

import typer
from rich.markup import escape

from kibitz.commands.files.input_files import end, read_all, report_rejected
from kibitz.commands.options import AsJson, DoubleDummy, Files
from kibitz.console import count_line, err, findings_table, has_errors, out, print_json
from kibitz.pipeline import Pipeline, structure_of
from shared.formats import registry

SCHEMAS = ", ".join(form.schema.title for form in registry.formats() if form.schema is not None)
"""The schemas that files can be compared with."""


def check(
    paths: Files,
    as_json: AsJson = False,
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
    others = pipeline.findings()
    if double_dummy:
        others += [finding for event in pipeline.events.values() for finding in check_deals(event.score()[1].facts)]
    findings = [*(finding for faults in structure.values() for finding in faults), *others]
    if as_json:
        print_json([finding.model_dump(mode="json", exclude_none=True) for finding in findings])
    else:
        for path, faults in structure.items():
            out.print(
                f"[bold]{escape(str(path))}[/]  {'structure:' if faults else f'valid by the schema of {SCHEMAS}'}"
            )
            if faults:
                out.print(findings_table(list(faults)))
        if others:
            names = {file.file.sha256: file.path.name for file in files} if len(files) > 1 else {}
            out.print(findings_table(others, files=names))
    rejected = report_rejected(files)
    if not as_json:
        err.print(f"{len(files)} file{'s' if len(files) != 1 else ''}: {count_line(findings)}")
    end(unreadable=rejected, errors=has_errors(findings))
