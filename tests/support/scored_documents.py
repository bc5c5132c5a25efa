"""From a made-up USEBIO document to standings, through the real reader; and the parts that such documents need."""

from collections.abc import Iterable
from decimal import Decimal

from contracts.standings import Ranking, ScoredMatch, StandingRow
from services.scoring.domain.event.event_state import EventState, Scored
from services.scoring.domain.explanation.explainer import Explainer
from shared.formats.usebio.reader.parse import parse
from tests.support.fragments import fragment
from tests.support.readding import add_up
from tests.support.usebio_documents import document, read_one

ABOUT_METHOD = frozenset({"scoring.method-detected", "scoring.scale-unknown", "scoring.line-without-score"})
"""Findings that say what was made of a file, and not that something in it is wrong."""

ABOUT_LISTS = frozenset({"scoring.unknown-participant", "scoring.total-of-unknown"})
"""Findings about participants that a document does not list; most of these documents list those whom they are about."""


def score(inside: str, **more: str) -> Scored:
    """Score a document with one event, and add up every total from its explanation."""
    data = document(inside, **more)
    read = read_one(data)
    facts = {name: getattr(read.facts, name) for name in read.facts.FIELDS if name != "results"}
    state = EventState(read.event)
    state.apply(
        fragment("document", results=read.facts.results, scope=read.scope, event=read.event, **facts),
        tuple(parse(data).findings),
    )
    scored = state.score()[0]
    for each in Explainer(state, scored):
        add_up(each.model_dump(mode="json", exclude_none=True))
    return scored


def wrong(scored: Scored) -> list[tuple[str, str | None]]:
    """What is reported, method and lists apart: code and subject of each finding."""
    return [(f.code, f.subject) for f in scored.standings.findings if f.code not in ABOUT_METHOD | ABOUT_LISTS]


def row(scored: Scored, name: str, ranking: str = "overall") -> StandingRow:
    """A participant's row of a ranking."""
    return next(found for found in ranked(scored, ranking).rows if found.id == name)


def ranked(scored: Scored, ranking: str = "overall") -> Ranking:
    """A ranking by its id."""
    return next(found for found in scored.standings.rankings if found.id == ranking)


def places(scored: Scored, ranking: str = "overall") -> list[tuple[str, str | None, Decimal | None]]:
    """Who has which place and total."""
    return [(found.id, found.place, found.total) for found in ranked(scored, ranking).rows]


def met(scored: Scored, home: str, away: str | None, round_number: int | None = None) -> ScoredMatch:
    """A match of two sides."""
    return next(
        match
        for match in scored.standings.matches
        if (match.home, match.away) == (home, away) and round_number in (None, match.round)
    )


def tags(**values: object) -> str:
    """Elements with these texts, in this order; those of None are left out."""
    return "".join(f"<{name}>{value}</{name}>" for name, value in values.items() if value is not None)


def result(ns: str, ew: str, score: object, points: tuple[object, object] | None = None, unit: str = "MATCH") -> str:
    """A traveller line with the points that it states."""
    stated = {f"NS_{unit}_POINTS": points[0], f"EW_{unit}_POINTS": points[1]} if points else {}
    inside = tags(NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew, SCORE=score, **stated)
    return f"<TRAVELLER_LINE>{inside}</TRAVELLER_LINE>"


def one_table(score: object, points: tuple[object, object] | None = None, unit: str = "MATCH", **more: object) -> str:
    """The line of a match of two pairs, which names nobody."""
    stated = {f"NS_{unit}_POINTS": points[0], f"EW_{unit}_POINTS": points[1]} if points else {}
    return f"<TRAVELLER_LINE>{tags(SCORE=score, **stated, **more)}</TRAVELLER_LINE>"


def two_tables(at_ns: object, at_ew: object, more_ns: str = "", more_ew: str = "") -> str:
    """The lines of a board of a team match: North-South's score where the team sat North-South, and where East-West."""
    first, second = tags(DIRECTION="NS"), tags(DIRECTION="EW")
    return (
        f"<TRAVELLER_LINE>{first}{more_ns}{tags(SCORE=at_ns)}</TRAVELLER_LINE>"
        f"<TRAVELLER_LINE>{second}{more_ew}{tags(SCORE=at_ew)}</TRAVELLER_LINE>"
    )


def board(number: object, *lines: str, **stated: object) -> str:
    """A board with these lines."""
    return f"<BOARD>{tags(BOARD_NUMBER=number, **stated)}{''.join(lines)}</BOARD>"


def match(
    home: str, away: str, stated: tuple[object, object], *boards: str, round_number: int | None = 1, **more: object
) -> str:
    """A match of two teams."""
    inside = tags(
        ROUND_NUMBER=round_number,
        TEAM=home,
        OPPOSING_TEAM=away,
        **more,
        TEAM_SCORE=stated[0],
        OPPOSING_TEAM_SCORE=stated[1],
    )
    return f"<MATCH>{inside}{''.join(boards)}</MATCH>"


def pair_match(
    ns: str,
    ew: str,
    stated: tuple[object, object],
    *boards: str,
    round_number: int | None = 1,
    unit: str = "VICTORY_POINTS",
    **more: object,
) -> str:
    """A match of two pairs; `unit` is VICTORY_POINTS or SCORE."""
    inside = tags(
        ROUND_NUMBER=round_number,
        NS_PAIR_NUMBER=ns,
        EW_PAIR_NUMBER=ew,
        **more,
        **{f"NS_{unit}": stated[0], f"EW_{unit}": stated[1]},
    )
    return f"<MATCH>{inside}{''.join(boards)}</MATCH>"


def pair(number: str, inside: str = "", **stated: object) -> str:
    """A pair with what is stated for it."""
    return f"<PAIR>{tags(PAIR_NUMBER=number, **stated)}{inside}</PAIR>"


def team(number: str, inside: str = "", **stated: object) -> str:
    """A team with what is stated for it."""
    return f'<TEAM TEAM_ID="{number}" TEAM_NAME="Team {number}">{tags(**stated)}{inside}</TEAM>'


def listed(*participants: str) -> str:
    """A list of participants."""
    return f"<PARTICIPANTS>{''.join(participants)}</PARTICIPANTS>"


def listed_pairs(rows: Iterable[tuple[str, object, str]]) -> str:
    """Pairs with total and place."""
    return listed(*(pair(number, TOTAL_SCORE=total, PLACE=place) for number, total, place in rows))


def listed_teams(rows: Iterable[tuple[str, object, str]]) -> str:
    """Teams with total and place."""
    return listed(*(team(number, TOTAL_SCORE=total, PLACE=place) for number, total, place in rows))
