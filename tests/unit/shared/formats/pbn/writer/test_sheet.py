"""Lines in export format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.formats.pbn.reader.plain_games import games_and_lines
from shared.formats.pbn.reader.scanner import Scanner
from shared.formats.pbn.report import Report
from shared.formats.pbn.writer.sheet import LONGEST, Sheet, escape


def lines(sheet: Sheet) -> list[str]:
    return sheet.finish().decode("iso-8859-1").split("\r\n")[2:-1]


def test_a_file_begins_with_its_version_and_its_format_and_lines_end_with_cr_lf():
    assert Sheet().finish() == b"% PBN 2.1\r\n% EXPORT\r\n"


def test_an_empty_line_stands_before_every_game_but_the_first():
    sheet = Sheet()
    for number in "12":
        sheet.new_game()
        sheet.tag("Board", number)
    assert lines(sheet) == ['[Board "1"]', "", '[Board "2"]']


@pytest.mark.parametrize(
    ("text", "written", "lost"),
    [
        ("Zoë Ängström", "Zoë Ängström", 0),
        ("Łukasz Dvořák", "Lukasz Dvorák", 2),
        ("“4♠”", '\\"4\\\\S\\"', 3),
        ("東", "?", 1),
        ("a\tb\r\nc", "a b c", 0),
        ("\x80", "?", 1),
        ("e\u0301", "é", 0),
    ],
)
def test_what_iso_8859_1_does_not_have_is_spelled_and_counted(text, written, lost):
    sheet = Sheet()
    sheet.tag("Event", text)
    assert lines(sheet) == [f'[Event "{written}"]']
    assert sum(item.count for item in sheet.losses.items()) == lost


def test_quotes_and_backslashes_are_escaped_but_for_the_columns_of_tables():
    assert escape('a "b" \\ c') == 'a \\"b\\" \\\\ c'
    assert escape("Rank\\3R", table=True) == "Rank\\3R"


@given(st.text(max_size=400))
def test_a_tag_is_one_line_and_reads_as_far_as_it_fits(text):
    sheet = Sheet()
    sheet.tag("Event", text)
    data = sheet.finish()
    line = data.decode("iso-8859-1").split("\r\n")[-2]
    assert len(line) <= LONGEST
    (game,) = Scanner(games_and_lines(data, Report()), Report()).games()
    again = Sheet()
    again.tag("Event", game.tags[0].value)
    assert lines(again)[-1] == line


@given(st.text("ab \\;{\n", max_size=700))
def test_a_comment_keeps_its_words_in_lines_that_are_short_enough(text):
    sheet = Sheet()
    sheet.comment(text)
    written = lines(sheet)
    assert max(map(len, written)) <= LONGEST
    assert "".join("\n".join(written)[1:-1].split()) == "".join(text.split())


def test_a_row_is_broken_where_it_becomes_long_and_behind_a_comment_to_the_end_of_its_line():
    sheet = Sheet()
    sheet.row(["1C", ";why", "Pass", "=" + "x" * 70 + "=", "1D", "two\nlines", "^I X"])
    assert lines(sheet) == ["1C ;why", "Pass =" + "x" * 70 + "=", "1D two", "lines ^I X"]


def test_letters_that_look_like_utf_8_get_a_directive_that_says_what_they_are():
    sheet = Sheet()
    sheet.tag("Event", "Ã«")
    data = sheet.finish()
    assert data.split(b"\r\n")[2] == b"%Content-type: text/x-pbn; charset=ISO-8859-1"
    (game,) = Scanner(games_and_lines(data, Report()), Report()).games()
    assert game.tags[0].value == "Ã«"


def test_a_line_that_cannot_be_broken_is_counted():
    sheet = Sheet()
    sheet.line("y" * 300)
    assert [item.what for item in sheet.losses.items()] == ["lines of 255 characters"]


def test_a_line_with_letters_that_iso_8859_1_does_not_have_is_written_and_counted():
    sheet = Sheet()
    sheet.line("Kāne Žižka é")
    assert sheet.finish().decode("iso-8859-1").splitlines()[2:] == ["Kane Zizka é"]
    assert [item.what for item in sheet.losses.items()] == ["characters"]


def test_a_value_that_is_too_long_is_cut_to_its_line_and_counted():
    room = LONGEST - len('[Event ""]')
    for length, lost in ((room, []), (room + 1, ["long values"])):
        sheet = Sheet()
        sheet.tag("Event", "x" * length)
        assert lines(sheet) == [f'[Event "{"x" * room}"]']
        assert [item.what for item in sheet.losses.items()] == lost
    sheet = Sheet()
    sheet.tag("Event", '"' * 300)
    (line,) = lines(sheet)
    assert LONGEST - 2 <= len(line) <= LONGEST
    sheet = Sheet()
    sheet.tag("Mine", "A;" * 200, table=True)
    assert [item.what for item in sheet.losses.items()] == ["lines of 255 characters"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (" a\r\nb ", ["{ a", "b }"]),
        ("x" * (LONGEST - 2), ["{" + "x" * (LONGEST - 2) + "}"]),
        ("x" * LONGEST, ["{" + "x" * (LONGEST - 2), "xx}"]),
        ("a" * 200 + " " + "b" * 60, ["{" + "a" * 200, "b" * 60 + "}"]),
    ],
)
def test_a_comment_of_the_longest_line_stays_on_it_and_one_more_goes_on_in_the_next(text, written):
    sheet = Sheet()
    sheet.comment(text)
    assert lines(sheet) == written


def test_a_row_of_seventy_nine_characters_is_one_line():
    sheet = Sheet()
    sheet.row(["x" * 70, "y" * 8])
    sheet.row(["x" * 70, "y" * 9])
    assert [len(line) for line in lines(sheet)] == [79, 70, 9]


def test_a_line_of_253_characters_is_not_counted():
    sheet = Sheet()
    sheet.line("y" * LONGEST)
    assert sheet.losses.items() == ()
    sheet.line("")
    assert lines(sheet)[-1] == ""
