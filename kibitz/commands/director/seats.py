"""Decisions about the next seats: locked rounds, early starts, absences, the system that seats the event."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, cast

import typer
from pydantic import ValidationError

from contracts.decisions import AnyDecision, ChooseSystem, LockRound, OfSwiss, Seated, SetPresence, StartRoundEarly
from kibitz.commands.director.delivery import send_decisions
from kibitz.commands.files.seat import FirstRound, Lot, Odd, Rounds, SecondBye, Tables, choice_of, swiss_settings
from kibitz.commands.options import AsJson, By, Data, Event, Intake, Page, Reason, Session, Token
from kibitz.console import misused, warn
from kibitz.running_server import address_of
from kibitz.scoreboard import document_of, snapshot
from services.seating.domain.requested_system import SYSTEMS

Number = Annotated[str, typer.Argument(help="Number of the pair, team or player.", metavar="NUMBER")]
FromRound = Annotated[int, typer.Option("--from-round", help="The first round without this participant.", min=1)]
System = Annotated[str | None, typer.Option(help=f"System from now on: {', '.join(SYSTEMS)}.")]


def lock(
    event: Event,
    round_number: Annotated[
        int | None, typer.Argument(help="The round.", show_default="the round with published seats", metavar="[ROUND]")
    ] = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Keep the published seats of a round, whatever is corrected afterwards."""
    decision = LockRound(decision="lock", session=session, round=round_number, reason=reason)
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def unlock(
    event: Event,
    round_number: Annotated[
        int | None, typer.Argument(help="The round.", show_default="the round with published seats", metavar="[ROUND]")
    ] = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Let the seats of a round follow corrections again."""
    decision = LockRound(decision="lock", session=session, round=round_number, locked=False, reason=reason)
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def start(
    event: Event,
    number: Annotated[int, typer.Argument(help="The round to draw now.", metavar="ROUND", min=1)],
    lock: Annotated[bool, typer.Option("--lock", help="Lock its seats as they are drawn now.")] = False,
    back: Annotated[bool, typer.Option("--back", help="Undo the early start.")] = False,
    system: System = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    page: Page = None,
    token: Token = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Draw a round now, although tables of the round before are still playing."""
    if back and (lock or system):
        misused("--back does not go with --lock or --system", "See kibitz seat unlock and kibitz seat system.")
    playing = () if back else _seats_before(address_of("page", page, data), event, number, session, token)
    decisions: list[AnyDecision] = [
        StartRoundEarly(
            decision="early_start", session=session, round=number, early=not back, playing=playing, reason=reason
        )
    ]
    if lock:
        decisions.append(LockRound(decision="lock", session=session, round=number, reason=reason))
    if system is not None:
        decisions.append(_by_system(system, None, OfSwiss(), reason))
    send_decisions(event, by, tuple(decisions), to, token, data, as_json=as_json)


def withdraw(
    event: Event,
    participant: Number,
    from_round: FromRound,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Leave a participant out from a round on."""
    decision = SetPresence(
        decision="presence", participant=participant, session=session, round=from_round, present=False, reason=reason
    )
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def absent(
    event: Event,
    participant: Number,
    number: Annotated[int, typer.Option("--round", help="The round without this participant.", min=1)],
    bye: Annotated[
        str | None, typer.Option(help="Chess: H for half a point, F for a full point, Z for no point.")
    ] = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Leave a participant out of one round."""
    if bye not in (None, "H", "F", "Z"):
        misused(f"{bye} is not a bye", "Byes are H, F and Z.")
    decision = SetPresence(
        decision="presence",
        participant=participant,
        session=session,
        round=number,
        lasting=False,
        present=False,
        bye=cast(Literal["H"] | None, bye),
        reason=reason,
    )
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def come_back(
    event: Event,
    participant: Number,
    from_round: Annotated[
        int | None, typer.Option("--from-round", help="The first round with this participant.", min=1)
    ] = None,
    number: Annotated[int | None, typer.Option("--round", help="The one round with this participant.", min=1)] = None,
    kind: Annotated[
        str | None, typer.Option(help="Kind, if no file lists this participant: pair, team or player.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name, if no file lists this participant.")] = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Count a participant in again, or add a late entry; undoes `withdraw` and `absent`."""
    if (from_round is None) is (number is None):
        misused("a participant returns from a round on, or for one round", "Give --from-round or --round.")
    try:
        decision = SetPresence(
            decision="presence",
            participant=participant,
            session=session,
            round=from_round or number or 1,
            lasting=from_round is not None,
            present=True,
            kind=cast(Literal["pair"] | None, kind),
            name=name,
            reason=reason,
        )
    except ValidationError:
        misused(f"{kind} is not a kind of participant", "Give --kind pair, team or player.")
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def system(
    event: Event,
    name: Annotated[
        str | None, typer.Argument(help="The system.", show_default="what the files say", metavar="[SYSTEM]")
    ] = None,
    rounds: Rounds = None,
    odd: Odd = None,
    first_round: FirstRound = None,
    lot: Lot = "",
    tables: Tables = None,
    second_bye: SecondBye = True,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Choose the system that seats the event, whatever its files say; without one, the files decide again."""
    choice = choice_of(name, rounds, swiss_settings(odd, first_round, lot, tables, second_bye=second_bye))
    settings = OfSwiss()
    if choice is not None:
        swiss = choice.swiss
        settings = OfSwiss(
            odd=swiss.odd,
            first_round=swiss.first_round,
            lot=swiss.lot,
            tables=swiss.tables,
            second_bye_before_rematch=swiss.second_bye_before_rematch,
        )
    send_decisions(event, by, _by_system(name, rounds, settings, reason), to, token, data, as_json=as_json)


def _by_system(name: str | None, rounds: int | None, swiss: OfSwiss, reason: str | None) -> ChooseSystem:
    if name is not None and name not in SYSTEMS:
        misused(f"{name} is not a system", f"Systems: {', '.join(SYSTEMS)}.")
    return ChooseSystem(decision="system", system=name, rounds=rounds, swiss=swiss, reason=reason)


def _seats_before(page: str, event: str, number: int, session: str | None, token: str | None) -> tuple[Seated, ...]:
    """The pairings of the round before, as the scoreboard has them."""
    snapshot(page, f"{event}/standings", token)
    seats = document_of(page, f"{event}/seats", token) or {}
    meta = seats.get("meta", {})
    pairings = tuple(_pairings(seats.get("rows", {}).values()))
    if session in (None, meta.get("session")) and meta.get("round") == number and pairings:
        misused(f"round {number} has its seats already", "kibitz seat start EVENT ROUND --back undoes an early start.")
    if session in (None, meta.get("session")) and meta.get("round") == number - 1:
        return pairings
    warn(
        f"The seats of round {number - 1} are not published: pairings of its tables that no file has are unknown.",
        "Players at those tables may be drawn to meet again.",
    )
    return ()


def _pairings(rows: Iterable[Mapping[str, str | None]]) -> Iterator[Seated]:
    """The tables with two sides, of the rows of the seats' channel."""
    for row in rows:
        for home, away in ((row.get("ns"), row.get("ew")), (row.get("white"), row.get("black"))):
            if home and away:
                yield Seated(table=row.get("table"), home=home, away=away)
