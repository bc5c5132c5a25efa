"""PGN, the notation of chess games: who met whom in which round, and what came of it; never the moves."""

from contracts.base import Discipline
from contracts.codes import pgn as codes
from contracts.codes.code import codes_of
from shared.formats.format import Format, lazily, lazy_writer
from shared.formats.pgn.recognition import ending, recognise

FORMAT = Format(
    name="pgn",
    title="PGN",
    discipline=Discipline.CHESS,
    suffixes=(".pgn",),
    codes=codes_of(vars(codes)),
    recognise=recognise,
    ending=ending,
    max_bytes=32 * 1024 * 1024,
    in_intake=True,
    reader=lazily("shared.formats.pgn.reader.parse:parse"),
    writer=lazy_writer("shared.formats.pgn"),
)
