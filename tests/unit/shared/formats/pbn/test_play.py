"""The play section: columns, endings, irregularities, and the result that it gives."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shared.bridge.play.auction import turn
from tests.support.pbn_games import codes, found, made_up

HEAD = '[Deal "N:AK... QJ... T9... 87..."]\n[Declarer "S"]\n[Contract "NT"]\n'


def said(rows: str, head: str = HEAD, first: str = "W"):
    return found(f'{head}[Play "{first}"]\n{rows}\n')


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("S8 SA SJ ST\nS7 SK SQ S9", []),
        ("S8 SA SJ ST\n*", []),
        ("s8 sa sj st\n*", []),
        ("+", []),
        ("S8 +", []),
        ("S8 + - -", []),
        ("S8 SA SJ ST\n- + - -", []),
        ("8S AS SJ S10", [("read-as", 5)]),
        ("S8 SA SJ ST\nS7 SA SQ S9", [("card-played-twice", 6)]),
        ("S9 SA SJ ST\n*", [("card-not-held", 5)]),
        ("S8 SA SJ S1\n*", [("not-a-card", 5)]),
        ("S8 + SJ -", [("after-to-be-continued", 5)]),
        ("S8 + + -", [("after-to-be-continued", 5)]),
        ("S8 SA SJ ST\n- + SQ -", [("after-to-be-continued", 6)]),
        ("S8 SA SJ ST\nS7 SK SQ S9\nH2", [("not-a-card", 7)]),
        ("S8 SA SJ ST\n* S7", [("not-a-card", 6)]),
    ],
)
def test_what_is_wrong_with_the_play_is_found_at_its_card(rows, expected):
    assert said(rows) == expected


def test_a_revoke_is_found_unless_it_is_marked():
    head = '[Deal "N:A.K.. Q.Q.. T.T.. 8.8.."]\n[Declarer "S"]\n[Contract "NT"]\n'
    assert said("S8 HK SQ ST\n*", head) == [("revoke", 5)]
    assert said("S8 ^R HK SQ ST\n*", head) == []
    assert said("S8 ^R SA SQ ST\n*", head) == [("irregularity", 5)]


def test_a_lead_out_of_turn_that_is_marked_starts_the_trick_there():
    head = '[Deal "N:A.K.. Q.Q.. T.T.. 8.8.."]\n[Declarer "S"]\n[Contract "NT"]\n'
    assert said("H8 HK ^L HQ HT\n*", head) == []
    assert said("^L H8 HK HQ HT\n*", head) == [("irregularity", 5)]


def test_the_wrong_leader_is_found_where_his_lead_explains_the_play():
    head = '[Deal "N:AK.Q.. 32.2.. 65.K.. QJT..."]\n[Declarer "S"]\n[Contract "NT"]\n'
    # All follow to East's heart; had West led his spade, three players would have revoked.
    assert said("H2 HK SQ HQ\n*", head, first="E") == [("wrong-leader", 5)]
    # A tag with another first column is no fault by itself.
    assert said("S3 S6 SQ SA\n*", head, first="E") == []


def test_columns_before_the_leader_may_have_a_hyphen_in_the_first_row():
    head = '[Deal "N:AK... QJ... T9... 87..."]\n[Declarer "S"]\n[Contract "NT"]\n[Result "2"]\n'
    # South's card of the first trick stands in the second row.
    assert said("- S8 SA SJ\nST S7 SK SQ\nS9 - - -", head, first="S") == []


def test_the_result_is_what_the_play_gives():
    game = made_up(3, tricks=13)
    assert found(game.text()) == []
    other = (game.won + 1) % 14
    text = game.text().replace(f'[Result "{game.won}"]', f'[Result "{other}"]')
    assert found(text) == [("result-differs", 15)]
    assert found(text.replace(f'[Result "{other}"]', f'[Result "^{other}"]')) == []
    assert found(text.replace(f'"{other}"]', f'"{"NS" if game.declarer in "NS" else "EW"} {game.won}"]')) == []


def test_play_that_stops_early_leaves_the_other_tricks_open():
    head = '[Deal "{}"]\n[Declarer "N"]\n[Contract "1NT"]\n[Result "{}"]\n'
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    for result, expected in ((0, []), (12, []), (13, [("result-differs", 4)])):
        assert said("HA D2 C2 S2\n*", head.format(deal, result), first="E") == expected


def test_tags_that_the_play_needs_stand_before_it():
    assert said("*", "", "W") == [("tag-order", 1)] * 3
    assert said("", "", "W") == []
    text = '[Play "W"]\nS8 SA SJ ST\n*\n' + HEAD
    assert found(text) == [("tag-order", 1)] * 3


def test_an_end_position_names_its_leader_in_the_tag_of_the_play():
    assert said("S8 SA SJ ST\n*", '[Deal "N:AK... QJ... T9... 87..."]\n[Contract "S"]\n') == []


@given(st.integers(0, 10_000), st.data())
def test_legal_play_broken_in_one_known_way_is_named(seed, data):
    game = made_up(seed, tricks=13)
    assume(game.rows)
    way = data.draw(st.sampled_from(["card-played-twice", "card-not-held", "not-a-card", "result-differs"]))
    row, column = data.draw(st.integers(0, 12)), data.draw(st.integers(0, 3))
    if way == "card-played-twice":
        game.rows[row][column] = game.rows[(row + 1) % 13][column]
    elif way == "card-not-held":
        game.rows[row][column] = game.hands[turn(game.leader, column + 1)][0]
        way = "card-not-held card-played-twice"
    elif way == "not-a-card":
        game.rows[row][column] = "S11"
    else:
        game.won = (game.won + 1) % 14
    assert codes(game.text()) & set(way.split())


@given(st.integers(0, 10_000), st.data())
def test_a_revoke_in_legal_play_is_named_at_its_line(seed, data):
    """A player who followed suit plays a card of another suit that he plays later, and still holds one of the suit."""
    game = made_up(seed, tricks=13)
    assume(game.rows)
    rows = game.rows
    ways = [
        (row, later, column)
        for row in range(12)
        for later in range(row + 1, 13)
        for column in range(1, 4)
        if row == 0
        if rows[row][column][0] == rows[row][0][0] != rows[later][column][0]
    ]
    assume(ways)
    row, later, column = data.draw(st.sampled_from(ways))
    rows[row][column], rows[later][column] = rows[later][column], rows[row][column]
    line = game.text().split("\n").index(" ".join(rows[row])) + 1
    assert ("revoke", line) in found(game.text())
