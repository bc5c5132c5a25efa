"""The pipeline without a bus: files in; events with findings, standings, seats and exports out.

Each step calls the pure functions that the handlers of the services call, in the order of the services: parsing (in
`file_reading`), validation, scoring, seating, export. Seating and export are imported when they are asked for, because
they need libraries and time that checking and scoring do not.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from contracts.base import Slug
from contracts.decisions import Decisions, ReassignFiles
from contracts.findings import Finding
from contracts.messages import EventMerged, FileVerdict
from contracts.questions import Refusal
from contracts.seating import RoundAssignment
from kibitz.file_reading import FileRead, read_bytes
from services.scoring.domain.event.answers import gone_back
from services.scoring.domain.event.event_state import EventState, Scored
from services.validation.domain.check import check
from shared.formats import registry
from shared.formats.decisions.reader import written

if TYPE_CHECKING:
    from services.seating.domain.requested_system import Choice
    from shared.formats.format import Format, Seats, Values
    from shared.formats.parsed import Rendered


@dataclass
class LocalEvent:
    """One event made from some files.

    Attributes:
        findings: about files of which nothing counts in the standings, which bring those of the others along.
        refused: for each fragment that may not be scored, why.
    """

    state: EventState
    findings: list[Finding] = field(default_factory=list)
    refused: list[Finding] = field(default_factory=list)
    verdicts: dict[str, FileVerdict] = field(default_factory=dict)

    def score(self) -> tuple[Scored, EventMerged]:
        """Score what has been taken in."""
        return self.state.score()

    def after_round(self, number: int | None, session: str | None) -> "LocalEvent | Refusal":
        """The event as it stood after a round, or why there is no such round."""
        state = gone_back(self.state, number, session)
        return state if isinstance(state, Refusal) else LocalEvent(state, self.findings, self.refused)


class Pipeline:
    """Some files on their way through all services, rejected ones among them, and the events that they make."""

    def __init__(self, files: Iterable[FileRead]) -> None:
        """Validate the fragments of the files and merge them into events."""
        self.files = tuple(files)
        self._verdicts = [
            (parsed, check(parsed.fragment, parsed.findings)) for file in self.files for parsed in file.fragments
        ]
        events = self._merged()
        self._assign_findings(events)
        self.events = {
            name: event for name, event in events.items() if event.state.merge.fragments and not event.state.deserted
        }

    def _merged(self) -> dict[str, LocalEvent]:
        """Merge the accepted fragments, those that decisions move to another event included."""
        events: dict[str, LocalEvent] = {}
        waiting = deque(
            (parsed.fragment, verdict.findings) for parsed, verdict in self._verdicts if verdict.rejected_by is None
        )
        while waiting:
            fragment, findings = waiting.popleft()
            event = events.setdefault(fragment.event, LocalEvent(EventState(fragment.event)))
            state, taken = event.state, event.state.take(fragment, findings)
            event.verdicts.update({verdict.file: verdict for verdict in taken.verdicts})
            waiting.extend((onward, state.findings[onward.id]) for onward in taken.onward)
        return events

    def _assign_findings(self, events: dict[str, LocalEvent]) -> None:
        """Give each event the findings about its fragments."""
        holders: dict[str, list[LocalEvent]] = {}
        for event in events.values():
            for name in event.state.fragments:
                holders.setdefault(name, []).append(event)
        for parsed, verdict in self._verdicts:
            fragment = parsed.fragment
            if verdict.rejected_by is not None and fragment.event in events:
                events[fragment.event].refused.append(verdict.rejected_by)
                events[fragment.event].findings.extend(verdict.findings)
            for event in holders.get(fragment.id, ()):
                if not event.state.uses(fragment.id):
                    event.findings.extend(verdict.findings)

    @property
    def rejected(self) -> list[FileRead]:
        """The files that could not be read."""
        return [file for file in self.files if file.rejected is not None]

    def refused_findings(self) -> list[Finding]:
        """Findings about fragments that may not be scored and whose event has nothing else, the refusal first."""
        taken = {name for event in self.events.values() for name in event.state.fragments}
        return [
            finding.replace(file=finding.file or parsed.fragment.file.sha256)
            for parsed, verdict in self._verdicts
            if parsed.fragment.event not in self.events and parsed.fragment.id not in taken
            for finding in verdict.findings
        ]

    def file_findings(self) -> list[Finding]:
        """Findings about files that go with no event, the reasons of rejected ones among them."""
        return [*(finding for file in self.files for finding in file.own_findings), *self.refused_findings()]

    def event_findings(self, event: LocalEvent) -> list[Finding]:
        """Findings about an event and its files, each once."""
        scored, _ = event.score()
        files = {fragment.file.sha256 for fragment in event.state.merge.fragments.values()}
        only = files.pop() if len(files) == 1 else None
        every = dict.fromkeys((*scored.every, *event.findings))
        return [each.replace(file=each.file or only) for each in every]

    def findings(self) -> list[Finding]:
        """Every finding about the files and their events, each fault once."""
        of_events = (finding for event in self.events.values() for finding in self.event_findings(event))
        return [*self.file_findings(), *of_events]

    def export(
        self,
        merged: list[EventMerged],
        form: "Format",
        version: str | None,
        values: "Values",
        *,
        seats: bool,
        anew: bool,
    ) -> list[tuple[EventMerged | None, "Rendered"]]:
        """Write events in a format; without a version, in its usual one.

        With `seats`, the next round's seats are written also where our own rules give them; `anew` makes a new file
        also where all events came from one file of the format.

        Returns:
            Each event with its file; or one file without an event, where the one that all came from is changed.

        Raises:
            InputRejected: the format cannot hold an event.
        """
        from services.export.domain.next_seats import still_held  # noqa: PLC0415 - see the head of this file

        held = [still_held(event, seats_of(event)) if seats else None for event in merged]
        updated = None if anew else self._updated(merged, form, values, held)
        if updated is not None:
            return [(None, updated)]
        return [(event, form.render(event, values, of_it, version)) for event, of_it in zip(merged, held, strict=True)]

    def _updated(
        self, events: list[EventMerged], form: "Format", values: "Values", seats: "list[Seats]"
    ) -> "Rendered | None":
        """The file of the format that all events came from, with their changes; None without such a file."""
        originals = {source.file if (source := form.original_of(event)) else None for event in events}
        file = next((file for file in self.files if {file.file.sha256} == originals), None)
        return form.update(file.path.read_bytes(), events, values, seats) if file is not None else None


def seats_of(merged: EventMerged, choice: "Choice | None" = None) -> RoundAssignment | None:
    """Who sits where next, by what the files say or the system chosen; DoesNotSuit when that is not one for the event.

    Chess is drawn in a process of its own.
    """
    from services.seating.domain.assignment import next_round  # noqa: PLC0415 - see the head of this file
    from services.seating.domain.chess.draw import DrawNeeded  # noqa: PLC0415
    from services.seating.domain.requested_system import chosen_round  # noqa: PLC0415

    assigned = next_round(merged) if choice is None else chosen_round(merged, choice)
    if not isinstance(assigned, DrawNeeded):
        return assigned
    from services.seating.adapters.gacrux_draw import pair_next_round  # noqa: PLC0415 - brings in logs and metrics

    return assigned.finish(pair_next_round(assigned.request))


def structure_of(file: FileRead) -> tuple[Finding, ...]:
    """Compare a file with the schema of its format, or report that a schema is not for it."""
    name = file.file.format
    findings: list[Finding] = []
    for form in registry.formats():
        if form.schema is not None and form.name == name:
            findings.extend(form.schema.check(file.path.read_bytes(), file.parsed))
        elif form.schema is not None:
            message = (
                f"the file is {registry.by_name(name).title}; the schema is for {form.schema.title} and was not applied"
            )
            findings.append(form.schema.not_applied.finding(message))
    return tuple(finding.replace(file=file.file.sha256) for finding in findings)


def linked(event: str, other: str, at: datetime) -> FileRead:
    """A decision, made now, that the files of another event belong to an event; ValidationError for what is no name."""
    decision = ReassignFiles(decision="reassign", to=TypeAdapter(Slug).validate_python(event))
    data = written(Decisions(event=other, at=at, decisions=(decision,)))
    return read_bytes(data, "link.json", Path(f"--link {event}={other}"), at)
