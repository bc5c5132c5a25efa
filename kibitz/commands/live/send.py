"""The command that sends files to the intake of a running server, and reports what became of them."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.markup import escape

from contracts.codes.intake import NOT_PROCESSED
from kibitz.commands.options import AsJson, Data, Intake, Token
from kibitz.console import Exit, misused, out, print_json
from kibitz.running_server import address_of
from kibitz_client.errors import NotReached
from kibitz_client.sending import Answer, send, status

AT_ONCE = 16
"""Files that have arrived and are followed side by side."""


def not_reached(address: str, error: NotReached) -> NoReturn:
    """Report that nothing answers at an address, and end the command."""
    misused(f"nothing answers at {address}: {error.reason}", "Start the server with: kibitz up")


def send_files(
    files: Annotated[list[Path], typer.Argument(help="Files to send.", metavar="FILE…")],
    to: Intake = None,
    token: Token = None,
    event: Annotated[
        str | None, typer.Option(help="Identity of the event.", show_default="derived from the file")
    ] = None,
    wait: Annotated[float, typer.Option(help="Seconds to wait for the outcome; 0 not to wait.", min=0)] = 10.0,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Send files to a running server, and report what became of them."""
    address = address_of("intake", to, data)

    def put(path: Path) -> Answer:
        return send(address, path.name, path.read_bytes(), token=token, event=event)

    def follow(answer: Answer) -> Answer:
        return outcome(address, answer, token, wait)

    worst = Exit.FINE
    try:
        for path, answer in outcomes(files, put, follow):
            worst = max(worst, report_outcome(str(path), answer, as_json=as_json))
    except NotReached as error:
        not_reached(address, error)
    except OSError as error:
        misused(f"{error.filename}: {error.strerror}", "Give the path of a file that you may read.")
    raise typer.Exit(worst)


def outcomes(
    files: Iterable[Path], put: Callable[[Path], Answer], follow: Callable[[Answer], Answer]
) -> Iterator[tuple[Path, Answer]]:
    """Send files one after the other, and yield what became of each, in their order.

    A file without a time of its own is as of its arrival, so the order of arrival may decide which one counts. Up to
    `AT_ONCE` that have arrived are followed side by side. An error comes after the outcomes of the files before it.
    """
    failure: Exception | None = None
    with ThreadPoolExecutor(AT_ONCE) as pool:
        followed: deque[tuple[Path, Future[Answer]]] = deque()
        for path in files:
            try:
                followed.append((path, pool.submit(follow, put(path))))
            except Exception as error:
                failure = error
                break
            while followed and (len(followed) == AT_ONCE or followed[0][1].done()):
                first, outcome = followed.popleft()
                yield first, outcome.result()
        for first, outcome in followed:
            yield first, outcome.result()
    if failure is not None:
        raise failure


def send_one(
    address: str,
    label: str,
    name: str,
    content: bytes,
    token: str | None,
    *,
    event: str | None = None,
    wait: float = 10.0,
    as_json: bool = False,
) -> Exit:
    """Send a file to the intake, and report under its label what became of it within `wait` seconds."""
    try:
        answer = outcome(address, send(address, name, content, token=token, event=event), token, wait)
    except NotReached as error:
        not_reached(address, error)
    return report_outcome(label, answer, as_json=as_json)


def outcome(address: str, answer: Answer, token: str | None, wait: float) -> Answer:
    """What became of a file within `wait` seconds; the answer itself where it was not taken."""
    if not (answer.taken and wait):
        return answer
    return wait_for(partial(status, address, answer.sha256, token=token), answer, wait)


def wait_for(ask: Callable[[], Answer], first: Answer, seconds: float) -> Answer:
    """Ask until the file is scored, rejected or given up, or the time is up."""
    until, answer = time.monotonic() + seconds, first
    while time.monotonic() < until:
        later = ask()
        if later.status == 200:
            answer = later
            if later.body.get("state") in ("scored", "rejected") or given_up(later):
                break
        time.sleep(0.1)
    return answer


def given_up(answer: Answer) -> dict[str, object]:
    """The finding that a service could not process the file; empty where there is none."""
    findings = answer.body.get("findings")
    listed = findings if isinstance(findings, list) else []
    return next((finding for finding in listed if finding.get("code") == NOT_PROCESSED.code), {})


def verdicts(answer: Answer) -> list[str]:
    """What came of the file where it does not simply count, in sentences."""
    told = [
        ". ".join(filter(None, (str(verdict["text"]), verdict.get("advice"))))
        for fragment in _fragments(answer)
        if (verdict := fragment.get("verdict")) and (verdict.get("verdict") != "counts" or verdict.get("looks_like"))
    ]
    return list(dict.fromkeys(told))


def changes(answer: Answer) -> list[str]:
    """What the file changed in each of its events when it came, in sentences."""
    return [str(change) for fragment in _fragments(answer) if (change := fragment.get("change"))]


def _fragments(answer: Answer) -> list[dict[str, Any]]:
    fragments = answer.body.get("fragments")
    return fragments if isinstance(fragments, list) else []


def report_outcome(path: str, answer: Answer, *, as_json: bool) -> Exit:
    """Print what became of a file, in a line and what there is to say about it."""
    state, fault = str(answer.body.get("state", "refused")), given_up(answer)
    good = answer.taken and state != "rejected" and not fault
    if as_json:
        print_json({"file": path, "status": answer.status, **answer.body})
    else:
        apart = verdicts(answer)
        mark = "[red]✗[/]" if not good else "[yellow]![/]" if apart else "[green]✓[/]"
        text = fault.get("message") or answer.body.get("reason") or answer.body.get("message") or ""
        out.print(f"{mark} {escape(path)}  {state} {escape(str(text))}")
        advice = fault.get("advice") or answer.body.get("advice")
        if advice and not good:
            out.print(f"  {escape(str(advice))}")
        for sentence in (*apart, *changes(answer)):
            out.print(f"  {escape(sentence)}", soft_wrap=True)
    return Exit.FINE if good else Exit.UNREADABLE
