"""Plays in real files, as the lines of travellers have them."""

from functools import cache
from pathlib import Path

from contracts.standings import ScoredBoard, TravellerLine
from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from tests.support.real_files import real_files


def holding_plays() -> list[Path]:
    """Files with play: of PBN, and of USEBIO with LIN in it."""
    files = [*real_files("pbn", "*.pbn"), *real_files("usebio", "lin-*.xml")]
    return [path for path in files if any(word in path.read_bytes() for word in (b"[Play ", b"LIN_DATA"))]


@cache
def played_lines(path: Path) -> list[tuple[ScoredBoard, TravellerLine]]:
    """The lines of a file whose table recorded its play."""
    boards = [board for event in Pipeline([read_file(path)]).events.values() for board in event.score()[1].boards]
    return [(board, line) for board in boards for line in board.lines if line.cards or line.broken_off]
