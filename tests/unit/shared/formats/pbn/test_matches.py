"""Team matches: rooms, sides and the boards of a match."""

from shared.formats.pbn.reader import parse


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
