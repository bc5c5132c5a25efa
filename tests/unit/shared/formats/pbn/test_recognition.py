"""PBN is seen by its first line, its tags or its delimiters."""

import pytest

from shared.formats.format import Ending, Match, NearMiss
from shared.formats.pbn.recognition import ending, recognise
from shared.formats.pbn.tags import SECTIONS, TAGS
from shared.formats.sample import Sample


def sample(data: bytes | str) -> Sample:
    return Sample.of(data if isinstance(data, bytes) else data.encode())


def of(data: bytes | str) -> Match | NearMiss | None:
    return recognise(sample(data))


@pytest.mark.parametrize(
    "text",
    [
        "% PBN 2.1\n% EXPORT\n",
        '\ufeff% pbn 1.0\r\n[Event "x"]',
        '%Creator: somebody\n\n[Event "Pairs"]\n[Board "1"]\n[Deal "N:..."]',
        '; a comment\n[Event "Pairs"]',
        '{a comment}\n[ Event\n"Pairs"]\n[Dealer "N"]',
        '[Board "1"]\n',
        '<html><body><pre>\n<PBN>\n% PBN 2.1\n[Event ""]\n</PBN></body></html>',
        '<PBN>[Event ""]</PBN>',
    ],
)
def test_pbn_is_seen_by_its_first_line_its_tags_or_its_delimiters(text):
    assert isinstance(of(text), Match)


def test_chess_games_in_pgn_are_not_pbn():
    game = '[Event "Open"]\n[Site "?"]\n[Round "1"]\n[Board "3"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 *'
    seen = of(game)
    assert isinstance(seen, NearMiss)
    assert "PGN" in seen.reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[Event "x"]\n', Ending.OPEN),
        ('[Event "x"]', Ending.OPEN),
        ('[Event "x', Ending.CUT),
        ("{ a comment", Ending.CUT),
        ("{ a comment }", Ending.OPEN),
        ("<html><PBN>\n[Event", Ending.CUT),
        ("<html><PBN>\n</PBN>", Ending.WHOLE),
        (f"<html><PBN>\n</PBN>{' ' * 5000}</html>", Ending.WHOLE),
    ],
)
def test_pbn_may_end_outside_of_tags_and_comments_and_ends_with_the_page_around_it(text, expected):
    assert ending(sample(text)) is expected


def test_other_files_are_not_pbn():
    assert of("<html><body>no games</body></html>") is None
    assert of('<html>[Dealer "N"]</html>') is None
    assert of("1C Pass Pass Pass") is None
    assert of('some prose\n[Event "Pairs"]') is None
    assert of('[core]\n[remote "origin"]') is None
    assert isinstance(of('[Event "x"]\n[White "A"]\n[Dealer "N"]'), Match)


def test_markup_without_delimiters_is_another_format_s():
    assert of('<USEBIO Version="1.2">\n[Dealer "N"]\n</USEBIO>') is None


@pytest.mark.parametrize("tag", ["Deal", "Dealer", "Vulnerable", "Contract", "Declarer", "ScoreTable", "HomeTeam"])
def test_one_tag_that_only_pbn_has_is_enough_behind_other_text(tag):
    assert isinstance(of(f'some prose\n[{tag} "x"]\n'), Match)


@pytest.mark.parametrize("name", sorted({*TAGS, *SECTIONS, "Weather"} - {"Deal"}))
def test_a_file_that_begins_with_any_tag_or_section_is_recognised(name: str) -> None:
    assert isinstance(of(f'[{name} "x"]\n'), Match)
