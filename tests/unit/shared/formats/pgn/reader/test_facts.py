"""From games to facts: which rounds have begun, and who plays twice."""

from contracts.facts import Facts
from shared.formats.pgn.reader.facts import facts_of
from shared.formats.pgn.reader.played import played
from shared.formats.pgn.reader.scanner import Game
from shared.formats.pgn.report import Report


def facts(*games: tuple[str, str, str, str], report: Report | None = None, **tags: str) -> Facts:
    report = report or Report()
    read = []
    for round_, white, black, result in games:
        game = Game(1, {"Round": round_, "White": white, "Black": black, "Result": result, **tags})
        read.append(played(game, report))
    return facts_of("Open", "Town", None, [game for game in read if game], report, numbered=False)


def test_a_round_that_has_begun_has_games_and_a_later_one_seats() -> None:
    made = facts(("1", "A", "B", "1-0"), ("1.2", "C", "D", "*"), ("2.1", "B", "C", "*"))
    assert [(g.round, g.player, g.opponent, g.colour, g.result) for g in made.games] == [
        (1, "A", "B", "w", "1"),
        (1, "B", "A", "b", "0"),
        (1, "C", "D", "w", None),
        (1, "D", "C", "b", None),
    ]
    assert [(s.stage, s.round, s.table, s.participant, s.opponent, s.colour) for s in made.seats] == [
        ("next", 2, "1", "B", "C", "w"),
        ("next", 2, "1", "C", "B", "b"),
    ]


def test_an_event_is_complete_when_all_its_rounds_are() -> None:
    assert facts(("1", "A", "B", "1-0"), EventRounds="1").event.results == "complete"
    assert facts(("1", "A", "B", "*"), EventRounds="1").event.results == "to_date"
    assert facts(("1", "A", "B", "1-0")).event.rounds is None
    assert facts(("1", "A", "B", "1-0"), EventRounds="9" * 9).event.rounds is None


def test_the_first_of_two_games_in_a_round_counts() -> None:
    report = Report()
    made = facts(("1", "A", "B", "1-0"), ("1.2", "C", "A", "1-0"), ("2", "B", "B", "1-0"), report=report)
    assert [game.player for game in made.games] == ["A", "B"]
    assert [finding.code for finding in report.findings] == ["pgn.played-twice", "pgn.no-players"]


def test_a_round_has_the_date_on_which_all_its_games_agree() -> None:
    assert [d.value for d in facts(("4", "A", "B", "*"), Date="2031.05.04").event.details] == ["2031-05-04"]
    assert facts(("4", "A", "B", "*"), Date="2031.??.??").event.details == ()


def test_players_of_teams_are_no_event_of_individuals() -> None:
    assert facts(("1", "A", "B", "*")).event.kind == "individual"
    assert facts(("1", "A", "B", "*"), WhiteTeam="T").event.kind is None
