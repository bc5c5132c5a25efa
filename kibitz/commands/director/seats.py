"""Decisions about the next seats: locked rounds, early starts, absences, the system that seats the event."""

from typing import Annotated, Literal, cast

import typer
from pydantic import ValidationError
from rich.text import Text

from contracts.decisions import (
    AnyDecision,
    ChooseSystem,
    ExchangeSeats,
    LockRound,
    OfSwiss,
    Seated,
    SetPresence,
    StartRoundEarly,
)
from kibitz.commands.director.delivery import Delivery, DeliveryByScoreboard
from kibitz.commands.files.seat import Rounds, SwissOptions, choice_of
from kibitz.commands.options import Event, Session
from kibitz.console import misused, out, print_json, warn
from kibitz.scoreboard import document_of, snapshot
from services.seating.domain.requested_system import SYSTEMS
from shared.seat_decisions import AlreadySeated, is_drawn_otherwise, opened_locks, seats_before

Number = Annotated[str, typer.Argument(help="Number of the pair, team or player.", metavar="NUMBER")]
LockedRound = Annotated[
    int | None, typer.Argument(help="The round.", show_default="the round with published seats", metavar="[ROUND]")
]


def lock(event: Event, round_number: LockedRound = None, session: Session = None, *, delivery: Delivery) -> None:
    """Keep the published seats of a round, whatever is corrected afterwards."""
    delivery.send(event, LockRound(decision="lock", session=session, round=round_number))


def unlock(event: Event, round_number: LockedRound = None, session: Session = None, *, delivery: Delivery) -> None:
    """Let the seats of a round follow corrections again."""
    delivery.send(event, LockRound(decision="lock", session=session, round=round_number, locked=False))


def redraw(
    event: Event,
    take: Annotated[bool, typer.Option("--take", help="Unlock the round, so that it is drawn so.")] = False,
    *,
    delivery: DeliveryByScoreboard,
) -> None:
    """Compare locked seats with what would be drawn now, and list what was exchanged by hand; --take unlocks them."""
    snapshot(delivery.scoreboard, f"{event}/standings", delivery.token)
    seats = document_of(delivery.scoreboard, f"{event}/seats", delivery.token) or {}
    meta, number = seats.get("meta", {}), seats.get("meta", {}).get("round")
    if number is None:
        misused("no round has its seats", "They come with the first results, or when a file states them.")
    if take:
        if not meta.get("locked"):
            misused(f"the seats of round {number} are not locked", "They are drawn again with every result.")
        delivery.send(event, *opened_locks(number, meta.get("session")))
        return
    others = [finding for finding in meta.get("findings", ()) if is_drawn_otherwise(finding)]
    by_hand = meta.get("exchanges", [])
    if delivery.as_json:
        print_json({"round": number, "locked": meta.get("locked"), "otherwise": others, "exchanges": by_hand})
        return
    state = "locked" if meta.get("locked") else "not locked: they are drawn again with every result"
    out.print(f"The seats of round {number} are {state}.")
    for finding in others:
        out.print(Text(f"  {finding['message']}"), soft_wrap=True)
    for swap in by_hand:
        tables = "tables " if swap["what"] == "tables" else ""
        out.print(Text(f"  exchanged by hand: {tables}{swap['first']} and {swap['second']}"), soft_wrap=True)
    if not others:
        out.print("Drawn now, nobody would meet somebody else.")


def start(
    event: Event,
    number: Annotated[int, typer.Argument(help="The round to draw now.", metavar="ROUND", min=1)],
    lock: Annotated[bool, typer.Option("--lock", help="Lock its seats as they are drawn now.")] = False,
    back: Annotated[bool, typer.Option("--back", help="Undo the early start.")] = False,
    system: Annotated[str | None, typer.Option(help=f"System from now on: {', '.join(SYSTEMS)}.")] = None,
    session: Session = None,
    *,
    delivery: DeliveryByScoreboard,
) -> None:
    """Draw a round now, although tables of the round before are still playing."""
    if back and (lock or system):
        misused("--back does not go with --lock or --system", "See kibitz seat unlock and kibitz seat system.")
    playing = () if back else _seats_before(delivery.scoreboard, event, number, session, delivery.token)
    decisions: list[AnyDecision] = [
        StartRoundEarly(decision="early_start", session=session, round=number, early=not back, playing=playing)
    ]
    if lock:
        decisions.append(LockRound(decision="lock", session=session, round=number))
    if system is not None:
        if system not in SYSTEMS:
            misused(f"{system} is not a system", f"Systems: {', '.join(SYSTEMS)}.")
        decisions.append(ChooseSystem(decision="system", system=system))
    delivery.send(event, *decisions)


def exchange(
    event: Event,
    number: Annotated[int, typer.Argument(help="The round.", metavar="ROUND", min=1)],
    first: Annotated[str, typer.Argument(help="Number of a participant, or a table.", metavar="FIRST")],
    second: Annotated[str, typer.Argument(help="Number of the other; also of the opponent.", metavar="SECOND")],
    tables: Annotated[bool, typer.Option("--tables", help="The two are tables.")] = False,
    back: Annotated[bool, typer.Option("--back", help="Undo the exchange.")] = False,
    session: Session = None,
    *,
    delivery: Delivery,
) -> None:
    """Exchange the places of two participants or tables in a round, and keep that whatever is drawn again."""
    if first == second:
        misused("an exchange is of two", "Name two different participants or tables.")
    decision = ExchangeSeats(
        decision="exchange",
        session=session,
        round=number,
        what="tables" if tables else "participants",
        first=first,
        second=second,
        exchanged=not back,
    )
    delivery.send(event, decision)


def withdraw(
    event: Event,
    participant: Number,
    number: Annotated[int, typer.Option("--from-round", help="The first round without this participant.", min=1)],
    session: Session = None,
    *,
    delivery: Delivery,
) -> None:
    """Leave a participant out from a round on."""
    absence = SetPresence(decision="presence", participant=participant, session=session, round=number, present=False)
    delivery.send(event, absence)


def absent(
    event: Event,
    participant: Number,
    number: Annotated[int, typer.Option("--round", help="The round without this participant.", min=1)],
    bye: Annotated[
        str | None, typer.Option(help="Chess: H for half a point, F for a full point, Z for no point.")
    ] = None,
    session: Session = None,
    *,
    delivery: Delivery,
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
    )
    delivery.send(event, decision)


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
    rating: Annotated[
        int | None, typer.Option(help="Rating of a new player, who is seeded by it.", min=1, max=9_999)
    ] = None,
    title: Annotated[str | None, typer.Option(help="Title of a new player: GM, WFM, ….")] = None,
    federation: Annotated[str | None, typer.Option(help="Federation of a new player: three letters.")] = None,
    session: Session = None,
    *,
    delivery: Delivery,
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
            rating=rating,
            title=title,
            federation=federation,
        )
    except ValidationError:
        advice = "Give --kind pair, team or player; a rating, title or federation goes with --kind player."
        misused("this newcomer cannot be entered", advice)
    delivery.send(event, decision)


def system(
    event: Event,
    name: Annotated[
        str | None, typer.Argument(help="The system.", show_default="what the files say", metavar="[SYSTEM]")
    ] = None,
    rounds: Rounds = None,
    *,
    swiss: SwissOptions,
    delivery: Delivery,
) -> None:
    """Choose the system that seats the event, whatever its files say; without one, the files decide again."""
    choice = choice_of(name, rounds, swiss)
    settings = {field: getattr(choice.swiss, field) for field in OfSwiss.model_fields} if choice is not None else {}
    delivery.send(event, ChooseSystem(decision="system", system=name, rounds=rounds, swiss=OfSwiss(**settings)))


def _seats_before(page: str, event: str, number: int, session: str | None, token: str | None) -> tuple[Seated, ...]:
    """The pairings of the round before, as the scoreboard has them."""
    snapshot(page, f"{event}/standings", token)
    seats = document_of(page, f"{event}/seats", token) or {}
    try:
        playing = seats_before(seats.get("meta", {}), seats.get("rows", {}).values(), number, session)
    except AlreadySeated as error:
        misused(str(error), "kibitz seat start EVENT ROUND --back undoes an early start.")
    if playing is None:
        warn(
            f"The seats of round {number - 1} are not published: pairings of its tables that no file has are unknown.",
            "Players at those tables may be drawn to meet again.",
        )
    return playing or ()
