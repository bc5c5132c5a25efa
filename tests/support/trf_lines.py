"""Lines of TRF files, put together by columns."""

from collections.abc import Iterable


def placed(*parts: tuple[int, object]) -> str:
    """A line with each text at its column, counted from 1."""
    line = ""
    for column, text in parts:
        line = line.ljust(column - 1) + str(text)
    return line


def player(
    number: int,
    *rounds: str,
    name: str = "Alder, Ann",
    points: str = "0.0",
    rank: int | str = "",
    rating: int | str = "",
    code: str = "001",
    **more: str,
) -> str:
    """A line 001; a round is "12 w 1", "- H" for a bye with a letter, or "" for a blank."""
    line = placed(
        (1, code),
        (5, f"{number:4}"),
        (10, more.get("sex", "")),
        (11, f"{more.get('title', ''):>3}"),
        (15, name),
        (49, f"{rating:>4}"),
        (54, more.get("federation", "")),
        (58, f"{more.get('fide_id', ''):>11}"),
        (70, more.get("birth_date", "")),
        (81, f"{points:>4}"),
        (86, f"{rank:>4}"),
    )
    for index, text in enumerate(rounds):
        if text:
            line = line.ljust(91 + 10 * index) + cell(text)
    return line


def cell(text: str) -> str:
    """The eight columns of a round."""
    words = text.split()
    if words[0] == "-":
        words = ["0000", *words]
    return f"{words[0]:>4} {words[1]} {words[2] if len(words) == 3 else ' '}"


def team(
    number: int,
    members: Iterable[int],
    name: str = "Elms",
    mp: str = "",
    gp: str = "",
    rank: int | str = "",
    draft: bool = False,
) -> str:
    """A line 310 of the final, or of the draft."""
    shift = 2 if draft else 0
    line = placed(
        (1, "310"),
        (5, f"{number:3}"),
        (9, name),
        (42, "ELM"),
        (48, f"{2100:6}"),
        (55, f"{mp:>{6 - shift}}"),
        (62 - shift, f"{gp:>6}"),
        (69 - shift, f"{rank:>3}"),
    )
    return line.ljust(73 - shift) + " ".join(f"{who:4}" for who in members)


def accelerated(mp: str, gp: str, first_round: int, last_round: int, first: int, last: int) -> str:
    """A line 250 of the final."""
    return f"250 {mp:>4} {gp:>4} {first_round:3} {last_round:3} {first:4} {last:4}"


def abnormal(kind: str, mp: str, gp: str, round_: int, *who: int) -> str:
    """A line 299 of the final."""
    return placed((1, "299"), (5, kind), (7, f"{mp:>5}"), (13, f"{gp:>5}"), (20, f"{round_ or '':>3}")).ljust(
        23
    ) + " ".join(f"{each:4}" for each in who)


def by_bytes(line: str, first: int, last: int) -> str:
    """The line as a program writes it that pads the name in these columns by bytes of UTF-8."""
    name = line[first - 1 : last].rstrip()
    more = len(name.encode()) - len(name)
    return line[: first - 1] + name.ljust(last - first + 1 - more) + line[last:]


def overlong(line: str, name: str) -> str:
    """A line 001 with a name that reaches past its field, and the rest of the line behind it."""
    return line[:14] + name + line[47:]


def document(*lines: str, end: str = "\n", encoding: str = "utf-8") -> bytes:
    return (end.join(lines) + end).encode(encoding)
