"""Games out of lines: tags, tokens, comments, directives, and getting up again after a fault."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import FormatError
from shared.formats.pbn.reader import scanner
from shared.formats.pbn.reader.parse import parse
from shared.formats.pbn.reader.plain_games import games_and_lines
from shared.formats.pbn.reader.scanner import LineSource, Scanner
from shared.formats.pbn.report import Report
from shared.formats.report import NAME_LENGTH
from tests.support.pbn_games import read_games


def games(text: str):
    report = Report()
    found = list(Scanner(games_and_lines(text.encode("utf-8"), report), report).games())
    said = [(finding.code[4:], finding.place.line) for finding in report.finish() if finding.code != "pbn.encoding"]
    return found, said


def values(text: str) -> list[list[tuple[str, str]]]:
    return [[(tag.name, tag.value) for tag in game.tags] for game in games(text)[0]]


def test_a_semi_empty_line_begins_a_game():
    assert values('[Board "1"]\n \t\n\n[Board "2"]\n[Dealer "N"]\n') == [
        [("Board", "1")],
        [("Board", "2"), ("Dealer", "N")],
    ]


def test_tags_stand_on_one_line_or_on_several_with_any_white_space():
    text = '[Board "1"][Dealer\t"N" ] [ West "Wim W" ]\n[\nNorth\n  "Nora" \n]  [East "Eva"]\n'
    found, said = games(text)
    assert [(tag.name, tag.value, tag.line, tag.column) for tag in found[0].tags] == [
        ("Board", "1", 1, 1),
        ("Dealer", "N", 1, 12),
        ("West", "Wim W", 1, 26),
        ("North", "Nora", 2, 1),
        ("East", "Eva", 5, 4),
    ]
    assert said == []


def test_escapes_of_quotes_and_backslashes_are_resolved_and_others_stay():
    assert values(r'[Event "The \"Big\" \\ game"]' + "\n" + r'[ScoreTable "Rank\3R"]') == [
        [("Event", 'The "Big" \\ game'), ("ScoreTable", r"Rank\3R")]
    ]


def test_calls_and_their_annotations_are_told_apart():
    found, said = games('[Auction "N"]\n1S!? =1= $25 ^S ^I1C - X\nAP * +\n[Note "1:weak"]\n')
    assert [(kind, text) for kind, text, _, _ in found[0].tags[0].tokens] == [
        ("word", "1S"),
        ("suffix", "!?"),
        ("note", "=1="),
        ("nag", "$25"),
        ("irregular", "^S"),
        ("irregular", "^I"),
        ("word", "1C"),
        ("word", "-"),
        ("word", "X"),
        ("word", "AP"),
        ("mark", "*"),
        ("mark", "+"),
    ]
    assert found[0].tags[0].tokens[3][2:] == (2, 10)
    assert said == []


def test_elements_of_tables_are_words_and_strings():
    found, said = games('[ScoreTable "Names_NS;Score_NS"]\n"Ann \\"A\\" ;Bob" +420\n^60 ?\n')
    assert [token[:2] for token in found[0].tags[0].tokens] == [
        ("string", 'Ann "A" ;Bob'),
        ("word", "+420"),
        ("word", "^60"),
        ("word", "?"),
    ]
    assert said == []


def test_comments_keep_their_place_and_their_text():
    text = (
        "; first\n{ over\n\n% lines }\n"
        '[Board "1"] { a {brace ; in } ; a {rest\n[Auction "N"]\n1S { between } Pass ; end\nPass Pass\n'
    )
    (game,), said = games(text)
    assert [token[:2] for token in game.before] == [("rest", " first"), ("brace", " over\n\n% lines ")]
    assert [token[:2] for token in game.tags[0].tokens] == [("brace", " a {brace ; in "), ("rest", " a {rest")]
    assert [token[:2] for token in game.tags[1].tokens] == [
        ("word", "1S"),
        ("brace", " between "),
        ("word", "Pass"),
        ("rest", " end"),
        ("word", "Pass"),
        ("word", "Pass"),
    ]
    assert said == []


def test_a_percent_sign_in_the_first_column_makes_a_directive_and_elsewhere_none():
    (game,), said = games('% PBN 2.1\n[Board "1"]\n%Any thing [x\n[Event "5% off"]\n')
    assert [token[:2] for token in game.before] == [("directive", " PBN 2.1")]
    assert [token[:2] for token in game.tags[0].tokens] == [("directive", "Any thing [x")]
    assert said == []


def test_what_stands_behind_the_last_game_is_kept_apart():
    report = Report()
    scanner = Scanner(games_and_lines(b'[Board "1"]\n\n% bye\n', report), report)
    assert len(list(scanner.games())) == 1
    assert [token[:2] for token in scanner.trailing] == [("directive", " bye")]


@pytest.mark.parametrize(
    ("text", "expected", "said"),
    [
        ('[Event "open\n[Board "1"]', [("Event", "open"), ("Board", "1")], [("string-not-closed", 1)]),
        ('[Play "W]\n', [("Play", "W")], [("string-not-closed", 1)]),
        ('[Event "The "Big" game"]', [("Event", 'The "Big" game')], [("tag-broken", 1)]),
        ("[Board 7]", [("Board", "7")], [("tag-broken", 1)]),
        ('[My-Tag "x"]', [("My_Tag", "x")], [("tag-broken", 1)]),
        ('[board "7"]', [("board", "7")], [("tag-broken", 1)]),
        ('[Board "7"\n[Dealer "N"]', [("Board", "7"), ("Dealer", "N")], [("tag-broken", 1)]),
        ('[Board "7" [Dealer "N"]', [("Board", "7"), ("Dealer", "N")], [("tag-broken", 1)]),
        ('[Board "7"}\n[Dealer "N"]', [("Board", "7"), ("Dealer", "N")], [("tag-broken", 1)]),
        ('[Board "7" ; so\n]\n[Dealer "N"]', [("Board", "7"), ("Dealer", "N")], [("tag-broken", 1), ("stray-text", 2)]),
        ('[Event "a\tb"]', [("Event", "a\tb")], [("character", 1)]),
        ('[Event "a\vb"]', [("Event", "a\vb")], [("character", 1)]),
        ('hello\n[Board "7"]', [("Board", "7")], [("stray-text", 1)]),
        ('[Board "7"] ]', [("Board", "7")], [("stray-text", 1)]),
    ],
)
def test_a_broken_tag_is_reported_and_read_as_far_as_it_goes(text, expected, said):
    found, findings = games(text)
    assert [(tag.name, tag.value) for game in found for tag in game.tags] == expected
    assert sorted(set(findings)) == sorted(set(said))


@pytest.mark.parametrize("character", ["[", "]", "{", "}", "%"])
def test_a_character_that_tables_may_not_have_is_reported_at_its_place(character):
    found, said = games(f'[ActionTable "Rank;MyText"]\n1  {character}\n\n[Board "2"]\n')
    assert said == [("table-character", 2)]
    assert len(found) == 2


def test_a_comment_among_the_elements_of_a_table_is_reported_and_kept():
    found, said = games('[ActionTable "Rank"] ; here it may stand\n1 ; here not\n2 { nor\nhere }\n3\n')
    assert said == [("table-comment", 2), ("table-comment", 3)]
    assert [token[1] for token in found[0].tags[0].content] == ["1", "2", "3"]


def test_a_comment_that_is_never_closed_does_not_swallow_the_games_behind_it():
    found, said = games('[Board "1"]\n{ never closed\n\n[Board "2"]\n{ a comment }\n\n[Board "3"]\n')
    assert [game.tags[0].value for game in found] == ["1", "2", "3"]
    assert said == [("comment-not-closed", 2)]
    found, said = games('[Board "1"]\n{ never closed\n\n[Board "2"]\n')
    assert [game.tags[0].value for game in found] == ["1", "2"]
    assert said == [("comment-not-closed", 2)]


def test_a_comment_may_hold_a_game_of_its_own():
    found, said = games('[Board "1"]\n{ left out:\n\n[Board "2"]\n\n[Board "3"]\n}\n\n[Board "4"]\n')
    assert [game.tags[0].value for game in found] == ["1", "4"]
    assert said == []


def test_a_game_beyond_every_bound_is_refused(monkeypatch):
    monkeypatch.setattr(scanner, "MOST_TOKENS", 100)
    with pytest.raises(FormatError) as refused:
        games('[Auction "N"]\n' + "Pass\n" * 101)
    assert refused.value.code.code == "pbn.too-large"


@pytest.mark.parametrize("game", ['[Board "1"]\n\n', '[Board  "1"]\n\n'])
def test_a_file_of_more_games_than_any_real_one_is_refused(game, monkeypatch):
    monkeypatch.setattr(scanner, "MOST_GAMES", 20)
    assert len(games(game * 20)[0]) == 20
    with pytest.raises(FormatError) as refused:
        games(game * 30)
    assert refused.value.code.code == "pbn.too-large"


@given(st.text('[]{};"%\\\n AB1=$!?^*+-', max_size=120))
def test_any_text_ends(text):
    found, _ = games(text)
    assert [game.number for game in found] == list(range(1, len(found) + 1))
    assert all(game.tags for game in found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["[", "{", "}", '"', "[[", '["', "a{\n", "{\n", '["x\n', "=", "^", "[a\n", "1 {\n2\n"]
)
def test_hostile_repetition_is_read_in_one_pass(piece):
    """Two hundred thousand characters take a moment or are refused; a quadratic reader would need minutes."""
    for head in ("", '[Auction "N"]\n', '[MyTable "a"]\n1 '):
        with suppress(FormatError):
            games(head + piece * (200_000 // len(piece)))


def test_calls_are_taken_apart_the_same_way_whatever_stands_beside_them():
    """What a line is read as does not depend on an annotation in it."""
    for word in ("1C/2", "p.", "1\xe9", "4S#"):
        plain, annotated = (
            read_games(f'[Dealer "N"]\n[Auction "N"]\n{word} Pass{more}\n')[0][0].game.tags[1].tokens
            for more in ("", " $40")
        )
        assert plain == annotated[:-1]


def test_a_comment_before_a_game_stands_in_no_table_of_the_game_before():
    games_read, said = read_games('[ScoreTable "Score_NS"]\n90\n\n{ of the\n[next] }\n[Board "2"]\n')
    assert [game.game.before[0][:2] for game in games_read if game.game.before] == [("brace", " of the\n[next] ")]
    assert said == ()


def test_text_behind_a_note_that_belongs_nowhere_is_read_as_calls():
    (game,), _ = read_games('[Event "x"]\n[Note "1:x"]\n1C/Pass\n')
    assert [token[:2] for token in game.game.tags[1].tokens] == [("word", "1C"), ("stray", "/"), ("word", "Pass")]


@pytest.mark.parametrize(
    ("pattern", "good", "bad"),
    [
        (scanner.SIMPLE_TAG, ['[Board "1"]', '[A_b2 ""]'], ['[board "1"]', '[Board  "1"]', r'[X "\\"]', '[X "a"b"]']),
        (scanner.TAG, ['[ Board\n"1" ]', r'[X "a \" b"]'], ['[X "a"b"]', "[X]", '[X "a\nb"]']),
        (scanner.OPEN_TAG, ["[", "[ Board", '[Board\n"1"\n'], ['[Board "1', "[Board x", '[Board "1"]']),
        (scanner.NO_BRACKET, ['[Board "1"', r'[X "a\" b"  '], ['[Board "1"]', '[Board "1', '[X "a"b"', '["1"']),
        (scanner.OTHER_BRACKET, ['[Board "1"}', '[ X "" )'], ["[Board", '[Board "1']),
        (scanner.CALL, ["1NT", "$25", "=1=", "!?", "*", "^S"], ["1 NT", "=1", "!!!"]),
        (scanner.ELEMENT, ["+420", '"a b"', "^60", "3="], ["a b", "a;b"]),
    ],
)
def test_a_pattern_takes_what_it_should_and_nothing_else(pattern: re.Pattern[str], good, bad):
    assert [text for text in good if not pattern.fullmatch(text)] == []
    assert [text for text in bad if pattern.fullmatch(text)] == []


def test_a_broken_tag_has_the_name_that_can_be_written():
    found = scanner.broken_tag('[1 My-T\u2026ag "x"] 1C', 0)
    assert found is None
    found = scanner.broken_tag('[1My-T\u2026ag "x"] 1C', 0)
    assert found == ("My_Tag", "x", "a tag needs a name and one text in quotation marks", 14)
    assert scanner.broken_tag('[12 "x"]', 0) is None


def test_the_two_escapes_of_a_string_are_resolved_and_no_other():
    assert scanner.unescaped(r"say \"no\" to \\ and \S") == r'say "no" to \ and \S'


def source(*texts: str) -> LineSource:
    return LineSource((number, 1, text) for number, text in enumerate(texts, 1))


def test_lines_that_are_given_back_come_next_and_in_their_order():
    lines = source("a", "b", "c")
    first, second = lines.next(), lines.next()
    lines.back([first, second])
    assert [lines.next()[2] for _ in range(3)] == ["a", "b", "c"]
    assert lines.next() is None


@pytest.mark.parametrize(
    ("texts", "closes"),
    [(["x", "y }"], True), (["x", "", "}"], False), (['[Board "1"]', "}"], False), (["x"], False), ([], False)],
)
def test_a_brace_closes_before_the_next_game_or_tag_or_not_soon(texts, closes):
    lines = source(*texts)
    assert lines.closes_soon(0) is closes
    assert [line[2] for line in iter(lines.next, None)] == texts


def test_lines_are_looked_through_once():
    looked: list[int] = []

    def lines():
        for number in range(1, 1000):
            looked.append(number)
            yield number, 1, "x"

    made = LineSource(lines())
    assert [made.closes_soon(number) for number in range(150)] == [False] * 150
    assert len(looked) == 200


@pytest.mark.parametrize("line", ['["x"]', "{a comment}", "{never closed", "x ]", "[x", '1 "2"'])
@pytest.mark.parametrize(
    "tag", ['[%s "Rank"]', '[ %s "Rank" ]', '[%s "Rank"', "[%s Rank]", '[%s "Rank', '[%s\n"Rank"]']
)
def test_a_tag_with_a_name_of_thousands_of_letters_is_cut_and_reported(tag, line):
    text = f'[Board "1"]\n{tag % ("A" * 3_000)}\n1 2\n{line}\n\n[Board "2"]\n'
    read, findings = games(text)
    assert [tag.name for game in read for tag in game.tags if tag.name[0] == "A"] == ["A" * NAME_LENGTH]
    assert ("text-cut", 2) in findings


def test_a_section_with_a_name_of_thousands_of_letters_does_not_stop_the_reader():
    parsed = parse(f'[Board "1"]\n[{"A" * 3_000} "Rank;+Rank"]\n1 2 [ {{x}}\n3 ] "4\n'.encode())
    assert "pbn.text-cut" in {finding.code for finding in parsed.findings}


def test_parentheses_around_calls_are_no_part_of_them():
    found, said = games('[Auction "N"]\n1C (1H) ( 2C  Pass )\n')
    assert [token for token in found[0].tags[0].tokens if token[0] == "word"] == [
        ("word", "1C", 2, 1),
        ("word", "1H", 2, 5),
        ("word", "2C", 2, 11),
        ("word", "Pass", 2, 15),
    ]
    assert said == [("read-as", 2)]


def test_what_is_reported_has_its_column_and_its_text():
    def findings(text: str):
        report = Report()
        list(Scanner(games_and_lines(text.encode(), report), report).games())
        return [(entry.code[4:], entry.place.column, entry.stated) for entry in report.finish()]

    assert findings('[Board "1"]  ]\n') == [("stray-text", 14, "]")]
    assert findings('[Board "1"]\n [Dealer 7] \n') == [("tag-broken", 2, "[Dealer 7]")]
    assert findings('[Board "1"]\n [x \n') == [("tag-broken", 2, "[x ")]
    assert findings(' [Board "1\n') == [("string-not-closed", 2, '[Board "1')]
    assert findings('[Mine "A"]\n1 "two\n') == [("string-not-closed", 3, '"two')]
    assert findings('[Mine "A"]\n1 {x} 2\n') == [("table-comment", 3, None)]
    assert findings('[Mine "A"]\n1 { 2\n') == [("table-character", 3, "{")]
    assert findings('[Board "1"]\n  { never\n') == [("comment-not-closed", 3, None)]
    assert findings('[Board "1"] [dealer "N"]\n') == [("tag-broken", 13, "dealer")]


def test_a_tag_that_does_not_begin_its_line_or_has_other_blanks_is_untidy():
    found, _ = games('[Board "1"]\n [Dealer "N"]\n[ Room "Open"]\n[Site "a"] [Table "b"]\n[Event\n"x"]\n')
    assert found[0].untidy == [2, 3, 4, 5]


def test_a_line_of_blanks_that_ends_a_game_is_remembered():
    found, _ = games('[Board  "1"]\n\n[Board  "2"]\n \t\n[Board  "3"]\n')
    assert [(game.line, game.blank_line) for game in found] == [(1, 0), (3, 4), (5, 0)]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ('[\nBoard\n"1"\n]', [("Board", "1")]),
        ('[\n\nBoard "1"]', []),
        ('[\n% x\nBoard "1"]', []),
        ('[Board\n"1"', []),
        ("[\n[\n[\n[\n", []),
        ("[", []),
    ],
)
def test_a_tag_goes_over_no_more_lines_than_it_has_parts(text, tags):
    found, _ = games(text + "\n")
    assert [(tag.name, tag.value) for game in found for tag in game.tags] == tags


def test_after_fifty_strays_of_a_line_the_rest_is_one():
    found, said = games('[Auction "N"]\n' + "#" * 60 + "\n1C\n")
    strays = [token[1] for token in found[0].tags[0].tokens if token[0] == "stray"]
    assert strays == ["#"] * 51 + ["#" * 9]
    assert len(said) == 52
    found, _ = games('[Auction "N"]\n' + "#" * 40 + "\n" + "#" * 40 + "\n")
    assert len(found[0].tags[0].tokens) == 80


def test_a_long_comment_is_cut_and_one_that_never_ends_costs_no_game(monkeypatch):
    monkeypatch.setattr(scanner, "LONGEST_COMMENT", 100)
    found, said = games('[Board "1"]\n{' + "x" * 60 + "\n" + "y" * 60 + '}\n[Site "a"]\n')
    assert [len(token[1]) for token in found[0].tags[0].tokens] == [100]
    assert [tag.name for tag in found[0].tags] == ["Board", "Site"]
    lines = "\n".join("z" * 30 for _ in range(20))
    found, said = games(f'[Board "1"]\n{{ open\n\n[Board "2"]\n{lines}\n\n[Board "3"]\n')
    assert [game.tags[0].value for game in found] == ["1", "2", "3"]
    assert said[0] == ("comment-not-closed", 2)


def test_a_brace_in_a_table_opens_a_comment_only_when_it_closes_soon():
    found, said = games('[Mine "A"]\n1 { closes\nhere } 2\n')
    assert [token[:2] for token in found[0].tags[0].tokens] == [
        ("word", "1"),
        ("brace", " closes\nhere "),
        ("word", "2"),
    ]
    assert said == [("table-comment", 2)]
    found, said = games('[Auction "N"]\n1C { closes\nhere } 1D\n')
    assert said == []
    found, said = games('[Mine "A"]\n{ before } 1\n')
    assert said == []


def test_games_and_items_are_counted_to_their_bounds(monkeypatch):
    monkeypatch.setattr(scanner, "MOST_TOKENS", 10)
    assert len(games('[Auction "N"]\n' + "1C!\n" * 4 + "1C\n")[0]) == 1
    with pytest.raises(FormatError):
        games('[Auction "N"]\n' + "1C!\n" * 5)


def test_an_element_whose_quotes_are_not_closed_goes_to_the_end_of_its_line():
    found, _ = games('[Mine "A"]\n1 "two 3\n4\n')
    assert [token[:2] for token in found[0].tags[0].tokens] == [("word", "1"), ("string", "two 3"), ("word", "4")]


def test_a_plain_game_is_taken_as_a_whole_where_nothing_of_another_was_read():
    report = Report()
    pieces = list(games_and_lines(b'[Board "1"]\n\n[Board "2"]\n\n', report))
    assert [game is piece.game for game, piece in zip(Scanner(pieces, report).games(), pieces, strict=True)] == [
        True
    ] * 2


def test_a_comment_that_is_never_closed_ends_before_the_empty_line_of_its_game():
    found, _ = games('[Board "1"]\n{ never\nclosed\n\n[Board "2"]\n[Site "x"]\n')
    assert [token[:2] for token in found[0].tags[0].tokens] == [("brace", " never\nclosed")]
    assert [tag.name for tag in found[1].tags] == ["Board", "Site"]
