"""Inheritance with # and ##, and tags that stand twice."""

import pytest

from shared.errors import FormatError
from tests.support.pbn_games import found, read_games


def texts(text: str, name: str) -> list[str | None]:
    games, _ = read_games(text)
    return [game.fields.text(name) if name in game.fields.tags else None for game in games]


def test_a_hash_takes_the_value_of_the_nearest_game_that_has_one():
    text = '[Event "A"]\n\n[Board "2"]\n\n[Event "#"]\n\n[Event "#"]\n\n[Event "B"]\n\n[Event "#"]\n'
    assert texts(text, "Event") == ["A", None, "A", "A", "B", "B"]


def test_two_hashes_give_the_text_to_every_game_that_follows_and_lacks_the_tag():
    assert texts('[Event "##A"]\n\n[Board "2"]\n\n[Event "#"]\n\n[Board "4"]\n', "Event") == ["A", "A", "A", None]


def test_a_plain_value_takes_the_place_of_the_text_of_two_hashes():
    text = '[Date "##2031.05.04"]\n\n[Board "2"]\n\n[Date "2031.05.05"]\n\n[Board "4"]\n'
    assert texts(text, "Date") == ["2031.05.04", "2031.05.04", "2031.05.05", "2031.05.05"]


def test_two_hashes_alone_make_the_value_empty():
    assert texts('[West "##"]\n\n[Board "2"]\n', "West") == ["", ""]


def test_nothing_to_inherit_is_reported():
    assert texts('[Event "#"]\n', "Event") == [""]
    assert found('[Event "#"]\n') == [("nothing-inherited", 1)]


def test_a_name_that_begins_with_a_hash_is_a_name():
    assert texts('[Event "#5 Pairs"]\n', "Event") == ["#5 Pairs"]


@pytest.mark.parametrize("name", ["Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"])
def test_what_makes_up_a_game_cannot_be_inherited(name):
    for value in ("#", "##N"):
        assert ("inheritance", 2) in found(f'[Board "1"]\n[{name} "{value}"]\n')


def test_notes_cannot_be_inherited():
    assert ("inheritance", 3) in found('[Auction "N"]\n1C =1= AP\n[Note "#"]\n')


def test_a_tag_that_stands_twice_counts_once():
    text = '[Board "1"]\n[Board "2"]\n'
    assert texts(text, "Board") == ["1"]
    assert found(text) == [("duplicate-tag", 2)]


def test_the_columns_of_a_table_are_inherited_and_its_rows_are_not():
    games, said = read_games('[ScoreTable "Rank;Score_NS"]\n1 420\n\n[ScoreTable "#"]\n1 50\n\n[Board "3"]\n')
    assert [[token[1] for token in row] for row in games[1].tables["ScoreTable"].rows] == [["1", "50"]]
    assert "ScoreTable" not in games[2].tables
    assert said == ()


def test_a_header_of_hundreds_of_tags_is_refused():
    with pytest.raises(FormatError) as refused:
        read_games("".join(f'[T{number} "##x"]\n' for number in range(300)))
    assert refused.value.code.code == "pbn.too-large"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[Auction "N"]\n1C =1= Pass =2= AP\n[Note "1:a"]\n[Note "2:b"]\n', []),
        ('[Note "1:a"]\n[Auction "N"]\n1C =1= AP\n', [1]),
        ('[Auction "N"]\n1C =1= AP\n[Room "Open"]\n[Note "1:a"]\n', [4]),
        ('[Auction "N"]\n1C AP\n[Room "Open"]\n[Note "1:a"]\n[Note "2:b"]\n', [4, 5]),
    ],
)
def test_a_note_stands_behind_the_calls_or_cards_that_refer_to_it(text, said):
    assert [line for code, line in found(text) if code == "note-broken"] == said


def test_a_note_out_of_its_place_counts_for_the_auction_before_it():
    (game,), _ = read_games('[Dealer "N"]\n[Auction "N"]\n1C =1= AP\n[Room "Open"]\n[Note "1:a"]\n')
    assert game.auction is not None
    assert game.auction.notes == {1: "a"}


def test_blanks_around_the_sign_change_nothing_and_what_is_inherited_is_no_sign():
    games, findings = read_games('[Event "x"]\n[Site " ##Hall"]\n\n[Event " # "]\n\n[Event "###"]\n')
    assert [game.fields.text("Event") for game in games] == ["x", "x", ""]
    assert [game.fields.text("Site") for game in games] == ["Hall"] * 3
    assert [(finding.code, finding.place.line) for finding in findings] == [("pbn.inheritance", 6)]


def test_what_is_inherited_is_reported_at_the_tag():
    def messages(text: str) -> list[str]:
        return [finding.message for finding in read_games(text)[1]]

    assert messages('[Event "#"]\n') == ["Event is inherited (#), but no earlier game has one"]
    assert messages('[Board "1"]\n[Deal "##N:A... - - -"]\n') == ["Deal cannot be inherited"]
    assert messages('[Event "x"]\n[Event "y"]\n') == ["this game has a second Event"]
    assert messages('[Event "###"]\n') == ["what is inherited begins with another #"]
    assert messages('[Event "####x"]\n') == ["what is inherited begins with another #"]
    assert texts('[Event "####x"]\n\n[Board "2"]\n', "Event") == ["x", "x"]


def test_a_value_that_is_written_out_is_inherited_by_the_next_hash_and_a_header_is_replaced():
    text = '[Event "##A"]\n\n[Event "B"]\n\n[Board "3"]\n\n[Event "#"]\n\n[Board "5"]\n'
    assert texts(text, "Event") == ["A", "B", "B", "B", None]


def test_two_hundred_tags_may_be_inherited_by_all_games():
    def games(count: int):
        return read_games("".join(f'[T{number} "##x"]\n' for number in range(count)))[0]

    assert len(games(200)) == 1
    with pytest.raises(FormatError):
        games(201)


def test_notes_go_with_the_section_before_them():
    text = '[Deal "E:.2.. - - -"]\n[Declarer "N"]\n[Contract "NT"]\n[Dealer "N"]\n[Auction "N"]\n1C =1= AP\n'
    text += '[Note "1:a"]\n[Play "E"]\nH2 =1= - - -\n*\n[Note "1:b"]\n'
    (game,), _ = read_games(text)
    assert {name: [tag.value for tag in tags] for name, tags in game.fields.notes.items()} == {
        "Auction": ["1:a"],
        "Play": ["1:b"],
    }


def test_a_tag_of_the_play_or_the_auction_that_inherits_is_empty():
    (game,), said = read_games('[Dealer "N"]\n[Auction "#"]\n')
    assert (game.fields.text("Auction"), game.auction) == ("", None)
    assert [finding.code for finding in said] == ["pbn.inheritance"]
