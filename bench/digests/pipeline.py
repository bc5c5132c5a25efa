"""All that depends on the product's interfaces: files go in, plain JSON values and exported bytes come out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from pydantic import TypeAdapter

from bench.digests.cases import Case, Document
from kibitz.file_reading import read_bytes
from kibitz.pipeline import LocalEvent, linked, seats_of, structure_of
from kibitz.pipeline import Pipeline as LocalPipeline
from services.export.domain.formats import exported
from services.export.domain.next_seats import still_held
from services.scoring.domain.chess.explained_tie_breaks import explained_tie_breaks
from shared.errors import InputRejected
from shared.formats.format import Values
from shared.formats.parsed import Rendered

WRITTEN_AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""The time of the first file of a case; each further file is a minute younger."""

VALUES: tuple[Values, ...] = ("computed", "stated")


@dataclass(frozen=True)
class Export:
    """A file that an event was written to, or why it was not.

    Attributes:
        variant: format, version, values, and whether it has the next seats.
        about: its name and media type, or the code, message and place of the refusal, or the crash of the writer.
        losses: what the format could not carry.
    """

    variant: str
    about: Document
    data: bytes | None = None
    losses: tuple[Document, ...] = ()


class Pipeline:
    """The files of a case, read, merged and scored."""

    def __init__(self, case: Case) -> None:
        """Read the files and merge them into events."""
        moments = [WRITTEN_AT + timedelta(minutes=number) for number in range(len(case.paths) + 1)]
        self._files = [
            read_bytes(path.read_bytes(), path.name, path, at) for path, at in zip(case.paths, moments, strict=False)
        ]
        links = [linked(event, other, moments[-1]) for event, other in case.links]
        self._local = LocalPipeline([*self._files, *links])
        self.events = {name: Event(event) for name, event in self._local.events.items()}

    def files(self) -> list[Document]:
        """What each file is: its fragments, or why it is rejected."""
        return [
            {
                "format": file.file.format,
                "name": file.file.name,
                "rejected": None if file.rejected is None else _rejection(file.rejected),
                "fragments": [_plain(each.fragment, {"facts", "file", "id"}) for each in file.fragments],
            }
            for file in self._files
        ]

    def findings(self) -> list[Document]:
        """What `kibitz check` reports."""
        readable = [file for file in self._files if file.rejected is None]
        findings = [finding for file in readable for finding in file.own_findings]
        findings += self._local.refused_findings()
        for name, event in self._local.events.items():
            scored = self.events[name].scored
            findings += dict.fromkeys((*event.findings, *scored.findings, *scored.standings.findings))
        return [_plain(finding) for finding in findings]

    def structure(self) -> list[Document]:
        """What `kibitz check --xsd` reports beside that."""
        readable = [file for file in self._files if file.rejected is None]
        try:
            return [_plain(finding) for file in readable for finding in structure_of(file)]
        except Exception as error:  # as of a writer
            return [{"code": "crashed", "severity": "error", "message": _crash(error)}]

    def rewritten(self) -> Iterator[Export]:
        """Copies of the file that all events come from, with what has changed."""
        merged = [event.merged for event in self.events.values()]
        seats = [event.held for event in self.events.values()]
        for name, form in exported().items():
            originals = {source.file if (source := form.original_of(event)) else None for event in merged}
            original = next((file for file in self._files if {file.file.sha256} == originals), None)
            if original is None:
                continue
            update = partial(form.update, original.path.read_bytes(), merged)
            for values in VALUES:
                yield _export(f"{name} rewritten {values}", partial(update, values, ()))
            if any(held is not None for held in seats):
                yield _export(f"{name} rewritten computed seats", partial(update, "computed", seats))


class Event:
    """One event of a case, scored."""

    def __init__(self, event: LocalEvent) -> None:
        """Score it, with the terms of tie-breaks in the standings but not in what is exported."""
        self.scored, self.merged = event.score()
        tournament, order = event.state.tournament, self.merged.facts.event.tie_breaks
        self._tie_breaks = explained_tie_breaks(tournament, order) if tournament is not None else {}
        self._seats, self._no_seats = None, None
        try:
            self._seats = seats_of(self.merged)
        except InputRejected as rejected:
            self._no_seats = _rejection(rejected)
        self.held = still_held(self.merged, self._seats)

    def facts(self) -> Document:
        """What its files state together, a list of rows for each kind of statement, and the file of each row."""
        merged = self.merged
        facts = {name: [_said(fact) for fact in getattr(merged.facts, name)] for name in merged.facts.FIELDS}
        return {"facts": facts, "origins": {k: list(v) for k, v in merged.origins.items()}}

    def standings(self) -> Document:
        """Rankings, matches, progress and method, without findings."""
        standings = _plain(self.scored.standings, {"findings", "findings_total", "differences"})
        for ranking, made in zip(standings["rankings"], self.scored.standings.rankings, strict=True):
            rows = (row.replace(tie_breaks=self._tie_breaks.get(row.id, row.tie_breaks)) for row in made.rows)
            ranking["rows"] = [_said(row) for row in rows]
        return standings | {"calculated_at": self.scored.calculated_at.isoformat()}

    def travellers(self) -> list[Document]:
        """The scored boards."""
        return [_plain(board) | {"lines": [_said(line) for line in board.lines]} for board in self.scored.boards]

    def seats(self) -> Document:
        """The next round, whether it is still to be taken, and why there is none."""
        seats = None if self._seats is None else _plain(self._seats, {"findings"})
        return {"seats": seats, "held": self.held is not None, "rejected": self._no_seats}

    def findings(self) -> Document:
        """Those that are published with the standings and with the seats."""
        standings = self.scored.standings
        return {
            "standings": [_plain(finding) for finding in standings.findings],
            "seats": [_plain(finding) for finding in (self._seats.findings if self._seats else ())],
            "counts": {"total": standings.findings_total, "differences": standings.differences},
        }

    def exports(self) -> Iterator[Export]:
        """Every format in every version, with computed and stated values, and with the next seats if there are any."""
        for name, form in exported().items():
            for version in form.versions or ("",):
                label = f"{name} {version}".strip()
                for values in VALUES:
                    yield _export(f"{label} {values}", partial(form.render, self.merged, values, None, version))
                if self.held is not None:
                    yield _export(
                        f"{label} computed seats", partial(form.render, self.merged, "computed", self.held, version)
                    )


def _export(variant: str, render: Callable[[], Rendered]) -> Export:
    try:
        rendered = render()
    except InputRejected as rejected:
        return Export(variant, {"rejected": _rejection(rejected)})
    except Exception as error:  # a fault of the writer, which must not hide what the others write
        return Export(variant, {"crashed": _crash(error)})
    about = {"name": rendered.name, "media_type": rendered.media_type}
    return Export(variant, about, rendered.data, tuple(_plain(loss) for loss in rendered.losses))


def _plain(value: Any, exclude: set[str] | None = None) -> dict[str, Any]:
    document = TypeAdapter(type(value)).dump_python(value, mode="json", exclude_none=True, exclude=exclude)
    return dict(document)


def _said(record: Any) -> dict[str, Any]:
    """What a fact or a row says, without what is as usual."""
    document = TypeAdapter(type(record)).dump_python(record, mode="json", exclude_none=True, exclude_defaults=True)
    return dict(document)


def _crash(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _rejection(rejected: InputRejected) -> Document:
    place = None if rejected.place is None else _plain(rejected.place)
    findings = [_plain(finding) for finding in rejected.findings]
    return {"code": rejected.code.code, "message": rejected.message, "place": place, "findings": findings}
