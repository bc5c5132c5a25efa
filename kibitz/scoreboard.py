"""Questions to a running server: which event or file is meant, which line of a traveller, whose file a file is."""

import hashlib
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.console import misused
from kibitz_client.errors import NotReached
from kibitz_client.sending import Answer, fetch, status
from shared.formats.decisions.line_names import line_fields

RECENT = 200
"""How many files the intake is asked for."""

CANDIDATES = 20
"""How many events are named of those that could be meant."""

LABELS = ("round", "table", "score")
"""What tells a line of a traveller from another of the same sides."""


class Line(NamedTuple):
    """A line of a traveller.

    Attributes:
        named: the fields by which a decision names it.
        shown: as it is published; empty for a new one.
        vulnerable: who is on the board; None where that is not known.
    """

    named: dict[str, Any]
    shown: dict[str, Any]
    vulnerable: str | None


def snapshot(page: str, path: str, token: str | None) -> dict[str, Any]:
    """What the scoreboard has under this path of its events; without a path, the list of them."""
    document = document_of(page, path, token)
    if document is None:
        event, _, part = path.partition("/")
        if part in ("", "standings"):
            misused(f"there is no event {event}", "kibitz events list shows the events.")
        misused(f"event {event} has no {part}", "kibitz events list shows the events.")
    return document


def document_of(page: str, path: str, token: str | None) -> dict[str, Any] | None:
    """The same; None where the scoreboard has nothing there.

    What the organiser does not show is had from the desk, which is open on the machine of the server.
    """
    answer = _asked(page, path, token)
    if answer.status != 200 or "withheld" not in answer.body.get("meta", {}):
        return answer.body if answer.status == 200 else None
    event, _, table = path.partition("/")
    whole = fetch(f"{page.rstrip('/')}/desk/e/{event}/tables/{table}", token=token)
    if whole.status != 200 and not answer.body["meta"]["withheld"]:
        return answer.body  # names alone are not those of the files
    if whole.status != 200:
        misused(f"the organiser does not show {path} now", "Ask on the machine that the server runs on.")
    return whole.body


def has_arrived(page: str, event: str, token: str | None) -> bool:
    """Whether the scoreboard knows an event."""
    answer = _asked(page, f"{event}/standings", token)
    if answer.status not in (200, 404):
        misused(f"{page} answers {answer.status} when asked for event {event}", "Check the address and the token.")
    return answer.status == 200


def event_named(page: str, given: str, token: str | None, besides: Collection[str] = ()) -> str:
    """The event, none of `besides`, of which this is the name or the beginning of it; as given where there is none."""
    try:
        answer = fetch(f"{page.rstrip('/')}/v1/events", token=token)
    except NotReached:
        return given
    events = [str(event) for event in answer.body.get("rows", ())] if answer.status == 200 else []
    found = sorted(event for event in events if event.startswith(given) and event not in besides)
    # An event without files is not in the list.
    if given in events or not found or document_of(page, f"{given}/standings", token) is not None:
        return given
    if len(found) > 1:
        more = f" and {len(found) - CANDIDATES} more" if len(found) > CANDIDATES else ""
        named = ", ".join(found[:CANDIDATES])
        misused(f"{len(found)} events begin with {given}: {named}{more}", "Give more of the name.")
    return found[0]


def _asked(page: str, path: str, token: str | None) -> Answer:
    try:
        return fetch(f"{page.rstrip('/')}/v1/events/{path}".rstrip("/"), token=token)
    except NotReached as error:
        misused(f"nobody answers at {page}: {error.reason}", "Start it with: kibitz up")


def line_of(
    page: str,
    event: str,
    board: str,
    ns: str,
    ew: str,
    nth: int | None,
    session: str | None,
    token: str | None,
    *,
    new: bool = False,
) -> Line:
    """A line of a traveller as the scoreboard has it, or a new one if it has none."""
    standings = snapshot(page, f"{event}/standings", token)
    boards = [row for row in standings.get("meta", {}).get("boards", ()) if row["board"] == board]
    boards = [row for row in boards if session in (None, row.get("session"))]
    if len(boards) != 1:
        fault = "is not in the event" if not boards else "was played in several sessions"
        misused(f"board {board} {fault}", "Name the board as the scoreboard does, and its session with --session.")
    traveller = snapshot(page, f"{event}/boards/{boards[0]['id']}", token)
    vulnerable = traveller.get("meta", {}).get("vulnerable")
    lines = list(traveller.get("rows", {}).values())
    between = [line for line in lines if (line.get("ns"), line.get("ew")) == (ns, ew)]
    between.sort(key=lambda line: line.get("part") or 0)
    if not between and new:
        named = line_fields(board, {"ns": ns, "ew": ew, "session": boards[0].get("session")})
        return Line(named, {}, vulnerable)
    if not between:
        met = ", ".join(f"{line.get('ns')} against {line.get('ew')}" for line in lines[:20])
        misused(f"{ns} and {ew} did not meet on board {board}", f"These met: {met}")
    if len(between) > 1 and (nth is None or nth > len(between)):
        known = [[f"{name} {line[name]}" for name in LABELS if line.get(name) not in (None, "")] for line in between]
        choices = "; ".join(f"--line {number} ({', '.join(label)})" for number, label in enumerate(known[:20], 1))
        misused(f"{ns} and {ew} met {len(between)} times on board {board}", f"Choose one of them: {choices}")
    if (nth or 1) > len(between):
        misused(f"{ns} and {ew} met once on board {board}", "Leave --line out.")
    line = between[(nth or 1) - 1]
    return Line(line_fields(board, line), line, vulnerable)


def digest_of(file: str, intake: str, token: str | None) -> str:
    """The SHA-256 of a file: of the one at this path, or of the one on the server whose digest begins so."""
    if re.fullmatch(r"[0-9a-f]{64}", file):
        return file
    try:
        with Path(file).open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        if not re.fullmatch(r"[0-9a-fA-F]{4,64}", file):
            misused(f"{file}: {error.strerror}", "Give the file's path, or its SHA-256 as events list has it.")
    answer = _status(intake, file, token)
    if answer.status == 400:
        misused(str(answer.body.get("message", "")), "Give more digits.")
    sha256 = (answer.body.get("file") or {}).get("sha256")
    if answer.status != 200 or not sha256:
        misused(
            f"there is no file {file} here, and the server has none whose SHA-256 begins so",
            "Compare it with the files that kibitz events list shows.",
        )
    return str(sha256)


def recent_files(intake: str, token: str | None) -> list[dict[str, Any]]:
    """The files that arrived last at an intake, the newest first; none where it does not answer."""
    try:
        answer = fetch(f"{intake.rstrip('/')}/v1/files?limit={RECENT}", token=token)
    except NotReached:
        return []
    return list(answer.body.get("files", ())) if answer.status == 200 else []


def own_events(address: str, sha256: str, token: str | None) -> list[str]:
    """The events that a file belongs to by its own content, in order."""
    fragments = _status(address, sha256, token).body.get("fragments", ())
    events = sorted({fragment["event"] for fragment in fragments if not fragment.get("moved")})
    if not events:
        misused(f"the server has no file {sha256[:12]}", "Compare it with the files that kibitz events list shows.")
    return events


def _status(address: str, sha256: str, token: str | None) -> Answer:
    try:
        return status(address, sha256, token=token)
    except NotReached as error:
        misused(f"nobody answers at {address}: {error.reason}", "Start it with: kibitz up")
