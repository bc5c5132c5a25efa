"""PGN is seen by the players of its games."""

import pytest

from shared.formats.format import Ending, Match
from shared.formats.pgn.recognition import ending, recognise
from shared.formats.sample import Sample

GAME = '[Event "Open"]\n[White "A"]\n[Black "B"]\n\n1. e4 *\n'


@pytest.mark.parametrize("text", [GAME, f"\ufeff{GAME}", f"; by hand\r\n{GAME}", f"% x\n{GAME}"])
def test_pgn_is_seen_by_its_players(text: str) -> None:
    assert isinstance(recognise(Sample.of(text.encode())), Match)


@pytest.mark.parametrize("text", ['[Event "Open"]\n[White "A"]\n', '[Deal "N:"]\n', "012 Open", f"<html>{GAME}"])
def test_anything_else_is_not(text: str) -> None:
    assert recognise(Sample.of(text.encode())) is None


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ("1. e4 *", Ending.OPEN),
        ("1. e4 1/2-1/2\r\n\x1a", Ending.OPEN),
        ("1. e4 e5", Ending.CUT),
        (
            "1. e4 { 1-0",
            Ending.OPEN,
        ),  # a comment that ends like a game; the file is taken sooner, and again when it grows
        ('[Result "1-0', Ending.CUT),
    ],
)
def test_a_file_may_end_behind_a_termination_marker(end: str, expected: Ending) -> None:
    assert ending(Sample.of(f"{GAME}{end}".encode())) is expected
