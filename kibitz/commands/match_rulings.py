"""What a director rules on a match: that it is void, what its sides get, a board that is taken out of it."""

from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, get_args

import typer
from pydantic import ValidationError

from contracts.decisions import Average, MatchAwarded, RemoveBoard, RuleMatch
from kibitz.commands.director import OTHER_SIDE, By, Event, Page, Reason, Session, send_decisions
from kibitz.commands.known import misused, page_address, snapshot
from kibitz.commands.live import AsJson, Data, Intake, Token
from kibitz.runner.layout import DEFAULT_FOLDER

Home = Annotated[str, typer.Argument(help="One side of the match: number of the team or pair.", metavar="HOME")]
Away = Annotated[str, typer.Argument(help="The other side.", metavar="AWAY")]
Round = Annotated[int | None, typer.Option("--round", help="Of the match, where they met more than once.", min=1)]

_FOR_BOTH = ("void", "director fault", "average")
AWARDS = ("void", "director fault", *get_args(Average), "mismatch higher", "mismatch lower")


def match(
    event: Event,
    home: Home,
    away: Away,
    home_gets: Annotated[str, typer.Option(help=f"{', '.join(AWARDS)}, or a score.")],
    away_gets: Annotated[
        str | None, typer.Option(help="The same for the other side; default: what goes with it.")
    ] = None,
    of_round: Round = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    page: Page = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Rule on a match: void, the director's fault, averages, opponents who should not have met, or scores.

    What is void, the director's fault or average is so for both sides, and average minus goes with average plus; a side
    for which nothing is said keeps what it played.
    """
    where = _known(page_address(page, data), event, home, away, of_round, session, token)
    if away_gets is None:
        away_gets = home_gets if home_gets in _FOR_BOTH else OTHER_SIDE.get(home_gets)
    decision = RuleMatch(
        decision="match",
        reason=reason,
        home=home,
        away=away,
        home_gets=_match_award(home_gets),
        away_gets=None if away_gets is None else _match_award(away_gets),
        **where,
    )
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def removed(
    event: Event,
    board: Annotated[str, typer.Argument(help="The board.", metavar="BOARD")],
    home: Home,
    away: Away,
    home_gets: Annotated[str, typer.Option(help=f"{', '.join(get_args(Average))}.")],
    away_gets: Annotated[str | None, typer.Option(help="The same for the other side; default: the opposite.")] = None,
    of_round: Round = None,
    session: Session = None,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    page: Page = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Take a board out of a match of teams: each side gets an average for it, 3 IMPs for average plus."""
    where = _known(page_address(page, data), event, home, away, of_round, session, token)
    averages = (home_gets, away_gets or OTHER_SIDE.get(home_gets, home_gets))
    try:
        decision = RemoveBoard.model_validate(
            {
                "decision": "removed",
                "reason": reason,
                "board": board,
                "home": home,
                "away": away,
                "home_gets": averages[0],
                "away_gets": averages[1],
                **where,
            }
        )
    except ValidationError:
        misused(f"{' and '.join(averages)} are no averages of two sides", f"Write {', '.join(get_args(Average))}.")
    send_decisions(event, by, decision, to, token, data, as_json=as_json)


def _known(
    page: str, event: str, home: str, away: str, of_round: int | None, session: str | None, token: str | None
) -> dict[str, Any]:
    """Session and round of the match as the scoreboard has it; as they are given where it has no such match."""
    rows = list(snapshot(page, f"{event}/matches", token).get("rows", {}).values())
    met = [row for row in rows if {row.get("home"), row.get("away")} == {home, away}]
    met = [row for row in met if session in (None, row.get("session")) and of_round in (None, row.get("round"))]
    if len(met) > 1:
        rounds = ", ".join(f"--round {row.get('round')}" for row in met[:20])
        misused(f"{home} and {away} met {len(met)} times", f"Say which match is meant: {rounds}")
    sides = {side for row in rows for side in (row.get("home"), row.get("away"))}
    strangers = [side for side in (home, away) if side not in sides]
    if not met and (strangers or of_round is None):
        who = f"{strangers[0]} is in no match" if strangers else f"{home} and {away} have no match"
        misused(f"{who} of {event}", "Name the sides as the scoreboard does; of a match that no file has, the --round.")
    if not met:
        return {"session": session, "round": of_round}
    return {"session": met[0].get("session"), "round": met[0].get("round")}


def _match_award(text: str) -> MatchAwarded:
    try:
        return MatchAwarded.model_validate(
            {"award" if text in AWARDS else "score": text if text in AWARDS else Decimal(text)}
        )
    except (InvalidOperation, ValidationError):
        misused(f"{text} is nothing that a side can get for a match", f"Write a score, or {', '.join(AWARDS)}.")
