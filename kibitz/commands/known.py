"""What a running house knows of what somebody names: events, boards, lines of travellers, files."""

import hashlib
import re
from pathlib import Path
from typing import Any, NoReturn

import typer

from contracts.facts import Sides
from kibitz.console import Exit, fail
from kibitz.runner.layout import Layout
from kibitz.sending import Answer, NotReached, fetch, status


def misused(message: str, advice: str) -> NoReturn:
    """Say what is wrong and what to do, and end the command."""
    fail(message, advice)
    raise typer.Exit(Exit.UNREADABLE)


def page_address(page: str | None, data: Path) -> str:
    """The scoreboard to ask: as given, else that of the house that runs on this machine."""
    return page or str(Layout(data).read_state().get("page", "http://127.0.0.1:8080/"))


def snapshot(page: str, path: str, token: str | None) -> dict[str, Any]:
    """What the scoreboard has under this path of its events; without a path, the list of them."""
    found = shown(page, path, token)
    if found is None:
        misused(f"there is no {path}", "kibitz watch lists the events.")
    return found


def shown(page: str, path: str, token: str | None) -> dict[str, Any] | None:
    """The same where there need be nothing; None then."""
    answer = _asked(page, path, token)
    return answer.body if answer.status == 200 else None


def has_arrived(page: str, event: str, token: str | None) -> bool:
    """Whether the scoreboard knows an event."""
    answer = _asked(page, f"{event}/standings", token)
    if answer.status not in (200, 404):
        misused(f"{page} does not say whether there is an event {event}", f"It answers {answer.status}.")
    return answer.status == 200


def _asked(page: str, path: str, token: str | None) -> Answer:
    try:
        return fetch(f"{page.rstrip('/')}/v1/events/{path}".rstrip("/"), token=token)
    except NotReached as error:
        misused(f"nobody answers at {page}: {error}", "Start it with: kibitz up")


def line_of(
    page: str, event: str, board: str, ns: str, ew: str, nth: int | None, session: str | None, token: str | None
) -> dict[str, Any]:
    """The fields that name a line of a traveller, as the scoreboard has it."""
    standings = snapshot(page, f"{event}/standings", token)
    boards = [one for one in standings.get("meta", {}).get("boards", ()) if one["board"] == board]
    boards = [one for one in boards if session in (None, one.get("session"))]
    if len(boards) != 1:
        what = "is not in the event" if not boards else "is in several sessions"
        misused(f"board {board} {what}", "Name the board as the scoreboard does, and the session with --session.")
    lines = list(snapshot(page, f"{event}/boards/{boards[0]['id']}", token).get("rows", {}).values())
    of_both = [line for line in lines if (line.get("ns"), line.get("ew")) == (ns, ew)]
    of_both.sort(key=lambda line: line.get("part") or 0)
    if len(of_both) > 1 and (nth is None or nth > len(of_both)):
        shown = "; ".join(f"--line {number} {_shown(line)}" for number, line in enumerate(of_both[:20], 1))
        misused(f"{ns} and {ew} met {len(of_both)} times on board {board}", f"Say which is meant: {shown}")
    if of_both and (nth or 1) <= len(of_both):
        line = of_both[(nth or 1) - 1]
        part = line.get("part") or 0
        return {"session": line.get("session"), "board": board, "sides": _sides(line), "part": part}
    if of_both:
        misused(f"{ns} and {ew} met once on board {board}", "Leave --line out.")
    met = ", ".join(f"{line.get('ns')} against {line.get('ew')}" for line in lines[:20])
    misused(f"{ns} and {ew} did not meet on board {board}", f"These met: {met}")


def _shown(line: dict[str, Any]) -> str:
    """A line as people tell it from another: round, table and score."""
    told = (("round", line.get("round")), ("table", line.get("table")), ("score", line.get("score")))
    return f"({', '.join(f'{word} {value}' for word, value in told if value not in (None, ''))})"


def _sides(line: dict[str, Any]) -> Sides:
    """Who sat where; two individuals have a + between them."""
    north, plus, south = (line.get("ns") or "").partition("+")
    east, _, west = (line.get("ew") or "").partition("+")
    if plus:
        return Sides(north=north, south=south, east=east or None, west=west or None)
    if line.get("teams_of_pairs"):
        return Sides(ns=line.get("ns"), ew=line.get("ew"))
    return Sides(ns=line.get("ns"), ew=line.get("ew"), ns_team=line.get("ns_team"), ew_team=line.get("ew_team"))


def digest_of(file: str) -> str:
    """The SHA-256 of a file, or the one that was given itself."""
    if re.fullmatch(r"[0-9a-f]{64}", file):
        return file
    try:
        with Path(file).open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        misused(f"{file}: {error.strerror or error}", "Give the file's path, or its SHA-256 as the scoreboard has it.")


def own_events(address: str, sha256: str, token: str | None) -> list[str]:
    """The events that a file is of by its own rule, in order."""
    try:
        answer = status(address, sha256, token=token)
    except NotReached as error:
        misused(f"nobody answers at {address}: {error}", "Start it with: kibitz up")
    fragments = answer.body.get("fragments", ())
    events = sorted({fragment["event"] for fragment in fragments if not fragment.get("moved")})
    if not events:
        misused(f"no file {sha256[:12]} has come", "Compare it with the sources that the scoreboard names.")
    return events
