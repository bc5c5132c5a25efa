"""Players are told apart by number, else by name, else by FIDE number."""

from shared.formats.pgn.reader.people import Directory, numbers_agree
from shared.formats.pgn.reader.played import Played, played
from shared.formats.pgn.reader.scanner import Game
from shared.formats.pgn.report import Report


def games(*tags: dict[str, str]) -> tuple[list[Played], Report]:
    report = Report()
    read = [played(Game(1, {"Round": str(at), **each}), report) for at, each in enumerate(tags, 1)]
    return [game for game in read if game is not None], report


def codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def test_what_games_say_of_a_player_is_put_together() -> None:
    one = {"White": "Fir", "Black": "Oak", "WhiteElo": "2100", "BlackElo": "much", "BlackTitle": "GM"}
    two = {"White": "Oak", "Black": "Fir", "WhiteElo": "2200", "BlackFideId": "77", "BlackTeam": "Ash"}
    found, report = games(one, two)
    directory = Directory(found, report, numbered=False)
    fir, oak = directory.participants()
    assert (fir.id, fir.number, str(fir.rating), fir.players[0].id) == ("Fir", None, "2100", "77")
    assert (oak.players[0].title, oak.rating) == ("GM", None)  # the first tag counts, and says nothing
    assert directory.has_teams
    assert codes(report) == ["pgn.bad-value"]


def test_two_of_one_name_are_told_apart_by_their_fide_numbers() -> None:
    found, report = games(
        {"White": "Fir", "Black": "Oak", "WhiteFideId": "1"}, {"White": "Fir", "Black": "Oak", "WhiteFideId": "2"}
    )
    ids = [each.id for each in Directory(found, report, numbered=False).participants()]
    assert ids == ["Fir (1)", "Oak", "Fir (2)"]


def test_numbers_count_where_everybody_has_one_of_his_own() -> None:
    numbered = {"White": "Fir", "Black": "Oak", "WhiteNumber": "4", "BlackNumber": "2"}
    found, report = games(numbered)
    assert numbers_agree(found, report)
    fir, oak = Directory(found, report, numbered=True).participants()
    assert [(each.id, each.number, each.seed) for each in (fir, oak)] == [("4", "4", 4), ("2", "2", 2)]
    for other in ({"BlackNumber": "4"}, {"BlackNumber": "x"}, {"BlackNumber": ""}):
        found, report = games(numbered | other)
        assert not numbers_agree(found, report)
        assert codes(report) == ["pgn.numbers-unclear"]
    found, report = games({"White": "Fir", "Black": "Oak"})
    assert not numbers_agree(found, report)
    assert codes(report) == []
