"""From games to events: identity, sessions, sections, sides, and what a file covers."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from contracts.base import SLUG_LENGTH, Place
from shared.formats.pbn.reader.assemble import board_scoring
from shared.formats.pbn.reader.draft import Draft
from shared.formats.pbn.reader.parse import parse
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


def test_a_title_at_the_head_names_games_that_name_nothing():
    head = '%HRTitleDate 0\n%HRTitleEvent "Spring pairs"\n%HRTitleSite "Elm House"\n'
    found = parse(f'{head}[Event ""]\n[Date "2031.05.04"]\n[Board "1"]\n'.encode())
    assert [each.event for each in found.events] == ["elm-house-spring-pairs-2031-05-04"]
    assert (found.events[0].facts.event.name, found.findings) == ("Spring pairs", ())
    named = parse(f'{head}[Event "Cup"]\n[Board "1"]\n'.encode())
    assert [each.event for each in named.events] == ["cup"]
    assert parse(b'%HRTitleEvent ""\n%HRTitleSite " "\n[Board "1"]\n').events[0].event.startswith("pbn-")


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


def draft(scoring: tuple[str, ...] = (), **stated: int) -> Draft:
    made = Draft(None, None, None, Place())
    if scoring:
        made.scorings[scoring] = 1
    made.stated.update(stated)
    return made


@pytest.mark.parametrize(
    ("scoring", "teams", "method"),
    [
        (("MP",), False, "match_points"),
        (("MatchPoints", "MP2"), False, "match_points"),
        (("IMP",), True, "imps"),
        (("IMP",), False, "imps"),
        (("IMP", "Cross1"), False, "cross_imps"),
        (("IMP", "Butler-2"), False, "butler_imps"),
        (("BAM",), True, "bam"),
        (("Rubber",), False, "other"),
        (("IMP", "Experts"), False, "other"),
        (("IMP_1948",), True, "other"),
        (("House",), False, None),
        ((), True, "imps"),
        ((), False, None),
    ],
)
def test_scoring_tells_how_boards_are_scored(scoring, teams, method):
    assert board_scoring(draft(scoring), teams) == method


def test_what_tables_state_decides_where_scoring_is_silent():
    assert board_scoring(draft(match_points=3, cross_imps=1), teams=False) == "match_points"


def event(text: str):
    (found,) = parse(text.encode()).events
    return found


def test_directives_name_the_version_and_the_program():
    found = event('% PBN 2.1\n% EXPORT\n%Creator: Maker 3\n[Event "Cup"]\n[Site "Hall"]\n[Date "2031.05.04"]\n')
    fact = found.facts.event
    assert (fact.name, fact.organiser.name, fact.start_date) == ("Cup", "Hall", "2031-05-04")
    assert (fact.format_version, fact.program) == ("2.1", "Maker 3")
    assert [(fact.kind, fact.value) for fact in found.facts.extensions] == [
        ("directive", "PBN 2.1"),
        ("directive", "EXPORT"),
        ("directive", "Creator: Maker 3"),
    ]


def test_a_meta_header_names_the_program():
    assert event('% <META GENERATOR "Maker 3">\n[Event "Cup"]\n').facts.event.program == "Maker 3"


def test_the_moment_at_which_the_file_was_made_is_that_of_its_statements():
    found = event('%Created: Wed Oct 19 18:55:10 2031 +0200\n[Event "Cup"]\n')
    assert found.stated_at == (datetime(2031, 10, 19, 16, 55, 10, tzinfo=UTC), "modified")
    for wrong in ("Wed Oct 33 18:55:10 2031 +0200", "yesterday", "Wed Foo 19 18:55:10 2031 +0200"):
        assert event(f'%Created: {wrong}\n[Event "Cup"]\n').stated_at is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('[Event "x"]\n[Competition "Individuals"]\n', "individual"),
        ('[Event "x"]\n[Competition "Pairs"]\n', "pairs"),
        ('[Event "x"]\n[Competition "Rubber"]\n', None),
        ('[Event "x"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50\n', "pairs"),
        ('[Event "x"]\n', None),
    ],
)
def test_the_kind_of_event_is_stated_or_shows_in_what_it_has(text, kind):
    assert event(text).facts.event.kind == kind


def test_most_games_say_how_the_boards_are_scored_and_what_is_played():
    games = [
        game(1, '[Scoring "IMP"]'),
        *(game(number, '[Scoring "MP"]', '[Competition "Teams"]') for number in (2, 3)),
    ]
    (parsed_event,) = parsed(*games, game(4, '[Competition "Pairs"]')).events
    assert (parsed_event.facts.event.board_scoring, parsed_event.facts.event.kind) == ("match_points", "teams")


@pytest.mark.parametrize(("points", "method"), [("NS 2", "pab"), ("NS 1", "bam"), ("EW 2", "pab"), ("EW 0.5", "bam")])
def test_a_board_that_is_won_is_two_points_where_a_game_states_more_than_one(points, method):
    tags = ['[Scoring "BAM"]', '[Declarer "N"]', '[Contract "1NT"]', '[Result "7"]', f'[ScoreMP "{points}"]']
    assert parsed(game(1, *tags)).events[0].facts.event.board_scoring == method
    assert parsed(game(1, '[Scoring "BAM"]')).events[0].facts.event.board_scoring == "bam"


def test_totals_of_a_team_are_those_of_the_team_and_others_those_of_the_pair():
    teams = ['[HomeTeam "Reds"]', '[VisitTeam "Blues"]', '[Declarer "N"]', '[Contract "1NT"]', '[Result "7"]']
    totals = '[TotalScoreTable "PairId;Names;TotalIMP"]\nReds ? 20\n- Blues 10\n7 "Ann;Bob" 5\n'
    (found,) = parsed(game(1, '[Stage "Final"]', *teams, totals)).events
    assert [(total.kind, total.participant, total.total, total.session) for total in found.facts.totals] == [
        ("team", "Reds", 20, "Final"),
        ("team", "Blues", 10, "Final"),
        ("pair", "7", 5, "Final"),
    ]


def test_deals_results_and_boards_of_such_rounds_are_in_their_sessions():
    one, other = made_up(1).deal, made_up(2).deal
    games = [
        game(1, f'[Round "{number}"]', f'[Deal "{deal}"]', '[PairNS "1"]', '[PairEW "2"]', '[Score "NS 90"]')
        for number, deal in ((1, one), (2, other))
    ]
    games.append(game(2, '[Round "1"]', '[Dealer "E"]', '[Vulnerable "NS"]'))
    facts = parsed(*games).events[0].facts
    assert [session.id for session in facts.sessions] == ["round 1", "round 2"]
    assert [(deal.session, deal.set_id) for deal in facts.deals] == [("round 1", None), ("round 2", None)]
    assert [result.session for result in facts.results] == ["round 1", "round 2"]
    assert [(board.session, board.board) for board in facts.boards] == [("round 1", "2")]
    stage = [text + '[Stage "Final"]\n' for text in games]
    assert [session.id for session in parsed(*stage).events[0].facts.sessions] == ["Final round 1", "Final round 2"]


def test_sections_are_those_of_any_game():
    (found,) = parsed(game(1, '[Section "A"]', TABLE), game(2, '[Section "B"]', '[Dealer "E"]')).events
    assert [(section.session, section.id) for section in found.facts.sections] == [(None, "B"), (None, "A")]


def test_a_session_is_called_by_its_date_only_when_it_looks_like_one():
    played = "2031-05-04"
    names = {"2031-05-05": "2031-05-05", "2031/05/05": played, "Final": played, "2031-05-055": played}
    for name, date in names.items():
        (found,) = parsed(game(1, f'[Stage "{name}"]', TABLE)).events
        assert [(session.id, session.date) for session in found.facts.sessions] == [(name, date)]


@pytest.mark.parametrize(
    ("tags", "count"),
    [
        ('[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]', 2),
        ('[Declarer "S"]\n[Contract "1NT"]\n[Result "7"]', 3),
        ('[Declarer "N"]\n[Contract "1NT"]\n[Result "8"]', 3),
        ('[Declarer "N"]\n[Contract "2NT"]\n[Result "7"]', 3),
        ('[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n[Score "120"]', 3),
        ('[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n[PairNS "5"]', 3),
    ],
)
def test_a_game_that_is_also_a_row_of_a_table_counts_once(tags, count):
    table = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"]\n1 2 1NT N 7 90\n3 4 - - - -50\n'
    pairs = "" if "PairNS" in tags else '[PairNS "1"]\n'
    single = game(1, pairs + tags, '[PairEW "2"]')
    facts = parsed(game(1, table), single).events[0].facts
    assert len(facts.results) == count


def test_results_of_one_key_are_numbered():
    table = '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 90\n1 2 120\n1 2 150\n'
    facts = parsed(game(1, table)).events[0].facts
    assert [result.part for result in facts.results] == [0, 1, 2]


def test_a_file_covers_the_sessions_and_sections_of_its_travellers():
    (found,) = parsed(game(1, '[Section "A"]', '[Stage "Final"]', TABLE)).events
    assert (found.scope.sessions, found.scope.sections) == (("Final",), ("A",))
    (found,) = parsed(game(1, '[Section "A"]', TABLE), game(2, TABLE)).events
    assert (found.scope.sessions, found.scope.sections) == (None, None)


def test_sections_that_rows_alone_name_are_those_that_a_file_covers():
    table = '[ScoreTable "Section;PairId_NS;PairId_EW;Score_NS"]\nA 1 2 90\nB 3 4 120\n'
    (found,) = parsed(game(1, table)).events
    assert {result.section for result in found.facts.results} == {"A", "B"}
    assert found.scope.sections == ("A", "B")


def test_directives_far_behind_the_head_name_nothing():
    head = "".join(f"% line {number}\n" for number in range(199))
    assert event(head + '%Creator: Maker 3\n[Event "Cup"]\n').facts.event.program == "Maker 3"
    assert event(head + '% one\n%Creator: Maker 3\n[Event "Cup"]\n').facts.event.program is None
    assert event('{Creator: Maker 3}\n[Event "Cup"]\n').facts.event.program is None
    text = '%Created: 19 Oct 18:55\n%Creator: "A"\n%Creator: B\n% PBN 2.0\n% PBN 2.1\n[Event "Cup"]\n'
    fact = event(text).facts.event
    assert (fact.program, fact.format_version) == ("A", "2.0")
    early = event('%Created: Oct  1 18:55:10 2031 -0330\n[Event "Cup"]\n').stated_at
    assert early == (datetime(2031, 10, 1, 22, 25, 10, tzinfo=UTC), "modified")


def test_who_has_a_total_and_no_rank_in_a_list_with_ranks_plays_without_being_ranked():
    totals = '[TotalScoreTable "Rank;PairId;TotalScoreMP"]\n{} 1 40\n? 2 50\n? 3 ?\n'
    (ranked,) = parsed(game(1, totals.format("1"))).events
    assert {p.id: p.standing for p in ranked.facts.participants} == {"1": True, "2": False, "3": True}
    (unranked,) = parsed(game(1, totals.format("?"))).events
    assert all(p.standing for p in unranked.facts.participants)


def test_a_stage_has_the_date_of_all_of_its_games() -> None:
    games = [(stage, date) for stage, date in (("Final", "2031.05.04"), ("Semi", "2031.05.02"), ("Semi", "2031.05.03"))]
    text = "\n".join(
        f'[Event "Cup"]\n[EventDate "2031.05.02"]\n[Date "{date}"]\n[Stage "{stage}"]\n[Board "1"]\n[Dealer "N"]\n'
        for stage, date in games
    )
    (event,) = parse(text.encode()).events
    assert {each.id: each.date for each in event.facts.sessions} == {"Final": "2031-05-04", "Semi": None}


@pytest.mark.parametrize(
    ("scoring", "columns", "found"),
    [("Aggregate", "TotalMP", "aggregate"), ("", "TotalScore", "aggregate"), ("", "TotalScore;MeanPercentage", None)],
)
def test_totals_of_scores_are_aggregate(scoring: str, columns: str, found: str | None) -> None:
    text = f'[Event "Cup"]\n[Scoring "{scoring}"]\n[TotalScoreTable "PairId;{columns}"]\n' + "1 50 50\n2 40 40\n"
    (event,) = parse((text if ";M" in columns else text.replace("50 50", "50").replace("40 40", "40")).encode()).events
    assert event.facts.event.board_scoring == found


def test_cross_imps_of_teams_are_those_of_their_pairs() -> None:
    game = '[Event "Cup"]\n[Scoring "IMP;Cross2"]\n[Board "1"]\n[HomeTeam "A"]\n[VisitTeam "B"]\n[Score "NS 50"]\n'
    (event,) = parse(game.encode()).events
    assert (event.facts.event.board_scoring, event.facts.event.pairwise_scoring) == ("imps", "cross_imps")


def test_a_played_game_without_an_end_is_no_further_line_of_a_table() -> None:
    head = '[Event "Cup"]\n[Board "1"]\n[Dealer "N"]\n[Deal "N:A... 2... 3... 4..."]\n'
    table = head + '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50\n\n'
    played = head + '[North "Ann"]\n[Declarer "N"]\n[Contract "NT"]\n[Play "E"]\nS2 S3 S4 SA\n'
    (event,) = parse((table + played).encode()).events
    assert [each.sides.ns for each in event.facts.results] == ["1"]


def test_totals_of_teams_in_the_column_of_scores_are_no_total_points() -> None:
    text = '[Event "Cup"]\n[TotalScoreTable "Rank;TeamId;TotalScore"]\n1 7 13\n2 8 7\n'
    (event,) = parse(text.encode()).events
    assert (event.facts.event.kind, event.facts.event.board_scoring) == ("teams", "imps")


def test_penalties_and_carry_overs_in_columns_of_programs_are_adjustments():
    table = '[TotalScoreTable "PairId;TotalScoreMP;ScorePenalty;ScoreCarryOver"]\n1 50 6 12.5\n2 40 -2 -\n3 30 - 0\n'
    (event,) = parse(f'[Event "Cup"]\n[Scoring "MP"]\n{table}'.encode()).events
    assert [
        (each.participant, each.kind, each.amount, each.unit, each.counted) for each in event.facts.adjustments
    ] == [
        ("1", "penalty", -6, "match_points", True),
        ("1", "carry_forward", Decimal("12.5"), "match_points", None),
        ("2", "penalty", -2, "match_points", True),
    ]
