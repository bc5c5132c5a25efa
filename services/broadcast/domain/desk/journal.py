"""The journal: everything that was done, by whom and by which way, the newest first, each with what undoes it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from contracts.access.grants import MACHINE
from contracts.access.journal import Act, Way
from contracts.decisions import RetractFile
from contracts.questions import FileLine
from services.broadcast.domain.desk.pages.files import in_words, lines_of, with_names
from services.broadcast.domain.desk.visitors import Visitor, directors_words, is_directors
from services.broadcast.domain.pages.page import Page

WAYS: Mapping[Way, str] = {"desk": "at the desk", "program": "by a program", "command": "by a command"}

SHOWN = 100
"""Lines of one page."""


def may_see(act: Act, visitor: Visitor) -> bool:
    """Whether an act is about nothing but what is open to the visitor."""
    return all(map(visitor.opens, act.events)) if act.events else visitor.opens_people()


def may_undo(act: Act, visitor: Visitor) -> bool:
    """Whether the visitor may undo it; access and screens are for who may do everything."""
    alone = act.change is not None and act.change.kind not in ("access", "screens", "new_events")
    return visitor.may("director") and may_see(act, visitor) and (alone or visitor.opens_people())


def journal(
    acts: Iterable[tuple[str, Act]],
    files: Mapping[str, Sequence[FileLine]],
    visitor: Visitor,
    names: Mapping[str, str],
    event: str = "",
) -> Page:
    """The page.

    Args:
        acts: of the server, by their keys.
        files: the newest of each event that is listed.
        visitor: who looks; what is about other events is not shown.
        names: of events, by their ids.
        event: the one that is asked for; "": all.
    """
    lines = [
        _of_act(key, act, may_undo(act, visitor))
        for key, act in acts
        if may_see(act, visitor) and (not event or event in act.events)
    ]
    for of_event, of_files in files.items():
        if visitor.opens(of_event):
            lines += _of_files(of_event, of_files, names)
    lines.sort(key=lambda line: (line["at"] is not None, line["at"]), reverse=True)
    heading = f"Journal: {names[event]}" if event else "Journal"
    values = {
        "lines": lines[:SHOWN],
        "more": max(0, len(lines) - SHOWN),
        "names": {key: name for key, name in names.items() if visitor.opens(key)},
        "only": event,
        "heading": heading,
    }
    return Page("desk/journal", heading, values=values)


def _of_act(key: str, act: Act, undoable: bool) -> dict[str, Any]:
    return {
        "at": act.at,
        "events": act.events,
        "text": act.text if act.text.endswith((".", "!", "?")) else f"{act.text}.",
        "by": "" if act.by == MACHINE else act.by,
        "way": WAYS[act.way],
        "key": key if undoable and act.change is not None and not act.undone else "",
        "undone": act.undone,
        "file": None,
    }


def _of_files(event: str, files: Sequence[FileLine], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The files of an event: results as they came, and decisions."""
    words = directors_words(event, files)
    arrived: dict[str, datetime | None] = {file.sha256: file.received_at for file in files}
    lines = []
    for line in lines_of(files, event):
        line["ruled"] = is_directors(event, RetractFile(decision="retract", file=line["sha256"]), words)
        decided = "; ".join(with_names(in_words(text, files), names) for text in line["decided"])
        lines.append(
            {
                "at": arrived[line["sha256"]],
                "events": (event,),
                "text": decided,
                "by": "",
                "way": line["way"],
                "key": "",
                "undone": False,
                "file": line,
            }
        )
    return lines
