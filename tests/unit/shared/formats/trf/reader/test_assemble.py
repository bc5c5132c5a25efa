"""From what was read to facts."""

from decimal import Decimal

import pytest

from contracts.base import Discipline
from contracts.facts import Facts, GameFact, Scope
from shared.errors import FormatError
from shared.formats.trf.reader.assemble import adjustments_of, facts_of
from shared.formats.trf.reader.parse import read
from shared.formats.trf.reader.progress import Progress
from shared.formats.trf.report import Report
from tests.support.chess_tournaments import individual, teams
from tests.support.trf_golden import compare_changes
from tests.support.trf_lines import abnormal, accelerated, document, placed, player, team


def facts(*lines: str) -> Facts:
    return both(*lines)[0]


def both(*lines: str) -> tuple[Facts, Scope]:
    return facts_of(read(document(*lines), Report()))


def test_the_event_says_everything_of_the_header():
    event = facts(
        "012 Spring Open",
        "022 Elmtown",
        "032 NOR",
        "042 2031/05/01",
        "052 2031/05/03",
        "102 Ann Alder",
        "112 Bo Birch",
        "112 Cy Cedar",
        "142 5",
        "152 B",
        "162  W 3.0    D 1.0",
        "182 Pairer 2",
        "192 FIDE_DUTCH_2026",
        "202 BH/C1,SB",
        "222 5400+30",
        "260   1   2    1    2",
        player(1),
        player(2),
    ).event
    assert (event.name, event.city, event.federation, event.discipline) == (
        "Spring Open",
        "Elmtown",
        "NOR",
        Discipline.CHESS,
    )
    assert (event.start_date, event.end_date, event.rounds, event.program) == (
        "2031-05-01",
        "2031-05-03",
        5,
        "Pairer 2",
    )
    assert (event.kind, event.format_version, event.results) == ("individual", "TRF-2026", "to_date")
    assert event.tie_breaks == ("PTS", "BH/C1", "SB")
    assert [(d.name, d.value) for d in event.scoring_system] == [("W", "3"), ("D", "1")]
    assert [(d.name, d.value) for d in event.details] == [
        ("102", "Ann Alder"),
        ("112", "Bo Birch"),
        ("112", "Cy Cedar"),
        ("152", "B"),
        ("192", "FIDE_DUTCH_2026"),
        ("202", "BH/C1,SB"),
        ("222", "5400+30"),
        ("260", "1-2 1 2"),
    ]


def test_records_of_javafo_say_the_same_as_those_of_the_final():
    event = facts("XXR 5", "XXC black1 rank", "XXP 3 9", player(1)).event
    assert (event.rounds, event.format_version) == (5, "TRF16+XX")
    assert [(d.name, d.value) for d in event.details] == [("152", "B"), ("260", "all 3 9"), ("XXC", "rank")]


def test_results_without_an_opponent_are_byes_of_the_round_to_come():
    rows = [player(1, "2 w 1", "- ="), player(2, "1 b 0", "- -"), player(3, "- U", "- 1"), player(4, "- H", "- F")]
    assert [(seat.participant, seat.text) for seat in facts("012 x", *rows).seats] == [
        ("1", "H"),
        ("2", "Z"),
        ("3", "F"),
        ("4", "F"),
    ]


def test_games_are_results_and_the_next_round_is_seats():
    found, scope = both("142 3", player(1, "2 w 1", "- H", "2 b"), player(2, "1 b 0", "3 w ="), player(3, "- U", "2 b"))
    assert [(g.player, g.round, g.opponent, g.colour, g.result) for g in found.games] == [
        ("1", 1, "2", "w", "1"),
        ("1", 2, None, None, "H"),
        ("2", 1, "1", "b", "0"),
        ("2", 2, "3", "w", "="),
        ("3", 1, None, None, "U"),
        ("3", 2, "2", "b", None),
    ]
    assert [(s.participant, s.round, s.opponent, s.colour, s.stage) for s in found.seats] == [
        ("1", 3, "2", "b", "next")
    ]
    assert scope == Scope(whole=True)
    assert str(found.games[1].at) == "line 2, column 102-109, 001"


def test_a_game_with_z_in_both_lines_is_being_played():
    lines = [player(1, "2 w 1", "3 b Z"), player(2, "1 b 0", "4 w 1"), player(3, "4 b =", "1 w Z")]
    of = facts(*lines, player(4, "3 w =", "2 b 0"))
    games = {(game.player, game.round): (game.opponent, game.result) for game in of.games}
    assert games["1", 2] == ("3", None)
    assert games["3", 2] == ("1", None)
    assert games["2", 2] == ("4", "1")


@pytest.mark.parametrize(
    ("mine", "theirs"), [("3 b Z", "1 b Z"), ("3 b Z", "1 w 1"), ("3 b Z", "4 w Z"), ("- Z", "- Z")]
)
def test_z_is_a_bye_where_the_other_line_does_not_say_the_same(mine, theirs):
    lines = [player(1, "2 w 1", mine), player(2, "1 b 0", "4 w 1"), player(3, "4 b =", theirs)]
    of = facts(*lines, player(4, "3 w =", "2 b 0"))
    assert {game.player: game.result for game in of.games if game.round == 2}["1"] == "Z"


def test_a_file_that_was_cut_off_among_its_players_withdraws_nothing_and_may_be_one_of_teams():
    lines = (player(1, "2 w 1", "3 b 1"), player(2, "1 b 0"), player(3, "- U", "1 w 0"))
    found = [both(*lines[:number]) for number in (1, 2, 3)]
    assert [scope.whole for _, scope in found] == [False, False, True]
    assert [each.event.kind for each, _ in found] == [None, None, "individual"]


def test_a_file_whose_last_line_was_cut_off_withdraws_nothing_and_says_nothing_of_the_game_in_which_it_was():
    last = player(2, "1 b 0", "1 w =")
    assert both(player(1, "2 w 1", "2 b ="), last)[1].whole
    for length, rounds in ((101, [1]), (104, [1]), (108, [1]), (109, [1, 2])):
        data = document(player(1, "2 w 1", "2 b ="), player(3, "9 w 1"), last[:length])
        found, scope = facts_of(read(data.rstrip(b"\r\n"), Report()))
        assert not scope.whole
        assert [game.round for game in found.games if game.player == "2"] == rounds, length


@pytest.mark.parametrize(
    ("members", "players", "whole"), [((1, 2), 0, True), ((1, 2), 1, False), ((1, 2), 2, True), ((), 1, False)]
)
def test_a_file_without_the_players_of_its_rosters_or_the_rosters_withdraws_nothing(members, players, whole):
    lines = [player(number) for number in range(1, players + 1)]
    assert both(team(1, members), *lines)[1].whole is whole


def test_an_absence_after_the_last_round_is_nothing():
    games = (player(1, "2 w 1", "- Z"), player(2, "1 b 0", "- Z"))
    assert facts("XXR 1", *games).seats == ()
    assert [(s.round, s.text) for s in facts("XXR 2", *games).seats] == [(2, "Z"), (2, "Z")]


def test_before_the_first_round_everything_is_to_come():
    found, scope = both("142 3", "240 H   1    2", "XXZ 3", player(1, "- F"), player(2), player(3))
    assert found.games == ()
    assert [(s.participant, s.round, s.text) for s in found.seats] == [("1", 1, "F"), ("2", 1, "H"), ("3", 1, "Z")]
    assert scope.complete


def test_a_bye_of_record_240_fills_a_blank_of_the_line_and_never_contradicts_it():
    found = facts("142 3", "240 H   1    3    1", player(1, "2 w 1"), player(2, "1 b 0"), player(3))
    assert {g.player: g.result for g in found.games} == {"1": "1", "2": "0", "3": "H"}


def test_players_carry_their_person_team_and_totals():
    found = facts(
        player(
            4,
            name="Alder, Ann",
            points="1.5",
            rank=2,
            rating=2100,
            federation="NOR",
            fide_id="1500",
            title="IM",
            sex="w",
            birth_date="1990/00/00",
        ),
        team(7, [4], mp="3", gp="1.5", rank=1),
    )
    ann, elms = found.participants
    person = ann.players[0]
    assert (ann.kind, ann.id, ann.team, ann.seed, ann.rating) == ("player", "4", "7", 4, 2100)
    assert (person.id, person.title, person.sex, person.birth_date, person.federation, person.rating) == (
        "1500",
        "IM",
        "w",
        "1990",
        "NOR",
        2100,
    )
    assert (elms.kind, elms.id, elms.nickname, elms.members, elms.rating) == ("team", "7", "ELM", ("4",), 2100)
    assert [(t.kind, t.total, t.game_points, t.place) for t in found.totals] == [
        ("player", Decimal("1.5"), None, "2"),
        ("team", 3, Decimal("1.5"), "1"),
    ]


def test_dates_of_rounds_to_come_say_how_many_there_are_where_nothing_else_does():
    dates = placed((1, "132"), (92, "31/05/01"), (102, "31/05/02"), (112, "31/05/03"))
    games = (player(1, "2 w 1"), player(2, "1 b 0"))
    assert [facts(dates, *more, *games).event.rounds for more in ((), ("142 5",), ("XXR 2",))] == [3, 5, 2]
    assert facts(dates[:99], *games).event.rounds is None
    assert facts(dates, *games).event.results == "to_date"


@pytest.mark.parametrize(
    ("method", "rating"),
    [("FIDE", 2000), ("NRO", 1900), ("FIDON", 2000), ("NIDOF", 1900), ("HBFN", 2000), ("LBFN", 1900), ("OTHER", 2000)],
)
def test_the_method_of_172_decides_which_rating_counts(method, rating):
    national = placed((1, "NOR"), (5, "   1"), (49, "1900"))
    assert facts(f"172 NOR {method}", player(1, rating=2000), national).participants[0].rating == rating


def test_a_match_carries_line_ups_and_boards():
    found = facts(
        "142 1",
        team(1, [1, 2]),
        team(2, [3, 4]),
        player(1, "3 w 1"),
        player(2, "4 b ="),
        player(3, "1 b 0"),
        player(4, "2 w ="),
    )
    (match,) = found.matches
    assert (match.kind, match.round, match.home, match.away) == ("chess_teams", 1, "1", "2")
    assert (match.home_line_up, match.away_line_up) == (("1", "2"), ("3", "4"))
    assert {g.player: g.board for g in found.games} == {"1": 1, "2": 2, "3": 1, "4": 2}


def test_byes_and_forfeits_of_teams_are_matches_and_those_to_come_are_seats():
    found = facts(
        "142 3",
        "330 --   1   1   2",
        "320 1.0  2.0  003 002",
        team(1, [1]),
        team(2, [2]),
        team(3, [3]),
        player(1),
        player(2),
        player(3, "- U"),
    )
    assert [(m.home, m.away, m.forfeit, [d.value for d in m.details]) for m in found.matches] == [
        ("1", "2", "both", []),
        ("3", None, None, ["U"]),
    ]
    assert [(s.kind, s.participant, s.round, s.text) for s in found.seats] == [("team", "2", 2, "U")]
    assert [(d.name, d.value) for d in found.event.scoring_system] == [("TU", "1"), ("TUG", "2")]


def test_a_pairing_to_come_of_teams_is_a_seat_of_each_team_and_player():
    found = facts("142 3", team(1, [1]), team(2, [2]), player(1, "2 b"), player(2, "1 w"))
    assert [(s.kind, s.participant, s.opponent, s.colour, s.table) for s in found.seats] == [
        ("player", "1", "2", "b", "1"),
        ("player", "2", "1", "w", "1"),
        ("team", "2", "1", "w", None),
        ("team", "1", "2", "b", None),
    ]


def test_lent_points_are_for_each_player_and_round():
    found = facts("142 5", accelerated("", "1.0", 1, 2, 1, 2), player(1), player(2), player(3))
    assert [(a.kind, a.participant, a.round, a.amount, a.unit) for a in found.adjustments] == [
        ("acceleration", "1", 1, 1, "points"),
        ("acceleration", "2", 1, 1, "points"),
        ("acceleration", "1", 2, 1, "points"),
        ("acceleration", "2", 2, 1, "points"),
    ]


def test_points_of_teams_are_of_two_kinds_and_add_up():
    found = facts(
        "142 5",
        accelerated("2.0", "1.0", 1, 1, 1, 1),
        abnormal("", "-2.0", "0.5", 3, 2),
        abnormal("", "-1.0", "", 3, 2),
        team(1, [1]),
        team(2, [2]),
        player(1),
        player(2),
    )
    assert [(a.kind, a.participant, a.participant_kind, a.round, a.amount) for a in found.adjustments] == [
        ("acceleration", "1", "team", 1, 2),
        ("acceleration_game_points", "1", "team", 1, 1),
        ("free_points", "2", "team", 3, -3),
        ("free_game_points", "2", "team", 3, Decimal("0.5")),
    ]


def test_points_for_a_kind_of_unplayed_match_are_part_of_the_scoring():
    found = facts(
        "142 5", abnormal("F", "1.0", "2.5", 3, 7, 12), "299 +   1.0", team(7, [1]), team(12, [2]), player(1), player(2)
    )
    assert [(d.name, d.value) for d in found.event.scoring_system] == [
        ("299 F", "mp=1 gp=2.5 round=3 of=7,12"),
        ("299 +", "mp=1"),
    ]


@pytest.mark.slow
def test_a_range_that_lends_points_to_everybody_for_ever_ends_with_the_tournament_or_is_refused():
    assert len(facts("142 5", accelerated("", "1.0", 1, 999, 1, 9999), player(1), player(2)).adjustments) == 10
    with pytest.raises(FormatError) as error:
        facts(accelerated("", "1.0", 1, 999, 1, 9999), *(player(n) for n in range(1, 2500)))
    assert error.value.code.code == "trf.too-large"


def test_games_made_without_validation_are_what_validation_makes():
    for lines in (individual(5, 12, 5, unplayed=0.5), teams(5, 6, 3, 2)):
        for game in facts(*lines).games:
            assert GameFact.checked(game.given()) == game


def test_a_later_range_replaces_an_earlier_one_and_given_points_add_up():
    draft = read(
        document(
            player(1),
            player(2),
            accelerated("", "1.0", 1, 2, 1, 2),
            accelerated("", "0.5", 2, 2, 2, 2),
            abnormal("", "", "1.0", 1, 1),
            abnormal("", "", "0.5", 1, 1),
        ),
        Report(),
    )
    found = {(a.kind, a.participant, a.round): str(a.amount) for a in adjustments_of(draft, 5, Progress(0, 0))}
    assert found == {
        ("acceleration", "1", 1): "1.0",
        ("acceleration", "2", 1): "1.0",
        ("acceleration", "1", 2): "1.0",
        ("acceleration", "2", 2): "0.5",
        ("free_points", "1", 1): "1.5",
    }


def test_points_of_rounds_to_come_are_lent_also_where_nothing_says_how_many_there_are():
    draft = read(
        document(player(1), accelerated("", "1.0", 1, 4, 1, 1), accelerated("", "1.0", 98, 120, 1, 1)), Report()
    )
    found = adjustments_of(draft, None, Progress(2, 0))
    assert [each.round for each in found] == [1, 2, 3, 4, 98, 99]


def test_points_for_everybody_in_every_round_are_given_to_each_once():
    draft = read(document(player(1), player(2), abnormal("", "", "1.0", 0)), Report())
    assert [(a.participant, a.round) for a in adjustments_of(draft, 5, Progress(0, 0))] == [("1", None), ("2", None)]


@pytest.mark.slow
def test_ranges_that_repeat_each_other_without_end_are_refused():
    lines = [accelerated("", "1.0", 1, 99, 1, 9999)] * 300
    draft = read(document(*(player(n) for n in range(1, 11)), *lines), Report())
    with pytest.raises(FormatError) as error:
        adjustments_of(draft, None, Progress(0, 0))
    assert error.value.code.code == "trf.too-large"


def test_ranges_that_a_tournament_cannot_have_are_reported_at_their_lines():
    draft = read(
        document(
            player(1),
            player(2),
            accelerated("", "1.0", 2, 1, 1, 2),
            accelerated("", "1.0", 1, 2, 2, 1),
            accelerated("", "1.0", 1, 9, 1, 1),
            accelerated("", "0.5", 2, 2, 1, 2),
            accelerated("", "", 1, 1, 1, 1),
            accelerated("1.0", "1.0", 6, 6, 2, 2),
        ),
        Report(),
    )
    adjustments_of(draft, 5, Progress(0, 0))
    assert [(str(f.place), f.message) for f in draft.report.findings if f.code == "trf.acceleration-range"] == [
        ("line 3, column 19-21, 250", "the rounds of this record begin at 2 but end at 1"),
        ("line 4, column 28-31, 250", "the numbers of this record begin at 2 but end at 1"),
        (
            "line 5, column 1-31, 250",
            "this record of accelerated rounds goes to round 9, but the tournament has 5 rounds",
        ),
        ("line 6, column 1-31, 250", "line 5 gives player 1 points for round 2 already"),
        ("line 7, column 1-31, 250", "this record of accelerated rounds gives no points"),
        ("line 8, column 1-31, 250", "this record of accelerated rounds gives match points, which only teams have"),
        (
            "line 8, column 1-31, 250",
            "this record of accelerated rounds goes to round 6, but the tournament has 5 rounds",
        ),
    ]


def test_changes_of_any_line_change_what_the_golden_file_says():
    compare_changes("assemble", lambda line: True)


def test_points_lent_up_to_the_last_round_are_right():
    draft = read(document(player(1), accelerated("", "1.0", 1, 5, 1, 1)), Report())
    assert [each.round for each in adjustments_of(draft, 5, Progress(0, 0))] == [1, 2, 3, 4, 5]
    assert draft.report.findings == []
    assert [each.round for each in adjustments_of(draft, 3, Progress(4, 0))] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("record", "kind"),
    [("352 WB", None), ("192 FIDE_TEAM_BAKU", None), ("192 team swiss", None), ("192 FIDE_DUTCH_2026", "individual")],
)
def test_a_header_that_speaks_of_teams_leaves_open_who_is_ranked(record, kind):
    assert facts(record, player(1, "2 w 1"), player(2, "1 b 0")).event.kind == kind


@pytest.mark.parametrize("record", ["082 0", "092 Individual: Swiss-System"])
def test_groups_of_players_do_not_become_teams_when_a_player_is_missing(record):
    lines = (player(1, "2 w 1"), player(2, "1 b 0"), player(3, "9 w 1"))
    group = placed((1, "013"), (5, "Elms"), (37, "   1    2"))
    assert facts(record, *lines, group).event.kind == "individual"


def test_an_event_stands_at_its_name_or_at_its_first_record():
    assert str(facts("022 Elmton", "012 Open", player(1)).event.at) == "line 2, 012"
    assert str(facts("022 Elmton", "032 ENG", player(1)).event.at) == "line 1, 012"
    assert facts(player(1)).event.at is None


def test_a_bye_of_a_round_that_is_in_stands_where_the_line_is_blank():
    lines = (player(1, "2 w 1", "", "2 w 1"), player(2, "1 b 0", "", "1 b 0"), player(3, "- U"))
    found = facts("142 4", "240 H   2    1    2", "240 F   4    3", "240 H   2    9", *lines)
    assert [(g.player, g.round, g.result, str(g.at)) for g in found.games if g.result in ("H", "F")] == [
        ("1", 2, "H", "line 2, column 11-14, 240"),
        ("2", 2, "H", "line 2, column 16-19, 240"),
    ]
    assert [(s.participant, s.round, s.text) for s in found.seats] == [("3", 4, "F")]
