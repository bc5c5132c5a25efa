"""PBN made to do harm, and processes of their own that read it and say what it took.

    python -m tests.support.hostile_pbn

reads each of them in a process of its own and prints, as JSON, the codes in which that ended and by how many MB the
process grew; one that takes more than half a minute of the processor is ended by the system.
"""

import json
from collections.abc import Callable

from shared.errors import FormatError
from shared.formats.pbn.reader.parse import parse
from tests.support.hostile import apart, forget_peak, peak
from tests.support.pbn_games import made_up

TOO_LARGE, NO_GAME = "pbn.too-large", "pbn.no-game"
GAME = b'[Event "x"]\n[Board "7"]\n[Dealer "S"]\n[Deal "S:A... - - -"]\n'
TABLE = b'[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n'


def _repeated(piece: bytes, count: int, before: bytes = b"", after: bytes = b"") -> Callable[[], bytes]:
    return lambda: before + piece * count + after


def _games(count: int) -> bytes:
    return b"".join(made_up(seed).text().encode() + b"\n" for seed in range(50)) * (count // 50)


DOCUMENTS: dict[str, tuple[Callable[[], bytes], str | None]] = {
    "one line of 130 MB": (_repeated(b"x", 130_000_000), NO_GAME),
    "one line of 130 MB behind a tag": (_repeated(b"x ", 65_000_000, GAME), None),
    "one tag of 100 MB": (_repeated(b"x", 100_000_000, b'[Event "', b'"]\n'), None),
    "a file of 140 MB": (_repeated(b"\n", 140_000_000), TOO_LARGE),
    "1,000,000 empty lines": (_repeated(b"\n", 1_000_000, GAME), None),
    "zeros": (_repeated(b"\x00", 50_000_000), NO_GAME),
    "zeros behind a game": (_repeated(b"\x00", 50_000_000, GAME), None),
    "every byte": (_repeated(bytes(range(256)), 100_000), TOO_LARGE),
    "lone continuation bytes": (_repeated(b"\xbf", 20_000_000, GAME), None),
    "UTF-16 without a pair": (_repeated(b"\x00\xd8", 5_000_000, b"\xff\xfe"), NO_GAME),
    "carriage returns": (_repeated(b"\r", 300_000, GAME), None),
    "braces that open": (_repeated(b"{", 20_000_000, GAME), None),
    "lines with an open brace": (_repeated(b"{\n", 500_000, GAME), None),
    "open braces in a table": (_repeated(b"1 { 2\n", 200_000, GAME + TABLE), TOO_LARGE),
    "open braces between games": (_repeated(b'{\n\n[Board "1"]\n\n', 200_000, GAME), TOO_LARGE),
    "comments that close": (_repeated(b"{}", 2_000_000, GAME), TOO_LARGE),
    "comments to the end of the line": (_repeated(b";\n", 2_000_000, GAME), TOO_LARGE),
    "one comment of 50 MB": (_repeated(b"word ", 10_000_000, GAME + b"{", b"}\n"), None),
    "one comment of 500,000 lines": (_repeated(b"word\n", 500_000, GAME + b"{", b"}\n"), None),
    "brackets": (_repeated(b"[", 5_000_000, GAME), None),
    "lines with a bracket": (_repeated(b"[\n", 1_000_000, GAME), TOO_LARGE),
    "tags that never end": (_repeated(b'[Event "\n', 500_000), TOO_LARGE),
    "quotes in a table": (_repeated(b'"\n', 500_000, GAME + TABLE), TOO_LARGE),
    "backslashes": (_repeated(b"\\", 20_000_000, b'[Event "'), None),
    "tags on one line": (_repeated(b'[Event "x"]', 2_000_000), TOO_LARGE),
    "one game of 3,000,000 tags": (_repeated(b'[Event "x"]\n', 3_000_000), TOO_LARGE),
    "a header of inherited tags": (lambda: b"".join(b'[T%d "##x"]\n' % number for number in range(100_000)), TOO_LARGE),
    "games that all inherit": (_repeated(b'[Event "#"]\n\n', 30_000, b'[Event "x"]\n\n'), None),
    "events": (lambda: b"".join(b'[Event "%d"]\n\n' % number for number in range(30_000)), TOO_LARGE),
    "directives": (_repeated(b"% x\n", 1_000_000, GAME), TOO_LARGE),
    "calls": (_repeated(b"Pass ", 2_000_000, GAME + b'[Auction "S"]\n'), TOO_LARGE),
    "lines of calls": (_repeated(b"Pass X\n", 1_000_000, GAME + b'[Auction "S"]\n'), TOO_LARGE),
    "parentheses that open": (_repeated(b"(1C ", 2_000_000, GAME + b'[Auction "S"]\n'), None),
    "lines of calls in parentheses": (_repeated(b"(1C)\n", 1_000_000, GAME + b'[Auction "S"]\n'), TOO_LARGE),
    "suffixes": (_repeated(b"!", 2_000_000, GAME + b'[Auction "S"]\n1C '), TOO_LARGE),
    "lines of notes": (_repeated(b"=1=\n", 1_000_000, GAME + b'[Auction "S"]\n1C\n'), TOO_LARGE),
    "notes": (_repeated(b'[Note "1:x"]\n', 300_000, GAME + b'[Auction "S"]\n1C\n'), TOO_LARGE),
    "digits of a NAG": (_repeated(b"9", 20_000_000, GAME + b'[Auction "S"]\n1C $'), None),
    "cards": (_repeated(b"SA\n", 1_000_000, GAME + b'[Declarer "S"]\n[Contract "1C"]\n[Play "W"]\n'), TOO_LARGE),
    "rows of a table": (_repeated(b"1 2 420\n", 1_000_000, GAME + TABLE), TOO_LARGE),
    "one row of 10,000,000 elements": (_repeated(b"1 ", 10_000_000, GAME + TABLE), None),
    "columns": (_repeated(b"A;", 5_000_000, b'[ScoreTable "', b'"]\n1 2\n'), None),
    "long numbers": (_repeated(b"9", 60_000, GAME + b'[Score "', b'"]\n'), None),
    "a deal of 60,000 cards": (_repeated(b"A", 60_000, b'[Deal "N:', b'... - - -"]\n'), None),
    "delimiters": (_repeated(b"<PBN></PBN>", 1_000_000), NO_GAME),
    "delimiters that open": (_repeated(b"<PBN>", 5_000_000), NO_GAME),
    "entities of a page": (_repeated(b"&quot;", 10_000_000, b"<html><PBN>" + GAME), None),
    "2,000 games": (lambda: _games(2_000), None),
    "2,000 games that say they are exported": (lambda: b"% EXPORT\n" + _games(2_000), None),
    "calls that say they are exported": (
        _repeated(b"1C {x} $2 $1\n", 40_000, b"% EXPORT\n" + GAME + b'[Auction "S"]\n'),
        TOO_LARGE,
    ),
    "games that nothing separates": (_repeated(b'[Event "x"]\n[Board "1"]\n', 90_000), TOO_LARGE),
}
"""What to make, and the code with which the reader refuses it; None where it is read, as far as it is one."""


def _outcome(data: bytes) -> dict[str, object]:
    forget_peak()
    before = peak()
    listed = 0
    try:
        parsed = parse(data)
        code, listed = None, len(parsed.findings)
        del parsed
    except FormatError as refused:
        code, listed = refused.code.code, len(refused.findings)
    return {"parse": code, "findings": listed, "megabytes": peak() - before}


def main() -> None:
    """Read every document and print what came of it."""
    print(json.dumps({name: apart(make, _outcome) for name, (make, _) in DOCUMENTS.items()}))


if __name__ == "__main__":
    main()
