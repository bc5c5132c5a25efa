"""Suffixes, NAGs, references to notes, and notes."""

import pytest

from tests.support.pbn_games import found, read_games

HEAD = '[Deal "E:.2.. - - -"]\n[Declarer "N"]\n[Contract "NT"]\n'


def auction(line: str, notes: str = ""):
    (game,), said = read_games(f'[Dealer "N"]\n[Auction "N"]\n{line}\n{notes}')
    return game.auction, [(finding.code[4:], finding.place.line) for finding in said]


def test_suffixes_become_the_nags_that_mean_the_same():
    read, said = auction("1C! 1D? 1H!! 1S?? 1NT!? 2C?! AP")
    assert [item.glyphs for item in read.calls[:6]] == [[1], [2], [3], [4], [5], [6]]
    (game,), _ = read_games('[Play "N"]\nH2! H3?! - -\n*\n')
    assert [item.glyphs for item in game.play.items[:2]] == [[7], [12]]
    assert said == []


def test_annotations_come_in_any_order():
    read, said = auction("1C $25 =1= !! $14! AP", '[Note "1:strong"]\n')
    assert (read.calls[0].note, sorted(read.calls[0].glyphs)) == (1, [3, 25])
    assert said == [("annotation", 3), ("annotation", 3)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1C !? ?! AP", "annotation"),
        ("1C =1= =1= AP", "annotation"),
        ("1C =0= AP", "note-broken"),
        ("1C =33= AP", "note-broken"),
        ("1C =x= AP", "note-broken"),
        ("1C $256 AP", "annotation"),
        ("1C $ AP", "annotation"),
        ("1C $7 AP", "annotation"),
        ("1C $14 AP", "annotation"),
        ("! 1C AP", "annotation"),
        ("^R 1C AP", "annotation"),
        ("1C AP ^I", "annotation"),
    ],
)
def test_an_annotation_that_is_not_allowed_is_found(line, code):
    assert code in {code for code, _ in auction(line, '[Note "1:x"]\n')[1]}


def test_nags_of_calls_do_not_belong_to_cards():
    assert found(HEAD + '[Play "N"]\nH2 $1 - - -\n*\n') == [("annotation", 5)]
    assert found(HEAD + '[Play "N"]\nH2 $8 $200 - - -\n*\n') == []


def test_notes_explain_the_calls_that_refer_to_them():
    read, said = auction("1C =2= Pass 1H =1= Pass 2C =2= AP", '[Note "1: natural"]\n[Note "2:17+: strong"]\n')
    assert read.notes == {1: "natural", 2: "17+: strong"}
    assert said == []


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        ("", [("note-missing", 3)]),
        ('[Note "1:x"]\n[Note "1:y"]\n', [("note-broken", 5)]),
        ('[Note "1:x"]\n[Note "2:y"]\n', [("note-unused", 5)]),
        ('[Note "1:x"]\n[Note "33:y"]\n', [("note-broken", 5)]),
        ('[Note "1:x"]\n[Note "y"]\n', [("note-broken", 5)]),
    ],
)
def test_faults_of_notes_are_found(notes, said):
    assert auction("1C =1= AP", notes)[1] == said


def test_notes_of_the_auction_and_of_the_play_are_numbered_apart():
    text = (
        HEAD.replace("1NT", "1C")
        + '[Dealer "N"]\n[Auction "N"]\n1C =1= AP\n[Note "1:x"]\n[Play "E"]\nH2 =1= - - -\n*\n[Note "1:y"]\n'
    )
    (game,), said = read_games(text)
    assert (game.auction.notes, game.play.notes, said) == ({1: "x"}, {1: "y"}, ())


def test_calls_behind_a_note_still_belong_to_the_auction():
    read, said = auction("1C =1= Pass", '[Note "1:x"]\nPass Pass\n')
    assert [item.text for item in read.calls] == ["1C", "Pass", "Pass", "Pass"]
    assert said == []


def test_comments_between_calls_are_no_calls():
    read, said = auction("{first} 1C {of 1C} {too} Pass ; of pass\n% PBN\nPass Pass")
    assert [item.text for item in read.calls] == ["1C", "Pass", "Pass", "Pass"]
    assert said == []


def test_a_skipped_turn_is_an_item_of_the_auction_and_none_of_the_play():
    read, said = auction("^S 1C Pass Pass Pass")
    assert ([item.text for item in read.calls][:2], said) == (["^S", "1C"], [])
    assert found(HEAD + '[Play "N"]\n^S H2 - - -\n*\n') == [("annotation", 5)]


def test_the_mark_of_an_irregularity_belongs_to_the_item_behind_it_alone():
    read, _ = auction("1S ^I 1C ^R Pass Pass AP")
    assert [item.mark for item in read.calls] == [None, "I", None, None, None]
    (game,), _ = read_games('[Play "N"]\nH2 ^r H3 ^L H4 -\n*\n')
    assert [item.mark for item in game.play.items[:3]] == [None, "R", "L"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1C ! ? AP", "a second suffix"),
        ("1C =1= =1= AP", "a second reference to a note"),
        ("1C =0= AP", "the number of a note is 1 to 32"),
        ("1C $256 AP", "behind $ comes a number from 0 to 255"),
        ("1C $8 AP", "$8 belongs in Play, not in Auction"),
        ("! 1C AP", "an annotation before the first call or card"),
        ("^L 1C AP", "no irregularity of this section: ^L"),
        ("1C AP ^I", "the mark of an irregularity stands before nothing"),
    ],
)
def test_what_is_wrong_with_an_annotation_is_named(line, message):
    _, said = read_games(f'[Dealer "N"]\n[Auction "N"]\n{line}\n[Note "1:x"]\n')
    assert message in {finding.message for finding in said}


def test_the_first_and_the_last_number_of_notes_and_nags_are_allowed():
    read, said = auction("1C =32= $0 $255 $13 AP", '[Note "32:x"]\n')
    assert (read.calls[0].note, read.calls[0].glyphs, said) == (32, [0, 255, 13], [])
    assert auction("1C =1= AP", '[Note "1:x"]\n[Note "0:y"]\n')[1] == [("note-broken", 5)]


def test_annotations_that_are_not_allowed_do_not_hang_on_a_call():
    read, _ = auction("! 1C ! ? =x= AP")
    assert [(item.text, item.glyphs, item.note) for item in read.calls] == [("1C", [1], None), ("AP", [], None)]


def test_a_stray_character_is_reported_once():
    read, said = auction("1C Pass # Pass Pass")
    assert [item.text for item in read.calls] == ["1C", "Pass", "Pass", "Pass"]
    assert said == [("stray-text", 3)]
