"""PlainGame games are read as a whole, and say what they say line by line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import FormatError
from shared.formats.pbn.game import Game
from shared.formats.pbn.reader import lines
from shared.formats.pbn.reader.lines import open_file, read_lines
from shared.formats.pbn.reader.plain_games import PlainGame, games_and_lines, plain_game
from shared.formats.pbn.reader.scanner import Scanner
from shared.formats.pbn.report import Report
from tests.support.pbn_games import made_up

TABLE = '[ScoreTable "PairId_NS;Names_NS;+MP_NS\\\\3R"]\n1 "Ann;Bob" 4\n2 "Cy and Di"   0\n'


def as_a_whole(data: bytes) -> list[Game]:
    report = Report()
    return list(Scanner(games_and_lines(data, report), report).games())


def line_by_line(data: bytes) -> tuple[list[Game], list[tuple[str, int | None]]]:
    report = Report()
    games = list(Scanner(read_lines(open_file(data, report), report), report).games())
    return games, [(finding.code, finding.place.line if finding.place else None) for finding in report.finish()]


def told(games: list[Game]) -> list[object]:
    return [
        (
            game.number,
            game.line,
            game.before,
            [(tag.name, tag.value, tag.line, tag.column, tag.tokens, tag.has_content) for tag in game.tags],
        )
        for game in games
    ]


def plain(data: bytes) -> list[bool]:
    return [isinstance(piece, PlainGame) for piece in games_and_lines(data, Report())]


END = st.sampled_from(["\n", "\r\n"])


@given(st.lists(st.integers(0, 5_000), min_size=1, max_size=5), END, st.integers(0, 3))
def test_a_plain_game_says_what_its_lines_say(seeds: list[int], end: str, empty: int) -> None:
    text = ("\n" * (empty + 1)).join(made_up(seed).text() + TABLE.replace("\\\\", "\\") for seed in seeds)
    data = ("\n" * empty + text + "\n").replace("\n", end).encode()
    games, findings = line_by_line(data)
    assert told(as_a_whole(data)) == told(games)
    assert findings == []


PIECES = st.sampled_from([
    '[Event "x"]', '[Board "7"]', '[Deal "N:A... - - -"]', '[Auction "N"]', "1C Pass Pass", "AP", "*", '[Play "S"]',
    "SA S2", "+", "{ in", "out }", "; rest", "% PBN 2.1", '[Note "1:x"]', "=1=", "1C !! $3", "", "", " ", "\t",
    '[Site "a\\"b"]', '[Site "é"]', '"text" 3', "a\tb", '[Round "1"] [Table "2"]', "x" * 250, '[A "' + "b" * 250 + '"]',
    '[ScoreTable "A;B"]', "[", '"', "]", "\x07", "<PBN>", "a{b", '[event "x"]', "S7*",
])  # fmt: skip


@given(st.lists(PIECES, max_size=30), st.sampled_from(["\n", "\r\n", "\r", "\n\r\n"]))
def test_whatever_a_file_holds_it_is_read_the_same(parts: list[str], end: str) -> None:
    data = end.join(parts).encode("iso-8859-1")
    report = Report()
    games = list(Scanner(games_and_lines(data, report), report).games())
    expected, findings = line_by_line(data)
    assert told(games) == told(expected)
    found = [(finding.code, finding.place.line if finding.place else None) for finding in report.finish()]
    assert found == findings


@pytest.mark.slow
def test_games_on_both_sides_of_a_window_are_read_the_same() -> None:
    data = "\n".join(made_up(seed).text() for seed in range(400)).encode()
    assert len(data) > 2 * 64 * 1024
    assert told(as_a_whole(data)) == told(line_by_line(data)[0])
    assert sum(plain(data)) > 390


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ('[Event "x"]\n', True),
        ('[Event "x"]\n[Auction "N"]\n1C Pass\n*\n', True),
        ('[Event "x"]\n[Auction "N"]\n1C Pass*\n', False),
        ('[ScoreTable "A"]\n*\n', False),
        ('[ScoreTable "A"]\n+ ? ! ^3 "a b"\n', True),
        ('[Auction "N"]\n1C\n[Note "1:x"]\n', True),
        ('[Auction "N"]\n[Note "1:x"]\nPass\n', False),
        ('[Event "x"] ; why\n', False),
        ('[Event "x"]\n{ why }\n', False),
        ('[Event "a\\"b"]\n', False),
        (' [Event "x"]\n', False),
        ('% PBN 2.1\n[Event "x"]\n', False),
        ('[Event "' + "x" * 220 + '"]\n', True),
        ('[Event "' + "x" * 221 + '"]\n', False),
        ("[E" + "x" * 25 + ' "x"]\n', False),
        ('words [Event "x"]\n', False),
        ('[Event "x"]\n] [Site "y"]\n', False),
        ('[ScoreTable "A"]\n' + "x" * 253 + "\n", True),
        ('[ScoreTable "A"]\n' + "x" * 254 + "\n", False),
        ("words\n", False),
    ],
)
def test_a_game_is_plain_when_nothing_in_it_could_need_a_finding(text: str, is_plain: bool) -> None:
    assert (plain_game(text, 1) is not None) is is_plain


def test_the_bound_on_lines_holds_for_plain_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_LINES", 50)
    with pytest.raises(FormatError) as refused:
        as_a_whole(b'[Board "1"]\n\n' * 100)
    assert refused.value.code.code == "pbn.too-large"


def test_a_game_without_an_end_and_one_behind_a_bare_cr_are_read_by_lines() -> None:
    assert plain(b'[Event "x"]\n\n[Event "y"]\n') == [True, False]
    assert plain(b'[Event "x"]\n\r\n[Event "y"]\r\n') == [True, False]
    assert plain(b'[Event "x"]\r[Board "1"]\n\n') == [False, False, False]
    assert plain(b'\n\n[Event "x"]\n\n') == [False, False, True]


def test_a_plain_game_gives_its_lines_to_a_reader_in_the_middle_of_another() -> None:
    data = b'[Event "x"]\n{ begins\n\n[Board "1"]\n[Room "Open"]\n\nends }\n[Site "y"]\n'
    games, _ = line_by_line(data)
    assert told(as_a_whole(data)) == told(games)
    (game,) = games_and_lines(b'[Board "1"]\n[Room "Open"]\n\n', Report())
    assert isinstance(game, PlainGame)
    assert list(game.lines()) == [(1, 1, '[Board "1"]'), (2, 1, '[Room "Open"]'), (3, 1, "")]


def test_the_number_of_lines_is_bounded_for_plain_games_too(monkeypatch) -> None:
    monkeypatch.setattr(lines, "MOST_LINES", 20)
    data = b'[Board "1"]\n\n'
    assert len(as_a_whole(data * 10)) == 10
    with pytest.raises(FormatError):
        as_a_whole(data * 11)


def test_a_section_of_calls_ends_with_the_next_tag_and_not_with_a_note() -> None:
    text = '[Auction "N"]\n1C\n[Note "1:x"]\n[ScoreTable "A"]\n+ ? 1/2\n'
    assert plain_game(text, 1) is not None
    assert plain_game('[Auction "N"]\n1C\n[Play "N"]\nSA/S2\n', 1) is None
    game = plain_game('[Event "x"]\n[ScoreTable "A"]\n1\n2\n[Board "1"]\n', 7)
    assert game is not None
    assert [(tag.name, tag.line) for tag in game.tags] == [("Event", 7), ("ScoreTable", 8), ("Board", 11)]


def test_games_that_end_with_the_window_and_files_of_one_long_line_are_read() -> None:
    one = '[Event "x"]\n\n'
    data = (one * (2 * 64 * 1024 // len(one))).encode()
    assert len(as_a_whole(data)) == len(data) // len(one)
    long = b'[Event "x"]\n{' + b"y" * 200_000 + b"}\n\n" + one.encode()
    assert told(as_a_whole(long)) == told(line_by_line(long)[0])
