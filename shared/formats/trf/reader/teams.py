"""Records of teams and of byes, line-ups, forfeits and points that are not the usual ones: 013, 240 to 340, XXA."""

from collections.abc import Callable

from contracts.base import Place
from contracts.codes import trf as codes
from shared.formats.trf.columns import BOTH_WAYS, LAYOUTS
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.detect import fits, spoken_for
from shared.formats.trf.reader.draft import Abnormal, Bye, Draft, Forfeit, Lent, LineUp, Team
from shared.formats.trf.reader.header import plain
from shared.formats.trf.reader.line import Line
from shared.formats.trf.values import decimal_of

_FORFEITS = {
    "+-": "+-",
    "-+": "-+",
    "--": "--",
    "10": "+-",
    "01": "-+",
    "00": "--",
    "WL": "+-",
    "LW": "-+",
    "LL": "--",
    "WZ": "+-",
    "ZW": "-+",
    "ZZ": "--",
}


def read_team_record(draft: Draft, code: str, line: str, number: int) -> None:
    """Read one record of `READERS`, by the columns of the file's dialect or of the only one that it fits."""
    dialect = draft.dialect
    spoken = spoken_for(code, line) if code in BOTH_WAYS else None
    theirs = LAYOUTS[spoken or dialect].get(code)
    ours = LAYOUTS[dialect].get(code)
    whole = Place(line=number, column=1, end_column=len(line.rstrip()), path=code)
    if spoken is not None and theirs != ours:
        draft.report.add(
            codes.OTHER_DIALECT,
            f"record {code} is laid out as in {spoken.value}, the rest of the file as in {dialect.value}",
            whole,
        )
    if code == "330":
        theirs = LAYOUTS[Dialect.DRAFT_2024]["340" if line[5:6].strip() else "330"]
    if theirs is None:
        theirs = next(layouts[code] for layouts in LAYOUTS.values() if code in layouts)
        draft.report.add(codes.OTHER_DIALECT, f"{dialect.value} has no record {code}", whole)
    READERS[code](draft, Line(draft, theirs, line, number))


def _team(draft: Draft, line: Line) -> None:
    rank = line.number_of("number")
    if not rank:
        draft.report.add(
            codes.NO_NUMBER, "this record 310 has no team number", line.place("number"), stated=line.text("number")
        )
        draft.report.keep("record", "310", line.line, line.number)
        return
    if rank in draft.teams:
        draft.report.add(
            codes.REPEATED_NUMBER,
            f"team {rank} is already listed in line {draft.teams[rank].line}",
            line.place("number"),
            subject=f"team {rank}",
        )
        draft.report.keep("record", "310", line.line, line.number)
        return
    draft.teams[rank] = Team(
        line=line.number,
        number=rank,
        code="310",
        name=line.text("name"),
        nickname=line.text("nickname"),
        strength=line.points_of("strength"),
        match_points=line.points_of("match_points"),
        game_points=line.points_of("game_points"),
        rank=line.number_of("rank") or None,
        at=line.whole_place,
        totals_at=line.span("match_points", "rank"),
    )
    _add_members(draft.teams[rank], line)


def _old_team(draft: Draft, line: Line) -> None:
    team = Team(line.number, len(draft.old_teams) + 1, "013", name=line.text("name"), at=line.whole_place)
    _add_members(team, line)
    draft.old_teams.append(team)
    draft.listed.setdefault("013", []).append((line.line, line.number))


def _add_members(team: Team, line: Line) -> None:
    for number, place in line.placed_ids():
        team.members.append(number)
        team.member_at.setdefault(number, place)


def _line_up(draft: Draft, line: Line) -> None:
    round_, team, opponent = (line.number_of(name) for name in ("round", "team", "opponent"))
    if not round_ or not team:
        _incomplete(draft, line, "the line-up lacks its round or its team")
        return
    players = tuple(line.ids(gaps=True))
    draft.line_ups.append(LineUp(round_, team, opponent or 0, players, line.whole_place))
    draft.named += line.named("team", "opponent")


def _incomplete(draft: Draft, line: Line, message: str) -> None:
    draft.report.add(codes.NO_NUMBER, message, line.whole_place)
    draft.report.keep("record", line.line[:3], line.line, line.number)


def _bye(draft: Draft, line: Line) -> None:
    kind, round_ = line.text("type").upper() or "Z", line.number_of("round")
    if kind not in ("F", "H", "Z"):
        draft.report.add(codes.BAD_VALUE, "the type of a bye must be F, H or Z", line.place("type"), stated=kind)
        draft.report.keep("record", line.line[:3], line.line, line.number)
    elif not round_:
        _incomplete(draft, line, "the bye lacks its round")
    else:
        draft.byes += [Bye(kind, round_, number, place) for number, place in line.placed_ids()]


def _forfeit_or_bye(draft: Draft, line: Line) -> None:
    if "white" in {entry.name for entry in line.layout.fields}:
        _forfeit(draft, line)
    else:
        _bye(draft, line)


def _forfeit(draft: Draft, line: Line) -> None:
    kind = _FORFEITS.get(line.text("type").upper())
    round_, white, black = (line.number_of(name) for name in ("round", "white", "black"))
    if kind is None:
        draft.report.add(
            codes.BAD_VALUE, "the type of a forfeit must be +-, -+ or --", line.place("type"), stated=line.text("type")
        )
        draft.report.keep("record", line.line[:3], line.line, line.number)
    elif not (round_ and white and black):
        _incomplete(draft, line, "the forfeit lacks its round or one of its two teams")
    else:
        draft.forfeits.append(Forfeit(kind, round_, white, black, line.whole_place))
        draft.named += line.named("white", "black")


def _pairing_bye(draft: Draft, line: Line) -> None:
    if "320" in draft.texts:
        draft.report.add(
            codes.REPEATED_RECORD, f"record 320 is already in line {draft.texts['320'][1]}", line.whole_place
        )
        draft.report.keep("record", "320", line.line, line.number)
        return
    draft.texts["320"] = (line.line, line.number)
    for name, as_ in (("match_points", "TU"), ("game_points", "TUG")):
        points = line.points_of(name)
        if points is not None:
            draft.scoring[as_] = plain(points)
    for round_, (number, place) in enumerate(line.placed_ids(gaps=True), 1):
        if number:
            draft.byes.append(Bye("U", round_, number, place))


def _lent(draft: Draft, line: Line) -> None:
    first_round, last_round, first, last = (
        line.number_of(name) for name in ("first_round", "last_round", "first", "last")
    )
    if not first_round or not first:
        _incomplete(draft, line, "accelerated rounds need a first round and a first player or team")
        return
    for what, named, start, end in (
        ("last_round", "rounds", first_round, last_round),
        ("last", "numbers", first, last),
    ):
        if end and end < start:
            draft.report.add(
                codes.ACCELERATION_RANGE,
                f"the {named} of this record begin at {start} but end at {end}",
                line.place(what),
                stated=str(end),
            )
            draft.report.keep("record", "250", line.line, line.number)
            return
    draft.named += line.named("first", *(["last"] if last != first else []))
    draft.lent.append(
        Lent(
            line.points_of("match_points"),
            line.points_of("game_points"),
            first_round,
            last_round or first_round,
            first,
            last or first,
            line.whole_place,
        )
    )


def _lent_to_one(draft: Draft, line: Line) -> None:
    number = line.number_of("number")
    if not number:
        _incomplete(draft, line, "accelerated rounds need a player")
        return
    draft.named += line.named("number")
    for round_, (column, text) in enumerate(line.layout.numbers(line.line), 1):
        points = decimal_of(text)
        if text and points is None:
            draft.report.add(
                codes.BAD_NUMBER, f"{text!r} is not a number of points", line.at(column, column + 3), stated=text
            )
        elif points:
            draft.lent.append(Lent(None, points, round_, round_, number, number, line.whole_place))


def _abnormal(draft: Draft, line: Line) -> None:
    kind = line.text("type").upper()
    if kind not in ("", "W", "D", "L", "F", "H", "Z", "+", "-"):
        draft.report.add(
            codes.BAD_VALUE,
            "the type of abnormal points must be W, D, L, F, H, Z, + or -",
            line.place("type"),
            stated=kind,
        )
        draft.report.keep("record", "299", line.line, line.number)
        return
    participants = line.placed_ids()
    if not (kind or participants or fits(line.layout, line.line)):
        _incomplete(draft, line, "no columns say who gets these points, and what stands between them may")
        return
    draft.named += participants
    draft.abnormal.append(
        Abnormal(
            kind,
            line.points_of("match_points"),
            line.points_of("game_points"),
            line.number_of("round") or None,
            tuple(number for number, _ in participants),
            line.whole_place,
        )
    )


def _prohibited(draft: Draft, line: Line) -> None:
    first, last = line.number_of("first_round"), line.number_of("last_round")
    participants = line.placed_ids()
    if not first or len(participants) < 2:
        _incomplete(draft, line, "the ban lacks its round or one of its two players or teams")
        return
    draft.named += participants
    text = f"{first}-{last or first} " + " ".join(str(number) for number, _ in participants)
    draft.listed.setdefault("260", []).append((text, line.number))


READERS: dict[str, Callable[[Draft, Line], None]] = {
    "013": _old_team,
    "240": _bye,
    "250": _lent,
    "260": _prohibited,
    "299": _abnormal,
    "300": _line_up,
    "310": _team,
    "320": _pairing_bye,
    "330": _forfeit_or_bye,
    "340": _forfeit_or_bye,
    "XXA": _lent_to_one,
}
"""The reader of each record."""
