"""The reader: bytes to facts."""

from __future__ import annotations

import hashlib

from contracts.codes.pbn import NO_GAME
from shared.errors import FormatError
from shared.formats.parsed import Parsed
from shared.formats.pbn.assemble import assemble
from shared.formats.pbn.export_checks import check_game, check_lines, says_export
from shared.formats.pbn.games import GameReader
from shared.formats.pbn.gather import Gatherer
from shared.formats.pbn.report import Report


def parse(data: bytes) -> Parsed:
    """Read a PBN file of any version.

    Args:
        data: the file.

    Returns:
        Its events with everything that their games state, and what was found on the way.

    Raises:
        FormatError: the file is too large, or holds no game.
    """
    report = Report()
    reader = GameReader(data, report)
    gatherer = Gatherer(report)
    export = False
    for game in reader.games():
        if not export and says_export(game.game):
            export = True
            check_lines(data, report)
        if export:
            check_game(game, report)
        gatherer.take(game)
    if not gatherer.drafts:
        raise FormatError(NO_GAME, "no tag pair stands in the file", findings=report.finish())
    gatherer.take_trailing(reader.trailing)
    events = assemble(gatherer.drafts.values(), hashlib.sha256(data).hexdigest()[:12], report)
    return Parsed(events=events, findings=report.finish())
