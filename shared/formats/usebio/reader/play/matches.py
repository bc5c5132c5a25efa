"""MATCH: two pairs or two teams over several boards (3.2, 3.3; inside TEAM 1.0, 4.2; knock-outs 1.0, 5.4).

Rule 1: a match with TEAM elements is a knock-out, one that names teams a match of teams, any other one of pairs. What
    belongs to another kind of match is set aside.
Rule 2: in 1.0 both teams report the same match (4.2, MATCH inside TEAM). The first report counts; the second fills in
    what the first leaves out, and what it states otherwise is set aside.
Rule 3: a match that cannot be used, because it does not say who plays, is kept as it stands.
"""

from decimal import Decimal
from typing import Any

from lxml import etree

from contracts.codes.usebio import MISSING_REQUIRED, TOO_LARGE
from contracts.facts import BoardPointsFact, Detail, MatchFact, ResultFact
from shared.errors import FormatError
from shared.formats.usebio.reader.draft import Draft, Entry, Meeting, Where
from shared.formats.usebio.reader.fields import Fields, predicate
from shared.formats.usebio.reader.nodes import as_it_stands, read_fields
from shared.formats.usebio.reader.play.boards import read_board
from shared.formats.usebio.reader.values import attribute_of, date_of, decimal_of, whole_of
from shared.formats.usebio.tables.elements import MATCH, in_order

SCORES = ("TEAM_SCORE", "SCORE", "TEAM_VICTORY_POINTS")
OPPONENTS = ("OPPOSING_TEAM_SCORE", "OPPOSING_TEAM_VICTORY_POINTS")
"""Elements with the score of the team that reports a match, and of its opponents; the newest name first."""


def other_report(
    draft: Draft, where: Where, round_number: int | None, home: str, away: str | None, first: str | None
) -> int | None:
    """The number of the match that the opponents have reported already."""
    theirs = draft.meetings.get((where.session, round_number, away, home, first), [])
    own = (where.session, round_number, home, away, first)
    count = draft.second_reports.get(own, 0)
    if count >= len(theirs):
        return None
    draft.second_reports[own] = count + 1
    return theirs[count]


def join_lines(draft: Draft, first: tuple[int, int], second: int) -> None:
    """Put the lines of a second report together with those of the first, whose range is given; each counts once."""
    fields = ("round", "table", "declarer", "lead", "tricks", "stated", "arrow_switched")

    def key(result: ResultFact) -> tuple[object, ...]:
        return (result.session, result.board, result.sides.key, result.contract, result.ns_score)

    known = {key(draft.results[number]): number for number in range(*first)}
    new = []
    for again in draft.results[second:]:
        number = known.get(key(again))
        if number is None:
            new.append(again)
            continue
        line = draft.results[number]
        update: dict[str, Any] = {name: getattr(again, name) for name in fields if getattr(line, name) is None}
        more = (detail for detail in again.details if detail not in line.details)
        draft.results[number] = line.replace(**update, details=(*line.details, *more))
    draft.results[second:] = new


def join_reports(
    fields: Fields, other: int, scores: tuple[Decimal | None, Decimal | None], details: tuple[Detail, ...], draft: Draft
) -> None:
    """Put a second report of a match together with the first; its scores are those of the side that reports it now."""
    report, known = draft.report, draft.matches[other]
    on, _ = date_of(fields, "DATE", draft.version, report)
    stated: dict[str, tuple[object, tuple[str, ...]]] = {
        "away_score": (scores[0], SCORES),
        "home_score": (scores[1], OPPONENTS),
        "date": (on, ("DATE",)),
        "boards": (whole_of(fields, report, "TOTAL_BOARDS"), ("TOTAL_BOARDS",)),
        **{field: (fields.name(report, tag), (tag,)) for field, tag in _NAMES.items()},
    }
    sitting_out = [text for text, _ in fields.texts.get("SITOUT", ())]
    update: dict[str, object] = {
        "sitting_out": tuple(dict.fromkeys((*known.sitting_out, *sitting_out))),
        "details": (*known.details, *(detail for detail in details if detail not in known.details)),
    }
    for field, (value, tags) in stated.items():
        if getattr(known, field) is None:
            update[field] = value
        elif value is not None and value != getattr(known, field):
            fields.set_aside(report, tags)
    draft.matches[other] = known.model_copy(update=update)


MOST_MATCHES = 10_000
"""Matches of an event, besides one for each result."""

MOST_MEETINGS = 500
"""Matches of the same two sides in a session, parts of matches among them."""

_OF_PAIRS = frozenset(f"{side}_{what}" for side in ("NS", "EW") for what in ("PAIR_NUMBER", "VICTORY_POINTS", "SCORE"))
_OF_TEAMS = frozenset(("OPPOSING_TEAM", *SCORES, *OPPONENTS, "SITOUT"))

_PAIR_DETAILS = in_order("NS_SCORE EW_SCORE NOTES")
_TEAM_DETAILS = in_order("TEAM_VICTORY_POINTS OPPOSING_TEAM_VICTORY_POINTS NOTES")
_NAMES = {"table": "TABLE_NUMBER", "division": "DIVISION", "last_board": "END_BOARD_NUMBER"}
"""Fields of `MatchFact` that are texts and tell no match from another."""


def read_match(element: etree._Element, path: str, where: Where, draft: Draft, team: str | None = None) -> None:
    """Read a match with its boards; from the view of the team, if any, in whose element it stands (1.0)."""
    fields = read_fields(element, MATCH, path, draft.report)
    if len(draft.matches) > MOST_MATCHES + draft.report.results:
        raise FormatError(TOO_LARGE, f"more than {MOST_MATCHES} matches without results", fields.place())
    sides = fields.all("TEAM")
    if sides:
        fields.set_aside(draft.report, _OF_PAIRS | _OF_TEAMS)
        known = _knock_out(fields, sides, where, draft)
    elif team is not None or fields.stands("TEAM", "OPPOSING_TEAM"):
        fields.set_aside(draft.report, _OF_PAIRS)
        known = _team_match(fields, where, draft, team)
    else:
        fields.set_aside(draft.report, _OF_TEAMS)
        known = _pairs_match(fields, where, draft)
    if not known:
        draft.report.add(MISSING_REQUIRED, "a MATCH does not say who plays, so it does not count", fields.place())
        draft.extensions.keep(where.owner, as_it_stands(element, path, draft.report))


def _owner(fields: Fields, where: Where, *names: str) -> str:
    stated = "".join(predicate(name, fields.text(name) or "") for name in names if fields.stands(name))
    return f"{where.owner}/MATCH{stated}"


def _common(fields: Fields, where: Where, draft: Draft, home: str, away: str | None) -> MatchFact:
    """The match without its scores; another match of the same sides in the same round gets a number of its own."""
    report = draft.report
    met = (where.session, *sorted((home, away or "")))
    draft.met[met] = draft.met.get(met, 0) + 1
    if draft.met[met] > MOST_MEETINGS:
        raise FormatError(TOO_LARGE, f"the same two sides have more than {MOST_MEETINGS} matches", fields.place())
    on, _ = date_of(fields, "DATE", draft.version, report)
    round_number = whole_of(fields, report, "ROUND_NUMBER")
    first = fields.name(report, "START_BOARD_NUMBER")
    before = draft.meetings.setdefault((where.session, round_number, home, away, first), [])
    count = len(before) + 1
    before.append(len(draft.matches))
    return MatchFact(
        at=fields.place(),
        session=where.session,
        section=where.section,
        kind="pairs",
        round=round_number,
        date=on,
        home=home,
        away=away,
        first_board=first,
        boards=whole_of(fields, report, "TOTAL_BOARDS"),
        sub_match=str(count) if count > 1 else None,
        **{field: fields.name(report, tag) for field, tag in _NAMES.items()},
    )


def _pairs_match(fields: Fields, where: Where, draft: Draft) -> bool:
    """Swiss pairs: North-South is the home side. Victory points count before NS_SCORE, which programs get wrong.

    Returns:
        Whether the match says who plays.
    """
    report = draft.report
    ns, ew = (_nobody_as_none(fields.name(report, f"{side}_PAIR_NUMBER")) for side in ("NS", "EW"))
    owner = _owner(fields, where, "ROUND_NUMBER", "NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
    bye_of_ew = ns is None and ew is not None and not fields.raw
    home, away = (ew, None) if bye_of_ew else (ns, ew)
    if home is None and not fields.raw:
        return False
    if home is None:
        # Lines may say for themselves who played.
        report.add(MISSING_REQUIRED, "a MATCH names no pair, so its score does not count", fields.place())
        fields.set_aside(report, list(fields.texts))
        fields.keep_unknown(draft.extensions, owner)
        _boards(fields, where, owner, draft, Meeting(ns=ns, ew=ew))
        return True
    fields.keep_unknown(draft.extensions, owner)
    match = _common(fields, where, draft, home, away)
    points = fields.stands("NS_VICTORY_POINTS", "EW_VICTORY_POINTS")
    names = ("NS_VICTORY_POINTS", "EW_VICTORY_POINTS") if points else ("NS_SCORE", "EW_SCORE")
    scores = [decimal_of(fields, report, name) for name in (reversed(names) if bye_of_ew else names)]
    details = fields.details(report, _PAIR_DETAILS if points else in_order("NOTES"))
    draft.matches.append(
        match.replace(home_score=scores[0], away_score=scores[1], unit="vps" if points else None, details=details)
    )
    _boards(fields, where, owner, draft, Meeting(ns=ns, ew=ew, round=match.round, sub_match=match.sub_match))
    return True


def _nobody_as_none(name: str | None) -> str | None:
    """The opponents; NONE in a bye (3.3.1), which programs write for pairs as well."""
    return None if name is not None and name.upper() == "NONE" else name


def _team_match(fields: Fields, where: Where, draft: Draft, team: str | None) -> bool:
    """A match between teams, reported from the view of `team`, or of the TEAM that it names (1.1 and later).

    Returns:
        Whether the match says who plays.
    """
    report = draft.report
    home = team or fields.name(report, "TEAM")
    away = _nobody_as_none(fields.name(report, "OPPOSING_TEAM"))
    owner = _owner(fields, where, "ROUND_NUMBER", "TEAM", "OPPOSING_TEAM", "START_BOARD_NUMBER")
    if home is None:
        return False
    if team is not None and fields.text("TEAM") != team:
        fields.set_aside(report, ("TEAM",))
    fields.set_aside_older(report, "TEAM_SCORE", "SCORE")
    home_score = decimal_of(fields, report, *SCORES)
    away_score = decimal_of(fields, report, *OPPONENTS)
    unit = None if fields.stands("TEAM_SCORE", "SCORE") else "vps"
    # Victory points that stand alone are the score, and no detail beside it.
    details = fields.details(report, _TEAM_DETAILS if unit is None else in_order("NOTES"))
    sitting_out = tuple(text for text, _ in fields.texts.get("SITOUT", ()))
    round_number = whole_of(fields, report, "ROUND_NUMBER")
    first = fields.name(report, "START_BOARD_NUMBER")
    other = other_report(draft, where, round_number, home, away, first) if team is not None else None
    if other is None:
        match = _common(fields, where, draft, home, away).replace(
            kind="teams",
            home_score=home_score,
            away_score=away_score,
            unit=unit if home_score is not None else None,
            sitting_out=sitting_out,
            details=details,
        )
        draft.matches.append(match)
    else:
        join_reports(fields, other, (home_score, away_score), details, draft)
    fields.keep_unknown(draft.extensions, owner)
    before = len(draft.results)
    part = draft.matches[-1 if other is None else other].sub_match
    _boards(fields, where, owner, draft, Meeting(team=home, opponents=away, round=round_number, sub_match=part))
    if other is None:
        draft.reported[len(draft.matches) - 1] = (before, len(draft.results))
    else:
        join_lines(draft, draft.reported.get(other, (0, 0)), before)
    return True


def _boards(fields: Fields, where: Where, owner: str, draft: Draft, meeting: Meeting) -> None:
    inner = Where(path=fields.path, owner=owner, session=where.session, section=where.section)
    for element, path in fields.raw:
        board = read_board(element, path, inner, draft, meeting)
        number = board.text("BOARD_NUMBER")
        if number and meeting.team is not None and board.stands("IMPS", "TEAM_POINTS", "OPPOSING_TEAM_POINTS"):
            _board_points(board, number, where, draft, meeting)
    fields.raw = []


def _board_points(board: Fields, number: str, where: Where, draft: Draft, meeting: Meeting) -> None:
    """What the match states for a board: IMPS of the team, or points of each side where scoring is not by IMPs.

    Hybrid scoring has both; the opponents' points are then of the kind of TEAM_POINTS.
    """
    report = draft.report
    both = board.stands("IMPS") and board.stands("TEAM_POINTS")
    imps = board.stands("IMPS") and not both
    home = decimal_of(board, report, "IMPS" if imps else "TEAM_POINTS")
    away = decimal_of(board, report, "OPPOSING_TEAM_POINTS")
    beside = decimal_of(board, report, "IMPS") if both else None
    sides = (meeting.team, meeting.opponents)
    theirs = draft.points_of.get((where.session, meeting.round, *sides[::-1], number, meeting.sub_match))
    if theirs is not None and draft.board_points[theirs].away_points is None:
        # The opponents have stated theirs: one statement for both views.
        draft.board_points[theirs] = draft.board_points[theirs].replace(away_points=home, away_imps=beside)
        return
    draft.points_of[where.session, meeting.round, *sides, number, meeting.sub_match] = len(draft.board_points)
    draft.board_points.append(
        BoardPointsFact(
            at=board.place(),
            session=where.session,
            round=meeting.round,
            home=meeting.team or "",
            away=meeting.opponents,
            board=number[:1024],
            home_points=home,
            away_points=away,
            home_imps=beside,
            unit="imps" if imps else None,
            sub_match=meeting.sub_match,
        )
    )


def _knock_out(fields: Fields, sides: list[Fields], where: Where, draft: Draft) -> bool:
    """A match of a knock-out or league, with its teams and their players inside.

    Returns:
        Whether the match says who plays: one team, or two, each with its id.
    """
    report = draft.report
    home = next((side for side in sides if side.attributes.get("TEAM_TYPE", "").upper() != "AWAY"), sides[0])
    away = next((side for side in sides if side is not home), None)
    ids = (side.attributes.get("TEAM_ID", "") for side in (home, away) if side is not None)
    names = [report.clip(name, fields.place()) or None for name in ids]
    owner = f"{where.owner}/MATCH" + "".join(predicate("TEAM/@TEAM_ID", name) for name in names if name)
    if None in names or len(sides) > 2:
        return False
    fields.keep_unknown(draft.extensions, owner)
    for side in sides:
        attribute_of(side, report, "TEAM_TYPE", {"HOME": home, "AWAY": away or home}, "TEAM_TYPE must be Home or Away")
    match = _common(fields, where, draft, names[0] or "", names[1] if len(names) > 1 else None)
    scores: dict[str, Decimal | None] = {"home_imps": decimal_of(home, report, "IMPS")}
    scores["home_score"] = decimal_of(home, report, "VPS")
    if away is not None:
        scores["away_imps"] = decimal_of(away, report, "IMPS")
        scores["away_score"] = decimal_of(away, report, "VPS")
    unit = "vps" if scores["home_score"] is not None else None
    if unit is None and scores["home_imps"] is not None:
        unit = "imps"
        scores["home_score"], scores["away_score"] = scores["home_imps"], scores.get("away_imps")
    draft.matches.append(
        match.model_copy(update=scores).replace(
            kind="teams",
            unit=unit,
            home_line_up=_line_up(home),
            away_line_up=_line_up(away) if away is not None else (),
            details=fields.details(report, in_order("NOTES")),
        )
    )
    for team, name in zip((home, away), names, strict=False):
        if team is not None and name is not None:
            draft.entries.append(Entry(kind="team", number=name, where=where, fields=team, listed=False))
    meeting = Meeting(team=match.home, opponents=match.away, round=match.round, sub_match=match.sub_match)
    _boards(fields, where, owner, draft, meeting)
    return True


def _line_up(side: Fields) -> tuple[str, ...]:
    names = (player.text("NATIONAL_ID_NUMBER") or player.text("PLAYER_NAME") for player in side.all("PLAYER"))
    return tuple(name[:1024] for name in names if name)
