"""A match that both of its teams tell (1.0, 4.2: MATCH inside TEAM).

Rule: the first to tell it counts; the second fills in what the first left out, and what it says otherwise is set aside.
"""

from __future__ import annotations

from decimal import Decimal

from contracts.facts import Detail, ResultFact
from shared.formats.usebio.draft import Draft, Where
from shared.formats.usebio.fields import Fields
from shared.formats.usebio.values import date_of, whole_of

SCORES = ("TEAM_SCORE", "SCORE", "TEAM_VICTORY_POINTS")
OPPONENTS = ("OPPOSING_TEAM_SCORE", "OPPOSING_TEAM_VICTORY_POINTS")
"""Elements with the score of the team that tells a match, and of its opponents; the newest name first."""


def other_report(
    draft: Draft, where: Where, round_number: int | None, home: str, away: str | None, first: str | None
) -> int | None:
    """The number of the match in which the opponents have told the same (1.0, MATCH inside TEAM)."""
    theirs = draft.meetings.get((where.session, round_number, away, home, first), ())
    told = draft.retold.get((where.session, round_number, home, away, first), 0)
    if told >= len(theirs):
        return None
    draft.retold[(where.session, round_number, home, away, first)] = told + 1
    return theirs[told]


def same_line(result: ResultFact) -> tuple[object, ...]:
    """By what a line of one report is known again in the other."""
    return (result.session, result.board, result.sides.key, result.contract, result.ns_score)


def join_lines(draft: Draft, first: tuple[int, int], second: int) -> None:
    """Put the lines of a second report together with those of the first: a line that both have is one.

    Args:
        draft: has the lines of both.
        first: the range of those of the first report.
        second: where those of the second begin.
    """
    known = {same_line(draft.results[number]): number for number in range(*first)}
    new = []
    for result in draft.results[second:]:
        number = known.get(same_line(result))
        if number is None:
            new.append(result)
        else:
            draft.results[number] = _filled(draft.results[number], result)
    draft.results[second:] = new


def _filled(line: ResultFact, again: ResultFact) -> ResultFact:
    """A line with what only its second report says."""
    update: dict[str, object] = {name: getattr(again, name) for name in _FILLED if getattr(line, name) is None}
    more = tuple(detail for detail in again.details if detail not in line.details)
    return line.replace(details=(*line.details, *more)).model_copy(update=update)


_FILLED = ("round", "table", "declarer", "lead", "tricks", "stated", "arrow_switched")


def tell_again(
    fields: Fields, other: int, scores: tuple[Decimal | None, Decimal | None], details: tuple[Detail, ...], draft: Draft
) -> None:
    """Put a second report of a match together with the first.

    Args:
        fields: of this report.
        other: the number of the match.
        scores: of the side that tells it now, and of its opponents.
        details: of this report.
        draft: has the match.
    """
    report, known = draft.report, draft.matches[other]
    on, _ = date_of(fields, "DATE", draft.version, report)
    said: dict[str, tuple[object, tuple[str, ...]]] = {
        "away_score": (scores[0], SCORES),
        "home_score": (scores[1], OPPONENTS),
        "table": (fields.name(report, "TABLE_NUMBER"), ("TABLE_NUMBER",)),
        "division": (fields.name(report, "DIVISION"), ("DIVISION",)),
        "date": (on, ("DATE",)),
        "last_board": (fields.name(report, "END_BOARD_NUMBER"), ("END_BOARD_NUMBER",)),
        "boards": (whole_of(fields, report, "TOTAL_BOARDS"), ("TOTAL_BOARDS",)),
    }
    sitting_out = [text for text, _ in fields.texts.get("SITOUT", ())]
    update: dict[str, object] = {
        "sitting_out": tuple(dict.fromkeys((*known.sitting_out, *sitting_out))),
        "details": (*known.details, *(detail for detail in details if detail not in known.details)),
    }
    for field, (value, tags) in said.items():
        if getattr(known, field) is None:
            update[field] = value
        elif value is not None and value != getattr(known, field):
            fields.set_aside(report, tags)
    draft.matches[other] = known.model_copy(update=update)
