"""Made-up files for benchmarks."""

from datetime import UTC, datetime, timedelta

from contracts.facts import AsOf
from kibitz.replay.cut import Part, cut
from kibitz.replay.made_up import Size, made_up_file

START = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)


def finished(tables: int = 14, seed: int = 14) -> bytes:
    rounds = tables - 1 if tables % 2 == 0 else tables
    as_of = AsOf(at=START + timedelta(days=seed), source="stated")
    return made_up_file(Size(tables, rounds, 2), as_of, seed)


def parts(tables: int = 14, seed: int = 14) -> list[Part]:
    return cut(finished(tables, seed), f"event-{seed}.xml", START)


def simultaneous(tables: int = 5_000, boards: int = 26) -> bytes:
    """Pairs at many clubs over the same boards: each table meets its neighbours further along, board by board."""
    pairs = "".join(
        f"      <PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><PLACE>{number}</PLACE>"
        f"<PLAYER><PLAYER_NAME>North {number}</PLAYER_NAME></PLAYER>"
        f"<PLAYER><PLAYER_NAME>South {number}</PLAYER_NAME></PLAYER></PAIR>\n"
        for number in range(1, 2 * tables + 1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<USEBIO Version="1.4">\n  <EVENT EVENT_TYPE="PAIRS">\n'
        "    <EVENT_DESCRIPTION>Lanternlight Simultaneous</EVENT_DESCRIPTION>\n"
        f"    <PARTICIPANTS>\n{pairs}    </PARTICIPANTS>\n"
        + "".join(_board(board, tables) for board in range(1, boards + 1))
        + "  </EVENT>\n</USEBIO>\n"
    ).encode()


def _board(board: int, tables: int) -> str:
    lines = "".join(
        f"      <TRAVELLER_LINE>\n        <NS_PAIR_NUMBER>{table}</NS_PAIR_NUMBER>\n"
        f"        <EW_PAIR_NUMBER>{tables + (table + board) % tables + 1}</EW_PAIR_NUMBER>\n"
        f"        <CONTRACT>{table % 4 + 1}{'CDHSN'[table % 5]}</CONTRACT>\n"
        f"        <PLAYED_BY>{'NESW'[table % 4]}</PLAYED_BY>\n        <LEAD>{'SHDC'[table % 4]}{table % 8 + 2}</LEAD>\n"
        f"        <TRICKS>{table % 8 + 6}</TRICKS>\n        <SCORE>{table % 41 * 10 - 200}</SCORE>\n"
        f"        <NS_MATCH_POINTS>{table}</NS_MATCH_POINTS>\n"
        f"        <EW_MATCH_POINTS>{2 * tables - 2 - table}</EW_MATCH_POINTS>\n"
        f"        <TABLE_NUMBER>{table}</TABLE_NUMBER>\n      </TRAVELLER_LINE>\n"
        for table in range(1, tables + 1)
    )
    return f"    <BOARD>\n      <BOARD_NUMBER>{board}</BOARD_NUMBER>\n{lines}    </BOARD>\n"
