"""What a director says of the next seats: a round that is drawn now, who is away, by which system."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, cast

import typer
from pydantic import ValidationError

from contracts.decisions import AnyDecision, ChooseSystem, LockRound, OfSwiss, Seated, SetPresence, StartRoundEarly
from kibitz.commands.director import By, Event, Page, Reason, Session, send_decisions
from kibitz.commands.known import misused, page_address, shown, snapshot
from kibitz.commands.live import AsJson, Data, Intake, Token
from kibitz.commands.seating import FirstRound, Lot, Odd, Rounds, SecondBye, Tables, choice_of
from kibitz.console import err
from kibitz.runner.layout import DEFAULT_FOLDER
from services.seating.domain.requested_system import SYSTEMS

Who = Annotated[str, typer.Argument(help="Number of the pair, team or player.", metavar="NUMBER")]
FromRound = Annotated[int, typer.Option("--from-round", help="The first round without them.", min=1)]
System = Annotated[str | None, typer.Option(help=f"By this system from now on: {', '.join(SYSTEMS)}.")]


def start(
    event: Event,
    number: Annotated[int, typer.Argument(help="The round that is drawn now.", metavar="ROUND", min=1)],
    lock: Annotated[bool, typer.Option("--lock", help="And keep its seats as they are drawn now.")] = False,
    back: Annotated[bool, typer.Option("--back", help="Draw it when the round before it is in, as usual.")] = False,
    system: System = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    page: Page = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Draw a round now, although tables of the one before it are still playing."""
    if back and (lock or system):
        misused("--back takes an early start back and nothing else", "kibitz seat unlock, kibitz seat system EVENT")
    playing = () if back else _seats_before(page_address(page, data), event, number, session, token)
    decided: list[AnyDecision] = [
        StartRoundEarly(
            decision="early_start", session=session, round=number, early=not back, playing=playing, reason=reason
        )
    ]
    if lock:
        decided.append(LockRound(decision="lock", session=session, round=number, reason=reason))
    if system is not None:
        decided.append(_by_system(system, None, OfSwiss(), reason))
    send_decisions(event, by, tuple(decided), to, token, data, as_json=as_json)


def withdraw(
    event: Event,
    who: Who,
    from_round: FromRound,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Leave somebody out from a round on."""
    decision = SetPresence(
        decision="presence", participant=who, session=session, round=from_round, present=False, reason=reason
    )
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def absent(
    event: Event,
    who: Who,
    number: Annotated[int, typer.Option("--round", help="The round without them.", min=1)],
    bye: Annotated[str | None, typer.Option(help="Chess: H for half a point, F for a full one, Z for none.")] = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Leave somebody out of one round."""
    if bye not in (None, "H", "F", "Z"):
        misused(f"{bye} is no bye", "There are H, F and Z.")
    decision = SetPresence(
        decision="presence",
        participant=who,
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
    who: Who,
    from_round: Annotated[int | None, typer.Option("--from-round", help="The first round with them.", min=1)] = None,
    number: Annotated[int | None, typer.Option("--round", help="One round with them.", min=1)] = None,
    kind: Annotated[str | None, typer.Option(help="Of somebody whom no file names: pair, team or player.")] = None,
    name: Annotated[str | None, typer.Option(help="Their name.")] = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Count somebody in again, or take in somebody who comes late; undoes `withdraw` and `absent`."""
    if (from_round is None) is (number is None):
        misused("who comes back does so from a round on, or in one round", "Give --from-round or --round.")
    try:
        decision = SetPresence(
            decision="presence",
            participant=who,
            session=session,
            round=from_round or number or 1,
            lasting=from_round is not None,
            present=True,
            kind=cast(Literal["pair"] | None, kind),
            name=name,
            reason=reason,
        )
    except ValidationError:
        misused("whom no file names is a pair, a team or a player", "Give --kind pair, team or player.")
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def system(
    event: Event,
    name: Annotated[
        str | None, typer.Argument(help="The system; none for what the files say.", metavar="[SYSTEM]")
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
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Say by which system the event is seated, whatever its files say; without one, by what they say."""
    choice = choice_of(
        name,
        rounds,
        {
            "odd": odd,
            "first_round": first_round,
            "lot": lot,
            "tables": tables,
            "second_bye_before_rematch": None if second_bye else second_bye,
        },
    )
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
        misused(f"{name} is no system", f"There are {', '.join(SYSTEMS)}.")
    return ChooseSystem(decision="system", system=name, rounds=rounds, swiss=swiss, reason=reason)


def _seats_before(page: str, event: str, number: int, session: str | None, token: str | None) -> tuple[Seated, ...]:
    """Who meets whom in the round before, as the scoreboard has it."""
    snapshot(page, f"{event}/standings", token)
    seats = shown(page, f"{event}/seats", token) or {}
    meta = seats.get("meta", {})
    met = tuple(_meetings(seats.get("rows", {}).values()))
    if session in (None, meta.get("session")) and meta.get("round") == number and met:
        misused(
            f"round {number} has its seats already", "kibitz seat start EVENT ROUND --back takes an early start back."
        )
    if session in (None, meta.get("session")) and meta.get("round") == number - 1:
        return met
    err.print(
        f"There are no seats of round {number - 1}: who meets whom at tables that no file has yet is not known.",
        soft_wrap=True,
    )
    return ()


def _meetings(rows: Iterable[Mapping[str, str | None]]) -> Iterator[Seated]:
    """The tables with two sides, of the rows of the seats' channel."""
    for row in rows:
        for one, other in ((row.get("ns"), row.get("ew")), (row.get("white"), row.get("black"))):
            if one and other:
                yield Seated(table=row.get("table"), home=one, away=other)
