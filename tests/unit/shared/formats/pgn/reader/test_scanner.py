"""Games are told apart whatever stands in comments, and every character is looked at once."""

import contextlib
import time

import pytest

from shared.errors import FormatError
from shared.formats.pgn.reader import scanner
from shared.formats.pgn.reader.scanner import Game, games_of
from shared.formats.pgn.report import Report

A, B = '[White "A"]\n[Black "B"]\n', '[White "C"]\n[Black "D"]\n'


def games(text: str | bytes) -> tuple[list[Game], list[str]]:
    report = Report()
    found = list(games_of(text if isinstance(text, bytes) else text.encode(), report))
    return found, [finding.code.removeprefix("pgn.") for finding in report.findings]


@pytest.mark.parametrize(
    "moves",
    [
        '1. e4 {1-0 [White "X"]} *',
        '1. e4 {over\n[White "X"]\nlines} *',
        '1. e4 ; [White "X"] 1-0\n*',
        '1. e4\n%[White "X"]\n*',
        "1. e4 (1. d4 1-0) $3 *",
        "1. e4 * {nothing more}",
    ],
)
def test_comments_variations_and_escapes_are_no_tags_and_no_end(moves: str) -> None:
    found, codes = games(f"{A}\n{moves}\n\n{B}\n1-0")
    assert [(game.tags["White"], game.marker, game.begun) for game in found] == [("A", "*", True), ("C", "1-0", False)]
    assert codes == []


def test_games_without_moves_or_markers_are_told_apart_by_event() -> None:
    found, _ = games(f'[Event "O"]\n{A}[Event "O"]\n{B}')
    assert [(game.line, game.tags["White"], game.marker) for game in found] == [(1, "A", ""), (4, "C", "")]


def test_what_stands_before_the_first_tag_is_no_game() -> None:
    found, _ = games(f"from a mail: 1-0\n\n{A}\n*")
    assert [(game.line, game.marker) for game in found] == [(3, "*")]


def test_a_comment_that_is_not_closed_ends_before_the_next_game() -> None:
    found, codes = games(f'{A}\n1. e4 {{ [%clk 1:00:00]\n\n[Event "O"]\n{B}\n1. d4 {{ fine }} 1-0')
    assert [game.tags["White"] for game in found] == ["A", "C"]
    assert found[1].marker == "1-0"
    assert codes == ["comment-not-closed"]


def test_quotes_are_read_escaped_and_as_they_should_not_stand() -> None:
    found, codes = games('[White "A \\"B\\" \\\\C"]\n[Black "D "E" F"]\n[Result oops]\n*')
    assert found[0].tags == {"White": 'A "B" \\C', "Black": 'D "E" F'}
    assert codes == ["tag-broken", "tag-broken"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_names_are_read_in_every_encoding(encoding: str) -> None:
    found, codes = games(A.replace("A", "Zoë").replace("\n", "\r\n").encode(encoding))
    assert found[0].tags["White"] == "Zoë"
    assert codes == ([] if encoding.startswith("utf-8") else ["encoding-guessed"])


def test_a_collection_of_games_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "MOST_GAMES", 2)
    with pytest.raises(FormatError, match="more than 2 games"):
        games(f"{A}*\n" * 3)


@pytest.mark.parametrize("piece", ["{", "[", '[A "', '[A "x" ', "\n\n", "\\", "{x} ", "(1-0 ", "[ ", '{\n\n[Event "'])
def test_time_is_proportional_to_size(piece: str) -> None:
    def seconds(size: int) -> float:
        started = time.thread_time()
        with contextlib.suppress(FormatError):
            games(A + piece * (size // len(piece)))
        return time.thread_time() - started

    assert seconds(40_000) < 20 * max(seconds(5_000), 0.002)
