"""TRAVELLER_LINE: one board played once (3.1.3, 3.2.1, 3.3.3, 3.4).

This is where nearly all of a file is read, so a line takes the short way: texts into a dictionary, equal values shared,
and what follows from the names that a line has worked out once for all lines that have the same.
A line with anything unusual in it (attributes, nested elements, repeated or unknown names) takes the way by the table.

The SCORE of a traveller line: total points, an adjusted score, or something that is not there yet (3.1.3).

Rule 1: the score is North-South's, also in lines that are written from a team's own view (3.3.3).
Rule 2: an artificial score gives North-South's percentage first. One that can be read in several ways is decided by
    what the same line states as points: the side with the greater percentage is the side with more points. Where that
    does not decide, the reading whose percentages come nearest to 100 together counts; so ``A737`` is 73 and 7. A
    finding always says what the other readings are.
Rule 3: a blank score is unknown, never 0 and never an average.
Rule 4: without a score, or with 0, an adjusted score or a board that was not played may stand in place of the contract.
"""

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from lxml import etree

from contracts.base import NAME_LENGTH, TEXT_LENGTH, Direction, Place
from contracts.codes import usebio as codes
from contracts.facts import UNKNOWN_SCORE, Detail, ResultFact, Score, Sides, StatedScore, total_points
from shared.bridge.boards.artificial_scores import (
    ADJUSTED,
    NOT_PLAYED,
    Artificial,
    ArtificialPair,
    is_artificial,
    parse_artificial,
)
from shared.bridge.unreadable import UnreadableText
from shared.formats.usebio.passthrough import SCORES, read_scores
from shared.formats.usebio.reader.draft import Draft, Meeting, Where
from shared.formats.usebio.reader.event import stated_scoring
from shared.formats.usebio.reader.fields import OWN_TEXT, Fields, predicate
from shared.formats.usebio.reader.nodes import read_fields
from shared.formats.usebio.reader.play.cards import SEATS, read_play_data, read_table_cards
from shared.formats.usebio.reader.values import decimal, flag, whole
from shared.formats.usebio.report import Report
from shared.formats.usebio.tables.elements import LINE_POINTS, SIDES, TRAVELLER_LINE

Kind = Literal["points", "late", "not_played", "not_in_play", "artificial", "unknown"]

_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("PASS", "PASSED", "PASSED OUT", "ALL PASS", "P", "AP"), "points"),
    **dict.fromkeys(NOT_PLAYED, "not_played"),
    **dict.fromkeys(("LATE", "LP", "LATE PLAY"), "late"),
    **dict.fromkeys(("SITOUT", "SIT OUT", "SIT-OUT", "BYE"), "not_in_play"),
    **dict.fromkeys(ADJUSTED, "artificial"),
    **dict.fromkeys(("-", "?"), "unknown"),
}


_POINTS = re.compile(r"[+-]?\d{1,6}(?:\.0{1,6})?", re.ASCII)
_THOUSANDS = re.compile("([+-]?[1-9])[,.' \u00a0\u202f]([0-9]{3})")
_BLANK_SIGN = re.compile(r"([+-])\s{1,3}(?=\d)", re.ASCII)


@lru_cache(maxsize=4096)
def plain_points(text: str) -> Score | None:
    """The score that a text of digits gives; None for everything else."""
    plain = _BLANK_SIGN.sub(r"\1", text.replace("\u2212", "-"))
    thousands = _THOUSANDS.fullmatch(plain)  # 1.100, too: a score has no decimals
    if thousands:
        plain = thousands[1] + thousands[2]
    return total_points(int(plain.partition(".")[0])) if _POINTS.fullmatch(plain) else None


@lru_cache(maxsize=512)
def _stands_for_score(contract: str) -> bool:
    """Whether what stands in place of a contract says that there was none (rule 4)."""
    if contract[0].isdigit():
        return False
    kind = _KINDS.get(contract.upper())
    return is_artificial(contract) if kind is None else kind not in ("points", "unknown")


def score_of_points(stated: StatedScore | None) -> Score:
    """The score of a line without SCORE: aggregate points are the score itself (1.0, 4.8); else it is unknown."""
    if stated is None or stated.unit != "aggregate" or stated.ns is None or stated.ns != -(stated.ew or 0):
        return UNKNOWN_SCORE
    return total_points(int(stated.ns)) if stated.ns == stated.ns.to_integral_value() else UNKNOWN_SCORE


def read_score(
    text: str, report: Report, place: Place, stated: tuple[Decimal | None, Decimal | None], who: str = "the line"
) -> tuple[Score, Score]:
    """Read a score for both sides.

    Args:
        text: of the element, trimmed.
        report: takes findings.
        place: of the line.
        stated: the points that the line states for North-South and East-West, which decide between two readings.
        who: played, for findings.
    """
    text = text[:NAME_LENGTH]
    plain = plain_points(text)
    if plain is not None:
        return plain, plain
    if not text:
        return UNKNOWN_SCORE, UNKNOWN_SCORE
    if kind := _KINDS.get(text.upper()):
        score = Score(kind=kind, points=0 if kind == "points" else None, text=text)
        return score, score
    try:
        candidates = parse_artificial(text).candidates
    except UnreadableText as error:
        message = f"the score of {who}: {error}"
        report.add(codes.BAD_SCORE, message, place, stated=text)
        score = Score(kind="unknown", text=text)
        return score, score
    chosen = candidates[0] if len(candidates) == 1 else _choose(text, candidates, stated, report, place, who)
    if chosen.ns is None or chosen.ew is None:
        side = "North-South" if chosen.ew is None else "East-West"
        report.add(
            codes.ONE_SIDED_SCORE,
            f"the adjusted score {text} of {who} gives a percentage for {side} only",
            place,
            stated=text,
        )
    return _side(chosen.ns, text), _side(chosen.ew, text)


def _side(artificial: Artificial | None, text: str) -> Score:
    if artificial is None:
        return Score(kind="unknown", text=text)
    kind: Literal["average", "artificial"] = "average" if artificial.grade is not None else "artificial"
    percent = Decimal(artificial.percent.numerator) / Decimal(artificial.percent.denominator)
    return Score(kind=kind, percent=percent, text=text)


def _percents(pair: ArtificialPair) -> tuple[Fraction, Fraction]:
    ns = pair.ns.percent if pair.ns else Fraction(0)  # every text of several readings speaks of North-South
    return ns, pair.ew.percent if pair.ew else 100 - ns


def _choose(
    text: str,
    candidates: tuple[ArtificialPair, ...],
    stated: tuple[Decimal | None, Decimal | None],
    report: Report,
    place: Place,
    who: str,
) -> ArtificialPair:
    """Rule 2."""
    fitting = list(candidates)
    if stated[0] is not None and stated[1] is not None and stated[0] != stated[1]:
        more = stated[0] > stated[1]
        matching = [pair for pair in candidates if (_percents(pair)[0] > _percents(pair)[1]) == more]
        fitting = matching or fitting
    chosen = min(fitting, key=lambda pair: abs(sum(_percents(pair), Fraction(-100))))
    readings = " or ".join(_in_words(pair) for pair in candidates)
    message = f"the adjusted score {text} of {who} can be {readings}; it was read as {_in_words(chosen)}"
    report.add(codes.AMBIGUOUS_ARTIFICIAL, message, place, stated=text, computed=_in_words(chosen))
    return chosen


def _in_words(pair: ArtificialPair) -> str:
    ns = f"{pair.ns.percent}" if pair.ns else "?"
    ew = f"{pair.ew.percent}" if pair.ew else "?"
    return f"{ns}/{ew}"


_KNOWN = TRAVELLER_LINE.leaves
_LONG = frozenset(("LIN_DATA", "NOTES"))  # they may be longer than a name
_DECLARERS = {name: seat.value for name, seat in SEATS.items()}
_UNITS = ("match_points", "butler_imps", "cross_imps", "aggregate")
"""Units of points, the first of which counts where a line states several and the event names none of them."""


NOBODY = Sides()
"""The sides of a line that does not say who played."""


def plain_texts(line: etree._Element) -> dict[str, str] | None:
    """The texts of a line, or None when it has anything that needs the table."""
    children = list(line)
    if any(map(len, children)):
        return None
    tags, texts = [child.tag for child in children], [child.text or "" for child in children]
    if not _KNOWN.issuperset(tags):
        return None
    written = "".join(texts)
    if "" in texts or written.split() != [written]:  # there are blanks within, around or instead of a text
        named = [(tag, text) for tag, text in zip(tags, texts, strict=True) if text.strip()]
        tags, texts = [tag for tag, _ in named], [text.strip() for _, text in named]
    values = dict(zip(tags, texts, strict=True))
    if len(values) < len(tags):
        return None
    if len(written) > NAME_LENGTH and any(len(text) > NAME_LENGTH and tag not in _LONG for tag, text in values.items()):
        return None
    return values


def read_by_table(
    line: etree._Element, path: str, board: str, owner: str, where: Where, draft: Draft, meeting: Meeting
) -> None:
    """Read a line that has more in it than plain texts."""
    fields = read_fields(line, TRAVELLER_LINE, path, draft.report)
    values = values_of(fields, draft.report)
    result = add_line(values, fields.place(), board, where, draft, meeting)
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
        if len(text) > NAME_LENGTH and name not in _LONG:
            values[name] = report.clip(text, fields.place(name))
    return values


@lru_cache(maxsize=1024)
def _layout(names: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """Of the elements of a line those with points, and whether something of it may have to be kept as a detail."""
    return tuple(name for name in names if name in LINE_POINTS), not _ODD.isdisjoint(names)


def add_line(values: dict[str, str], at: Place, board: str, where: Where, draft: Draft, meeting: Meeting) -> ResultFact:
    """Make a result of a line's texts, none of which is longer than it may be."""
    report = draft.report
    newer = report.newer.get("TRAVELLER_LINE")
    if newer and not newer.keys().isdisjoint(values):
        for name in filter(newer.__contains__, values):
            report.note_newer("TRAVELLER_LINE", name, at)
    counted, odd = _layout(tuple(values))
    sides = _sides(values, board, meeting, at, draft)
    if sides is None:
        report.add(codes.MISSING_REQUIRED, "a line does not say who played", at, subject=f"board {board}")
        sides = NOBODY
    stated, others = _stated(values, counted, at, draft)
    text, contract = values.get("SCORE"), values.get("CONTRACT")
    if contract and (not text or text == "0") and _stands_for_score(contract):
        text = contract
    plain = plain_points(text) if text else score_of_points(stated)
    if plain is not None:
        ns_score = ew_score = plain
    else:
        points = (stated.ns, stated.ew) if stated is not None else (None, None)
        ns_score, ew_score = read_score(text or "", report, at, points, _who(sides))
    tricks, number = values.get("TRICKS"), values.get("ROUND_NUMBER")
    odd = odd or (tricks is not None and not tricks.isdigit()) or (number is not None and not number.isdigit())
    details = _details(values, others, meeting, sides, at, draft) if odd or others else ()
    parts = draft.parts.setdefault((where.session, board), {})
    part = parts[id(sides)] = parts.get(id(sides), -1) + 1
    declarer = values.get("PLAYED_BY")
    result = _result(
        (
            board,
            sides,
            ns_score,
            ew_score,
            at,
            where.session,
            where.section,
            meeting.round if number is None else whole(number, at, report, "ROUND_NUMBER"),
            values.get("TABLE_NUMBER"),
            None,
            contract,
            _DECLARERS.get(declarer.upper(), declarer) if declarer else None,
            values.get("LEAD"),
            None if tricks is None else _tricks(tricks, at, draft),
            stated,
            0,
            flag(values.get("ARROW_SWITCHED")),
            1,
            part,
            meeting.sub_match,
            details,
        )
    )
    draft.results.append(result)
    if sides is not NOBODY and plain is not None:
        report.results += 1
    lin = values.get("LIN_DATA")
    if lin:
        read_play_data(lin, "LIN", at, result, draft)
    return result


_result = ResultFact.packer(
    *("board", "sides", "ns_score", "ew_score", "at", "session", "section", "round", "table", "room", "contract"),
    *("declarer", "lead", "tricks", "stated", "foul_group", "arrow_switched", "multiplicity", "part", "sub_match"),
    "details",
)


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


def _sides(values: dict[str, str], board: str, meeting: Meeting, at: Place, draft: Draft) -> Sides | None:
    ns, ew = values.get("NS_PAIR_NUMBER"), values.get("EW_PAIR_NUMBER")
    key: tuple[str | None, ...]
    if meeting.team is not None:
        home_ns = _sits_north_south(values, board, meeting, at, draft)
        teams = (meeting.team, meeting.opponents) if home_ns else (meeting.opponents, meeting.team)
        key = (ns, ew, None, None, None, None, *teams)
    elif ns or ew:
        key = (ns, ew)
    elif "N_PLAYER_NUMBER" in values or "E_PLAYER_NUMBER" in values:
        key = (None, None, *(values.get(f"{seat}_PLAYER_NUMBER") for seat in "NSEW"))
    elif meeting.ns or meeting.ew:
        # 3.2.1: such a line names nobody, and says that its pairs sat the other way than the match has them.
        switched = flag(values.get("ARROW_SWITCHED", "")) is True
        key = (meeting.ew, meeting.ns) if switched else (meeting.ns, meeting.ew)
    else:
        return None
    sides = draft.sides.get(key)
    if sides is None:
        sides = draft.sides[key] = Sides(*(text[:NAME_LENGTH] if text else None for text in key))
    return sides


def _sits_north_south(values: dict[str, str], board: str, meeting: Meeting, at: Place, draft: Draft) -> bool:
    """Whether the team that reports a match sat North-South in a line (3.3.3), which its pairs say as well.

    Where nothing says it, the first of the two lines of a board is taken to be North-South, as 3.3 has them.
    """
    direction = values.get("DIRECTION")
    if direction is None:
        ns, ew = (draft.team_of.get(values.get(f"{side}_PAIR_NUMBER", "")) for side in ("NS", "EW"))
        if meeting.team in (ns, ew) and ns != ew:
            return meeting.team == ns
        before = draft.results[-1] if draft.results else None
        teams = (before.sides.ns_team, before.sides.ew_team) if before and before.board == board else None
        first = teams != (meeting.team, meeting.opponents)
        who = f"team {meeting.team}" if meeting.team else "its team"
        text = f"a line does not say whether {who} sat North-South or East-West;"
        text += f" {'North-South' if first else 'East-West'} was assumed"
        draft.report.add(codes.MISSING_REQUIRED, text, at)
        return first
    if direction.upper() not in (Direction.NS, Direction.EW):
        draft.report.add(codes.BAD_VALUE, "DIRECTION must be NS or EW", at, stated=direction)
    return not direction.upper().startswith("E")


def _stated(
    values: dict[str, str], tags: tuple[str, ...], at: Place, draft: Draft
) -> tuple[StatedScore | None, tuple[str, ...]]:
    """What a line states for each side; and what is kept as details: other units, and texts that are no numbers."""
    percentage = values.get("PERCENTAGE")
    if not tags and percentage is None:
        return None, ()
    unit, ns_tag, ew_tag, others = _counted(tags, None)
    if others:
        unit, ns_tag, ew_tag, others = _counted(tags, stated_scoring(draft))
    ns, ew = values.get(ns_tag), values.get(ew_tag)
    key = (ns, ew, unit, percentage)
    stated = draft.stated.get(key)
    if stated is None:
        points = {"ns": _points(ns, at, draft, ns_tag), "ew": _points(ew, at, draft, ew_tag)}
        stated = StatedScore(**points, unit=unit, ns_percent=_points(percentage, at, draft, "PERCENTAGE"))
        read = ((ns_tag, ns, stated.ns), (ew_tag, ew, stated.ew), ("PERCENTAGE", percentage, stated.ns_percent))
        no_numbers = tuple(tag for tag, text, number in read if text and number is None)
        others = (*others, *no_numbers)
        if not no_numbers:
            draft.stated[key] = stated
    if unit:
        draft.units[unit] = draft.units.get(unit, 0) + 1
    return stated, others


@lru_cache(maxsize=256)
def _counted(tags: tuple[str, ...], scoring: str | None) -> tuple[str | None, str, str, tuple[str, ...]]:
    """Which of a line's points count: their unit, the elements for each side ("" for none), and the others.

    Args:
        tags: the elements with points.
        scoring: by which the event says that its boards are scored; points in another unit are an addition.
    """
    named = [(tag, *LINE_POINTS[tag]) for tag in tags]
    units = {of for _, _, of in named}
    unit = scoring if scoring in units else min(units, key=_UNITS.index, default=None)
    ns = next((tag for tag, side, of in named if of == unit and side == "ns"), "")
    ew = next((tag for tag, side, of in named if of == unit and side == "ew"), "")
    return unit, ns, ew, tuple(tag for tag, _, _ in named if tag not in (ns, ew))


def _points(text: str | None, at: Place, draft: Draft, tag: str) -> Decimal | None:
    return decimal(text, at, draft.report, tag) if text else None


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


_PLAYERS = tuple(f"{seat}_PLAYER_NUMBER" for seat in "NSEW")
_ODD = frozenset(("LIN_DATA", "NOTES", "DIRECTION", "ARROW_SWITCHED", *_PLAYERS))
"""Elements of a line of which something may have to be kept as a detail."""


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
    return tuple(Detail(name=name, value=report.clip(values[name], at, TEXT_LENGTH)) for name in names)
