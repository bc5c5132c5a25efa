"""Records of the tournament: a code and a text.

| code | is read as |
|---|---|
| 012 022 032 | name, city, federation |
| 142, XXR | number of rounds |
| 202, 212 | tie-breaks: after points, or the whole order |
| 162, 362, XXS, BBW BBD BBL BBZ BBF BBU | points by result |
| 042 052 132 | dates: `dates.py` |
| 352, 152, XXC | colours of the boards, first colour |
| 260, XXP | pairs that may not meet |
| XXZ | absent from the next round |
| the rest | kept as a detail under its code |
"""

import re
from decimal import Decimal

from contracts.base import Place
from contracts.codes.trf import (
    BAD_NUMBER,
    BAD_VALUE,
    DRAWS_ABOVE_WIN,
    ORDER_WITHOUT_POINTS,
    OWN_TIE_BREAK,
    REPEATED_RECORD,
    ROUNDS_DIFFER,
    TEXT_CUT,
    UNKNOWN_TIE_BREAK,
)
from shared.chess.tie_breaks.codes import UnknownTieBreak, tie_break
from shared.formats.trf.reader.draft import Draft
from shared.formats.trf.reader.people.players import starting_rank
from shared.formats.trf.values import decimal_of, is_whole

ONCE = frozenset({
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "122", "142", "152", "172", "182",
    "192", "202", "212", "222", "352", "XXR", "XXC",
})  # fmt: skip
"""Records that stand once."""

LONGEST_NAME = 1_024
"""Characters of a name that a message carries."""

LONGEST_CODE = 64
"""Characters of a tie-break's code; those of C.07 have fewer than twenty."""

_NAMES = frozenset({"012", "022", "032", "182"})

OFTEN = frozenset({"112", "132", "XXP"})
POINTS = frozenset({"162", "362", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"})
HEADER = ONCE | OFTEN | POINTS | {"XXZ"}

_XXS = {
    "W": "W", "D": "D", "L": "L", "WW": "WW", "BW": "BW", "WD": "WD", "BD": "BD", "WL": "WL", "BL": "BL",
    "ZPB": "Z", "HPB": "H", "FPB": "F", "PAB": "U", "FW": "+", "FL": "-",
}  # fmt: skip
_162 = {"W": "W", "D": "D", "L": "L", "A": "A", "Z": "A", "P": "U", "X": "X"}
"""Z for A is what bbpPairings read before 2026/08, and what programs therefore write."""
_362 = {"TW": "TW", "TD": "TD", "TL": "TL"}
_BB = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "Z", "BBF": "-", "BBU": "U"}

SCORING_ORDER = (
    "W", "D", "L", "WW", "BW", "WD", "BD", "WL", "BL", "A", "Z", "H", "F", "U", "+", "-", "X", "TW", "TD", "TL", "TU",
    "TUG",
)  # fmt: skip
"""The names under which points travel: results as in 001; A absence (Z and -), X unknown, WW and BW a win with White
and with Black and so on, TW TD TL of teams, TU and TUG match and game points of a team that is left over."""

_NUMBER = r"([+-]?(?:\d{1,4}(?:[.,]\d{0,2})?|[.,]\d{1,2}))"
_PAIR_OF_POINTS = re.compile(rf"([A-Za-z]{{1,2}})\s*{_NUMBER}(?=\s|[A-Za-z]|$)", re.ASCII)
_ASSIGNED = re.compile(rf"([A-Za-z]{{1,3}})\s*=\s*{_NUMBER}", re.ASCII)
_POINTS = re.compile(r"[MG]?PTS\b", re.ASCII | re.IGNORECASE)


def read_header(draft: Draft, code: str, line: str, number: int) -> None:
    """Read one record of `HEADER`."""
    text = line[3:].strip() if code != "132" else line  # some programs leave out the blank behind the code
    blank = not text or (code in ("042", "052") and not text.strip("0/.- "))
    if blank and code in ONCE | OFTEN:
        return  # nothing was filled in
    if code in ONCE:
        if code in draft.texts:
            first = draft.texts[code][1]
            place = Place(line=number, column=1, end_column=len(line.rstrip()), path=code)
            draft.report.add(REPEATED_RECORD, f"record {code} is already in line {first}", place)
            draft.report.keep("record", code, line, number)
        else:
            if code in _NAMES and len(text) > LONGEST_NAME:
                place = Place(line=number, column=5 + LONGEST_NAME, end_column=4 + len(text), path=code)
                draft.report.add(TEXT_CUT, f"a text of {len(text)} characters was cut to {LONGEST_NAME}", place)
                text = text[:LONGEST_NAME].rstrip()
            draft.texts[code] = (text, number)
    elif code in OFTEN:
        draft.listed.setdefault(code, []).append((text, number))
    elif code == "XXZ":
        _absent(draft, line, number)
    else:
        _points(draft, code, line, number)


NUMBERS = re.compile(r"[^\s,/;]+")
"""Numbers of players in XXZ and XXP, whatever stands between them."""


def _absent(draft: Draft, line: str, number: int) -> None:
    for match in NUMBERS.finditer(line[4:]):
        place = Place(line=number, column=match.start() + 5, end_column=match.end() + 4, path="XXZ")
        rank = starting_rank(match[0])
        if rank is None:
            draft.report.add(BAD_NUMBER, f"{match[0][:40]!r} is not a starting rank", place, stated=match[0])
        else:
            draft.absent.append((rank, place))


def _points(draft: Draft, code: str, line: str, number: int) -> None:
    """Points by result; the first statement about a result counts."""
    if code in _BB:
        text = line[4:].strip()
        pairs, names = [("", text, _span(line, 4, len(line)))], {"": _BB[code]}
    else:
        names = _XXS if code == "XXS" else _162 if code == "162" else _362
        pattern = _ASSIGNED if code == "XXS" else _PAIR_OF_POINTS
        pairs = [(match[1].upper(), match[2], match.span()) for match in pattern.finditer(line, 4)]
        for start, end in _between([span for _, _, span in pairs], 4, len(line)):
            if left := line[start:end].strip(" ,;\t"):
                first, last = _span(line, start, end)
                place = Place(line=number, column=first + 1, end_column=last, path=code)
                message = f"record {code}: this is not a result followed by its points"
                draft.report.add(BAD_VALUE, message, place, stated=left[:100])
    for name, value, (start, end) in pairs:
        place = Place(line=number, column=start + 1, end_column=end, path=code)
        points = decimal_of(value)
        if name not in names or points is None:
            draft.report.add(
                BAD_VALUE,
                f"record {code}: this does not give the points of a known result",
                place,
                stated=f"{name} {value}".strip()[:100],
            )
        elif names[name] not in draft.scoring:
            draft.scoring[names[name]], draft.scored_at[names[name]] = plain(points), place
    if code == "XXS":
        _fold(draft.scoring)


def _between(spans: list[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    """What lies before, between and after some spans of a line."""
    return list(zip([start, *(after for _, after in spans)], [*(before for before, _ in spans), end], strict=True))


def _span(line: str, start: int, end: int) -> tuple[int, int]:
    """A part of a line without the blanks and separators around it."""
    text = line[start:end]
    first = start + len(text) - len(text.lstrip(" ,;\t"))
    return first, max(first + 1, start + len(text.rstrip(" ,;\t")))


_SYSTEMS = (("W", "D", "L"), ("WW", "WD", "WL"), ("BW", "BD", "BL"), ("TW", "TD", "TL"))
"""What a win, a draw and a loss bring: of a game, with White, with Black, of a match."""

_USUAL = {"W": Decimal(1), "D": Decimal("0.5"), "TW": Decimal(2), "TD": Decimal(1)}


def check_points(draft: Draft) -> None:
    """Two draws bring no more than a win and a loss, as FIDE's list of checks for programs asks."""
    reported = set()
    for names in _SYSTEMS:
        win, draw, loss = (_points_of(draft, name) for name in names)
        stated = sorted((name for name in names if name in draft.scored_at), key=_draw_first)
        if stated and 2 * draw > win + loss and (win, draw, loss) not in reported:
            reported.add((win, draw, loss))
            draft.report.add(
                DRAWS_ABOVE_WIN,
                f"two draws bring {plain(2 * draw)} points, but a win and a loss only {plain(win + loss)}",
                draft.scored_at[stated[0]],
                stated=plain(draw),
            )


def _draw_first(name: str) -> int:
    return "DWL".index(name[-1])


def _points_of(draft: Draft, name: str) -> Decimal:
    """What a result brings: as stated, for either colour, or usually."""
    usual = _USUAL.get(name, Decimal(0)) if name[0] == "T" else _USUAL.get(name[-1], Decimal(0))
    stated = draft.scoring.get(name) or (None if name[0] == "T" else draft.scoring.get(name[-1]))
    return usual if stated is None else Decimal(stated)


def _fold(scoring: dict[str, str]) -> None:
    """Say W for WW and BW when both are the same, and so on."""
    for letter in "WDL":
        white, black = scoring.get(f"W{letter}"), scoring.get(f"B{letter}")
        if white is not None and white == black:
            scoring.setdefault(letter, white)
            del scoring[f"W{letter}"], scoring[f"B{letter}"]


def plain(value: Decimal) -> str:
    """A number of points without needless zeros: "1", "0.5"."""
    return format(value.normalize(), "f") if value else "0"


def rounds_stated(draft: Draft) -> int | None:
    """The number of rounds that 142 or XXR states."""
    rounds: tuple[int, str] | None = None
    for code in ("142", "XXR"):
        if code not in draft.texts:
            continue
        text, line = draft.texts[code]
        place = Place(line=line, column=5, end_column=4 + len(text), path=code)
        if not is_whole(text) or len(text) > 4 or not int(text):
            draft.report.add(BAD_NUMBER, f"{text[:40]!r} is not a number of rounds", place, stated=text[:100])
        elif rounds is None:
            rounds = (int(text), code)
        elif int(text) != rounds[0]:
            draft.report.add(ROUNDS_DIFFER, f"{rounds[1]} says {rounds[0]}", place, stated=text)
    return rounds[0] if rounds else None


def tie_breaks(draft: Draft) -> tuple[str, ...]:
    """The order of the standings: 212, or points and then 202."""
    for code, before in (("212", ()), ("202", ("PTS",))):
        if code not in draft.texts:
            continue
        text, line = draft.texts[code]
        codes = [part[:LONGEST_CODE] for part in re.split(r"[\s,;]+", text) if part][:50]
        if code == "212" and not any(_POINTS.match(each) for each in codes):
            place = Place(line=line, column=5, end_column=4 + len(text), path=code)
            draft.report.add(ORDER_WITHOUT_POINTS, "212 is the whole order of the standings", place, stated=text[:100])
        _check_codes(draft, code, line, codes)
        return (*before, *codes)
    return ()


def _check_codes(draft: Draft, record: str, line: int, names: list[str]) -> None:
    """Every tie-break is one of FIDE's, or says that it is another one."""
    for name in names:
        try:
            tie_break(name)
        except UnknownTieBreak as error:
            own = name.upper().startswith("OTHER_")
            draft.report.add(
                OWN_TIE_BREAK if own else UNKNOWN_TIE_BREAK,
                f"record {record}: {error}",
                Place(line=line, path=record),
                stated=name,
            )


_COLOUR_WORDS = frozenset({"W", "B", "WHITE", "BLACK", "WHITE1", "BLACK1"})


def check_board_colours(draft: Draft) -> None:
    """Record 352 has a letter for each board."""
    text, line = draft.texts.get("352", ("", 0))
    if text and set(text.upper()) - {"W", "B"}:
        place = Place(line=line, column=5, end_column=4 + len(text), path="352")
        draft.report.add(BAD_VALUE, "record 352 has a W or a B for each board", place, stated=text[:100])


def first_colour(draft: Draft) -> str | None:
    """The colour of the first player in round 1 as 152 or XXC states it: "W" or "B"."""
    for code in ("152", "XXC"):
        if code not in draft.texts:
            continue
        text, line = draft.texts[code]
        words = re.split(r"[\s,;]+", text.upper())
        colour = next((word[0] for word in words if word in _COLOUR_WORDS), None)
        if code == "XXC" and (left := [word for word in words if word not in _COLOUR_WORDS and word != "RANK"]):
            place = Place(line=line, column=5, end_column=4 + len(text), path=code)
            draft.report.add(BAD_VALUE, "record XXC has a colour and rank alone", place, stated=" ".join(left)[:100])
        if colour:
            return colour
        if code == "152":
            place = Place(line=line, column=5, end_column=4 + len(text), path=code)
            draft.report.add(BAD_VALUE, "record 152: the first colour must be W or B", place, stated=text[:100])
    return None
