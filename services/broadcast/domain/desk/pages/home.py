"""The first page of the desk."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from contracts.access.new_events import NewEvents
from contracts.base import DECISIONS
from contracts.codes.intake import EMPTY, UNKNOWN_FORMAT
from contracts.corrections.queries import EventQueries
from contracts.questions import FileInEvent, FileLine, FolderReport
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.corrections.attention import Attention
from services.broadcast.domain.desk.pages.files import COUNTING, VERDICTS, in_words, line_of, with_names
from services.broadcast.domain.desk.visitors import Visitor
from services.broadcast.domain.pages.calendar import events_of
from services.broadcast.domain.pages.page import Page
from shared.formats.decisions.sentences import seen

MOST_CHECKED = 12
"""Events whose newest files and results are looked at."""

OPEN = 10
"""Events and files that stand open; the others are folded."""


def events_to_look_at(files: Sequence[FileLine], visitor: Visitor) -> list[str]:
    """The events of the newest files, as far as they are open to the visitor."""
    found = (part.event for file in files if visitor.lists(file) for part in file.events)
    return list(dict.fromkeys(found))[:MOST_CHECKED]


def in_detail(files: Sequence[FileLine], of_events: Iterable[Iterable[FileLine]]) -> tuple[FileLine, ...]:
    """The list of all files with what only the lists of their events say: sentences, and what each file looks like."""
    known = {file.sha256: file for of_event in of_events for file in of_event}
    return tuple(known.get(file.sha256, file) if len(file.events) == 1 else file for file in files)


class FolderTrouble(NamedTuple):
    """Something wrong in a watched folder.

    Attributes:
        place: where it is put right, below the address of the desk; "" where that is not the desk.
    """

    folder: str
    text: str
    place: str = ""


def in_folders(folders: Sequence[FolderReport], files: Sequence[FileLine]) -> list[FolderTrouble]:
    """What to look at in the watched folders; files there that are of no scoring program are nobody's trouble."""
    events = {file.sha256: part.event for file in files for part in file.events}
    counting = {file.sha256 for file in files if any(part.verdict in COUNTING for part in file.events)}
    return [
        FolderTrouble(folder.name, f"{found.message}. {found.advice}", _place(events.get(found.file or "")))
        for folder in folders
        for found in (each.finding for each in folder.findings)
        if found.code not in (EMPTY.code, UNKNOWN_FORMAT.code) and found.file not in counting
    ][:OPEN]


def _place(event: str | None) -> str:
    return f"e/{event}/event#files" if event else ""


class ToLookAt(NamedTuple):
    """Something that a director has to look at.

    Attributes:
        place: where it is put right, below the address of the desk.
    """

    event: str
    text: str
    place: str


def to_look_at(
    attention: Mapping[str, Sequence[Attention]],
    queries: Mapping[str, EventQueries],
    files: Sequence[FileLine],
    names: Mapping[str, str],
) -> list[ToLookAt]:
    """What to look at of all events: impossible results, queries that wait, and files that may not belong there."""
    found = []
    for event, each in attention.items():
        more = f", and {len(each) - 1} more" if len(each) > 1 else ""
        found += [ToLookAt(event, f"{each[0].finding.message}{more}", f"e/{event}/event#look")] if each else []
    for event, of_event in queries.items():
        if number := len(of_event.open):
            waits = "1 query waits" if number == 1 else f"{number} queries wait"
            found.append(ToLookAt(event, f"{waits} for an answer", f"e/{event}/queries"))
    doubtful = {
        part.event: f"{file.name}: {doubt}"
        for file in reversed(files)
        for part in file.events
        if file.format != DECISIONS and (doubt := _doubt(part, names))
    }
    return [*found, *(ToLookAt(event, text, f"e/{event}/event#files") for event, text in doubtful.items())]


def _doubt(part: FileInEvent, names: Mapping[str, str]) -> str:
    """Why a file may not belong to an event; "" where nothing says so."""
    if part.verdict == "held":
        return VERDICTS["held"]
    alike = next((each.event for each in part.looks_like if each.event != part.event), None)
    return f"looks like {names.get(alike, alike)}" if alike and part.verdict in COUNTING else ""


def newest_first(events: Table | None) -> list[dict[str, Any]]:
    """The list of events, those first that changed last."""
    return sorted(events_of(events), key=lambda row: (row.get("updated") or "", row["id"]), reverse=True)


def names_of(events: Table | None) -> dict[str, str]:
    """The names of the events of the list, by their ids; those of the same name with their dates, if these differ."""
    rows = newest_first(events)
    names = {row["id"]: str(row.get("name") or row["id"]) for row in rows}
    alike = Counter(names.values())
    dated = {
        row["id"]: f"{name}, {row['date']}" if alike[name := names[row["id"]]] > 1 and row.get("date") else name
        for row in rows
    }
    alike = Counter(dated.values())
    return {event: name if alike[name] == 1 else f"{name} ({event})" for event, name in dated.items()}


def home(
    events: Table | None,
    files: Sequence[FileLine],
    visitor: Visitor,
    attention: Mapping[str, Sequence[Attention]] = MappingProxyType({}),
    queries: Mapping[str, EventQueries] = MappingProxyType({}),
    folders: Sequence[FolderReport] = (),
    uplink: str = "",
    new_events: NewEvents = NewEvents(),  # noqa: B008 - frozen
) -> Page:
    """The desk: events, files, and the form to send files, as far as they are open to the visitor.

    `attention` are the results to look at now, and `queries` those of players, by event; `folders` are
    watched, which is for who may do everything; `uplink` says how the connection to the public server stands, and
    `new_events` what the public sees of events that are still to come.
    """
    rows = [row for row in newest_first(events) if visitor.opens(row["id"])]
    listed = [file for file in files if visitor.lists(file)]
    names = names_of(events)
    found = to_look_at(attention, queries, listed, names)
    values = {
        "look": [each for each in found if visitor.opens(each.event)],
        "folders": in_folders(folders, files) if visitor.opens_people() else [],
        "uplink": uplink,
        "new_events": seen(new_events.policy) if new_events.stamp is not None else "",
        "events": rows,
        "names": names,
        "files": [line_of(file) for file in listed if not _is_made_here(file)],
        "decisions": [
            {**line_of(file), "decided": [with_names(in_words(text, files), names) for text in file.decided]}
            for file in listed
            if _is_made_here(file)
        ],
        "open": OPEN,
    }
    return Page("desk/home", "Desk", values=values)


def _is_made_here(file: FileLine) -> bool:
    """Whether a file has nothing but decisions that are in the standings."""
    return file.format == DECISIONS and file.state == "scored"
