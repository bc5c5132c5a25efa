"""MATCH."""

from decimal import Decimal

import pytest

from contracts.codes.usebio import TOO_LARGE
from contracts.facts import Facts
from shared.errors import FormatError
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.reader.play import matches as module
from shared.formats.usebio.writer.render import render
from tests.support.usebio_documents import board, bound, codes, document, fixture, line, merged, read_one
from tests.support.usebio_expected import ReadAsExpected


def test_a_swiss_match_has_a_side_for_each_line_of_the_table() -> None:
    facts = read_one(fixture("swiss-pairs-1.2.xml")).facts
    one, two = facts.matches
    assert (one.kind, one.round, one.home, one.away, one.table) == ("pairs", 1, "1", "2", "9")
    assert (one.home_score, one.away_score, one.unit) == (14, 6, "vps")
    assert [(detail.name, detail.value) for detail in one.details] == [
        ("NS_SCORE", "13.99"),
        ("EW_SCORE", "6.01"),
        ("NOTES", "slow play"),
    ]
    assert (two.home, two.home_score, two.unit) == ("2", 11, "vps")


def test_lines_of_a_swiss_match_take_its_pairs_and_round() -> None:
    one, two = read_one(fixture("swiss-pairs-1.2.xml")).facts.results
    assert (one.sides.ns, one.sides.ew, one.round, one.arrow_switched) == ("2", "1", 1, True)  # as they sat
    assert (two.ns_score.kind, two.ns_score.percent) == ("artificial", 50)


def test_a_team_match_has_scores_boards_and_line_ups() -> None:
    facts = read_one(fixture("teams-1.4.xml")).facts
    one, bye, later = facts.matches
    assert (one.kind, one.home, one.away, one.first_board, one.last_board) == ("teams", "1", "2", "6", "7")
    assert (one.home_score, one.away_score, one.unit, one.sitting_out) == (19, 1, "vps", ("901", "902"))
    assert (bye.home, bye.away, bye.home_score) == ("3", None, 12)
    assert (later.home_score, later.unit, later.details) == (Decimal("8.5"), "vps", ())


def test_the_score_of_a_line_is_always_that_of_north_south() -> None:
    facts = read_one(fixture("teams-1.4.xml")).facts
    here, there, _ = facts.results
    assert (here.sides.ns_team, here.sides.ew_team, here.sides.ns, here.ns_score.points) == ("1", "2", "1A", 420)
    assert (there.sides.ns_team, there.sides.ew_team, there.sides.ew, there.ns_score.points) == ("2", "1", "1B", -50)


def test_points_of_a_board_are_told_from_the_view_of_the_home_side() -> None:
    facts = read_one(fixture("teams-1.4.xml")).facts
    imps, points = facts.board_points
    assert (imps.board, imps.home, imps.home_points, imps.away_points, imps.unit) == ("6", "1", 10, -9, "imps")
    assert (points.board, points.home_points, points.away_points) == ("7", 2, 0)


def test_a_match_that_both_teams_tell_is_one_match() -> None:
    facts = read_one(fixture("teams-1.0.xml")).facts
    (match,) = facts.matches
    assert (match.home, match.away, match.home_score, match.away_score, match.unit) == ("1", "2", 12, -12, "imps")
    assert [(result.sides.ns_team, result.ns_score.points) for result in facts.results] == [("1", 420), ("2", -200)]
    (points,) = facts.board_points
    assert (points.home_points, points.away_points) == (12, -12)


def lines_of_teams(*directions: str) -> str:
    inside = "".join(
        f"<TRAVELLER_LINE><DIRECTION>{direction}</DIRECTION><SCORE>{50 * count}</SCORE></TRAVELLER_LINE>"
        for count, direction in enumerate(directions)
    )
    return f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{inside}</BOARD>"


def team_match(inside: str) -> str:
    return f"<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>{inside}</MATCH>"


def teams(inside: str) -> Facts:
    return read_one(document(inside, event='EVENT_TYPE="TEAMS"')).facts


def test_a_match_of_eight_has_four_lines_on_a_board() -> None:
    results = teams(team_match(lines_of_teams("NS", "EW", "NS", "EW"))).results
    assert [(result.sides.ns_team, result.part) for result in results] == [("1", 0), ("2", 0), ("1", 1), ("2", 1)]


def test_sub_matches_of_the_same_teams_are_numbered() -> None:
    facts = teams(team_match(lines_of_teams("NS", "EW")) * 2)
    assert [match.sub_match for match in facts.matches] == [None, "2"]
    assert len({match.key for match in facts.matches}) == 2
    assert [result.part for result in facts.results] == [0, 0, 1, 1]
    assert [result.sub_match for result in facts.results] == [None, None, "2", "2"]


def test_each_sub_match_states_the_points_of_its_own_tables() -> None:
    boards = [lines_of_teams("NS", "EW").replace("</BOARD>", f"<IMPS>{imps}</IMPS></BOARD>") for imps in (-2, 7)]
    facts = teams("".join(team_match(board) for board in boards))
    assert [(stated.sub_match, stated.home_points) for stated in facts.board_points] == [(None, -2), ("2", 7)]
    assert len({stated.key for stated in facts.board_points}) == 2


HYBRID = "<BOARD_SCORING_METHOD>HYBRID</BOARD_SCORING_METHOD>"


def test_a_board_of_hybrid_scoring_has_imps_beside_the_points_of_both_sides() -> None:
    stated = "<IMPS>-2</IMPS><TEAM_POINTS>0</TEAM_POINTS><OPPOSING_TEAM_POINTS>2</OPPOSING_TEAM_POINTS></BOARD>"
    board = lines_of_teams("NS", "EW").replace("</BOARD>", stated)
    data = document(HYBRID + team_match(board), event='EVENT_TYPE="TEAMS"')
    event = read_one(data)
    (points,) = event.facts.board_points
    assert (points.home_points, points.away_points, points.home_imps, points.away_imps) == (0, 2, -2, None)
    assert points.unit != "imps"
    assert event.facts.extensions == ()
    written = render(merged(event), values="stated").data
    assert read_one(written).facts.board_points[0].home_imps == -2
    assert stated.removesuffix("</BOARD>").encode() in b"".join(written.split())


def test_two_sides_that_meet_without_end_are_refused() -> None:
    assert len(teams(team_match("") * 500).matches) == 500
    rounds = (team_match("").replace(">1</ROUND", f">{number}</ROUND") for number in range(501))
    with pytest.raises(FormatError, match="more than 500 matches"):
        teams("".join(rounds))
    with pytest.raises(FormatError) as caught:
        teams(team_match("") * 501)
    assert caught.value.code is TOO_LARGE


def test_a_match_may_have_no_boards() -> None:
    facts = teams(team_match("<TEAM_SCORE>12</TEAM_SCORE>"))
    assert (len(facts.matches), facts.results) == (1, ())


def test_a_direction_that_is_none_is_reported() -> None:
    assert codes(parse(document(team_match(lines_of_teams("UP"))))) == ["usebio.bad-value"]


def test_a_match_that_names_nobody_is_reported() -> None:
    assert codes(parse(document("<MATCH><ROUND_NUMBER>1</ROUND_NUMBER></MATCH>"))) == ["usebio.missing-required"]
    no_id = "<MATCH><TEAM TEAM_TYPE='Home'><IMPS>1</IMPS></TEAM></MATCH>"
    assert codes(parse(document(no_id, event='EVENT_TYPE="KO"'))) == ["usebio.missing-required"]


def test_a_knock_out_match_brings_its_teams() -> None:
    facts = read_one(fixture("knockout-1.0.xml")).facts
    (match,) = facts.matches
    assert (match.home, match.away, match.division, match.boards, match.date) == (
        "Petrov",
        "Rossi",
        "1",
        32,
        "2031-04-17",
    )
    assert (match.home_score, match.away_score, match.unit) == (18, 2, "vps")
    assert (match.home_imps, match.away_imps, match.home_line_up) == (71, 38, ("55102",))
    assert [(team.kind, team.id, team.players[0].name) for team in facts.participants] == [
        ("team", "Petrov", "P Petrov"),
        ("team", "Rossi", "R Rossi"),
    ]
    assert facts.totals == ()


def test_imps_alone_are_the_score_of_a_knock_out_match() -> None:
    team = "<TEAM TEAM_ID='{}' TEAM_TYPE='{}'><IMPS>{}</IMPS></TEAM>"
    inside = f"<MATCH>{team.format('A', 'Away', 5)}{team.format('B', 'Home', 7)}</MATCH>"
    (match,) = read_one(document(inside, event='EVENT_TYPE="KO"')).facts.matches
    assert (match.home, match.home_score, match.away_score, match.unit) == ("B", 7, 5, "imps")


def test_a_team_of_a_knock_out_that_has_nothing_but_its_name_is_a_team() -> None:
    match = "<MATCH><TEAM TEAM_ID='Rossi' TEAM_TYPE='Home'></TEAM><TEAM TEAM_ID='Sato' TEAM_TYPE='Away'/></MATCH>"
    parsed = parse(document(match, event='EVENT_TYPE="KO"'))
    (fact,) = parsed.events[0].facts.matches
    assert (fact.home, fact.away) == ("Rossi", "Sato")
    assert codes(parsed) == []


def test_the_boards_of_a_knock_out_match_are_results_of_its_teams() -> None:
    lines = "".join(
        f"<TRAVELLER_LINE><DIRECTION>{side}</DIRECTION><SCORE>{score}</SCORE></TRAVELLER_LINE>"
        for side, score in (("NS", 450), ("EW", -50))
    )
    teams = "<TEAM TEAM_ID='Ash' TEAM_TYPE='Home'/><TEAM TEAM_ID='Elm' TEAM_TYPE='Away'/>"
    inside = f"<MATCH>{teams}<BOARD><BOARD_NUMBER>3</BOARD_NUMBER><IMPS>11</IMPS>{lines}</BOARD></MATCH>"
    facts = read_one(document(inside, event='EVENT_TYPE="KO"')).facts
    assert [(r.board, r.sides.ns_team, r.ns_score.points) for r in facts.results] == [
        ("3", "Ash", 450),
        ("3", "Elm", -50),
    ]
    (points,) = facts.board_points
    assert (points.home, points.away, points.home_points, points.unit) == ("Ash", "Elm", 11, "imps")


def test_the_players_of_a_knock_out_team_are_those_of_all_its_matches() -> None:
    def match(player: str, opponents: str) -> str:
        one = f"<TEAM TEAM_ID='Ash'><PLAYER><PLAYER_NAME>{player}</PLAYER_NAME></PLAYER></TEAM>"
        return f"<MATCH>{one}<TEAM TEAM_ID='{opponents}' TEAM_TYPE='Away'/></MATCH>"

    facts = read_one(document(match("Ann", "Elm") + match("Bea", "Oak"), event='EVENT_TYPE="KO"')).facts
    assert [fact.home_line_up for fact in facts.matches] == [("Ann",), ("Bea",)]
    assert [player.name for player in facts.participants[0].players] == ["Ann", "Bea"]


@pytest.mark.parametrize("teams", ["<TEAM/>", "<TEAM TEAM_ID='A'/><TEAM TEAM_TYPE='Away'/>", "<TEAM TEAM_ID='A'/>" * 3])
def test_a_knock_out_match_that_does_not_say_who_plays_is_kept(teams: str) -> None:
    parsed = parse(document(f"<MATCH>{teams}</MATCH>", event='EVENT_TYPE="KO"'))
    facts = parsed.events[0].facts
    assert (facts.matches, [kept.name for kept in facts.extensions]) == ((), ["MATCH"])
    assert codes(parsed) == ["usebio.missing-required"]


def test_what_belongs_to_another_kind_of_match_is_set_aside() -> None:
    teams = "<TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM><NS_SCORE>3</NS_SCORE>"
    pairs = "<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><SITOUT>9</SITOUT>"
    for inside, kept in ((teams, "NS_SCORE"), (pairs, "SITOUT")):
        parsed = parse(document(f"<MATCH>{inside}</MATCH>"))
        assert [extension.name for extension in parsed.events[0].facts.extensions] == [kept]
        assert codes(parsed) == ["usebio.unknown-element"]


@pytest.mark.parametrize(("here", "there"), [("NS", "EW"), ("EW", "NS")])
@pytest.mark.parametrize("nobody", ["", "NONE", "none"])
def test_a_bye_of_a_pair_has_no_opponents(here: str, there: str, nobody: str) -> None:
    inside = (
        f"<MATCH><{here}_PAIR_NUMBER>7</{here}_PAIR_NUMBER><{there}_PAIR_NUMBER>{nobody}</{there}_PAIR_NUMBER>"
        f"<{here}_SCORE>12</{here}_SCORE></MATCH>"
    )
    parsed = parse(document(inside, event='EVENT_TYPE="SWISS_PAIRS"'))
    (found,) = parsed.events[0].facts.matches
    assert (found.home, found.away, found.home_score, found.away_score) == ("7", None, 12, None)
    assert codes(parsed) == []


def test_the_bounds_are_those_that_the_documentation_gives() -> None:
    assert bound("matches of an event beside results") == module.MOST_MATCHES
    assert bound("matches of the same two sides in a session") == module.MOST_MEETINGS


def meeting(ns: str, ew: str) -> str:
    return f"<MATCH><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER></MATCH>"


def test_two_sides_may_meet_as_often_as_the_bound_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MEETINGS", 2)
    parsed = parse(document(meeting("1", "2") + meeting("2", "1") + meeting("1", "3")))
    assert [match.sub_match for match in parsed.events[0].facts.matches] == [None, None, None]
    with pytest.raises(FormatError, match="the same two sides have more than 2 matches"):
        parse(document(meeting("1", "2") + meeting("2", "1") + meeting("1", "2")))


def test_an_event_may_have_as_many_matches_without_results_as_the_bound_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MATCHES", 1)
    assert len(parse(document(meeting("1", "2") + meeting("3", "4"))).events[0].facts.matches) == 2
    with pytest.raises(FormatError, match="more than 1 matches without results"):
        parse(document(meeting("1", "2") + meeting("3", "4") + meeting("5", "6")))


def test_each_result_allows_one_match_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MATCHES", 1)
    played = board(line(), line(ns="3", ew="4"))
    several = [meeting(str(number), str(number + 1)) for number in range(1, 9, 2)]
    assert len(parse(document(played + "".join(several))).events[0].facts.matches) == 4
    with pytest.raises(FormatError, match="more than 1 matches without results"):
        parse(document(played + "".join(several) + meeting("9", "10")))


class TestOddDocuments(ReadAsExpected):
    parts = ("matches", "board_points", "results", "participants", "extensions")
