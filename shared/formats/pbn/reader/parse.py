"""The reader: bytes to facts."""

import hashlib
from bisect import bisect_right
from dataclasses import replace
from operator import itemgetter

from contracts.codes.pbn import ENCODING, NO_GAME, NO_IDENTITY, NUMBER_SHARED, UNKNOWN_TAG
from contracts.findings import Finding
from shared.errors import FormatError
from shared.formats.parsed import Parsed
from shared.formats.pbn.checks.export_format import check_game, check_lines, says_export
from shared.formats.pbn.reader.assemble import assemble
from shared.formats.pbn.reader.draft import Draft
from shared.formats.pbn.reader.event_builder import EventBuilder
from shared.formats.pbn.reader.games import GameReader
from shared.formats.pbn.report import Report

_OF_THE_FILE = frozenset(code.code for code in (ENCODING, NO_IDENTITY, NUMBER_SHARED, UNKNOWN_TAG))
"""Findings that are about the file or its program, and not about the board in which they stand first."""


def parse(data: bytes) -> Parsed:
    """Read a PBN file of any version.

    Returns:
        Its events with everything that their games state, and what was found on the way.

    Raises:
        FormatError: the file is too large, or holds no game.
    """
    report = Report()
    reader = GameReader(data, report)
    builder = EventBuilder(report)
    export = False
    begun: list[tuple[int, Draft]] = []
    boards: list[tuple[int, str | None]] = []
    for game in reader.games():
        if not export and says_export(game.game):
            export = True
            check_lines(data, report)
        if export:
            check_game(game, report)
        boards.append((game.game.line, game.values.board))
        draft = builder.take(game)
        if not begun or begun[-1][1] is not draft:
            begun.append((game.game.line, draft))
    if not builder.drafts:
        raise FormatError(NO_GAME, "no tag pair stands in the file", findings=report.finish())
    builder.take_trailing(reader.trailing)
    events = assemble(builder.drafts.values(), hashlib.sha256(data).hexdigest()[:12], report)
    findings = tuple(_with_board(finding, boards) for finding in report.finish())
    lines = [line for line, _ in begun]
    about: dict[int, list[Finding]] = {id(draft): [] for draft in builder.drafts.values()}
    for finding in findings:
        # A finding is about the event in whose lines it stands; one without a line is about the file.
        line = finding.place.line if finding.place is not None else None
        if line is not None and line >= lines[0]:
            about[id(begun[bisect_right(lines, line) - 1][1])].append(finding)
    parsed = (replace(event, findings=tuple(own)) for event, own in zip(events, about.values(), strict=True))
    return Parsed(tuple(parsed), findings)


def _with_board(finding: Finding, boards: list[tuple[int, str | None]]) -> Finding:
    """A finding about the board in whose game it stands, or the game where no board is named, if nothing else is."""
    line = finding.place.line if finding.place is not None else None
    whole = finding.subject is not None or finding.code in _OF_THE_FILE
    if whole or line is None or line < boards[0][0]:
        return finding
    number = bisect_right(boards, line, key=itemgetter(0))
    board = boards[number - 1][1]
    return finding.replace(subject=f"board {board}" if board else f"game {number}")
