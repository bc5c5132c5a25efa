"""The command that scores files by our own rules."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from contracts.explanation import Explanation
from contracts.findings import Finding
from contracts.questions import Refusal
from kibitz.commands.files.input_files import end, read_all, report_rejected, write_page
from kibitz.commands.options import AfterRound, AsJson, Files, SessionOfRound, Top
from kibitz.console import findings_table, has_errors, misused, out, print_json
from kibitz.explanations import show_explanations
from kibitz.file_reading import FileRead
from kibitz.pipeline import LocalEvent, Pipeline, linked
from kibitz.standings_tables import report_refusal, show_standings
from services.scoring.domain.event.event_state import Scored
from services.scoring.domain.explanation.listing import chosen, listed, similar

NAMED = 12
"""Participants of an event who are offered where nobody has the number that is asked for."""


def score(
    paths: Files,
    as_json: AsJson = False,
    top: Top = 40,
    explain: Annotated[bool, typer.Option(help="Explain every total down to its results.")] = False,
    of: Annotated[
        str | None,
        typer.Option(help="Explain the total of one participant, by number, identity or name.", metavar="NUMBER"),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option("--report", help="Write standings and travellers as a page to print.", metavar="PAGE.html"),
    ] = None,
    link: Annotated[list[str] | None, typer.Option(help="Files of event B belong to event A.", metavar="A=B")] = None,
    number: AfterRound = None,
    session: SessionOfRound = None,
) -> None:
    """Score files again by our own rules, and show the standings beside what the files state.

    Files of decisions among them are followed, those that link and split events as well.
    """
    pipeline = Pipeline([*read_all(paths), *map(_link, link or ())])
    findings: list[Finding] = []
    documents = []
    missing = not pipeline.events
    explained = 0
    printed = []
    for event in pipeline.events.values():
        then = event.after_round(number, session)
        if isinstance(then, Refusal):
            report_refusal(then)
            missing = True
            continue
        scored, _ = then.score()
        findings.extend(scored.findings)
        printed.append((scored.standings, scored.boards))
        documents.append(scored.standings.model_dump(mode="json", exclude_none=True))
        explanations = _explanations(then, scored, of, None if as_json else top) if explain or of is not None else []
        if explanations:
            documents[-1]["explanations"] = [each.model_dump(mode="json", exclude_none=True) for each in explanations]
        if not as_json and of is None:
            show_standings(scored.standings, top)
        if not as_json:
            show_explanations(explanations)
        explained += len(explanations)
    if of is not None and pipeline.events and not explained:
        meant = ", ".join(dict.fromkeys(row.id for standings, _ in printed for row in similar(standings, of)[:NAMED]))
        advice = f"Give one of these: {meant}." if meant else "Leave --of away to see all numbers."
        misused(f"no participant has the number or name {of}", advice)
    if as_json:
        print_json(documents)
    if report is not None:
        from kibitz.report.page import sheet  # noqa: PLC0415 - templates only for those who ask for a page

        write_page(report, sheet(printed))
    refused = pipeline.refused_findings()
    if refused and not as_json:
        out.print(findings_table(refused))
    rejected = report_rejected(pipeline.files)
    end(unreadable=rejected or missing, errors=has_errors([*findings, *refused]))


def _explanations(event: LocalEvent, scored: Scored, of: str | None, top: int | None) -> list[Explanation]:
    """Why everybody, or somebody, has the total that the standings show; of everybody only the first."""
    from services.scoring.domain.explanation.explainer import Explainer  # noqa: PLC0415 - only for those who ask for it

    explainer = Explainer(event.state, scored)
    each = listed(explainer.standings)[:top] if of is None else chosen(explainer.standings, None, of)
    return [explainer.explain(somebody) for somebody in each]


def _link(link: str) -> FileRead:
    event, _, other = link.partition("=")
    try:
        return linked(event, other, datetime.now(UTC))
    except ValidationError:
        misused(f"--link {link} does not name two events", "kibitz read FILE shows the identities of its events.")
