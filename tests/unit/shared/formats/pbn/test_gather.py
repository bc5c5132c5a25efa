"""Games go to their events with everything that they say."""

import pytest

from shared.errors import FormatError
from shared.formats.pbn import gather
from shared.formats.pbn.game import Tag
from shared.formats.pbn.gather import section_text
from shared.formats.pbn.reader import parse
from tests.support.pbn_games import made_up


def events(text: str):
    return parse(text.encode("iso-8859-1")).events


def one(text: str):
    (event,) = events(text)
    return event.facts


def test_a_file_of_more_events_than_any_real_one_is_refused(monkeypatch):
    monkeypatch.setattr(gather, "MOST_EVENTS", 3)
    text = "\n".join(f'[Event "{number}"]\n' for number in range(4))
    assert len(events(text.replace("3", "2"))) == 3
    with pytest.raises(FormatError) as refused:
        events(text)
    assert refused.value.code.code == "pbn.too-large"


def test_games_of_several_events_go_to_each():
    text = '[Event "Cup"]\n[Site "Hall"]\n[Board "1"]\n\n[Event "Plate"]\n[Site "Hall"]\n[Board "1"]\n'
    text += '\n[Event "Cup"]\n[Site "Hall"]\n[Board "2"]\n'
    assert [event.event for event in events(text)] == ["hall-cup", "hall-plate"]


def test_every_tag_lands_somewhere():
    text = '[Event "Cup"]\n[Board "1"]\n[Room "Open"]\n[Generator "dice"]\n[Shoe "left"]\n[Termination "normal"]\n'
    text += '[MySection "a;b"]\n1 "two three"\n[Board "2"]\n'
    found = one(text)
    assert [(fact.kind, fact.owner, fact.name, fact.value) for fact in found.extensions] == [
        ("tag", "game 1", "Generator", "dice"),
        ("tag", "game 1", "Termination", "normal"),
        ("tag", "game 1", "Room", "Open"),
        ("tag", "game 1", "Shoe", "left"),
        ("section", "game 1", "MySection", 'a;b\n1 "two three"'),
        ("tag", "game 1", "Board", "2"),
    ]
    assert found.extensions[3].at.line == 5


def test_tags_about_the_deal_and_about_the_result_go_with_them():
    text = made_up(3, tricks=13).text() + '[DealId "x"]\n[Termination "normal"]\n[OptimumScore "NS 420"]\n'
    found = one(text)
    assert [detail.name for detail in found.deals[0].details] == ["DealId"]
    assert [detail.name for detail in found.results[0].details] == ["Termination"]
    assert found.deals[0].double_dummy[0].name == "OptimumScore"


def test_comments_and_directives_are_kept_with_what_they_follow():
    found = one('% head\n{ before }\n[Event "Cup"] ; behind\n[Board "1"]\n% between\n\n; at the end\n')
    assert [(fact.kind, fact.owner, fact.name, fact.value) for fact in found.extensions] == [
        ("directive", "game 1", "", "head"),
        ("comment", "game 1", "", "before"),
        ("comment", "game 1", "Event", "behind"),
        ("directive", "game 1", "Board", "between"),
        ("comment", "end of file", "", "at the end"),
    ]


def test_a_deal_that_several_games_repeat_is_one_and_is_filled_up():
    text = '[Event "Cup"]\n[Board "1"]\n[Deal "N:AK... - - -"]\n\n[Event "Cup"]\n[Board "1"]\n[Dealer "N"]\n'
    text += '[Deal "S:QJ... - AK... -"]\n[DealId "x"]\n'
    found = one(text)
    (deal,) = found.deals
    assert (deal.north.spades, deal.south.spades, deal.east, deal.dealer) == ("AK", "QJ", None, "N")
    assert [(fact.name, fact.value) for fact in found.extensions] == [("DealId", "x")]


def test_other_cards_under_the_same_number_are_another_set():
    text = '[Event "Cup"]\n[Board "1"]\n[Deal "N:AK... - - -"]\n\n[Event "Cup"]\n[Board "1"]\n[Deal "N:QJ... - - -"]\n'
    assert [deal.set_id for deal in one(text).deals] == [None, "2"]


def test_the_rows_of_a_table_count_and_the_game_itself_is_one_of_them():
    text = '[Event "Cup"]\n[Board "1"]\n[Contract "1NT"]\n[Declarer "N"]\n[Result "7"]\n'
    text += '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 90\n3 4 -50\n'
    found = one(text)
    assert [(result.sides.ns, result.sides.ew, result.ns_score.points) for result in found.results] == [
        ("1", "2", 90),
        ("3", "4", -50),
    ]


def test_a_later_table_of_totals_takes_the_place_of_an_earlier_one():
    table = '[Event "Cup"]\n[Board "{}"]\n[TotalScoreTable "Rank;PairId;TotalMP"]\n1 7 {}\n- 8 {}\n'
    found = one(table.format(1, 10, 9) + "\n" + table.format(2, 20, 20))
    assert [(total.participant, total.place, total.total) for total in found.totals] == [("7", "1", 20), ("8", "1", 20)]


def test_a_board_without_a_number_is_called_by_its_game():
    assert one('[Event "Cup"]\n[Deal "N:AK... - - -"]\n').deals[0].board == "game 1"


def test_a_section_comes_back_line_by_line_with_its_quotes():
    tokens = [("word", "1", 2, 1), ("string", 'a "b\\', 2, 3), ("rest", "no", 2, 9), ("word", "x", 4, 1)]
    assert section_text(Tag("Mine", "A;B", 1, made=tokens)) == 'A;B\n1 "a \\"b\\\\"\nx'


def test_dealer_and_vulnerability_are_kept_where_no_cards_are_given():
    found = one('[Event "Cup"]\n[Board "7"]\n[Dealer "S"]\n[Vulnerable "All"]\n')
    assert [(board.board, board.dealer, board.vulnerable) for board in found.boards] == [("7", "S", "All")]
    assert found.deals == ()


def test_several_players_at_a_seat_are_players_of_the_pair_each():
    facts = one('[Board "1"]\n[North "Ann; Cy"]\n[South "Bob"]\n[Contract "4S"]\n[Declarer "N"]\n[Score "420"]\n')
    (pair,) = facts.participants
    assert (pair.id, [person.name for person in pair.players]) == ("Ann & Bob & Cy", ["Ann", "Cy", "Bob"])


def test_the_players_of_a_pair_whose_seats_are_not_known_are_told_apart():
    facts = one('[Board "1"]\n[PairNS "Ann;Bob"]\n[PairEW "7"]\n[Contract "4S"]\n[Declarer "N"]\n[Score "420"]\n')
    assert {pair.id: len(pair.players) for pair in facts.participants} == {"Ann & Bob": 2, "7": 0}
    assert facts.results[0].sides.ns == "Ann & Bob"


def test_a_table_of_totals_says_which_line_a_pair_is_ranked_in():
    facts = one('[Board "1"]\n[TotalScoreTable "Rank;PairId;TotalMP;Direction"]\n1 1 9 NS\n1 2 8 EW\n3 3 7 both\n')
    assert {pair.id: pair.direction for pair in facts.participants} == {"1": "NS", "2": "EW", "3": None}
    assert [[detail.value for detail in total.details] for total in facts.totals] == [[], [], ["both"]]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('[Deal "N:A... - - -"]\n[OptimumResultTable "Declarer;Denomination;Result"]\nN S 1\n', []),
        ('[OptimumResultTable "Declarer;Denomination;Result"]\nN S 1\n', ["OptimumResultTable"]),
        ('[Deal "N:A... - - -"]\n[OptimumResultTable "Declarer;Result;Why"]\nN 1 so\n', ["OptimumResultTable"]),
        ('[ScoreTable ""]\n1 2 420\n', ["ScoreTable"]),
        ('[Site "x"]\n[Contract "1S"]\n[ScoreTable "Score_NS"]\n420\n', []),
    ],
)
def test_a_section_that_the_model_cannot_hold_is_kept_as_it_stands(text, kept):
    found = one(f'[Event "Cup"]\n[Board "1"]\n{text}')
    assert [fact.name for fact in found.extensions if fact.kind == "section"] == kept


PROBLEM = '[Event "Quiz"]\n[Board "1"]\n[Dealer "{dealer}"]\n[Deal "{deal}"]\n{more}\n'
ONE, OTHER = "S:AK2... - - -", "S:543... - - -"


def test_games_of_a_board_that_nobody_s_name_tells_apart_keep_their_auctions_and_plays():
    bid, also = '[Auction "S"]\n1S +\n', '[Auction "S"]\n1C +\n'
    lead = '[Contract "1NT"]\n[Declarer "E"]\n[Play "S"]\nSA +\n'
    texts = [PROBLEM.format(dealer="S", deal=ONE, more=more) for more in (bid, lead, also)]
    facts = one("\n".join(texts))
    assert [auction.table for auction in facts.auctions] == [None, "game 3"]
    assert [play.table for play in facts.plays] == ["game 2"]
    assert [deal.set_id for deal in facts.deals] == [None]


def test_games_of_the_same_players_are_told_apart_by_their_deals():
    seats = '[North "Ann"]\n[South "Bob"]\n[Auction "S"]\n1S +\n'
    texts = [PROBLEM.format(dealer="S", deal=deal, more=seats) for deal in (ONE, OTHER, ONE)]
    facts = one("\n".join(texts))
    assert [auction.table for auction in facts.auctions] == [None, "game 2", None]
    assert [deal.set_id for deal in facts.deals] == [None, "game 2"]
