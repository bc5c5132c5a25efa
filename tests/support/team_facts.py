"""Results and matches of teams and of Swiss pairs as facts, for the tests of scoring; everybody is made up."""

from decimal import Decimal
from typing import Any

from contracts.base import Place
from contracts.facts import EventFact, Facts, MatchFact, Participant, ResultFact, Score, Sides
from tests.support.fragments import points


def table(
    board: int | str, ns_team: str, ew_team: str, score: int | None, *, line: int | None = None, **more: Any
) -> ResultFact:
    """A board at one table of a team match; without a score it is still to come."""
    side = points(score) if score is not None else Score(kind="unknown")
    pairs = {name: more.pop(name) for name in ("ns", "ew") if name in more}
    fields: dict[str, Any] = {"ns_score": side, "ew_score": side, **more}
    return ResultFact(
        board=str(board),
        sides=Sides(ns_team=ns_team, ew_team=ew_team, **pairs),
        at=None if line is None else Place(line=line),
        **fields,
    )


def both(board: int | str, home: str, away: str, at_home_ns: int, at_away_ns: int, **more: Any) -> list[ResultFact]:
    """A board at both tables: North-South's score where the home team sat North-South, and where the others did."""
    return [table(board, home, away, at_home_ns, **more), table(board, away, home, at_away_ns, **more)]


def match(home: str, away: str | None, stated: tuple[str, str] | None = None, **more: Any) -> MatchFact:
    """A match of two teams, with what is stated for both."""
    if stated is not None:
        more.update(home_score=Decimal(stated[0]), away_score=Decimal(stated[1]))
    return MatchFact(**{"kind": "teams", "home": home, "away": away, "round": 1, **more})


def teams(*names: str) -> tuple[Participant, ...]:
    """Teams with these ids."""
    return tuple(Participant(id=name, kind="team", name=f"Team {name}") for name in names)


def facts(*, kind: str = "swiss_teams", event: dict[str, Any] | None = None, **lists: Any) -> Facts:
    """An event of teams."""
    return Facts(
        events=(EventFact(name="Teams", kind=kind, **(event or {})),),
        **{name: tuple(values) for name, values in lists.items()},
    )
