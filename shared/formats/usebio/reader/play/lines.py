"""TRAVELLER_LINE: one board played once (3.1.3, 3.2.1, 3.3.3, 3.4).

This is where nearly all of a file is read. The texts of most lines have been taken out of the document
(`plain_lines.py`); a line with anything unusual in it (attributes, nested elements, repeated or unknown names) is read
by the table. From there on both go the same way: what follows from the names of the texts is worked out once for all
lines that have the same, and equal values are shared.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from operator import itemgetter
from typing import Any

from lxml import etree

from contracts.base import NAME_LENGTH, TEXT_LENGTH, Direction, Place
from contracts.codes import usebio as codes
from contracts.facts import Detail, ResultFact, Score, Sides, StatedScore
from shared.formats.usebio.passthrough import SCORES, read_scores
from shared.formats.usebio.reader.draft import Draft, Meeting, Where
from shared.formats.usebio.reader.event import stated_scoring
from shared.formats.usebio.reader.fields import OWN_TEXT, Fields, predicate
from shared.formats.usebio.reader.nodes import read_fields
from shared.formats.usebio.reader.play.cards import SEATS, read_play_data, read_table_cards
from shared.formats.usebio.reader.play.plain_lines import LONG, Run
from shared.formats.usebio.reader.play.scores import (
    is_passed_out,
    plain_points,
    read_score,
    score_of_points,
    stands_for_score,
)
from shared.formats.usebio.reader.values import SMALL, decimal, flag, plain_decimal, whole
from shared.formats.usebio.report import Report
from shared.formats.usebio.tables.elements import LINE_POINTS, SIDES, TRAVELLER_LINE

_DECLARERS = {name: seat.value for name, seat in SEATS.items()}
_UNITS = ("match_points", "butler_imps", "cross_imps", "aggregate")
"""Units of points, the first of which counts where a line states several and the event names none of them."""


_OF_1_4 = {"NS_IMPS": "NS_BUTLER_POINTS", "EW_IMPS": "EW_BUTLER_POINTS"}
"""What IMPs beside points that count are called, so that they can be written."""

NOBODY = Sides()
"""The sides of a line that does not say who played."""

_PLAYERS = tuple(f"{seat}_PLAYER_NUMBER" for seat in "NSEW")
_FIELDS = (
    *("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "DIRECTION", "ROUND_NUMBER", "TABLE_NUMBER", "CONTRACT", "PLAYED_BY", "LEAD"),
    *("TRICKS", "SCORE", "PERCENTAGE", "ARROW_SWITCHED", "LIN_DATA", "NOTES"),
)
"""Elements of a line that are looked at one by one, beside its points."""

_COUNTED: Mapping[str, int | None] = {"": None, **SMALL}


@dataclass(frozen=True)
class _Form:
    """What follows from the names of the texts of a line.

    Attributes:
        points: the names of those that are points.
        unit, ns, ew: of the points that count, and their names; where there are several units, a line decides.
        several: whether what points count, or their unit, is a question to the event.
        players: whether the line names players.
        picked: the texts of `_FIELDS` and of the points that count, of texts with "" behind them; or their columns.
    """

    names: tuple[str, ...]
    points: tuple[str, ...]
    unit: str | None
    ns: str
    ew: str
    several: bool
    players: bool
    picked: Callable[[tuple[Any, ...]], tuple[Any, ...]]

    def unit_of(self, ns: str, ew: str) -> str | None:
        """The unit of what a line states as points, if it states any."""
        return self.unit if ns or ew else None


@lru_cache(maxsize=1024)
def _form(names: tuple[str, ...]) -> _Form:
    points = tuple(name for name in names if name in LINE_POINTS)
    unit, ns, ew, others = _counted(points, None)
    places = (names.index(name) if name in names else len(names) for name in (*_FIELDS, ns, ew))
    players = not {*_PLAYERS}.isdisjoint(names)
    several = bool(others) or any(LINE_POINTS[name][1] == "imps" for name in points)
    return _Form(names, points, unit, ns, ew, several, players, itemgetter(*places))


class Lines:
    """Takes the lines of a board into the draft."""

    def __init__(self, board: str, where: Where, draft: Draft, meeting: Meeting) -> None:
        """Start before the first line."""
        self._board, self._where, self._draft, self._meeting = board, where, draft, meeting
        self._parts = draft.parts.setdefault((where.session, board), {})
        self._newer = draft.report.not_noted("TRAVELLER_LINE")
        self._count = 0

    def add_plain(self, run: Run, stem: str) -> None:
        """Add lines that were taken out of the document; their paths begin with `stem`."""
        names, numbers, lines = run
        form = _form(names)
        paths = (f"{stem}{count}]" for count in range(self._count + 1, self._count + len(lines) + 1))
        places = list(map(_place, zip(numbers, repeat(None), repeat(None), paths, repeat(None), strict=False)))
        self._count += len(lines)
        if not self._add_alike(form, lines, places):
            for texts, at in zip(lines, places, strict=True):
                self._add(form, texts, at)

    def add_element(self, line: etree._Element, stem: str, owner: str) -> None:
        """Add a line that is read by the table; what it has beyond is kept below `owner`."""
        draft, board, where = self._draft, self._board, self._where
        self._count += 1
        fields = read_fields(line, TRAVELLER_LINE, f"{stem}{self._count}]", draft.report)
        values = values_of(fields, draft.report)
        result = self.add(values, fields.place())
        if scores := _both_scores(fields):
            result = result.replace(ns_score=scores[0], ew_score=scores[1])
        sides = "".join(predicate(name, values[name]) for name in SIDES if name in values)
        fields.keep_unknown(draft.extensions, f"{owner}/TRAVELLER_LINE{sides}")
        for group in fields.all("PLAY_DATA"):
            data = group.text(OWN_TEXT)
            if data:
                form = group.attributes.get("format") or group.attributes.get("FORMAT") or ""
                value = draft.report.clip(data, group.place(), TEXT_LENGTH)
                detail = Detail(name=f"PLAY_DATA {form}".strip()[:NAME_LENGTH], value=value)
                result = result.replace(details=(*result.details, detail))
                read_play_data(data, form.upper(), group.place(), result, draft)
        draft.results[-1] = result
        read_table_cards(fields, where, board, result.sides, result.table, draft)

    def add(self, values: dict[str, str], at: Place) -> ResultFact:
        """Add a line of these texts, none of which is longer than it may be."""
        return self._add(_form(tuple(values)), tuple(values.values()), at)

    def _add(self, form: _Form, texts: tuple[str, ...], at: Place) -> ResultFact:
        draft, meeting, report = self._draft, self._meeting, self._draft.report
        if not self._newer.isdisjoint(form.names):
            self._note_newer(_by_name(form, texts), at)
        picked = form.picked((*texts, ""))
        ns, ew, direction, number, table, contract, declarer, lead, tricks, text, percentage, switched, *others = picked
        lin, notes, ns_points, ew_points = others
        sides = draft.sides.get((ns or None, ew or None)) if meeting.team is None and (ns or ew) else None
        if sides is None:
            sides = self._sides_of(_by_name(form, texts), at)
        key = ns_points, ew_points, form.unit_of(ns_points, ew_points), percentage
        stated = draft.stated.get(key) if not form.several else None
        beside: tuple[str, ...] = ()
        if stated is None and (form.points or percentage):
            stated, beside = self._points(form, texts, percentage, at)
        if stated is not None and stated.unit is not None:
            draft.units[stated.unit] += 1
        if contract and (not text or text == "0") and stands_for_score(contract):
            text = contract
        bare = not declarer and tricks in ("", "0") and not is_passed_out(contract)
        plain = plain_points(text) if text else score_of_points(stated)
        ns_score, ew_score = (
            (plain, plain) if plain is not None else self._read_score(text, sides, stated, at, bare=bare)
        )
        arrow_switched = flag(switched) if switched else None
        odd = (
            (lin or notes or beside or (switched and arrow_switched is None))
            or (direction and (meeting.team is None or direction not in ("NS", "EW")))
            or (tricks and not tricks.isdigit())
            or (number and not number.isdigit())
            or (form.players and not (sides.north or sides.east))
        )
        details = _details(_by_name(form, texts), beside, meeting, sides, at, draft) if odd else ()
        (part,) = self._parts_of((sides,))
        result = _result(
            (
                *(self._board, sides, ns_score, ew_score, at, self._where.session, self._where.section),
                whole(number, at, report, "ROUND_NUMBER") if number else meeting.round,
                table or None,
                None,
                contract or None,
                _DECLARERS.get(declarer.upper(), declarer) if declarer else None,
                lead or None,
                _tricks(tricks, at, draft) if tricks else None,
                stated,
                0,
                arrow_switched,
                1,
                part,
                meeting.sub_match,
                details,
            )
        )
        draft.results.append(result)
        if sides is not NOBODY and plain is not None:
            report.results += 1
        if lin:
            read_play_data(lin, "LIN", at, result, draft)
        return result

    def _add_alike(self, form: _Form, lines: Sequence[tuple[str, ...]], places: Sequence[Place]) -> bool:
        """Add lines in which nothing is odd, column by column; False where they have to be read one by one."""
        draft, meeting, count = self._draft, self._meeting, len(lines)
        if meeting.team is not None or form.several or form.players or not self._newer.isdisjoint(form.names):
            return False
        picked = form.picked((*zip(*lines, strict=True), ("",) * count))
        ns, ew, direction, number, table, contract, declarer, lead, tricks, text, percentage, switched, *others = picked
        lin, notes, ns_points, ew_points = others
        if any(map(any, (direction, switched, lin, notes))) or not (all(ns) and all(ew) and all(text)):
            return False
        scores = list(map(plain_points, text))
        if None in scores or ("0" in text and any(map(stands_for_score, contract))):
            return False
        stated: Sequence[StatedScore | None] = [None] * count
        if form.points or any(percentage):
            units = repeat(form.unit) if all(ns_points) or all(ew_points) else map(form.unit_of, ns_points, ew_points)
            keys = list(zip(ns_points, ew_points, units, percentage, strict=False))
            stated = list(map(draft.stated.get, keys))
            if None in stated:
                stated = [self._plainly_stated(*key) for key in keys]
                if None in stated:
                    return False
        try:
            won, rounds = ([_COUNTED[written] for written in column] for column in (tricks, number))
        except KeyError:
            return False
        met = list(zip(ns, ew, strict=True))
        sides = list(map(draft.sides.get, met))
        if None in sides:
            sides = list(map(self._sides, met))
        if form.unit is not None:
            draft.units[form.unit] += sum(1 for each in stated if each is not None and each.unit is not None)
        declarers = {name: _DECLARERS.get(name.upper(), name) or None for name in set(declarer)}
        columns = (
            *(repeat(self._board, count), sides, scores, scores, places),
            *(repeat(self._where.session), repeat(self._where.section)),
            rounds if None not in rounds else [meeting.round if each is None else each for each in rounds],
            *(_or_none(table), repeat(None), _or_none(contract), map(declarers.__getitem__, declarer), _or_none(lead)),
            *(won, stated, repeat(0), repeat(None), repeat(1), self._parts_of(sides), repeat(meeting.sub_match)),
            repeat(()),
        )
        draft.results.extend(map(_result, zip(*columns, strict=False)))
        draft.report.results += count
        return True

    def _parts_of(self, sides: Sequence[Sides | None]) -> Sequence[int]:
        """How often the same have met on the board before each of these lines."""
        parts = []
        for key in map(id, sides):
            part = self._parts[key] = self._parts.get(key, -1) + 1
            parts.append(part)
        return parts

    def _read_score(
        self, text: str, sides: Sides, stated: StatedScore | None, at: Place, *, bare: bool
    ) -> tuple[Score, Score]:
        points = (stated.ns, stated.ew) if stated is not None else (None, None)
        return read_score(text, self._draft.report, at, points, _who(sides), bare=bare)

    def _note_newer(self, values: Iterable[str], at: Place) -> None:
        """Note elements that came after the declared version, once for the file."""
        for name in filter(self._newer.__contains__, values):
            self._draft.report.note_newer("TRAVELLER_LINE", name, at)

    def _sides(self, key: tuple[str | None, ...]) -> Sides:
        """Those who have these names, in the order of `Sides`; equal ones are one object."""
        known = self._draft.sides
        if (sides := known.get(key)) is None:
            sides = known[key] = Sides(*(text[:NAME_LENGTH] if text else None for text in key))
        return sides

    def _sides_of(self, values: dict[str, str], at: Place) -> Sides:
        """Those who play a line."""
        ns, ew, meeting = values.get("NS_PAIR_NUMBER"), values.get("EW_PAIR_NUMBER"), self._meeting
        if meeting.team is not None:
            home_ns = self._sits_north_south(values, at)
            teams = (meeting.team, meeting.opponents) if home_ns else (meeting.opponents, meeting.team)
            return self._sides((ns, ew, None, None, None, None, *teams))
        if ns or ew:
            return self._sides((ns, ew))
        if "N_PLAYER_NUMBER" in values or "E_PLAYER_NUMBER" in values:
            return self._sides((None, None, *map(values.get, _PLAYERS)))
        if meeting.ns or meeting.ew:
            # 3.2.1: such a line names nobody, and says that its pairs sat the other way than the match has them.
            switched = flag(values.get("ARROW_SWITCHED", "")) is True
            return self._sides((meeting.ew, meeting.ns) if switched else (meeting.ns, meeting.ew))
        text = "a line does not say who played"
        self._draft.report.add(codes.MISSING_REQUIRED, text, at, subject=f"board {self._board}")
        return NOBODY

    def _sits_north_south(self, values: dict[str, str], at: Place) -> bool:
        """Whether the team that reports a match sat North-South in a line (3.3.3), which its pairs say as well.

        Where nothing says it, the first of the two lines of a board is taken to be North-South, as 3.3 has them.
        """
        draft, meeting = self._draft, self._meeting
        direction = values.get("DIRECTION")
        if direction is None:
            ns, ew = (draft.team_of.get(values.get(f"{side}_PAIR_NUMBER", "")) for side in ("NS", "EW"))
            if meeting.team in (ns, ew) and ns != ew:
                return meeting.team == ns
            before = draft.results[-1] if draft.results else None
            teams = (before.sides.ns_team, before.sides.ew_team) if before and before.board == self._board else None
            first = teams != (meeting.team, meeting.opponents)
            who = f"team {meeting.team}" if meeting.team else "its team"
            text = f"a line does not say whether {who} sat North-South or East-West;"
            text += f" {'North-South' if first else 'East-West'} was assumed"
            draft.report.add(codes.MISSING_REQUIRED, text, at)
            return first
        if direction.upper() not in (Direction.NS, Direction.EW):
            draft.report.add(codes.BAD_VALUE, "DIRECTION must be NS or EW", at, stated=direction)
        return not direction.upper().startswith("E")

    def _points(
        self, form: _Form, texts: tuple[str, ...], percentage: str, at: Place
    ) -> tuple[StatedScore | None, tuple[str, ...]]:
        """What a line states that may have points in several units."""
        values = _by_name(form, texts)
        names = tuple(name for name in form.points if name in values)
        if not names and not percentage:
            return None, ()
        unit, ns, ew, others = _counted(names, stated_scoring(self._draft))
        points = (ns, values.get(ns, "")), (ew, values.get(ew, ""))
        stated, no_numbers = self._stated(unit, *points, percentage, at)
        return stated, (*others, *no_numbers)

    def _plainly_stated(self, *key: str | None) -> StatedScore | None:
        """What a line states in numbers; None where it states nothing, or something else."""
        if (known := self._draft.stated.get(key)) is not None:
            return known
        ns, ew, unit, percentage = key
        numbers = [plain_decimal(text) if text else None for text in (ns, ew, percentage)]
        is_text = [number is None for number in numbers]
        if all(is_text) or is_text != [not text for text in (ns, ew, percentage)]:
            return None
        stated = StatedScore(ns=numbers[0], ew=numbers[1], unit=unit, ns_percent=numbers[2])
        return self._draft.stated.setdefault(key, stated)

    def _stated(
        self, unit: str | None, ns: tuple[str, str], ew: tuple[str, str], percentage: str, at: Place
    ) -> tuple[StatedScore, tuple[str, ...]]:
        """What a line states for each side; and the names of texts that are no numbers, which are kept as details.

        Args:
            unit: of the points.
            ns: name and text of the points of North-South.
            ew: the same of East-West.
            percentage: of North-South.
            at: the place of the line.
        """
        draft = self._draft
        texts = (ns, ew, ("PERCENTAGE", percentage))
        numbers = [decimal(text, at, draft.report, name) if text else None for name, text in texts]
        stated = StatedScore(ns=numbers[0], ew=numbers[1], unit=unit, ns_percent=numbers[2])
        rows = zip(texts, numbers, strict=True)
        no_numbers = tuple(name for (name, text), number in rows if text and number is None)
        if not no_numbers:
            draft.stated[ns[1], ew[1], unit, percentage] = stated
        return stated, no_numbers


def _or_none(column: Sequence[str]) -> Sequence[str | None]:
    return column if all(column) else [text or None for text in column]


def _by_name(form: _Form, texts: tuple[str, ...]) -> dict[str, str]:
    return {name: text for name, text in zip(form.names, texts, strict=True) if text}


_result = ResultFact.packer(
    *("board", "sides", "ns_score", "ew_score", "at", "session", "section", "round", "table", "room", "contract"),
    *("declarer", "lead", "tricks", "stated", "foul_group", "arrow_switched", "multiplicity", "part", "sub_match"),
    "details",
)
_place = Place.packer("line", "column", "end_column", "path", "offset")


def _both_scores(fields: Fields) -> tuple[Score, Score] | None:
    """The scores that our instruction gives both sides of a line, taken from what is not known there."""
    for unknown in fields.unknown:
        if (unknown.kind, unknown.name) == ("directive", SCORES) and (scores := read_scores(unknown.value)):
            fields.unknown.remove(unknown)
            return scores
    return None


def values_of(fields: Fields, report: Report) -> dict[str, str]:
    """The texts of a line that was read by its table, cut to their length."""
    values = {name: texts[0][0] for name, texts in fields.texts.items() if name in TRAVELLER_LINE.leaves}
    for name, text in values.items():
        if len(text) > NAME_LENGTH and name not in LONG:
            values[name] = report.clip(text, fields.place(name))
    return values


def with_sides(result: ResultFact, sides: Sides, part: int) -> ResultFact:
    """The same line with other sides."""
    return result.replace(sides=sides, part=part)


def _who(sides: Sides) -> str:
    """The two sides of a line, as far as they are known."""
    if sides is NOBODY:
        return "the line"
    ns = sides.ns or "+".join(name for name in (sides.north, sides.south) if name) or sides.ns_team
    ew = sides.ew or "+".join(name for name in (sides.east, sides.west) if name) or sides.ew_team
    return f"{ns or '?'} against {ew or '?'}"


@lru_cache(maxsize=256)
def _counted(tags: tuple[str, ...], scoring: str | None) -> tuple[str | None, str, str, tuple[str, ...]]:
    """Which of a line's points count: their unit, the elements for each side ("" for none), and the others.

    Args:
        tags: the elements with points.
        scoring: by which the event says that its boards are scored; points in another unit are an addition.
    """
    imps = scoring if scoring in ("butler_imps", "cross_imps") else "butler_imps"
    named = [(tag, side, imps if of == "imps" else of) for tag in tags for side, of in (LINE_POINTS[tag],)]
    units = {of for _, _, of in named}
    unit = scoring if scoring in units else min(units, key=_UNITS.index, default=None)
    ns = next((tag for tag, side, of in named if of == unit and side == "ns"), "")
    ew = next((tag for tag, side, of in named if of == unit and side == "ew"), "")
    return unit, ns, ew, tuple(tag for tag, _, _ in named if tag not in (ns, ew))


def _tricks(text: str, at: Place, draft: Draft) -> int | None:
    """Tricks that declarer won; "+1" and "=" count from the contract and are no number of tricks."""
    if text == "-":
        return None
    if text.startswith(("+", "-", "=")):
        draft.report.add(
            codes.BAD_NUMBER,
            "TRICKS must be the number of tricks that declarer won, not how many more or fewer than the contract",
            at,
            stated=text,
        )
        return None
    return whole(text, at, draft.report, "TRICKS")


def _details(
    values: dict[str, str], others: tuple[str, ...], meeting: Meeting, sides: Sides, at: Place, draft: Draft
) -> tuple[Detail, ...]:
    """What of a line has no field of its own, and texts that are no number or flag, as they stand."""
    names: list[str] = [name for name in ("LIN_DATA", "NOTES") if name in values]
    names.extend(others)
    if "DIRECTION" in values and (meeting.team is None or values["DIRECTION"].upper() not in ("NS", "EW")):
        names.append("DIRECTION")
    names.extend(name for name in ("TRICKS", "ROUND_NUMBER") if name in values and not values[name].isdigit())
    if "ARROW_SWITCHED" in values and flag(values["ARROW_SWITCHED"]) is None:
        names.append("ARROW_SWITCHED")
    if not (sides.north or sides.south or sides.east or sides.west):
        names.extend(name for name in _PLAYERS if name in values)  # beside pairs or teams, which count
    if not names:
        return ()
    report = draft.report
    called = {name: of for name, of in _OF_1_4.items() if of not in values}
    return tuple(
        Detail(name=called.get(name, name), value=report.clip(values[name], at, TEXT_LENGTH)) for name in names
    )
