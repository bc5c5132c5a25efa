"""The play section: columns, endings, irregularities, and the result that it gives."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shared.bridge.play.auction import turn
from shared.bridge.play.seats import Seat
from shared.formats.pbn.play import column_of
from tests.support.pbn_games import codes, found, made_up, read_games

HEAD = '[Deal "N:AK... QJ... T9... 87..."]\n[Declarer "S"]\n[Contract "NT"]\n'


def said(rows: str, head: str = HEAD, first: str = "W"):
    text = f'{head}[Play "{first}"]\n{rows}\n'
    # Behind an empty line the game may be read as a whole; it gives the same findings.
    assert found(text + "\n") == found(text)
    return found(text)


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


@pytest.mark.parametrize("first", ["N", "E", "S"])
def test_a_wrong_seat_of_the_first_column_is_the_one_fault_of_all_cards(first: str) -> None:
    assert said("S8 SA SJ ST\nS7 SK SQ S9\n*", first=first) == [("wrong-first-column", 4)]


def test_the_seat_of_the_first_column_is_not_blamed_for_few_cards_or_unknown_hands() -> None:
    assert {code for code, _ in said("S9 SA SJ S8\nS7 SK SQ ST\n*")} == {"card-not-held"}
    shifted = said("S8 SA SJ -\nST S7 SK SQ\n*")
    assert {code for code, _ in shifted} == {"card-not-held"}, "a cell too many moves those behind it"
    unknown = HEAD.replace("QJ...", "-")
    assert "wrong-first-column" not in {code for code, _ in said("S8 SA SJ ST\nS7 SK SQ S9\n*", unknown, "N")}


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


@pytest.mark.parametrize("rows", ["+", "*", "- - - -\n*", "+ - - -", "- SK SQ HQ\n*"])
def test_a_play_without_a_first_card_says_nothing_of_who_leads(rows):
    head = '[Deal "N:AK.Q.. 32.2.. 65.K.. QJT..."]\n[Declarer "S"]\n[Contract "NT"]\n'
    assert "wrong-leader" not in [code for code, _ in said(rows, head, first="E")]


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


@given(st.integers(0, 10_000), st.sampled_from([None, 1, 13]))
def test_play_read_as_a_whole_is_the_one_read_card_by_card(seed, tricks):
    text = made_up(seed, tricks=tricks).text()
    (plain,), _ = read_games(text + "\n")
    (other,), _ = read_games(text)
    if other.play is None:
        assert plain.play is None
        return
    assert plain.play.outcome == other.play.outcome
    assert [item and item.text for item in plain.play.cells] == [item and item.text for item in other.play.cells]
    assert (plain.play.first, plain.play.ending, plain.play.played) == (other.play.first, other.play.ending, True)


def test_play_of_a_whole_deal_without_a_fault_is_read_as_a_whole_and_any_other_is_not():
    game = made_up(3, tricks=13)

    def cards(text: str):
        return read_games(text + "\n")[0][0].play.cards

    assert cards(game.text()) == tuple(card for row in game.rows for card in row)
    assert cards(game.text().replace(f'[Declarer "{game.declarer}"]\n', "")) is None
    assert cards(game.text().replace(f'[Contract "{game.contract}"]\n', "")) is None
    assert cards(game.text().replace(f'[Deal "{game.deal}"]', '[Deal "?"]')) is None
    assert cards(game.text().replace(f'[Play "{game.leader}"]', '[Play "?"]')) is None
    game.rows = []
    assert cards(game.text() + f'[Play "{game.leader}"]\n*\n') is None


def test_an_empty_tag_of_a_play_is_no_play():
    assert read_games(HEAD + '[Play ""]\n')[0][0].play is None
    assert read_games(HEAD + '[Play "W"]\n')[0][0].play is not None


def test_a_play_without_a_seat_has_the_leader_in_its_first_column():
    assert said("S8 SA SJ ST\n*", first="") == [("bad-value", 4)]
    (game,), _ = read_games(f'{HEAD}[Play "Q"]\nS8 SA SJ ST\n*\n')
    assert game.play.first is Seat.WEST


def test_what_the_play_needs_may_stand_on_its_line_before_it():
    assert found(HEAD.replace("\n", " ") + '[Play "W"]\nS8 SA SJ ST\n*\n') == []


def test_a_column_counts_clockwise_from_the_first():
    assert [column_of(seat, Seat.SOUTH) for seat in "NESW"] == [2, 3, 0, 1]


def test_cards_of_the_columns_before_the_leader_are_those_of_the_row_below():
    head = '[Deal "N:AK... QJ... T9... 87..."]\n[Declarer "S"]\n[Contract "NT"]\n'
    (game,), _ = read_games(head + '[Play "E"]\n- - S8 SA\nSJ ST S7 SK\nSQ S9\n')
    assert [item and item.text for item in game.play.cells] == [
        *("SJ", "ST", "S8", "SA"),
        *("SQ", "S9", "S7", "SK"),
        *(None, None, None, None),
    ]
    assert said("- - S8 SA\n*", head, "E") == []


def test_the_card_that_explains_the_wrong_leader_is_named():
    head = '[Deal "N:AK.Q.. 32.2.. 65.K.. QJT..."]\n[Declarer "S"]\n[Contract "NT"]\n'
    ((finding,),) = ([*read_games(head + '[Play "E"]\nH2 HK SQ HQ\n*\n')[1]],)
    assert (finding.stated, finding.computed, finding.place.column) == ("E", "W", 1)
    assert finding.message == "E leads, and W sits on declarer's left"


@pytest.mark.parametrize(("won", "rows", "message"), [("3", "S8 SA SJ ST\n*", None), ("14", "S8 SA SJ ST\n*", None)])
def test_the_result_of_an_end_position_is_not_compared(won, rows, message):
    assert "result-differs" not in codes(f'{HEAD}[Result "{won}"]\n[Play "W"]\n{rows}\n')


def test_a_result_that_the_play_contradicts_is_reported_with_the_tricks_that_are_possible():
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    head = f'[Deal "{deal}"]\n[Declarer "N"]\n[Contract "1NT"]\n[Result "13"]\n'
    (finding,) = read_games(head + '[Play "E"]\nHA D2 C2 S2\n*\n')[1]
    assert (finding.message, finding.computed) == (
        "Result differs from the play, in which declarer's side won 0 to 12 tricks",
        "0 to 12",
    )
    rows = "\n".join(f"H{rank} D{rank} C{rank} S{rank}" for rank in "AKQJT98765432")
    (finding,) = read_games(head + f'[Play "E"]\n{rows}\n')[1]
    assert finding.message == "Result differs from the play, in which declarer's side won 0 tricks"
    assert found(head + '[Play "E"]\nHA D2 C2 S3\nS3\n*\n') != []


def test_a_result_of_a_doubtful_play_is_not_compared():
    game = made_up(3, tricks=13)
    game.rows[0][1] = "S11"
    game.won = 13 - game.won
    assert "result-differs" not in codes(game.text())


def test_a_card_in_a_place_that_the_file_leaves_out_is_reported_at_the_tag():
    assert said("S8 SA SJ S1\n+", HEAD) == [("not-a-card", 5)]
    assert [line for _, line in said("S8 SA SJ ST\nS7 SK SQ S9\n+")] == []
    head = '[Deal "N:AK... QJ... T9... 87..."]\n[Declarer "S"]\n[Contract "NT"]\n'
    assert said("- - S8 SA\nSJ ST S7 SK\nSQ S9 S2", head, "E")[:1] == [("not-a-card", 4)]


def test_a_play_of_which_nobody_knows_the_first_seat_has_no_outcome():
    (game,), said = read_games('[Deal "?"]\n[Declarer "?"]\n[Contract "?"]\n[Play "?"]\nSA S2 S3 S4\n*\n')
    assert (game.play.first, game.play.outcome) == (None, None)
    assert [finding.code for finding in said] == ["pbn.bad-value"]


def in_order(game):
    """The cards of each trick as they were played, the leader's first."""
    outcome = game_outcome(game)
    return [
        [row[(column_of(leader, game.leader) + number) % 4] for number in range(4)]
        for row, leader in zip(game.rows, outcome.lead_to, strict=True)
    ]


def game_outcome(game):
    (read,), _ = read_games(game.text())
    return read.play.outcome


@given(st.integers(0, 10_000))
def test_cards_listed_in_the_order_of_play_are_read_as_in_columns(seed):
    game = made_up(seed, tricks=13)
    assume(game.rows and len({*game_outcome(game).lead_to}) > 1)
    columns, game.rows = game.rows, in_order(game)
    (read,), said = read_games(game.text())
    assert [finding.code for finding in said] == ["pbn.read-as"]
    assert "order of play" in said[0].message
    assert [item.text for item in read.play.cells] == [card for row in columns for card in row]


def test_a_wrong_card_among_those_in_the_order_of_play_is_found_at_its_card():
    game = made_up(0, tricks=13)
    game.rows = in_order(game)
    line = game.text().splitlines().index('[Play "W"]') + 1
    assert game.rows[2] == ["H3", "SA", "HK", "H4"]
    game.rows[2][3] = "S5"
    assert found(game.text())[:2] == [("read-as", line), ("revoke", line + 3)]


def test_play_whose_deal_is_another_is_not_taken_for_play_in_order():
    game, other = made_up(0, tricks=13), made_up(1, tricks=0)
    assert "read-as" not in codes(game.text().replace(game.deal[2:], other.deal[2:]))


def test_a_revoke_is_not_marked_on_a_lead():
    assert said("^R S8 SA SJ ST\n*") == [("irregularity", 5)]


def test_a_play_without_a_card_was_not_played():
    played = {rows: read_games(f'[Play "W"]\n{rows}\n')[0][0].play.played for rows in ("*", "- - - -", "+", "- SA")}
    assert played == {"*": False, "- - - -": False, "+": False, "- SA": True}
