"""Files in export format: the same games, and the same bytes when they are written again."""

import re
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from shared.formats.pbn.writer.rewrite import rewrite
from tests.support.pbn_games import made_up, read_games, said_by


def written(text: str) -> list[str]:
    return rewrite(text.encode("iso-8859-1")).data.decode("iso-8859-1").removesuffix("\r\n").split("\r\n")


def losses(text: str) -> set[str]:
    return {item.what for item in rewrite(text.encode("iso-8859-1")).losses}


def test_the_fifteen_mandatory_tags_come_first_and_the_others_by_the_alphabet():
    lines = written('[Table "3"]\n[Board "7"]\n[Shoe "x"]\n[West "Wim"]\n[Room "Open"]\n')
    assert lines == [
        "% PBN 2.1",
        "% EXPORT",
        '[Event "?"]',
        '[Site "?"]',
        '[Date "?"]',
        '[Board "7"]',
        '[West "Wim"]',
        '[North "?"]',
        '[East "?"]',
        '[South "?"]',
        '[Dealer "?"]',
        '[Vulnerable "?"]',
        '[Deal "?"]',
        '[Scoring "?"]',
        '[Declarer "?"]',
        '[Contract "?"]',
        '[Result "?"]',
        '[Room "Open"]',
        '[Shoe "x"]',
        '[Table "3"]',
    ]


def test_values_have_the_spelling_of_the_export_format():
    text = '[Dealer "e"]\n[Vulnerable "both"]\n[Deal "N:2aK... QJ... T9... 87..."]\n[Contract "1ntx"]\n'
    lines = written(text + '[Declarer "s"]\n[Result "EW 5"]\n[Date "2031-5-4"]\n[OptimumScore "NS +90"]\n')
    assert {
        '[Dealer "E"]',
        '[Vulnerable "All"]',
        '[Deal "E:QJ... T9... 87... AK2..."]',
        '[Contract "1NTX"]',
        '[Declarer "S"]',
        '[Result "8"]',
        '[Date "2031.05.04"]',
        '[OptimumScore "NS 90"]',
    } <= {*lines}


def test_auctions_begin_with_the_dealer_four_calls_a_line_with_notes_before_nags():
    text = '[Dealer "E"]\n[Auction "W"]\n- - 1d !! =1= $25 pass\n1H ^S ^I 1C\nX AP\n[Note "1: natural"]\n'
    lines = written(text)
    assert lines[lines.index('[Auction "E"]') :] == [
        '[Auction "E"]',
        "1D =1= $3 $25 Pass 1H ^S",
        "^I 1C X AP",
        '[Note "1:natural"]',
    ]


def test_play_begins_with_the_leader_and_its_last_row_is_filled_up():
    text = (
        '[Deal "N:AK... QJ... T9... 87..."]\n[Declarer "S"]\n[Contract "1NT"]\n[Play "N"]\nSA SJ ST S8\n- - - S7\n*\n'
    )
    lines = written(text)
    assert lines[lines.index('[Play "W"]') :] == ['[Play "W"]', "S8 SA SJ ST", "S7 - - -", "*"]


def test_the_card_to_be_played_keeps_its_place():
    lines = written('[Declarer "S"]\n[Contract "1NT"]\n[Play "N"]\nSA SJ ST S8\n+ - - S7\n')
    assert lines[lines.index('[Play "W"]') :] == ['[Play "W"]', "S8 SA SJ ST", "S7 +"]
    assert written('[Declarer "S"]\n[Contract "1NT"]\n[Play "W"]\n+\n')[-2:] == ['[Play "W"]', "+"]


def test_tables_stand_a_row_a_line_in_their_widths_and_sections_by_the_alphabet():
    text = '[ScoreTable "Rank\\3R;Names_NS\\8L;Score_NS\\5;Contract"]\n1 "A;B" 420 3nx 2\n"C;D" -50 ?\n'
    text += '[ActionTable "Call"]\n1C 1D\n'
    lines = written(text)
    assert lines[lines.index('[ActionTable "Call"]') :] == [
        '[ActionTable "Call"]',
        "1C",
        "1D",
        '[ScoreTable "Rank\\3R;Names_NS\\8L;Score_NS\\5;Contract"]',
        '  1 "A;B"    420   3NTX',
        '  2 "C;D"    -50   ?',
    ]


def test_comments_and_directives_stay_where_they_belong():
    text = '%Maker 3\n; first\n[Board "1"] {of the board}\n[Event "Cup"] ; of the event\n[Dealer "N"]\n[Auction "N"]\n'
    text += "1C {weak}\nPass ; why\nPass Pass\n\n{ last }\n"
    lines = written(text)
    assert lines[2:6] == ["%Maker 3", "; first", '[Event "Cup"]', "; of the event"]
    assert lines[lines.index('[Board "1"]') + 1] == "{of the board}"
    assert lines[lines.index('[Auction "N"]') + 1 :] == ["1C {weak} Pass ; why", "Pass Pass", "", "{ last }"]


def test_inherited_values_are_written_out():
    lines = written('[Event "##Cup"]\n[Site "Hall"]\n\n[Site "#"]\n')
    assert lines.count('[Event "Cup"]') == lines.count('[Site "Hall"]') == 2
    assert lines.count("") == 1


def test_what_has_no_place_is_counted():
    assert losses('[Board "1"]\n[Board "2"]\n') == {"repeated tags"}
    assert losses('[Board "1"] ]\n') == {"stray text"}
    assert losses('[Auction "N"]\n1C $7 AP\n') == {"annotations"}
    assert losses(f'[Event "{"x" * 300}"]\n') == {"long values"}
    assert losses('[Board "1"]\n[Auction "N"]\n1C AP\n') == set()


def test_no_line_is_longer_than_255_characters():
    words = "word " * 200
    lines = written(f'[Board "1"]\n{{{words}}}\n; {words}\n[Dealer "N"]\n[Auction "N"]\n1C {{{words}}} AP\n')
    assert max(map(len, lines)) <= 253


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=3))
def test_legal_games_come_back_and_their_export_is_a_fixed_point(seeds):
    text = "\n".join(made_up(seed).text() for seed in seeds)
    once = rewrite(text.encode())
    before, _ = read_games(text)
    after, said = read_games(once.data)
    assert [said_by(game) for game in after] == [said_by(game) for game in before]
    assert said == ()
    assert once.losses == ()
    assert rewrite(once.data).data == once.data


COMMENTS = st.text("ab \\;{[%\n\u2660ł", max_size=40).map(lambda text: "{" + text + "}")
BESIDE = st.one_of(st.just(""), COMMENTS, st.text("ab ;}", max_size=9).map(lambda text: f";{text}\n"))


@given(st.integers(0, 10_000), st.lists(BESIDE, min_size=1, max_size=5))
def test_annotated_games_come_back_and_their_export_is_a_fixed_point(seed, comments):
    game, chance = made_up(seed), Random(seed)

    def annotated(word: str) -> str:
        parts = [word, chance.choice(["", "!", "?!", "=1=", "$25 $17", "=2= !!"]), chance.choice(["", *comments])]
        return " ".join(part for part in parts if part)

    game.calls = [annotated(call) for call in game.calls]
    game.rows = [[annotated(card) for card in row] for row in game.rows]
    notes = '[Note "1:one \\"quoted\\""]\n[Note "2:two"]\n'
    text = game.text().replace("[Play", notes + "[Play") + notes
    # A rest-of-line comment brings the end of its line along; a semi-empty line would begin a game.
    data_in = re.sub(r"\n\s*\n", "\n", text).encode("utf-8")
    once = rewrite(data_in)
    (before,), _ = read_games(data_in)
    (after,), _ = read_games(once.data)
    mine, theirs = said_by(before), said_by(after)
    mine.pop("beside"), theirs.pop("beside")
    assert theirs == mine
    assert rewrite(once.data).data == once.data


@given(st.text('[]{};"%\\\n AB1=$!?^*+-', max_size=150))
def test_the_export_of_anything_is_a_fixed_point(text):
    once = rewrite(f'[Board "1"]\n{text}'.encode())
    assert rewrite(once.data).data == once.data
    once.data.decode("iso-8859-1")


def test_an_unknown_tag_with_stray_text_is_no_section_and_stays_where_it_is():
    once = rewrite(b'[Event "x"]\n[Zebra "1"]\n[Ability "2"] ]\n')
    lines = once.data.decode().split("\r\n")
    assert lines.index('[Ability "2"]') < lines.index('[Zebra "1"]')
    assert rewrite(once.data).data == once.data


def test_the_name_of_a_tag_is_written_in_letters_digits_and_underscores():
    once = rewrite('[Bo\u2026ard "7"]\n[\u20acSh^oe_2 "x"]\n[7 "y"]\n'.encode())
    lines = once.data.decode("ascii").split("\r\n")
    assert {'[Board "7"]', '[Shoe_2 "x"]'} <= {*lines}
    assert rewrite(once.data).data == once.data


def test_an_element_that_is_spelled_with_a_quotation_mark_stands_in_quotes():
    once = rewrite('[Zebra ""]\n\u201cno\u201d 7\n'.encode())
    assert once.data.decode("ascii").split("\r\n")[-2] == r'"\"no\"" 7'
    assert rewrite(once.data).data == once.data


def test_what_stands_behind_the_end_of_a_play_is_counted_and_not_written():
    text = '[Declarer "S"]\n[Contract "1NT"]\n[Play "S"]\nSA * + SK\n'
    once = rewrite(text.encode())
    assert once.data.decode().split("\r\n")[-4:] == ['[Play "W"]', "- - - SA", "*", ""]
    assert losses(text) == {"cards behind the end"}
    assert rewrite(once.data).data == once.data
    again = rewrite(b'[Play "S"]\n* +\n[Declarer "S"]\n')
    assert rewrite(again.data).data == again.data


PIECES = (
    "", "\n", "\n\n", '"]', '["', "[", "]", "{", "}", ";", "%", "\\", "\u201c", "=1=", "$3", "$", "!?", "*", "+", "#",
    "^S", "^I", "^R", "##", "-", "AP", '[Zebra "##z"]\n', '[Note "1:x"]\n',
    '[ScoreTable "Rank\\3R;Names_NS"]\n1 "A;B" ?\n',
)  # fmt: skip
"""What is put in the place of a part of a game; nothing deletes it."""


@given(
    st.integers(0, 10_000),
    st.lists(st.tuples(st.integers(0, 900), st.integers(0, 60), st.sampled_from(PIECES)), min_size=1, max_size=8),
)
def test_the_export_of_a_corrupted_game_is_a_fixed_point(seed, damages):
    text = made_up(seed).text()
    for at, length, piece in damages:
        text = text[:at] + piece + text[at + length :]
    once = rewrite(text.encode())
    assert rewrite(once.data).data == once.data


def test_stray_text_and_comments_of_every_place_are_counted_or_written():
    text = '; head\n] [Board "1"] ]\n[Auction ""] {none}\n[Play "?"] {none}\n'
    text += '[Mine "A"] {of mine} ; too\n1 "two" {in}\n'
    lines = written(text + "% behind\n2 ]\n\n] ; last\n")
    assert lines[2:4] == ["; head", '[Event "?"]']
    assert lines[lines.index('[Auction ""]') + 1] == "{none}"
    assert lines[lines.index('[Mine "A"]') :] == [
        '[Mine "A"]',
        "{of mine}",
        "; too",
        "{in}",
        '1 "two"',
        "2",
        "% behind",
        "",
        "; last",
    ]
    counted = {item.what: item.count for item in rewrite((text + "2 ]\n").encode()).losses}
    assert counted == {"stray text": 3}


def test_the_head_of_an_exported_file_is_written_once():
    lines = written('% PBN 1.0\n% EXPORT\n% PBN is a format\n[Board "1"]\n')
    assert lines[:4] == ["% PBN 2.1", "% EXPORT", "% PBN is a format", '[Event "?"]']
    assert written('[Board "1"]\n\n% EXPORT\n')[-1] == '[Result "?"]'


def test_comments_of_a_table_stand_before_its_rows_and_directives_behind():
    lines = written('[ScoreTable "Rank;Contract"] {of it}\n1 4s+1\n% behind\n2 4sx\n3 pass\n4 rubbish\n')
    assert lines[lines.index('[ScoreTable "Rank;Contract"]') + 1 :] == [
        "{of it}",
        "1 4s+1",
        "2 4SX",
        "3 Pass",
        "4 rubbish",
        "% behind",
    ]


def test_calls_and_cards_in_tables_have_capitals_where_they_are_allowed():
    lines = written('[ActionTable "Call;Card;Declarer;Mine"]\npass sa ^n odd\n1x s1 q sa\n')
    assert lines[-2:] == ["Pass SA ^N odd", "1x s1 q sa"]
    lines = written('[OptimumResultTable "Declarer;Denomination;Result"]\nn nt 9\n')
    assert lines[-1] == "N NT 9"


def test_an_auction_of_nobody_keeps_its_hyphens_and_a_play_without_a_seat_its_columns():
    lines = written('[Auction "?"]\n- - 1C AP\n')
    assert lines[-2:] == ['[Auction "?"]', "- - 1C AP"]
    lines = written('[Play "?"]\nSA - S2\n*\n')
    assert lines[-3:] == ['[Play "?"]', "SA - S2 -", "*"]
    lines = written('[Dealer "S"]\n[Auction "?"]\n1C AP\n')
    assert lines[-2:] == ['[Auction "S"]', "1C AP"]


def test_notes_keep_their_comments_and_what_is_no_note_stays_as_it_is():
    text = '[Dealer "N"]\n[Auction "N"]\n1C =1= AP\n[Note " 1 : strong "] {so}\n[Note "odd"]\n'
    assert written(text)[-4:] == ["1C =1= AP", '[Note "1:strong"]', "{so}", '[Note "odd"]']


def test_a_tag_that_stands_twice_gives_its_comments():
    lines = written('[Board "1"]\n[Board "2"] {second}\n')
    assert lines[-1] == "{second}"
    assert '[Board "2"]' not in lines


def test_a_plus_in_the_middle_of_a_row_is_in_its_column():
    text = '[Declarer "S"]\n[Contract "1NT"]\n[Play "W"]\nSA + - -\n'
    assert written(text)[-2:] == ['[Play "W"]', "SA +"]
    text = '[Declarer "S"]\n[Contract "1NT"]\n[Play "N"]\n+ - - SA\n'
    assert written(text)[-2:] == ['[Play "W"]', "SA +"]


def test_the_directives_of_every_exported_file_are_written_once_and_others_stay():
    game = '[Event "x"]\n[Board "1"]\n'
    for directive, stays in (
        ("% PBN 2.1", False),
        ("% pbn 1.0", False),
        ("% EXPORT", False),
        ("% EXPORT now", False),
        ("% PBN 2.1 draft", True),
        ("% EXPORT by hand", True),
        ("% Creator: somebody", True),
    ):
        for text in (f"{directive}\n{game}", f"{game}\n{directive}\n"):
            lines = written(text)
            assert lines[:2] == ["% PBN 2.1", "% EXPORT"]
            assert (directive in lines[2:]) is stays, text
