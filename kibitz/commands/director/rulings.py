"""Decisions about results: rulings, games, penalties, scales, official standings, withdrawn files, files taken."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import typer
from pydantic import ValidationError

from contracts.decisions import (
    PENALTY_UNITS,
    Adjust,
    AnyDecision,
    CarryForward,
    RetractFile,
    SetGame,
    SetScore,
    SetStatus,
    TakeFile,
    UseImps,
    UseScale,
    VoidResult,
)
from kibitz.commands.director.delivery import Delivery, DeliveryByScoreboard
from kibitz.commands.options import Event, Session
from kibitz.console import misused
from kibitz.scoreboard import digest_of, line_of, own_events, snapshot
from shared.bridge.matches.victory_points import WHOLE_SCALES, scale_name
from shared.formats.decisions.awards import GAME_WORDS, UnclearAward, game_result
from shared.formats.decisions.periods import UnclearPeriod, correction_period
from shared.formats.decisions.played import line_ruling

Board = Annotated[str, typer.Argument(help="The board.", metavar="BOARD")]
NorthSouth = Annotated[str, typer.Option("--ns", help="North-South: number of the pair, or two players as 3+4.")]
EastWest = Annotated[str, typer.Option("--ew", help="East-West, in the same way.")]
Nth = Annotated[int | None, typer.Option("--line", help="Which of their lines, if they met more than once.", min=1)]


def void(
    event: Event,
    board: Board,
    ns: NorthSouth,
    ew: EastWest,
    nth: Nth = None,
    session: Session = None,
    *,
    delivery: DeliveryByScoreboard,
) -> None:
    """Cancel a result: it counts for neither side."""
    line = line_of(delivery.scoreboard, event, board, ns, ew, nth, session, delivery.token)
    delivery.send(event, VoidResult(decision="void", **line.named))


def score(
    event: Event,
    board: Board,
    ns: NorthSouth,
    ew: EastWest,
    ns_gets: Annotated[
        str,
        typer.Option(
            help="What was played (4S+1 by N, pass out), points for North-South (420, -50), a percentage (60%), an "
            'award by name, or weighted results ("30% 420, 70% -50").'
        ),
    ],
    ew_gets: Annotated[
        str | None, typer.Option(help="The same for East-West.", show_default="what matches --ns-gets")
    ] = None,
    nth: Nth = None,
    session: Session = None,
    new: Annotated[bool, typer.Option("--new", help="Enter the result, if no file has a line of these two.")] = False,
    *,
    delivery: DeliveryByScoreboard,
) -> None:
    """Correct a line of a traveller: contract, points, percentages, average plus, average, average minus, not played.

    Of a contract, "4S+1 by N lead HK", the score follows by the vulnerability of the board.
    Of a weighted ruling, "30% 420, 70% -50", each result counts with its weight, for these two and for all others.
    Without --ew-gets, East-West get average minus against average plus, and 40% against 60%; points, average, weighted
    results and not played are for both sides.
    """
    line = line_of(delivery.scoreboard, event, board, ns, ew, nth, session, delivery.token, new=new)
    with clear_awards():
        ruling = line_ruling(ns_gets, ew_gets, line.shown, line.vulnerable)
    delivery.send(event, SetScore(decision="score", **ruling, **line.named))


@contextmanager
def clear_awards() -> Iterator[None]:
    """Report an award that cannot be read, and end the command."""
    try:
        yield
    except UnclearAward as error:
        misused(error.fault, error.advice)


def game(
    event: Event,
    of_round: Annotated[int, typer.Argument(help="The round.", metavar="ROUND", min=1)],
    white: Annotated[str, typer.Argument(help="Number of the player with White.", metavar="WHITE")],
    black: Annotated[str, typer.Argument(help="Number of the player with Black.", metavar="BLACK")],
    result: Annotated[str, typer.Argument(help=f"{GAME_WORDS}.", metavar="RESULT")],
    *,
    delivery: Delivery,
) -> None:
    """Set the result of a game of chess: White's half first; none is no result yet."""
    with clear_awards():
        set_to = game_result(result)
    try:
        decision = SetGame(decision="game", round=of_round, white=white, black=black, result=set_to)
    except ValidationError:
        misused(
            f"{white} against {black} in round {of_round} is not a game", "Example: kibitz decide game EVENT 3 5 9 1-0"
        )
    delivery.send(event, decision)


def penalty(
    event: Event,
    participant: Annotated[str, typer.Argument(help="Number of the pair, team or player.", metavar="NUMBER")],
    amount: Annotated[str, typer.Argument(help="How much to take away; with + to give.", metavar="AMOUNT")],
    unit: Annotated[str | None, typer.Option(help=f"Unit: {', '.join(PENALTY_UNITS)}.")] = None,
    kind: Annotated[str, typer.Option(help="Kind of participant: pair, team or player.")] = "pair",
    session: Session = None,
    of_round: Annotated[int | None, typer.Option("--round", help="Within the match of this round.", min=1)] = None,
    *,
    delivery: Delivery,
) -> None:
    """Give a penalty, or with + a bonus, apart from any board.

    With --round, IMPs are taken from the match of that round before it is turned into victory points.
    """
    try:
        worth = abs(Decimal(amount.strip("+-")))
        adjustment = Adjust(
            decision="adjustment",
            participant=participant,
            session=session,
            round=of_round,
            amount=worth if amount.startswith("+") else -worth,
            kind=cast(Literal["pair"], kind),
            unit=cast(Literal["imps"], unit),
        )
    except (InvalidOperation, ValidationError):
        misused(
            f"{amount} {unit or ''} for {kind} {participant} is not a penalty",
            "Example: kibitz decide penalty EVENT 3 0.5",
        )
    delivery.send(event, adjustment)


def carry(
    event: Event,
    participant: Annotated[str, typer.Argument(help="Number of the pair or player.", metavar="NUMBER")],
    score: Annotated[str, typer.Argument(help="Match points scored in the qualifying stage.", metavar="SCORE")],
    maximum: Annotated[str, typer.Option("--of", help="Maximum score there.")],
    boards: Annotated[int, typer.Option(help="Boards played there.")],
    kind: Annotated[str, typer.Option(help="Kind of participant: pair or player.")] = "pair",
    session: Session = None,
    *,
    delivery: Delivery,
) -> None:
    """Carry a qualifying score forward to a final: half of it, converted to the top of the final."""
    given = {"participant": participant, "kind": kind, "session": session, "score": score, "maximum": maximum}
    try:
        decision = CarryForward.model_validate({"decision": "carry", "boards": boards, **given})
    except ValidationError:
        misused(
            f"{score} of {maximum} on {boards} boards is not a score of a {kind}",
            "Example: kibitz decide carry EVENT 3 330 --of 624 --boards 26",
        )
    delivery.send(event, decision)


def scale(
    event: Event,
    given: Annotated[
        str,
        typer.Argument(
            help=f"{', '.join(WHOLE_SCALES)}, or a JSON file: name, unit and charts of another scale.", metavar="SCALE"
        ),
    ],
    *,
    delivery: Delivery,
) -> None:
    """Set the scale that turns the matches of an event into victory points."""
    named = scale_name(given)
    if named in WHOLE_SCALES:
        decision: AnyDecision = UseScale(decision="scale", name=named)
    else:
        decision = _of_table(Path(given), lambda table: UseScale(decision="scale", table=table))
    delivery.send(event, decision)


def imps(
    event: Event,
    file: Annotated[Path, typer.Argument(help="JSON file: the lower_bounds of 1, 2, 3, ... IMPs.", metavar="TABLE")],
    *,
    delivery: Delivery,
) -> None:
    """Set the table that turns the boards of team matches into IMPs."""
    decision = _of_table(file, lambda table: UseImps(decision="imps", lower_bounds=table["lower_bounds"]))
    delivery.send(event, decision)


def declare(
    event: Event,
    final: Annotated[str, typer.Argument(help="official, provisional or live.", metavar="STATUS")],
    corrections: Annotated[
        str | None, typer.Option(help="Provisional for so long, then official: 30m, 48h, 7d.", metavar="PERIOD")
    ] = None,
    *,
    delivery: DeliveryByScoreboard,
) -> None:
    """Declare the standings official, provisional or live; official are those that the scoreboard shows now."""
    if final not in ("official", "provisional", "live"):
        misused(f"standings are official, provisional or live, not {final}", "kibitz decide status EVENT official")
    outcome = None
    if final == "official":
        outcome = snapshot(delivery.scoreboard, f"{event}/standings", delivery.token).get("meta", {}).get("outcome")
    until = None
    if corrections is not None:
        example = "kibitz decide status EVENT provisional --corrections 30m"
        if final != "provisional":
            misused("a correction period is of provisional standings", example)
        try:
            until = datetime.now(UTC) + correction_period(corrections)
        except UnclearPeriod as error:
            misused(str(error), example)
    status = cast(Literal["live"], final)
    delivery.send(event, SetStatus(decision="status", status=status, outcome=outcome, corrections_until=until))


def retract(
    file: Annotated[str, typer.Argument(help="The file, or the beginning of its SHA-256.", metavar="FILE")],
    event: Annotated[
        str | None, typer.Option(help="Only for this event.", show_default="all events of the file")
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="Restore the file.")] = False,
    *,
    delivery: Delivery,
) -> None:
    """Withdraw a file: standings are computed again as if it had never come; --back restores it."""
    sha256 = digest_of(file, delivery.intake, delivery.token)
    for each in [event] if event else own_events(delivery.intake, sha256, delivery.token):
        delivery.send(each, RetractFile(decision="retract", file=sha256, retracted=not back))


def take(
    files: Annotated[list[str], typer.Argument(help="The files, or the beginning of their SHA-256.", metavar="FILE…")],
    event: Annotated[
        str | None, typer.Option(help="Only for this event.", show_default="all events of each file")
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="Let the files count in their own right again.")] = False,
    *,
    delivery: Delivery,
) -> None:
    """Take this file as the whole truth: everything that older files say is taken back; --back undoes it.

    Deals of files without results stay, and what arrives later counts on top. Several files complete each other.
    """
    decisions: dict[str, list[TakeFile]] = {}
    for sha256 in dict.fromkeys(digest_of(file, delivery.intake, delivery.token) for file in files):
        for each in [event] if event else own_events(delivery.intake, sha256, delivery.token):
            decisions.setdefault(each, []).append(TakeFile(decision="take", file=sha256, taken=not back))
    for each, of_event in decisions.items():
        delivery.send(each, *of_event)


def _of_table(file: Path, decision: Callable[[Any], AnyDecision]) -> AnyDecision:
    """The decision to use a table from a file; the intake checks the table itself."""
    try:
        return decision(json.loads(file.read_bytes()))
    except OSError as error:
        misused(f"{file}: {error.strerror}", "Give the path of the table.")
    except (ValueError, TypeError, KeyError):
        misused(f"{file} does not hold such a table", "docs/operations.md has an example.")
