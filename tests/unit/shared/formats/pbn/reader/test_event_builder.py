"""Games go to their events with everything that they say."""

import pytest

from shared.errors import FormatError
from shared.formats.pbn.game import Tag
from shared.formats.pbn.reader import event_builder
from shared.formats.pbn.reader.event_builder import section_text
from shared.formats.pbn.reader.parse import parse
from tests.support.pbn_games import made_up


def events(text: str):
    return parse(text.encode("iso-8859-1")).events


def one(text: str):
    (event,) = events(text)
    return event.facts


def test_a_file_of_more_events_than_any_real_one_is_refused(monkeypatch):
    monkeypatch.setattr(event_builder, "MOST_EVENTS", 3)
    text = "\n".join(f'[Event "{number}"]\n' for number in range(4))
    assert len(events(text.replace("3", "2"))) == 3
    with pytest.raises(FormatError) as refused:
        events(text)
    assert refused.value.code.code == "pbn.too-large"


def test_games_of_several_events_go_to_each():
    text = '[Event "Cup"]\n[Site "Hall"]\n[Board "1"]\n\n[Event "Plate"]\n[Site "Hall"]\n[Board "1"]\n'
    text += '\n[Event "Cup"]\n[Site "Hall"]\n[Board "2"]\n'
    assert [event.event for event in events(text)] == ["hall-cup", "hall-plate"]


def test_games_that_name_no_event_belong_to_the_one_before_them():
    text = '[Event "Cup"]\n[Site "Hall"]\n[Date "2026.03.02"]\n\n[Board "1"]\n\n[Board "2"]\n[Date "2026.03.02"]\n'
    assert [event.event for event in events(text)] == ["hall-cup-2026-03-02"]
    assert {fact.board for fact in one(text).boards} <= {"1", "2"}
    apart = '\n[Event ""]\n[Board "3"]\n\n[Board "4"]\n[Date "2026.03.09"]\n'
    assert len(events(text + apart)) == 2


def test_games_without_any_name_before_them_are_one_event():
    (event,) = events('[Board "1"]\n\n[Board "2"]\n')
    assert event.event.startswith("pbn-")


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


def told(*games: str) -> list[tuple[str, int | None]]:
    findings = parse("\n".join(games).encode()).findings
    return [(finding.code, finding.place.line if finding.place else None) for finding in findings]


def game(seed: int, deal_id: str, deal: str | None = None) -> str:
    text = deal or made_up(seed).deal
    return f'[Event "Cup"]\n[Board "1"]\n[Deal "{text}"]\n[DealId "{deal_id}"]\n'


def test_two_deals_do_not_have_one_id() -> None:
    assert told(game(1, "a"), game(2, "b"), game(1, "a")) == []
    assert told(game(1, "a"), game(2, "a")) == [("pbn.deal-id", 9)]


def test_a_deal_of_which_not_every_hand_is_given_is_compared_with_none() -> None:
    part = " ".join(["N:- - -", made_up(2).deal.split()[3]])
    assert told(game(1, "a"), game(2, "a", part)) == []


def test_a_deal_that_is_known_is_filled_up() -> None:
    whole = made_up(3).deal
    first, *hands = whole[2:].split()
    part = f"{whole[:2]}{first} - - -"
    (event,) = parse(f"{game(3, 'a', part)}\n{game(3, 'a')}".encode()).events
    (deal,) = event.facts.deals
    assert None not in (deal.north, deal.east, deal.south, deal.west)
    assert len(hands) == 3


def facts(*games: str):
    head = '[Event "Cup"]\n[Site "Hall"]\n[HomeTeam "Reds"]\n[VisitTeam "Blues"]\n'
    result = '[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n'
    (event,) = parse("\n".join(f"{head}{game}\n{result}" for game in games).encode()).events
    return event.facts


def test_the_home_team_sits_north_south_in_the_open_room_and_east_west_in_the_closed_one():
    found = facts('[Board "1"]\n[Room "Open"]\n[Round "2"]', '[Board "1"]\n[Room "Closed"]\n[Round "2"]')
    assert [(result.room, result.sides.ns_team, result.sides.ew_team) for result in found.results] == [
        ("Open", "Reds", "Blues"),
        ("Closed", "Blues", "Reds"),
    ]
    (match,) = found.matches
    assert (match.home, match.away, match.round, match.boards, match.first_board) == ("Reds", "Blues", 2, 1, "1")


def test_without_rooms_the_second_game_of_a_board_is_the_closed_room():
    found = facts('[Board "9"]', '[Board "10"]', '[Board "9"]')
    assert [result.sides.ns_team for result in found.results] == ["Reds", "Reds", "Blues"]
    (match,) = found.matches
    assert (match.first_board, match.last_board, match.boards) == ("9", "10", 2)


def test_each_round_is_a_match_of_its_own():
    found = facts('[Board "1"]\n[Round "1"]', '[Board "1"]\n[Round "2"]', '[Board "2"]\n[Round "Final"]')
    assert [(match.round, match.sub_match) for match in found.matches] == [(1, None), (2, None), (None, "Final")]
    assert len({match.key for match in found.matches}) == 3
    assert found.event.kind == "teams"
    assert found.event.board_scoring == "imps"


def test_two_tables_of_a_match_are_one_match_with_all_its_boards():
    found = facts('[Board "1"]\n[Table "1"]', '[Board "2"]\n[Table "1"]', '[Board "1"]\n[Table "2"]')
    assert [(match.table, match.boards, match.last_board) for match in found.matches] == [("1", 2, "2")]


def test_a_deal_that_is_known_gets_the_analysis_of_a_later_game() -> None:
    table = '[OptimumResultTable "Declarer;Denomination;Result"]\nN NT 9\n'
    (event,) = events(f"{game(3, 'a')}\n{game(3, 'a')}{table}")
    (deal,) = event.facts.deals
    assert [(detail.name, detail.value) for detail in deal.double_dummy] == [("N NT", "9")]
    (event,) = events(f"{game(3, 'a')}{table}\n{game(3, 'a')}{table.replace('9', '8')}")
    assert event.facts.deals[0].double_dummy[0].value == "9"


def test_the_words_of_an_event_are_those_of_its_first_game_that_has_them():
    text = '[Event "Cup"]\n[Board "1"]\n[Scoring "MP"]\n\n[Event "Cup"]\n[Board "2"]\n[Scoring "IMP"]\n'
    text += '[EventSponsor "Ann"]\n[Competition "Individual"]\n'
    event = one(text).event
    assert [(detail.name, detail.value) for detail in event.details] == [
        ("Scoring", "MP"),
        ("Competition", "Individual"),
        ("EventSponsor", "Ann"),
    ]
    assert event.kind == "individual"


def test_an_event_is_known_by_site_or_name_and_by_its_first_date():
    assert [event.event for event in events('[Site "Hall"]\n\n[Site "Hall"]\n[Board "2"]\n')] == ["hall"]
    assert len(events('[Board "1"]\n[Date "2031.05.04"]\n\n[Board "2"]\n[Date "2031.05.05"]\n')) == 1
    text = '[Event "x"]\n[Board "1"]\n[EventDate "2031.05.04"]\n[Date "2031.05.05"]\n'
    event = one(text + '[Deal "N:A... - - -"]\n').event
    assert (event.start_date, event.at.line, event.at.path) == ("2031-05-04", 1, "game 1")


def test_what_a_game_without_a_result_says_of_a_table_is_kept():
    def kept(text: str) -> list[str]:
        return [fact.name for fact in one(f'[Event "Cup"]\n{text}').extensions]

    assert kept('[Board "1"]\n[North "Ann"]\n[Contract "4S"]\n[Declarer "?"]\n') == ["North", "Contract"]
    assert kept('[Board "1"]\n[Contract "4S"]\n[Declarer "N"]\n[Auction "N"]\n1C +\n') == []
    assert kept('[Contract "4S"]\n[Declarer "N"]\n[North "Ann"]\n[Auction "N"]\n1C +\n') == ["Declarer", "Contract"]


def test_the_pairs_of_a_game_are_told_by_number_names_or_team():
    played = '[Board "1"]\n[Contract "4S"]\n[Declarer "N"]\n[Score "420"]\n'
    facts = one(played + '[PairNS "7"]\n[North "Ann"]\n[South "Bob"]\n[East "Cy"]\n')
    assert [(pair.id, len(pair.players)) for pair in facts.participants] == [("7", 2), ("Cy", 1)]
    assert (facts.results[0].sides.ns, facts.results[0].sides.ew) == ("7", "Cy")
    facts = one(played + '[PairNS "Ann;Bob"]\n[North "Cy"]\n[South "Di"]\n')
    assert facts.results[0].sides.ns == "Ann;Bob"
    facts = one(played)
    assert (facts.participants, facts.results[0].sides.ns) == ((), None)
    facts = one(played + '[HomeTeam "Reds"]\n')
    assert (facts.results[0].sides.ns_team, facts.results[0].sides.ew_team, facts.matches) == ("Reds", None, ())


def test_the_unit_of_a_table_that_states_points_decides_the_scoring():
    text = '[Event "Cup"]\n[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;IMP_NS"]\n1 2 4\n3 4 -4\n'
    assert one(text).event.board_scoring == "imps"
    assert one(text.replace("IMP_NS", "MP_NS")).event.board_scoring == "match_points"


def test_a_table_of_totals_counts_pairs_by_number_or_names_and_leaves_out_nobody():
    text = '[Event "Cup"]\n[Board "1"]\n[TotalScoreTable "Rank;PairId;Names;TotalMP"]\n'
    found = one(text + '1 7 ? 9\n2 - "Ann;Bob" 8\n3 - ? 7\n- 8 ? 6\n')
    assert [(total.participant, total.place, total.total) for total in found.totals] == [
        ("7", "1", 9),
        ("Ann & Bob", "2", 8),
        ("8", "3", 6),
    ]
    assert [pair.at.line for pair in found.participants] == [4, 5, 7]


def test_a_round_that_is_no_number_is_a_part_of_the_match():
    found = facts('[Board "1"]\n[Round "1234567"]')
    assert [(match.round, match.sub_match) for match in found.matches] == [(None, "1234567")]


def test_a_stage_is_a_session_and_so_is_a_later_date_of_an_event():
    def session(more: str) -> list[str | None]:
        text = '[Event "x"]\n[Board "1"]\n[Dealer "N"]\n'
        return [board.session for board in one(text + more).boards]

    assert session('[Stage "Final"]\n[EventDate "2031.05.04"]\n[Date "2031.05.05"]\n') == ["Final"]
    assert session('[EventDate "2031.05.04"]\n[Date "2031.05.05"]\n') == ["2031-05-05"]
    assert session('[EventDate "2031.05.04"]\n[Date "2031.05.04"]\n') == [None]
    assert session('[Date "2031.05.05"]\n') == [None]


def test_teams_named_by_one_side_alone_play_no_match():
    found = facts('[Board "1"]\n[Room "closed"]')
    assert [(result.sides.ns_team, result.sides.ew_team) for result in found.results] == [("Blues", "Reds")]


def test_boards_with_names_are_counted_in_their_order():
    found = facts('[Board "B2"]', '[Board "A1"]')
    (match,) = found.matches
    assert (match.first_board, match.last_board, match.boards) == ("B2", "A1", 2)


def test_auctions_of_a_round_or_with_named_players_need_no_table_of_ours():
    text = '[Event "Cup"]\n[Board "1"]\n[Round "{}"]\n[North "Ann"]\n[Deal "{}"]\n[Auction "S"]\n1S +\n'
    found = one(text.format(1, ONE) + "\n" + text.format(2, OTHER))
    assert [auction.table for auction in found.auctions] == [None, None]
    found = one('[Event "Cup"]\n[Board "1"]\n[Table "4"]\n[Auction "S"]\n1S +\n')
    assert [auction.table for auction in found.auctions] == ["4"]
    nobody = '[Event "Cup"]\n[Board "1"]\n[Auction "S"]\n1S +\n'
    assert [auction.table for auction in one(f"{nobody}\n{nobody}").auctions] == [None, "game 2"]


def test_further_deals_of_a_number_are_named_by_their_round_or_counted():
    text = '[Event "Cup"]\n[HomeTeam "A"]\n[VisitTeam "B"]\n[Score "NS 50"]\n[Board "1"]\n{}[Deal "{}"]\n'
    found = one("\n".join([text.format("", ONE), text.format('[Round "2"]\n', OTHER)]))
    assert [deal.set_id for deal in found.deals] == [None, "round 2"]


def test_an_optimum_score_without_cards_stays_a_tag():
    found = one('[Event "Cup"]\n[Board "1"]\n[OptimumScore "NS 420"]\n')
    assert [(fact.kind, fact.name) for fact in found.extensions] == [("tag", "OptimumScore")]
    found = one('[Event "Cup"]\n[Board "1"]\n[Deal "N:A... - - -"]\n[DoubleDummyTricks "x"]\n')
    assert [fact.name for fact in found.extensions] == []
    found = one('[Event "Cup"]\n[Board "1"]\n[DoubleDummyTricks "x"]\n')
    assert [fact.name for fact in found.extensions] == ["DoubleDummyTricks"]


def test_a_room_counts_whatever_was_read_before_it():
    found = facts('[Board "1"]\n[Room "Closed"]', '[Board "1"]\n[Room "Open"]')
    assert [result.sides.ns_team for result in found.results] == ["Blues", "Reds"]


def test_a_table_that_stands_in_each_game_of_its_board_counts_once():
    rows = '[ScoreTable "PairId_NS;PairId_EW;Score_NS;Multiplicity"]\n1 2 420 1\n3 4 50 1\n? ? 100 2\n'
    game = '[Event "Cup"]\n[Site "Hall"]\n[Board "1"]\n' + rows
    once, twice = one(game), one(f"{game}? ? 100 2\n\n{game}? ? 100 2\n5 6 -50 1\n")
    assert [result.sides.ns for result in once.results] == ["1", "3", None]
    assert [result.sides.ns for result in twice.results] == ["1", "3", None, None, "5"]
    other = one(f"{game}\n{game.replace(chr(34) + '1' + chr(34), chr(34) + '2' + chr(34))}")
    assert len(other.results) == 6, "a table of another board is another one"


def test_rows_of_both_rooms_are_of_the_teams_of_the_game():
    table = '[HomeTeam "Reds"]\n[VisitTeam "Blues"]\n[ScoreTable "Room;PairId_NS;Score_NS"]\n'
    (event,) = parse(f'[Event "Cup"]\n[Board "1"]\n{table}Open 1 420\nClosed - -50\n'.encode()).events
    found = [(each.sides.ns, each.sides.ns_team, each.sides.ew_team) for each in event.facts.results]
    assert found == [("1", "Reds", "Blues"), (None, "Blues", "Reds")]
    assert [(each.home, each.away, each.boards) for each in event.facts.matches] == [("Reds", "Blues", 1)]
