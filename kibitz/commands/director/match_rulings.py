"""Decisions about a match: it is void, its sides get a score or an average, or a board is removed from it."""

from typing import Annotated, Any

import typer

from contracts.decisions import RemoveBoard, RuleMatch
from kibitz.commands.director.delivery import DeliveryByScoreboard
from kibitz.commands.director.rulings import clear_awards
from kibitz.commands.options import Event, Session
from kibitz.console import misused
from kibitz.scoreboard import snapshot
from shared.formats.decisions.awards import AVERAGES, MATCH_AWARDS, board_averages, match_awards

Home = Annotated[str, typer.Argument(help="One side of the match: number of the team or pair.", metavar="HOME")]
Away = Annotated[str, typer.Argument(help="The other side.", metavar="AWAY")]
Round = Annotated[int | None, typer.Option("--round", help="Round of the match, if they met more than once.", min=1)]


def match(
    event: Event,
    home: Home,
    away: Away,
    home_gets: Annotated[str, typer.Option(help=f"What HOME gets: {', '.join(MATCH_AWARDS)}, or a score.")],
    away_gets: Annotated[
        str | None, typer.Option(help="The same for AWAY.", show_default="what matches --home-gets")
    ] = None,
    of_round: Round = None,
    session: Session = None,
    *,
    delivery: DeliveryByScoreboard,
) -> None:
    """Rule on a match: void, director's error, averages, opponents who should not have met, or scores.

    A void match, a director's error and an average hold for both sides, and average minus goes with average plus. A
    side that gets nothing else keeps its score at the table.
    """
    where = _known(delivery.scoreboard, event, home, away, of_round, session, delivery.token)
    with clear_awards():
        gets, others = match_awards(home_gets, away_gets)
    ruling = RuleMatch(decision="match", home=home, away=away, home_gets=gets, away_gets=others, **where)
    delivery.send(event, ruling)


def removed(
    event: Event,
    board: Annotated[str, typer.Argument(help="The board.", metavar="BOARD")],
    home: Home,
    away: Away,
    home_gets: Annotated[str, typer.Option(help=f"What HOME gets: {', '.join(AVERAGES)}.")],
    away_gets: Annotated[str | None, typer.Option(help="The same for AWAY.", show_default="the opposite")] = None,
    of_round: Round = None,
    session: Session = None,
    *,
    delivery: DeliveryByScoreboard,
) -> None:
    """Remove a board from a team match: each side gets an average for it, 3 IMPs for average plus."""
    where = _known(delivery.scoreboard, event, home, away, of_round, session, delivery.token)
    with clear_awards():
        gets, others = board_averages(home_gets, away_gets)
    decision = RemoveBoard(
        decision="removed", board=board, home=home, away=away, home_gets=gets, away_gets=others, **where
    )
    delivery.send(event, decision)


def _known(
    page: str, event: str, home: str, away: str, of_round: int | None, session: str | None, token: str | None
) -> dict[str, Any]:
    """Session and round of the match as the scoreboard has it; as given where it has no such match."""
    rows = list(snapshot(page, f"{event}/matches", token).get("rows", {}).values())
    met = [row for row in rows if {row.get("home"), row.get("away")} == {home, away}]
    met = [row for row in met if session in (None, row.get("session")) and of_round in (None, row.get("round"))]
    if len(met) > 1:
        rounds = ", ".join(f"--round {row.get('round')}" for row in met[:20])
        misused(f"{home} and {away} met {len(met)} times", f"Choose one of them: {rounds}")
    sides = {side for row in rows for side in (row.get("home"), row.get("away"))}
    strangers = [side for side in (home, away) if side not in sides]
    if not met and (strangers or of_round is None):
        fault = f"{strangers[0]} is in no match" if strangers else f"{home} and {away} have no match"
        advice = "Name the sides as the scoreboard does; for a match that no file has yet, give --round."
        misused(f"{fault} of {event}", advice)
    if not met:
        return {"session": session, "round": of_round}
    return {"session": met[0].get("session"), "round": met[0].get("round")}
