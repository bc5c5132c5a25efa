"""Documents made to do harm, and processes of their own that read them and say what it took.

    python -m tests.support.hostile_usebio

reads and compares each of them in a process of its own and prints, as JSON, the codes in which that ended and the peak
of memory in MB; a process that takes more than half a minute of the processor is ended by the system. Linux lets a
process set the mark of its own peak back.
"""

import json
from collections.abc import Callable

from shared.errors import FormatError
from shared.formats import usebio
from shared.formats.usebio.structure import check_structure
from tests.support.hostile import apart, forget_peak, peak

START = b'<USEBIO Version="1.4"><EVENT EVENT_TYPE="PAIRS">'
END = b"</EVENT></USEBIO>"

_LAUGHS = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(10))
    + b"]>"
    + START
    + b"<NOTES>&k;</NOTES>"
    + END
)


def _inside(piece: bytes, count: int, before: bytes = b"", after: bytes = b"") -> Callable[[], bytes]:
    return lambda: START + before + piece * count + after + END


def _declared(entity: bytes, use: bytes) -> Callable[[], bytes]:
    return lambda: b"<!DOCTYPE x [" + entity + b"]>" + START + b"<NOTES>" + use + b"</NOTES>" + END


def _attributes(count: int) -> Callable[[], bytes]:
    return lambda: START + b"<BOARD " + b" ".join(b'a%d=""' % number for number in range(count)) + b"/>" + END


_BOARD = b"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>"
_LINE = b"<TRAVELLER_LINE><NOTES>" + b"x" * 600_000 + b"</NOTES></TRAVELLER_LINE>"
_PLAIN_LINE = b"<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><SCORE>x</SCORE></TRAVELLER_LINE>"
_NUMBER = b"<PAIR_NUMBER>1</PAIR_NUMBER>"


def _pair_of(number: int) -> bytes:
    return b"<PAIR>" + _NUMBER + b"<PLAYER><PLAYER_NAME>%d</PLAYER_NAME></PLAYER></PAIR>" % number


def _pairs_of_one_number() -> bytes:
    lists = [b"".join(map(_pair_of, numbers)) for numbers in (range(4_000), range(4_000, 8_000), range(1))]
    outside, one, two = (b"<PARTICIPANTS>" + inside + b"</PARTICIPANTS>" for inside in lists)
    sections = b'<SECTION SECTION_ID="A">' + one + b'</SECTION><SECTION SECTION_ID="B">' + two + b"</SECTION>"
    return START + outside + sections + END


def _lines_against_one_number() -> bytes:
    line = b"<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>%d</EW_PAIR_NUMBER></TRAVELLER_LINE>"
    boards = (_BOARD + b"".join(line % (at + n) for n in range(1_000)) + b"</BOARD>" for at in range(0, 25_000, 1_000))
    pairs = b"<PARTICIPANTS>" + (b"<PAIR>" + _NUMBER + b"</PAIR>") * 25_000 + b"</PARTICIPANTS>"
    return START + pairs + b"".join(boards) + END


def _deals_of_one_board() -> bytes:
    line = b"<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><LIN_DATA>md|3%s,,,|</LIN_DATA></TRAVELLER_LINE>"
    hands = (
        b"S" + b"".join(b"%c" % card for n, card in enumerate(b"AKQJT98765432") if i >> n & 1) for i in range(8_000)
    )
    return START + _BOARD + b"".join(line % hand for hand in hands) + b"</BOARD>" + END


DOCUMENTS: dict[str, tuple[Callable[[], bytes], str | None]] = {
    "billion laughs": (lambda: _LAUGHS, "usebio.entity-declaration"),
    "laughs through twenty entities": (
        _declared(
            b'<!ENTITY a "aaaaaaaaaa">'
            + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(20)),
            b"&u;",
        ),
        "usebio.entity-declaration",
    ),
    "laughs in an attribute": (lambda: _LAUGHS.replace(b"<NOTES>", b'<NOTES a="&k;">'), "usebio.entity-declaration"),
    "external entity": (_declared(b'<!ENTITY e SYSTEM "file:///etc/hostname">', b"&e;"), "usebio.entity-declaration"),
    "external parameter entity": (
        _declared(b'<!ENTITY % p SYSTEM "file:///etc/hostname"> %p;', b""),
        "usebio.entity-declaration",
    ),
    "quadratic blow-up": (
        _declared(b'<!ENTITY a "' + b"a" * 100_000 + b'">', b"&a;" * 20_000),
        "usebio.entity-declaration",
    ),
    "a million nested elements": (_inside(b"<a>", 1_000_000), "usebio.too-deep"),
    "200 MB of text": (_inside(b"x", 200_000_000, b"<NOTES>", b"</NOTES>"), "usebio.too-large"),
    "60 MB of text, not too much in each": (_inside(b"<NOTES>" + b"x" * 9_000_000 + b"</NOTES>", 6), None),
    "60 MB of text in lines": (_inside(_LINE, 100, _BOARD, b"</BOARD>"), None),
    "one text of 30 MB": (_inside(b"x", 30_000_000, b"<NOTES>", b"</NOTES>"), "usebio.too-large"),
    "one attribute of 30 MB": (_inside(b"x", 30_000_000, b'<NOTES a="', b'"/>'), "usebio.too-large"),
    "one name of 30 MB": (_inside(b"x", 30_000_000, b"<", b"/>"), "usebio.not-well-formed"),
    "300,000 attributes": (_attributes(300_000), "usebio.too-large"),
    "60,000 attributes on one element": (_attributes(60_000), "usebio.too-large"),
    "64 attributes on each": (
        lambda: START + (b"<a " + b" ".join(b'x%d=""' % n for n in range(64)) + b"/>") * 3_500 + END,
        None,
    ),
    "100,000 namespaces": (
        lambda: START + b"".join(b'<p%d:a xmlns:p%d="u%d"/>' % (n, n, n) for n in range(100_000)) + END,
        "usebio.too-large",
    ),
    "3,000,000 unknown elements": (_inside(b"<X/>", 3_000_000), "usebio.too-large"),
    "120,000 names": (lambda: START + b"".join(b"<A%d/>" % n for n in range(120_000)) + END, "usebio.too-large"),
    "unknown elements between boards": (_inside(b"<X/><BOARD/>", 500_000), "usebio.too-large"),
    "boards without number": (_inside(b"<BOARD/>", 500_000), "usebio.too-large"),
    "pairs without number": (_inside(b"<PAIR/>", 500_000, b"<PARTICIPANTS>"), "usebio.too-large"),
    "80,000 players in a pair": (
        _inside(b"<PLAYER><PLAYER_NAME/></PLAYER>", 80_000, b"<PARTICIPANTS><PAIR>", b"</PAIR></PARTICIPANTS>"),
        None,
    ),
    "80,000 members in a club": (
        lambda: b'<USEBIO Version="1.4"><CLUB>' + b"<MEMBER><A/></MEMBER>" * 80_000 + b"</CLUB></USEBIO>",
        "usebio.too-large",
    ),
    "empty lists": (_inside(b"<PARTICIPANTS/>", 500_000), "usebio.too-large"),
    "empty sessions": (_inside(b"<SESSION/>", 500_000), "usebio.too-large"),
    "empty lines": (_inside(b"<TRAVELLER_LINE/>", 300_000, _BOARD, b"</BOARD>"), "usebio.too-large"),
    "lines with faults": (_inside(_PLAIN_LINE, 40_000, _BOARD, b"</BOARD>"), "usebio.too-large"),
    "comments": (_inside(b"<!--x-->", 1_000_000), "usebio.too-large"),
    "instructions": (_inside(b"<?x?>", 500_000), "usebio.too-large"),
    "kept instructions": (_inside(b"<?kibitz-kept element X <X/>?>", 200_000), "usebio.too-large"),
    "references": (_inside(b"&#65;", 600_000, b"<NOTES>", b"</NOTES>"), "usebio.too-large"),
    "a number of many pairs inside and outside sections": (_pairs_of_one_number, None),
    "lines against a number of many pairs": (_lines_against_one_number, None),
    "a deal of its own in each line": (_deals_of_one_board, None),
    "strata": (
        _inside(b"<STRAT><STRAT_NUMBER>1</STRAT_NUMBER></STRAT>", 20_000, b"<STRATIFICATION>", b"</STRATIFICATION>"),
        "usebio.too-large",
    ),
    "control characters": (_inside(b"\x01", 16_000_000, b"<NOTES>", b"</NOTES>"), "usebio.not-well-formed"),
    "small letters": (
        lambda: b"<usebio><event>" + b'<board event_type="x"></board>' * 90_000 + b"</event></usebio>",
        "usebio.no-event",
    ),
    "a code page of DOS": (
        lambda: b'<?xml version="1.0" encoding="ibm437"?>' + START + b"\xff" * 60_000_000 + END,
        "usebio.too-large",
    ),
    "events": (lambda: b'<USEBIO Version="1.4">' + b"<EVENT/>" * 300_000 + b"</USEBIO>", "usebio.too-large"),
}
"""What to make, and the code with which the reader refuses it; None where it is read, as far as it is one."""


def _outcome(data: bytes) -> dict[str, object]:
    forget_peak()
    try:
        usebio.FORMAT.parse(data)
        code = None
    except FormatError as refused:
        code = refused.code.code
    findings = check_structure(data)
    return {"parse": code, "check": findings[-1].code, "findings": len(findings), "megabytes": peak()}


def main() -> None:
    """Read every document and print what came of it."""
    check_structure(START + END)  # the schema is compiled once, before the processes part
    print(json.dumps({name: apart(make, _outcome) for name, (make, _) in DOCUMENTS.items()}))


if __name__ == "__main__":
    main()
