"""Cards: match by match, the boards of a pair or player by opponents, those of a team with both rooms side by side."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from services.broadcast.domain.pages import words
from services.broadcast.domain.pages.rounds import Round

GOOD, POOR = 60, 40
"""Percentages from which a board is marked."""

Line = Mapping[str, Any]


def sum_of(points: Iterable[str | None]) -> Decimal:
    """Exact points added up; what is not known counts nothing."""
    return sum((Decimal(each or 0) for each in points), Decimal(0))


class Run(NamedTuple):
    """Boards that follow each other against the same opponents.

    Attributes:
        direction: in which the card's own side sat; empty where that never changes.
        number: of the opponents.
        partners: with whom an individual played.
        pair: which pair of a team it was.
    """

    direction: str
    number: str
    opponents: str
    partners: str
    pair: str
    lines: Sequence[Line]


class MatchBoard(NamedTuple):
    """A board of a match of teams: what happened in both rooms, what it gave, and how the match stood then.

    Attributes:
        rooms: the lines where this side sat North-South, and where it sat East-West.
    """

    board: str
    id: str
    rooms: tuple[Sequence[Line], Sequence[Line]]
    points: str
    running: str
    grade: str


class Group(NamedTuple):
    """Lines of a card: of a match, or of none.

    Attributes:
        title: of the round of the match.
        opponents: the other side's id and name; None for a bye.
        result: of the match, this side first.
    """

    lines: Sequence[Line]
    runs: Sequence[Run] = ()
    boards: Sequence[MatchBoard] = ()
    match: Line | None = None
    title: str = ""
    opponents: tuple[str, str] | None = None
    result: str = ""


class Card(NamedTuple):
    """What the lines of a card are.

    Attributes:
        unit: of the points of a board.
        percents: they have percentages.
        sessions: there are several.
        team: they are those of all pairs of a team.
        boards: how many.
    """

    groups: Sequence[Group]
    unit: str
    percents: bool
    sessions: bool
    team: bool
    boards: int


class People(NamedTuple):
    """Names and numbers of everybody."""

    names: Mapping[str, str]
    numbers: Mapping[str, str]


def people(rows: Iterable[Line]) -> People:
    """Those who stand in standings, by id; where there are sections, a number is that of one of them."""
    first: dict[str, Line] = {}
    for row in rows:
        first.setdefault(row["participant"], row)
    numbers = {
        who: f"{row['section']}{row['number']}" if row["section"] and row["number"] != who else str(row["number"])
        for who, row in first.items()
    }
    return People({who: str(row["name"]) for who, row in first.items()}, numbers)


def bridge_card(card: Mapping[str, Any], rounds: Sequence[Round], known: People) -> Card:
    """A card as it is written: match by match, those of no match first."""
    lines, own = card["lines"], card["participant"]
    team = any(line["own_team"] == own and line["own"] != own for line in lines)
    matches = [match for each in rounds for match in each.rows]
    raw_unit = next((match["raw_unit"] for match in matches if match["raw_unit"]), "")
    sides = len({line["direction"] for line in lines}) > 1
    groups = [
        group._replace(boards=match_boards(group.lines, raw_unit))
        if team
        else group._replace(runs=_runs(group.lines, own, known, sides=sides))
        for group in _groups(card, rounds)
    ]
    return Card(
        groups,
        raw_unit if team else lines[0]["unit"] if lines else "",
        any(line["percent"] is not None for line in lines),
        len({line["session"] for line in lines}) > 1,
        team,
        len({line["id"] for line in lines}),
    )


def of_match(card: Mapping[str, Any] | None, each: Round, match: Line, known: People) -> Card | None:
    """The boards of a match, from the card of its home side; None where it has none."""
    if card is None:
        return None
    alone = next((g for g in _groups(card, [each._replace(rows=[match])]) if g.match is not None), Group(()))
    return bridge_card({**card, "lines": alone.lines}, [each._replace(rows=[match])], known) if alone.lines else None


def line_ups(lines: Sequence[Line]) -> list[tuple[str, str, str]]:
    """Who sat where in a match, each named once: the direction, the pair of this side, and its opponents."""
    rooms = {
        room: [
            *dict.fromkeys(
                (line["own_names"] or line["own"] or "", line["opponents"] or "")
                for line in lines
                if line["direction"] == room
            )
        ]
        for room in ROOMS
    }
    known = {room: pairs for room, pairs in rooms.items() if any(own and others for own, others in pairs)}
    if all(not line["own"] for line in lines):
        return []
    return [(room, own, others) for room, pairs in known.items() for own, others in pairs]


ROOMS = ("NS", "EW")


def _groups(card: Mapping[str, Any], rounds: Iterable[Round]) -> list[Group]:
    by_match: dict[Any, list[Line]] = {None: []}
    own = {card["participant"], *(line["own_team"] for line in card["lines"])} - {None}
    played = [
        (each, match) for each in reversed([*rounds]) for match in each.rows if own & {match["home"], match["away"]}
    ]
    firsts: dict[tuple[Any, ...], tuple[Round, Line]] = {}
    for each, match in played:
        firsts.setdefault(_sides(match["session"], match["round"], match["home"], match["away"]), (each, match))
    by_match |= {key: [] for key in firsts}
    for line in card["lines"]:
        sides = (line["own_team"] or line["own"], line["opponents_team"] or line["opponents_number"])
        key = _sides(line["session"], line["round"], *sides)
        by_match[key if key in by_match else None].append(line)
    groups = [Group(by_match[None])] if by_match[None] else []
    for key, (each, match) in firsts.items():
        lines = by_match[key]
        away = match["away"] == card["participant"] or any(line["own_team"] == match["away"] for line in lines)
        groups.append(_group(each.title, match, lines, away=away))
    return groups


def _sides(session: str | None, number: int | None, left: str | None, right: str | None) -> tuple[Any, ...]:
    return session or "", number, frozenset((left or "", right or ""))


def _group(title: str, match: Line, lines: Sequence[Line], *, away: bool) -> Group:
    ours, theirs = match["scores"][::-1] if away else match["scores"]
    if match["state"] == "bye":
        return Group(lines, match=match, title=title, result=ours)
    other = (match["home"], match["home_name"]) if away else (match["away"], match["away_name"])
    result = f"{ours or '–'} : {theirs or '–'}" if ours or theirs else ""
    return Group(lines, match=match, title=title, opponents=other, result=result)


def _runs(lines: Iterable[Line], participant: str, known: People, *, sides: bool) -> list[Run]:
    runs: list[tuple[tuple[Any, ...], list[Line]]] = []
    for line in lines:
        key = tuple(line[name] for name in ("session", "direction", "own", "opponents_number", "opponents_team"))
        if not runs or runs[-1][0] != key:
            runs.append((key, []))
        runs[-1][1].append(_card_line(line))
    return [_run(own, participant, known, sides=sides) for _, own in runs]


def _run(lines: Sequence[Line], participant: str, known: People, *, sides: bool) -> Run:
    line = lines[0]
    number = str(line["opponents_number"] or line["opponents_team"] or "")
    own = [who for who in (line["own"] or "").split("+") if who]
    partners = " & ".join(known.names.get(who) or who for who in own if who != participant)
    individual = participant in own
    return Run(
        line["direction"] or "" if sides else "",
        known.numbers.get(number, number),
        line["opponents"] or "",
        partners if individual else "",
        "" if individual or not line["own"] else line["own_names"] or line["own"],
        lines,
    )


def _card_line(line: Line) -> Line:
    return {
        **line,
        "grade": _grade(line),
        "own_score": words.own_score(line["score"], line["direction"]),
        "value": words.fixed(line["percent"], 2) or words.board_points(line["points"], line["unit"]) or "–",
    }


def _grade(line: Line) -> str:
    """Good boards and bad ones: by their percentage, else by the IMPs won and lost."""
    share, points = line["percent"], Decimal(line["points"] or 0) if line["unit"] == "imps" else Decimal(0)
    if share is not None:
        return "good" if Decimal(share) >= GOOD else "poor" if Decimal(share) <= POOR else ""
    return _better(points)


def _better(points: Decimal) -> str:
    return "good" if points > 0 else "poor" if points < 0 else ""


def match_boards(lines: Iterable[Line], unit: str) -> list[MatchBoard]:
    """The lines of a team by boards, with the running score of this side and the other."""
    boards: dict[str, list[Line]] = {}
    for line in lines:
        boards.setdefault(line["id"], []).append(_card_line(line))
    ours = theirs = Decimal(0)
    made = []
    for ident, own in boards.items():
        points, against = (
            next((line[name] for line in own if line[name] is not None), None)
            for name in ("match_points", "match_points_against")
        )
        running = ""
        if points is not None:
            ours, theirs = ours + _won(points, unit), theirs + _won(against, unit)
            running = f"{words.amount(ours)} : {words.amount(theirs)}"
        rooms = tuple([line for line in own if line["direction"] == room] for room in ROOMS)
        grade = _better(Decimal(points or 0) - Decimal(against or 0))
        text = words.board_points(points, unit) if points is not None else "–"
        made.append(MatchBoard(str(own[0]["board"]), ident, (rooms[0], rooms[1]), text, running, grade))
    return made


def _won(points: str | None, unit: str) -> Decimal:
    """A difference is won by one side; points both may have."""
    value = Decimal(points or 0)
    return Decimal(0) if unit == "imps" and value < 0 else value
