"""Short ways to make matches with their boards for tests."""

from decimal import Decimal
from typing import Any

from contracts.codes.code import Code
from contracts.facts import BoardPointsFact, EventFact, MatchFact, ResultFact, Sides, StatedScore
from contracts.findings import Finding
from contracts.messages import Fragment
from services.validation.domain.case import Case, Rule
from tests.support.fragments import fragment, points

TEAMS = EventFact(name="Teams", kind="swiss_teams", board_scoring="imps", match_scoring="vps")
SWISS = EventFact(name="Swiss pairs", kind="swiss_pairs", board_scoring="match_points", match_scoring="vps")


def table(ns: str, ew: str, score: int | None, board: str = "1", **more: Any) -> ResultFact:
    """A board at one table of a match between teams."""
    made: dict[str, Any] = {"round": 1, "ns_score": points(score or 0), "ew_score": points(score or 0), **more}
    return ResultFact(board=board, sides=Sides(ns_team=ns, ew_team=ew), **made)


def both(home: int, away: int, board: str = "1", **more: Any) -> list[ResultFact]:
    """Both tables of a board of A against B: North-South's scores where A sits North-South, and where B does."""
    return [table("A", "B", home, board, **more), table("B", "A", away, board, **more)]


def imps(value: int | str | None, board: str = "1", **more: Any) -> BoardPointsFact:
    """What the match of A against B states for a board."""
    made: dict[str, Any] = {"round": 1, "home": "A", "away": "B", "unit": "imps", **more}
    return BoardPointsFact(board=board, home_points=None if value is None else Decimal(value), **made)


def match(home: str | None, away: str | None, /, **more: Any) -> MatchFact:
    """The match of A against B in round 1, with these scores."""
    scores = {"home_score": home and Decimal(home), "away_score": away and Decimal(away)}
    made: dict[str, Any] = {"kind": "teams", "round": 1, "home": "A", "away": "B", "unit": "vps", **scores, **more}
    return MatchFact(**made)


def met(ns: str, ew: str, board: str = "1", unit: str = "match_points", score: int = 0, **more: Any) -> ResultFact:
    """A board of the Swiss pairs match of 1 against 2, with what both sides have for it."""
    stated = StatedScore(ns=Decimal(ns), ew=Decimal(ew), unit=unit)
    made: dict[str, Any] = {
        "round": 1,
        "sides": Sides(ns="1", ew="2"),
        "ns_score": points(score),
        "stated": stated,
        "ew_score": points(score),
        **more,
    }
    return ResultFact(board=board, **made)


def of(event: EventFact = TEAMS, **facts: Any) -> Fragment:
    """A fragment of this event."""
    return fragment("matches", events=(event,), **facts)


def by(rule: Rule, whole: Fragment) -> list[Finding]:
    """What one rule finds."""
    return list(rule(Case(whole)))


def told(rule: Rule, whole: Fragment) -> list[tuple[str, str | None, str | None]]:
    """What one rule finds: code, stated and computed."""
    return [(finding.code, finding.stated, finding.computed) for finding in by(rule, whole)]


def only(code: Code, rule: Rule, whole: Fragment) -> bool:
    """Whether a rule finds one thing, with this code."""
    return [finding.code for finding in by(rule, whole)] == [code.code]
