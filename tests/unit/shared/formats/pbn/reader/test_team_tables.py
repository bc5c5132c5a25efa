"""Tables of teams: rows of matches with their IMPs, victory points and line-ups, and teams with their players."""

from decimal import Decimal

from contracts.facts import Participant
from services.scoring.domain.event.event_state import EventState
from shared.formats.pbn.reader.parse import parse
from shared.formats.pbn.reader.team_tables import ids_by_name
from tests.support.fragments import fragment

HEAD = """[Event "Spring league"]
[Site "Alpine Club"]
[Date "2031.05.04"]
[Board "1"]
[Competition "Teams"]
"""
TEAMS = r"""[TotalScoreTable "Rank\1R;TeamId\1R;TotalScoreVP\5R;TeamName\6L;NrRounds\1R;RosterDetails\60L"]
1 2 13.00 "Larks" 1 "31,North,Nora|32,South,Sam"
2 1  7.00 "Owls"  1 "11,West,Wim|+1,East,Eva|broken"
"""
MATCHES = """[ScoreTable "Round;Table;TeamId_Home;TeamId_Away;MatchDetails;VP_Home;VP_Away;LineupDetails_Home"]
1 4 1 2 "1,10,21|2,3,5|200,13,26" 7.00 13.00 "1,O,N,11,West,Wim|1,O,S,+1,East,Eva|2,C,N,11,West,Wim|short"
2 4 2 1 - - - -
"""


def test_teams_and_their_matches_are_read() -> None:
    (event,) = parse((HEAD + TEAMS + MATCHES).encode()).events
    facts = event.facts
    assert [(p.kind, p.id, p.name, p.team, p.members) for p in facts.participants] == [
        ("team", "2", "Larks", None, ("31", "32")),
        ("player", "31", None, "2", ()),
        ("player", "32", None, "2", ()),
        ("team", "1", "Owls", None, ("11", "+1")),
        ("player", "11", None, "1", ()),
        ("player", "+1", None, "1", ()),
    ]
    people = {p.id: (p.players[0].name, p.players[0].national_id) for p in facts.participants if p.players}
    assert people["31"] == ("Nora North", "31")
    assert people["+1"] == ("Eva East", None), "a number that the program gave is no national one"
    first, second = facts.matches
    assert (first.round, first.table, first.home, first.away) == (1, "4", "1", "2")
    assert (first.home_imps, first.away_imps) == (Decimal(13), Decimal(26)), "part 200 is the whole match"
    assert (first.home_score, first.away_score, first.unit) == (Decimal("7.00"), Decimal("13.00"), "vps")
    assert first.home_line_up == ("11", "+1")
    assert [detail.name for detail in first.details] == ["MatchDetails", "LineupDetails_Home"]
    assert (second.home_score, second.unit, second.home_imps, second.details) == (None, None, None, ())
    assert [(t.kind, t.participant, t.total, t.place) for t in facts.totals] == [
        ("team", "2", Decimal("13.00"), "1"),
        ("team", "1", Decimal("7.00"), "2"),
    ]
    assert (facts.event.kind, facts.event.board_scoring, facts.event.match_scoring) == ("teams", "imps", "vps")
    assert facts.results == ()


def test_a_player_with_two_seats_in_one_part_of_a_match_is_reported() -> None:
    twice = MATCHES.replace("2,C,N,11,West,Wim", "1,C,N,11,West,Wim")
    (event,) = parse((HEAD + TEAMS + twice).encode()).events
    found = [each for each in parse((HEAD + TEAMS + twice).encode()).findings if each.code == "pbn.seated-twice"]
    assert [each.message for each in found] == ["player 11 has two seats in part 1 of the match 1 - 2"]
    assert found[0].place == event.facts.matches[0].at
    assert "pbn.seated-twice" not in {each.code for each in parse((HEAD + TEAMS + MATCHES).encode()).findings}


def test_a_bye_stands_on_either_side() -> None:
    table = '[ScoreTable "TeamId_Home;TeamId_Away;VP_Home;VP_Away;MatchDetails"]\n'
    rows = "1 - 12 - 200,3,4\n- 2 - 12 200,3,4\n- - 1 1 -\n"
    (event,) = parse((HEAD + table + rows).encode()).events
    found = [(each.home, each.away, each.home_score, each.home_imps) for each in event.facts.matches]
    assert found == [("1", None, Decimal(12), Decimal(3)), ("2", None, Decimal(12), Decimal(4))]


def test_a_name_that_only_one_team_has_is_its_name_in_games() -> None:
    teams = [Participant(id=each, kind="team", name=name) for each, name in (("1", "A"), ("2", "A"), ("3", " B  C"))]
    assert ids_by_name(teams) == {"B C": "3"}
    assert ids_by_name([*teams, Participant(id="B C", kind="team")]) == {}


def test_games_and_totals_name_the_teams_of_the_table() -> None:
    game = """
[Event "Spring league"]
[Site "Alpine Club"]
[Date "2031.05.04"]
[Board "3"]
[Round "2"]
[HomeTeam "Owls"]
[VisitTeam "Larks"]
[Score "NS 110"]
"""
    (event,) = parse((HEAD + TEAMS + MATCHES + game).encode()).events
    facts = event.facts
    assert [(each.sides.ns_team, each.sides.ew_team) for each in facts.results] == [("1", "2")]
    assert [each.id for each in facts.participants if each.kind == "team"] == ["2", "1"]
    assert [(each.round, each.first_board, each.boards) for each in facts.matches] == [(1, None, None), (2, "3", 1)]
    (alone,) = parse((HEAD + TEAMS + game.replace('"Owls"', '"Crows"')).encode()).events
    assert [(each.home, each.away) for each in alone.facts.matches] == [("Crows", "2")]


def test_imps_without_the_whole_match_are_added_up() -> None:
    (event,) = parse((HEAD + TEAMS + MATCHES.replace("|200,13,26", "")).encode()).events
    assert (event.facts.matches[0].home_imps, event.facts.matches[0].away_imps) == (Decimal(13), Decimal(26))
    (event,) = parse((HEAD + TEAMS + MATCHES.replace("1,10,21|2,3,5|200,13,26", "1,x,21")).encode()).events
    assert event.facts.matches[0].home_imps is None


def test_totals_are_compared_with_the_matches() -> None:
    (event,) = parse((HEAD + TEAMS + MATCHES).encode()).events
    said = {kind: getattr(event.facts, kind) for kind in event.facts.FIELDS if kind != "results"}
    state = EventState("league")
    state.apply(fragment("league", event="league", file_format="pbn", scope=event.scope, **said))
    rows = state.score()[0].standings.rankings[0].rows
    assert [(row.id, row.total, row.agrees) for row in rows] == [("2", Decimal(13), True), ("1", Decimal(7), True)]


def test_a_table_of_a_board_may_name_the_teams_of_its_rows() -> None:
    table = '[ScoreTable "TeamId_NS;TeamId_EW;PairId_NS;Room;Score_NS"]\n1 2 5 open 420\n2 1 - C -50\n'
    (event,) = parse((HEAD + table).encode()).events
    found = [(each.sides.ns_team, each.sides.ew_team, each.sides.ns, each.room) for each in event.facts.results]
    assert found == [("1", "2", "5", "Open"), ("2", "1", None, "Closed")]
    assert [each.details for each in event.facts.results] == [(), ()]
