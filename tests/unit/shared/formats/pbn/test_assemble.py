"""From games to events: identity, sessions, sections, sides, and what a file covers."""

from contracts.base import SLUG_LENGTH
from shared.formats.pbn.reader import parse
from tests.support.pbn_games import made_up

TABLE = '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 90\n3 4 -50\n'


def game(board: int, *more: str, event: str = "Cup", date: str = "2031.05.04") -> str:
    return "\n".join([f'[Event "{event}"]', '[Site "Hall"]', f'[Date "{date}"]', f'[Board "{board}"]', *more, ""])


def parsed(*games: str):
    return parse("\n".join(games).encode())


def test_site_event_and_date_make_the_identity():
    (event,) = parsed(game(1)).events
    assert event.event == "hall-cup-2031-05-04"


def test_another_date_is_another_event_unless_the_event_says_when_it_began():
    assert len(parsed(game(1), game(2, date="2031.05.05")).events) == 2
    start = '[EventDate "2031.05.04"]'
    (event,) = parsed(game(1, start, TABLE), game(1, start, TABLE, date="2031.05.05")).events
    assert [(session.id, session.date) for session in event.facts.sessions] == [("2031-05-05", "2031-05-05")]
    assert [result.session for result in event.facts.results] == [None, None, "2031-05-05", "2031-05-05"]
    assert event.facts.event.end_date == "2031-05-05"


def test_a_file_that_names_no_event_is_called_by_its_bytes():
    found = parse(b'[Board "1"]\n')
    assert found.events[0].event.startswith("pbn-")
    assert [finding.code for finding in found.findings] == ["pbn.no-identity"]


def test_names_that_come_to_the_same_identity_are_numbered():
    events = parsed(game(1, event="The Cup"), game(1, event="The  cup")).events
    assert [event.event for event in events] == ["hall-the-cup-2031-05-04", "hall-the-cup-2031-05-04-2"]
    long = "x" * 200
    events = parsed(game(1, event=long), game(1, event=f"{long}!")).events
    assert all(len(event.event) <= SLUG_LENGTH for event in events)
    assert len({event.event for event in events}) == 2


def test_a_stage_is_a_session_and_a_section_a_section():
    (event,) = parsed(game(1, '[Stage "Final"]', '[Section "A"]', TABLE)).events
    facts = event.facts
    assert [session.id for session in facts.sessions] == ["Final"]
    assert [(section.session, section.id) for section in facts.sections] == [("Final", "A")]
    assert {(result.session, result.section) for result in facts.results} == {("Final", "A")}


def test_rounds_with_other_deals_under_the_same_numbers_are_sessions():
    one, other = made_up(1, tricks=0), made_up(2, tricks=0)
    games = [game(1, f'[Deal "{made.deal}"]', f'[Round "{number}"]', TABLE) for number, made in ((1, one), (2, other))]
    (event,) = parsed(*games).events
    assert [session.id for session in event.facts.sessions] == ["round 1", "round 2"]
    assert [(deal.session, deal.set_id) for deal in event.facts.deals] == [("round 1", None), ("round 2", None)]
    assert [result.session for result in event.facts.results] == ["round 1", "round 1", "round 2", "round 2"]


def test_results_of_nobody_are_numbered_so_that_none_is_lost():
    (event,) = parsed(game(1, '[ScoreTable "Score_NS;Multiplicity"]\n90 3\n90 2\n-50 1\n')).events
    assert [(result.part, result.multiplicity) for result in event.facts.results] == [(0, 3), (1, 2), (2, 1)]
    assert len({result.key for result in event.facts.results}) == 3


def test_a_game_that_is_told_twice_or_stands_in_a_table_too_counts_once():
    text = made_up(3, tricks=13).text()
    (event,) = parse(f"{text}\n{text}".encode()).events
    assert len(event.facts.results) == 1
    other = text.replace("[Result", '[Room "Open"]\n[Result').replace("Nora", "Nina")
    (event,) = parse(f"{text}\n{other}".encode()).events
    assert len(event.facts.results) == 2


def test_travellers_are_the_whole_of_their_boards_and_single_games_are_not():
    (event,) = parsed(game(1, TABLE), game(2, TABLE)).events
    assert (event.scope.whole, event.scope.boards) == (True, ("1", "2"))
    (event,) = parsed(game(1, TABLE), made_up(3, tricks=13).text(event="Cup", site="Hall")).events
    assert not event.scope.whole
    (event,) = parsed(game(1)).events
    assert not event.scope.whole


def test_players_of_an_individual_event_are_participants_of_their_own():
    text = made_up(3, tricks=13).text() + '[Competition "Individuals"]\n'
    (event,) = parse(text.encode()).events
    sides = event.facts.results[0].sides
    assert (sides.north, sides.south, sides.east, sides.west) == ("Nora North", "Sam South", "Eva East", "Wim West")
    assert {(one.id, one.kind) for one in event.facts.participants} >= {("Nora North", "player")}


def test_auctions_and_plays_have_the_sides_of_their_result():
    (event,) = parse(made_up(3, tricks=13).text().encode()).events
    facts = event.facts
    assert facts.auctions[0].sides == facts.plays[0].sides == facts.results[0].sides
    assert facts.results[0].sides.ns == "Nora North & Sam South"
