"""Records of players: 001 with its rounds, and the national records that repeat it for a federation's own ratings."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import accumulate, compress, pairwise
from operator import itemgetter

from contracts.base import Place
from contracts.codes import trf as codes
from contracts.facts import Detail
from shared.formats.trf.columns import FIRST_ROUND, PLAYER, ROUND_STEP
from shared.formats.trf.reader.alignment import by_bytes, gap_of, long_name
from shared.formats.trf.reader.draft import COLOURS, Draft, Player
from shared.formats.trf.reader.people.federations import FEDERATIONS
from shared.formats.trf.report import Report
from shared.formats.trf.values import birth_date, decimal_of, is_whole

RESULTS = frozenset("+-WDL1=0HFUZ")
"""What column 99 may hold; letters in either case, and a blank."""

_SIGNS = {"½": "=", "–": "-", "—": "-", "−": "-", "*": " "}
"""What programs write instead of a sign of TRF; a file says it once."""

_BORN = re.compile(r"\d{4}(-\d{2}-\d{2})?", re.ASCII)


def read_player(draft: Draft, line: str, number: int, player: Player | None = None) -> None:
    """Read a line 001; one without a starting rank, or with that of another, is kept and does not take part.

    Args:
        draft: takes the player.
        line: with its number in the file.
        number: of the line.
        player: what `plain_players` has made of the line.
    """
    report = draft.report
    if player is not None and player.number not in draft.players:
        report.results += 1 + len(player.results)
        draft.players[player.number] = player
        return
    gap, name = gap_of(line), None
    if gap is not None:
        line, name = _aligned(line, number, report)
        gap = gap_of(line)
    rank, _ = _number(line[4:8])
    if rank is None:
        report.add(
            codes.NO_NUMBER,
            "a player needs a starting rank from 1 to 9999",
            Place(line=number, column=5, end_column=8, path="001"),
            stated=line[4:8],
        )
        report.keep("record", "001", line, number)
        return
    if rank in draft.players:
        report.keep("record", "001", line, number)
        again = Player(number, rank)
        _read_rounds(again, line, Report())
        draft.repeated.append(again)
        return
    if gap is not None:
        _report_gap(report, line, gap, number, rank)
    player = _static(line, number, rank, report)
    if name:
        player.name = name
    _read_rounds(player, line, report)
    report.results += 1 + len(player.results)
    draft.players[rank] = player


def _aligned(line: str, number: int, report: Report) -> tuple[str, str | None]:
    """A line with its fields put into their columns where that can be done, and a name longer than its field."""
    moved = by_bytes(line) if not line.isascii() else line
    if moved is not line:
        place = Place(line=number, column=1, end_column=len(line.rstrip()), path="001")
        report.add(codes.COUNTED_IN_BYTES, "the name has letters of several bytes", place)
        return moved, None
    longer = long_name(line)
    if longer is None:
        return line, None
    aligned, name = longer
    last = 14 + len(name)
    moved_by = len(line) - len(aligned)
    message = f"the name ends in column {last} instead of 47, so what follows was read {moved_by} columns further left"
    report.add(codes.NAME_TOO_LONG, message, Place(line=number, column=48, end_column=last, path="001"), stated=name)
    return aligned, name


def _report_gap(report: Report, line: str, offset: int, number: int, rank: int) -> None:
    place = Place(line=number, column=offset + 1, end_column=offset + 1, path="001")
    report.add(
        codes.BETWEEN_COLUMNS,
        f"a field of player {rank} reaches into the blank column before or after it",
        place,
        stated=line[offset],
    )


def _static(line: str, number: int, rank: int, report: Report) -> Player:
    """The fields of 001 up to the rounds."""
    points, is_number = _points(line[80:84])
    if not is_number:
        report.add(
            codes.BAD_NUMBER,
            "the points are not a number",
            Place(line=number, column=81, end_column=84, path="001"),
            subject=f"player {rank}",
            stated=line[80:84].strip(),
        )
    sex = line[9:10].strip()
    if sex and sex not in "mwfuMWFU":
        report.add(
            codes.BAD_VALUE,
            f"the sex of player {rank} must be m or w",
            Place(line=number, column=10, end_column=10, path="001"),
            subject=f"player {rank}",
            stated=sex,
        )
        sex = ""
    birth, is_date = _birth(line[69:79])
    if not is_date:
        place = Place(line=number, column=70, end_column=79, path="001")
        stated = line[69:79].strip()
        report.add(codes.BAD_DATE, f"{stated!r} is not a date of birth", place, stated=stated, subject=f"player {rank}")
    return Player(
        number,
        rank,
        sex.lower(),
        line[10:13].strip(),
        line[14:47].strip(),
        _whole(line, 49, 52, number, report, rank, "rating"),
        line[53:56].strip(),
        _fide_id(line[57:68]),
        birth,
        points,
        _whole(line, 86, 89, number, report, rank, "rank"),
    )


def _fide_id(text: str) -> str:
    """A FIDE number; empty for zeros."""
    text = text.strip()
    return text if text.strip("0") else ""


@lru_cache(maxsize=16_384)
def _birth(text: str) -> tuple[str | None, bool]:
    """A date of birth, and whether what stands there can be one."""
    born = birth_date(text.strip())
    return born, born is None or _BORN.fullmatch(born) is not None


def _whole(line: str, first: int, last: int, number: int, report: Report, player: int, what: str) -> int | None:
    """A number above 0; None for a blank, for zeros or dashes, and for anything else, which is reported."""
    value, is_number = _number(line[first - 1 : last])
    if not is_number:
        place = Place(line=number, column=first, end_column=last, path=line[:3])
        stated = line[first - 1 : last].strip()
        report.add(
            codes.BAD_NUMBER, f"the {what} {stated!r} is not a number", place, stated=stated, subject=f"player {player}"
        )
    return value


@lru_cache(maxsize=16_384)
def _number(text: str) -> tuple[int | None, bool]:
    text = text.strip()
    return (int(text) or None, True) if is_whole(text) else (None, not text.strip("-"))


def _read_rounds(player: Player, line: str, report: Report) -> None:
    """Read the rounds of a line; blank ones at its end are left out, since a blank says the same as 0000 and Z."""
    opponents: list[int] = []
    colours = results = ""
    for round_, offset in enumerate(range(FIRST_ROUND - 1, len(line), ROUND_STEP), 1):
        opponent, colour, result, fault = _cell(line[offset : offset + ROUND_STEP])
        if fault is not None and not _is_usable(report, line, player, round_, offset, fault):
            opponent, colour, result = _BLANK
        opponents.append(opponent)
        colours += colour
        results += result
    while opponents and not opponents[-1] and results.endswith(" "):
        opponents.pop()
        results = results[:-1]
    player.opponents, player.colours, player.results = opponents, colours[: len(results)], results


def _is_usable(report: Report, line: str, player: Player, round_: int, offset: int, fault: _Fault) -> bool:
    """Report what is wrong with a round, and return whether it can be used all the same."""
    first, last, what = fault
    if what == _OTHER_SIGN and report.has(codes.OTHER_SIGN):
        return True
    place = Place(line=player.line, column=offset + first, end_column=offset + last, path="001")
    code = _USABLE.get(what, codes.BAD_RESULT)
    stated = line[offset + first - 1 : offset + last].strip()
    subject = f"player {player.number} in round {round_}"
    report.add(code, f"player {player.number}, round {round_}: {what}", place, subject=subject, stated=stated)
    if code is codes.BAD_RESULT:
        player.unreadable += (round_,)
    return what in _USABLE


_BETWEEN = "text stands between opponent, colour and result"
_OTHER_SIGN = "½ stands for =, a dash for - or * for a blank; such rounds are listed only once"
_USABLE = {_BETWEEN: codes.BETWEEN_COLUMNS, _OTHER_SIGN: codes.OTHER_SIGN}
_Fault = tuple[int, int, str]


_BLANK = (0, " ", " ")
"""A round that says nothing: opponent, colour and result."""


@lru_cache(maxsize=65_536)
def _cell(text: str) -> tuple[int, str, str, _Fault | None]:
    """Opponent, colour, result and what is wrong with them. Columns of faults begin at 1."""
    if not text.strip():
        return *_BLANK, None
    text = text.ljust(ROUND_STEP)
    opponent = text[:4].strip()
    if opponent and not is_whole(opponent):
        return *_BLANK, (1, 4, f"{text[:4]!r} is not the number of an opponent")
    colour, result = (_SIGNS.get(sign, sign) for sign in (text[5].lower(), text[7].upper()))
    if colour not in COLOURS:
        return *_BLANK, (6, 6, "the colour must be w, b or -")
    if result not in RESULTS and result != " ":
        return *_BLANK, (8, 8, f"{text[7]!r} is not a result of TRF")
    met = int(opponent) if opponent else 0
    if result == " " and not met:
        result = "Z"
    fault = None
    if (text[4] + text[6] + text[8:]).strip():
        fault = (5, 10, _BETWEEN)
    elif not _SIGNS.keys().isdisjoint(text):
        fault = (6, 8, _OTHER_SIGN)
    return met, colour, result, fault


_fields_of = itemgetter(
    *(slice(*each) for each in ((4, 8), (9, 10), (10, 13), (14, 47), (48, 52))),
    *(slice(*each) for each in ((53, 56), (57, 68), (69, 79), (80, 84), (85, 89))),
)
_SEXES = frozenset(("", *"mwfuMWFU"))


def plain_players(lines: Sequence[str]) -> dict[int, Player]:
    """The lines 001 of a file that are as they should be, by their number: what `read_player` would make of them.

    Nearly all lines are. They are read column by column, which takes half of the time.
    """
    plain = [(at, line) for at, line in enumerate(lines, 1) if line[:3] == "001" and gap_of(line) is None]
    rounds = _plain_rounds([line[FIRST_ROUND - 1 :] for _, line in plain])
    if rounds is None or not plain:
        return {}
    columns = zip(*[_fields_of(line) for _, line in plain], strict=True)
    ranks, sexes, titles, names, ratings, federations, ids, births, points, places = columns
    numbers, rated, placed = (list(map(_NUMBERS.__getitem__, column)) for column in (ranks, ratings, places))
    born, are_births = zip(*map(_birth, births), strict=True)
    by_text = {text: _points(text) for text in set(points)}
    totals, are_points = zip(*map(by_text.__getitem__, points), strict=True)
    sexes = tuple(map(str.strip, sexes))
    every = (
        [at for at, _ in plain],
        numbers,
        map(str.lower, sexes),
        map(str.strip, titles),
        map(str.strip, names),
        rated,
        map(str.strip, federations),
        [text if text.strip("0") else "" for text in map(str.strip, ids)],
        born,
        totals,
        placed,
        *rounds,
    )
    players: Iterable[Player] = map(Player, *every)
    if (
        None in numbers
        or -1 in {*numbers, *rated, *placed}
        or not ({*sexes} <= _SEXES and all(are_births) and all(are_points))
    ):
        are_sexes = map(_SEXES.__contains__, sexes)
        are_numbers = ([number != -1 for number in column] for column in (rated, placed))
        named = [number is not None and number > 0 for number in numbers]
        whole = map(all, zip(named, are_sexes, *are_numbers, are_births, are_points, strict=True))
        players = compress(players, whole)
    return {player.line: player for player in players}


def _plain_rounds(texts: Sequence[str]) -> tuple[list[list[int]], list[str], list[str]] | None:
    """Opponents, colours and results of each line; None where any round of any line is not as it should be."""
    ended = [text.rstrip(" ") for text in texts]
    lengths = [-(-len(text) // ROUND_STEP) for text in ended]
    every = "".join([text.ljust(ROUND_STEP * count) for text, count in zip(ended, lengths, strict=True)])
    count = sum(lengths)
    blank = " " * count
    if (
        not every.isascii()
        or len(every) != ROUND_STEP * count
        or any(every[at::ROUND_STEP] != blank for at in (4, 6, 8, 9))
    ):
        return None
    colours, results = every[5::ROUND_STEP], every[7::ROUND_STEP]
    if not (COLOURS.keys() >= set(colours) and set(results) <= _PLAIN_RESULTS):
        return None
    opponents = list(map(_OPPONENTS.__getitem__, _words(every.encode())))
    if -1 in opponents or (
        " " in results and not all(map(_may_be_open, opponents, every[3::ROUND_STEP], colours, results))
    ):
        return None
    spans = [slice(*each) for each in pairwise(accumulate(lengths, initial=0))]
    return [opponents[each] for each in spans], [colours[each] for each in spans], [results[each] for each in spans]


_PLAIN_RESULTS = RESULTS | {" "}


def _may_be_open(opponent: int, last_digit: str, colour: str, result: str) -> bool:
    """Whether a round has a result, or an opponent, or nothing at all: it stands for an absence otherwise."""
    return result != " " or opponent > 0 or colour == last_digit == " "


def _words(rounds: bytes) -> tuple[int, ...]:
    """The four columns of the opponent of each round as one number."""
    count = len(rounds) // ROUND_STEP
    columns = bytearray(4 * count)
    for at in range(4):
        columns[at::4] = rounds[at::ROUND_STEP]
    return struct.unpack(f"<{count}I", columns)


class _Opponents(dict[int, int]):
    """Numbers by how they are written in four columns: 0 for a blank, -1 for what is none or does not end there."""

    def __missing__(self, word: int) -> int:
        text = word.to_bytes(4, "little").decode("ascii")
        number = text.lstrip(" ")
        if not is_whole(number):
            return -1 if number else 0
        self[word] = int(number)
        return self[word]


_OPPONENTS = _Opponents()


class _Numbers(dict[str, int | None]):
    """Numbers by how they are written in four columns: None for a blank, zeros or dashes, -1 for what is none."""

    def __missing__(self, text: str) -> int | None:
        number, is_number = _number(text)
        if not is_number:
            return -1
        if text.isascii() and text.isprintable():  # of other blanks there are many
            self[text] = number
        return number


_NUMBERS = _Numbers()


@lru_cache(maxsize=4_096)
def _points(text: str) -> tuple[Decimal | None, bool]:
    text = text.strip()
    points = decimal_of(text) if text else None
    return points, points is not None or not text


_NATIONAL = ("sex", "title", "name", "rating", "federation", "fide_id", "birth_date")


def read_national(draft: Draft, line: str, number: int) -> bool:
    """Read a national record: three letters of a federation, and the columns of 001 up to the date of birth.

    Returns:
        False when the line is something else: a legend, or a private record.
    """
    text = line[4:8].strip()
    if line[:3] not in FEDERATIONS or not is_whole(text) or not line[7:8].isdigit() or line[8:9].strip():
        return False
    player = draft.players.get(int(text))
    if player is None:
        place = Place(line=number, column=5, end_column=8, path=line[:3])
        draft.report.add(
            codes.UNKNOWN_NUMBER,
            f"record {line[:3]} names player {text}, but no player has that number",
            place,
            stated=text,
        )
        draft.report.keep("record", line[:3], line, number)
        return True
    if line[79:].strip():
        place = Place(line=number, column=80, end_column=len(line.rstrip()), path=line[:3])
        text = f"record {line[:3]} ends with the date of birth; points and rounds are those of record 001"
        draft.report.add(codes.BETWEEN_COLUMNS, text, place, stated=line[79:].strip()[:100])
    stated = {entry.name: entry.of(line) for entry in PLAYER.fields}
    federation = line[:3]
    player.national += tuple(
        [Detail(name=f"{federation} {name}", value=stated[name]) for name in _NATIONAL if stated[name]]
    )
    if is_whole(stated["rating"]) and int(stated["rating"]) and player.national_rating is None:
        player.national_rating = int(stated["rating"])
    return True


def is_like_a_player(line: str) -> bool:
    """Whether a line of another code has the shape of 001: a number, a name, and points or rank in their columns."""
    if not is_whole(line[4:8].strip()) or not line[14:47].strip() or gap_of(line) is not None:
        return False
    return decimal_of(line[80:84].strip()) is not None and is_whole(line[85:89].strip())


def starting_rank(text: str) -> int | None:
    """A number of a player or team, from 1 to 9999 in four columns; None for a blank, zeros or anything else."""
    return (int(text) or None) if is_whole(text) and len(text) <= 4 else None
