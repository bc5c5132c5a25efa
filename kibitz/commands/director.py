"""What a director decides: rulings, penalties, files that do not count, official standings, seats that stay."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args

import typer
from pydantic import ValidationError

from contracts.decisions import (
    PENALTY_UNITS,
    Adjust,
    AnyDecision,
    Average,
    Awarded,
    CarryForward,
    Decisions,
    LockRound,
    RetractFile,
    SetScore,
    SetStatus,
    UseImps,
    UseScale,
    VoidResult,
)
from kibitz.commands.known import digest_of, line_of, misused, own_events, page_address, snapshot
from kibitz.commands.live import AsJson, Data, Intake, Token, intake_address, send_one
from kibitz.console import Exit
from kibitz.runner.layout import DEFAULT_FOLDER
from shared.formats.decisions.reader import written

Event = Annotated[str, typer.Argument(help="The event.", metavar="EVENT")]
Reason = Annotated[str | None, typer.Option(help="Why, in one sentence; it is shown with the standings.")]
By = Annotated[str, typer.Option(envvar="KIBITZ_DIRECTOR", help="Who decides.")]
Page = Annotated[str | None, typer.Option(help="Address of the scoreboard; default: the house that runs here.")]
Board = Annotated[str, typer.Argument(help="The board.", metavar="BOARD")]
NorthSouth = Annotated[str, typer.Option("--ns", help="Who sat North-South: pair, or two players with + between.")]
EastWest = Annotated[str, typer.Option("--ew", help="Who sat East-West.")]
Session = Annotated[str | None, typer.Option(help="The session, where the event has several.")]
Nth = Annotated[int | None, typer.Option("--line", help="Which of their lines, where they met more than once.", min=1)]

decide = typer.Typer(help="A director's decisions: rulings, penalties, official standings.", no_args_is_help=True)


@decide.command("void")
def void(
    event: Event,
    board: Board,
    ns: NorthSouth,
    ew: EastWest,
    nth: Nth = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    page: Page = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Take a result out: it counts for nobody."""
    line = line_of(page_address(page, data), event, board, ns, ew, nth, session, token)
    send_decisions(event, by, VoidResult(decision="void", reason=reason, **line), to, token, data, as_json=as_json)


@decide.command("score")
def score(
    event: Event,
    board: Board,
    ns: NorthSouth,
    ew: EastWest,
    ns_gets: Annotated[str, typer.Option(help="Points as North-South see them (420, -50), 60%, or an award by name.")],
    ew_gets: Annotated[str | None, typer.Option(help="The same for East-West; default: what goes with it.")] = None,
    nth: Nth = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    page: Page = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Award a score on a line of a traveller: points, percentages, or average plus, average, average minus, not played.

    Average minus goes with average plus, and 40% with 60%; all else is so for both sides, unless both are said.
    """
    first = _awarded(ns_gets)
    if ew_gets is None and first.percent is not None:
        ew_gets = f"{100 - first.percent}%"
    if ew_gets is None and first.award is not None:
        ew_gets = OTHER_SIDE.get(first.award, first.award)
    line = line_of(page_address(page, data), event, board, ns, ew, nth, session, token)
    decision = SetScore(decision="score", reason=reason, ns=first, ew=_awarded(ew_gets or ns_gets), **line)
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


@decide.command("penalty")
def penalty(
    event: Event,
    participant: Annotated[str, typer.Argument(help="Number of the pair, team or player.", metavar="NUMBER")],
    amount: Annotated[str, typer.Argument(help="How much to take away; with + before it, to give.", metavar="AMOUNT")],
    unit: Annotated[str | None, typer.Option(help=f"{', '.join(PENALTY_UNITS)}.")] = None,
    kind: Annotated[str, typer.Option(help="pair, team or player.")] = "pair",
    session: Session = None,
    of_round: Annotated[int | None, typer.Option("--round", help="Inside the match of this round.", min=1)] = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Give a penalty, or with + a bonus, apart from any board.

    With a round, IMPs are taken from the match of that round before it is turned into victory points.
    """
    bonus = amount.startswith("+")
    try:
        worth = abs(Decimal(amount.strip("+-")))
        adjustment = Adjust(
            decision="adjustment",
            reason=reason,
            participant=participant,
            session=session,
            round=of_round,
            amount=worth if bonus else -worth,
            kind=cast(Literal["pair"], kind),
            unit=cast(Literal["imps"], unit),
        )
    except (InvalidOperation, ValidationError):
        misused(f"{amount} {unit or ''} for {kind} {participant} is no penalty", "kibitz decide penalty EVENT 3 0.5")
    send_decisions(event, by, adjustment, to, token, data, as_json=as_json)


@decide.command("carry")
def carry(
    event: Event,
    participant: Annotated[str, typer.Argument(help="Number of the pair or player.", metavar="NUMBER")],
    score: Annotated[str, typer.Argument(help="Match points in the qualifying stage.", metavar="SCORE")],
    maximum: Annotated[str, typer.Option("--of", help="The most that could be scored there.")],
    boards: Annotated[int, typer.Option(help="Boards played there.")],
    kind: Annotated[str, typer.Option(help="pair or player.")] = "pair",
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Carry a qualifying score forward to a final: half of it, in the tops of the final."""
    try:
        decision = CarryForward.model_validate(
            {
                "decision": "carry",
                "participant": participant,
                "kind": kind,
                "session": session,
                "score": score,
                "maximum": maximum,
                "boards": boards,
                "reason": reason,
            }
        )
    except ValidationError:
        misused(
            f"{score} of {maximum} on {boards} boards is no score of a {kind}",
            "kibitz decide carry EVENT 3 330 --of 312 --boards 26",
        )
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


@decide.command("scale")
def scale(
    event: Event,
    file: Annotated[Path, typer.Argument(help="JSON: name, unit and charts of the scale.", metavar="TABLE")],
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Give the scale by which the matches of an event are turned into victory points."""
    decision = _of_table(file, lambda told: UseScale(decision="scale", reason=reason, table=told))
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


@decide.command("imps")
def imps(
    event: Event,
    file: Annotated[Path, typer.Argument(help="JSON: the lower_bounds of 1, 2, 3, ... IMPs.", metavar="TABLE")],
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Give the table by which the boards of team matches are turned into IMPs."""
    decision = _of_table(file, lambda told: UseImps(decision="imps", reason=reason, lower_bounds=told["lower_bounds"]))
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


@decide.command("status")
def declare(
    event: Event,
    final: Annotated[str, typer.Argument(help="official, provisional or live.", metavar="STATUS")],
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    page: Page = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Declare how final the standings are; official ones are those that the scoreboard shows now."""
    if final not in ("official", "provisional", "live"):
        misused(f"standings are official, provisional or live, not {final}", "kibitz decide status EVENT official")
    outcome = None
    if final == "official":
        outcome = snapshot(page_address(page, data), f"{event}/standings", token).get("meta", {}).get("outcome")
    decision = SetStatus(decision="status", status=cast(Literal["live"], final), outcome=outcome, reason=reason)
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def retract(
    file: Annotated[str, typer.Argument(help="The file, or its SHA-256.", metavar="FILE")],
    event: Annotated[str | None, typer.Option(help="Only for this event; default: all events of the file.")] = None,
    back: Annotated[bool, typer.Option("--back", help="Let it count again.")] = False,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Take a file's say away, as if it had never come; with --back, give it back."""
    sha256 = digest_of(file)
    events = [event] if event else own_events(intake_address(to, data), sha256, token)
    for one in events:
        decision = RetractFile(decision="retract", file=sha256, retracted=not back, reason=reason)
        send_decisions(one, by, decision, to, token, data, as_json=as_json, leave=False)


def lock(
    event: Event,
    round_number: Annotated[int | None, typer.Argument(help="Of which the seats stay.", metavar="[ROUND]")] = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Keep the published seats of a round, whatever is corrected afterwards."""
    decision = LockRound(decision="lock", session=session, round=round_number, reason=reason)
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def unlock(
    event: Event,
    round_number: Annotated[int | None, typer.Argument(help="Of which the seats may move.", metavar="[ROUND]")] = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Let the seats of a round follow corrections again."""
    decision = LockRound(decision="lock", session=session, round=round_number, locked=False, reason=reason)
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def _of_table(file: Path, decision: Callable[[Any], AnyDecision]) -> AnyDecision:
    """The decision about a table that stands in a file; the intake looks at what the table says."""
    try:
        return decision(json.loads(file.read_bytes()))
    except OSError as error:
        misused(f"{file}: {error.strerror or error}", "Give the path of the table.")
    except (ValueError, TypeError, KeyError):
        misused(f"{file} holds no such table", "docs/operations.md shows one.")


def send_decisions(
    event: str,
    by: str,
    decided: AnyDecision | tuple[AnyDecision, ...],
    to: str | None,
    token: str | None,
    data: Path,
    *,
    as_json: bool,
    leave: bool = True,
) -> None:
    """Send a file of decisions about one event, and say what became of it.

    Args:
        event: that it is about.
        by: who decides.
        decided: one decision, or several that are one file.
        to: address of the intake, if not that of the house in `data`.
        token: of the sender.
        data: folder of the house.
        as_json: JSON instead of a line for people.
        leave: the command has nothing more to do; it ends also where something went wrong.
    """
    every = decided if isinstance(decided, tuple) else (decided,)
    try:
        document = Decisions(event=event, at=datetime.now(UTC), by=by, decisions=every)
    except ValidationError:
        misused(f"{event} is no name of an event", "kibitz watch lists the events.")
    name = f"{event}-{every[0].decision}-{document.at:%Y%m%dT%H%M%S}.json"
    outcome = send_one(intake_address(to, data), name, name, written(document), token, as_json=as_json)
    if leave or outcome is not Exit.FINE:
        raise typer.Exit(outcome)


OTHER_SIDE = {"average plus": "average minus", "average minus": "average plus"}
"""What the opponents of a side with an average have where nothing else is said."""

_AWARDS = (*get_args(Average), "not played")


def _awarded(text: str) -> Awarded:
    try:
        if text in _AWARDS:
            return Awarded.model_validate({"award": text})
        if text.endswith("%"):
            return Awarded(percent=Decimal(text.removesuffix("%")))
        return Awarded(points=int(text))
    except (ValueError, InvalidOperation):
        misused(
            f"{text} is neither points nor a percentage nor an award",
            f"Write 420, -50, 60%, or one of: {', '.join(_AWARDS)}.",
        )
