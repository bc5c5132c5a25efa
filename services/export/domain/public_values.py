"""An event with the places and scores that the organiser chose to show, for files that anybody may download.

Of those stated a file has only what is stated. Of those computed it has no totals, awards, ladder, or elements that no
rule explains; scores of matches, and of their boards, are ours where we have them, and else count as results.
"""

from contracts.facts import BoardPointsFact, Facts, MatchFact
from contracts.messages import EventMerged
from contracts.standings import ScoredBoard, ScoredMatch, TravellerLine
from shared.formats.format import Seats
from shared.formats.losses import Losses
from shared.formats.merged_values import Values
from shared.public_values import is_stated, public_rankings

_STATED = ("totals", "awards", "ladder", "extensions")
"""Facts that state values, or may."""


def with_public_values(merged: EventMerged, seats: Seats) -> tuple[EventMerged, Seats]:
    """The event and its next seats with these values alone; the same where both are shown."""
    values = merged.standings.public.values
    if values == "both":
        return merged, seats
    standings, ours = merged.standings, values == "computed"
    is_open = ours or any(is_stated(ranking.rows) for ranking in standings.rankings)
    shown = merged.replace(
        facts=_computed_facts(merged) if ours else merged.facts,
        origins={kind: origins for kind, origins in merged.origins.items() if not ours or kind not in _STATED},
        standings=standings.replace(
            rankings=public_rankings(standings.rankings, values) if is_open else (),
            matches=tuple((_computed_match if ours else _stated_match)(match) for match in standings.matches),
            findings=(),
            findings_total=0,
            differences=0,
            outcome=None,
        ),
        boards=tuple((_computed_board if ours else _stated_board)(board) for board in merged.boards),
        findings=(),
    )
    if seats is not None and not ours:
        # Why two meet may name their scores.
        seats = seats.replace(findings=(), tables=tuple(table.replace(reason="") for table in seats.tables))
    return shown, seats


def _computed_facts(merged: EventMerged) -> Facts:
    """The facts without what is stated, but with our scores of matches and of their boards."""
    facts, values = merged.facts, Values(merged, True, Losses())
    matches = {_meeting(each): each for each in facts.matches}
    return facts.replace(
        participants=tuple(each.replace(details=()) for each in facts.participants),
        results=[each.replace(stated=None, details=()) for each in facts.results],
        matches=tuple(
            values.match(each).replace(
                home_imps=None, away_imps=None, home_game_points=None, away_game_points=None, details=()
            )
            for each in facts.matches
        ),
        board_points=tuple(_points(each, matches.get(_meeting(each)), values) for each in facts.board_points),
        **dict.fromkeys(_STATED, ()),
    )


def _meeting(each: MatchFact | BoardPointsFact) -> tuple[object, ...]:
    return (each.session, each.round, each.home, each.away, each.sub_match)


def _points(stated: BoardPointsFact, match: MatchFact | None, values: Values) -> BoardPointsFact:
    ours = values.match_board(match, stated.board, None) if match is not None else None
    if ours is None:
        return stated
    return stated.replace(
        home_points=ours.home_points, away_points=ours.away_points, unit=ours.unit, home_imps=None, away_imps=None
    )


def _computed_match(match: ScoredMatch) -> ScoredMatch:
    return match.replace(stated_home=None, stated_away=None, agrees=None)


def _stated_match(match: ScoredMatch) -> ScoredMatch:
    return match.replace(
        home_score=match.stated_home,
        away_score=match.stated_away,
        home_raw=None,
        away_raw=None,
        by_board=(),
        ruling=None,
        agrees=None,
    )


def _computed_board(board: ScoredBoard) -> ScoredBoard:
    lines = [line.replace(stated_ns=None, stated_ew=None, agrees=None) for line in board.lines]
    return board.replace(lines=lines)


def _stated_board(board: ScoredBoard) -> ScoredBoard:
    return board.replace(lines=[_stated_line(line) for line in board.lines], top=None, datum=None)


def _stated_line(line: TravellerLine) -> TravellerLine:
    return line.replace(
        ns_points=line.stated_ns, ew_points=line.stated_ew, ns_percent=None, ew_percent=None, agrees=None
    )
