"""Evenings at the desk, on a phone and a desktop in turn, without the command line: pairs, a chess Swiss, teams."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from contracts.facts import AsOf
from kibitz.replay.cut import cut
from kibitz.replay.made_up import Size, made_up_file, meeting

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import expect

from tests.support.by_hand import match_points
from tests.support.desk_evenings import Desk, Evening, servers
from tests.support.desk_tournaments import Open, Teams, victory_points
from tests.support.stack import Stack, wait_until

pytestmark = pytest.mark.browser

START = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
SIZE = Size(tables=6, rounds=5, boards=2)


@pytest.fixture(scope="module")
def at_two(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Desk, Stack]]:
    yield from servers(chromium, tmp_path_factory.mktemp("evenings"))


def test_an_evening_of_pairs(at_two: tuple[Desk, Stack]) -> None:
    parts = list(cut(made_up_file(SIZE, AsOf(at=START, source="stated"), 3), "pairs.xml", START))
    played = Evening(*at_two, "Lanternlight Pairs")
    decide, away, in_section = played.decide, played.away, played.desk.in_section
    played.send("pairs.xml", parts[2].data, seated=4)
    seated = {n: meeting(SIZE, 4, n) for n in range(1, 7)}
    assert played.seats() == [(str(n), f"{n}NS", f"{ew}EW") for n, (ew, _) in seated.items()]

    # A ruling of 60 %, and a wrong result corrected, whose match points follow by hand.
    ruling = "decide score {event} 1 --ns 1NS --ew 1EW --ns-gets 60% --reason hesitation"
    decide(ruling, lambda: played.score("1", "1NS", "60%", "hesitation"))
    ruled = next(line for line in played.board("1") if line["ns"] == "1NS")
    assert (ruled["ns_percent"], ruled["ew_percent"]) == ("60", "40")
    (wrong, *_) = played.board("5")
    words = f"decide score {{event}} 5 --ns {wrong['ns']} --ew {wrong['ew']} --ns-gets -1100"
    decide(words, lambda: played.score("5", wrong["ns"], "-1100"))
    lines = played.board("5")
    assert [Decimal(line["ns_points"]) for line in lines] == match_points([int(line["score"]) for line in lines])

    # Late is 2EW, and gone is 5EW: their opponents sit out.
    decide("seat absent {event} 2EW --round 4", away("2EW", "is away in this round"))
    decide("seat withdraw {event} 5EW --from-round 4", away("5EW", "withdraws from this round on"))
    assert [table for table, *_ in played.seats()] == ["1", "2", "4", "5"]
    decide("seat return {event} 2EW --round 4", away("2EW", "is back for this round"))
    tables = partial(in_section, "Rounds", "Exchange by hand", "Exchange tables")
    decide("seat exchange {event} 4 1 2 --tables", lambda: tables(Table="1", and_table="2"))
    assert played.seats()[:2] == [("1", "2NS", "4EW"), ("2", "1NS", "3EW")]
    early = partial(in_section, "Rounds", "Start a round early", "Start early")
    decide("seat start {event} 5", early)
    assert ("1", "1NS", f"{meeting(SIZE, 5, 1)[0]}EW") in played.seats()

    played.send("pairs.xml", parts[-1].data)
    before = played.totals()
    decide("decide status {event} official", lambda: played.desk.status("official"))
    assert played.status() == "official"
    penalty = partial(in_section, "Event", "Penalty or bonus", "Save", For="1NS", Amount="10", Unit="% of the session")
    words = "decide penalty {event} 1NS 10 --unit percent --reason late"
    decide(words, lambda: penalty(Reason="late"))
    assert played.status() == "corrected"
    assert played.totals() == {**before, "1NS": before["1NS"] - 10}
    assert f"{before['1NS']}\t" in played.changed("1NS")
    played.undo("adjustment", "late")
    assert (played.totals(), played.status()) == (before, "official")
    played.compare()


def test_a_chess_swiss_of_40(at_two: tuple[Desk, Stack]) -> None:
    open_, played = Open(40), Evening(*at_two, "Castle Open")
    decide, away, in_section = played.decide, played.away, played.desk.in_section
    played.send("open.trf", open_.file(), seated=1)
    # By the rules of round 1 the upper half meets the lower one, and colours take turns.
    assert played.games() == [((n, n + 20), (n + 20, n))[n % 2 == 0] for n in range(1, 21)]
    open_.play(played.games(), {3: "+", 5: "1"}, {})
    # Both players of a game have won it; the desk says so at once, and what it decides settles it.
    open_.cells[25] = ["5 b 1"]
    contradiction = open_.file()
    open_.cells[25] = ["5 b 0"]
    played.send("open.trf", contradiction, seated=2)
    both = "Player 25 in round 1 has result 1, but his opponent, player 5, has 1"
    played.finding(both, "Error")

    def look_and_correct() -> None:
        look = played.desk.open("Event").locator("#look").get_by_role("listitem").filter(has_text=both)
        result = played.meant(look, "Correct it on Results")
        result.get_by_role("combobox").select_option(label="1-0")
        played.desk.done(result.get_by_role("button", name="Save", exact=True))

    decide("decide game {event} 1 5 25 1-0", look_and_correct)
    expect(played.finding(both, "Settled")).to_contain_text("The game 5 against 25 in round 1: 1-0")
    assert played.totals() == {str(number): open_.points(number) for number in open_.cells}

    half = {"Bye, if away in one round": "half a point"}
    decide("seat absent {event} 9 --round 2 --bye H", away("9", "is away in this round", **half))
    decide("seat withdraw {event} 30 --from-round 2", away("30", "withdraws from this round on"))
    late = partial(in_section, "Rounds", "Late entry", "Enter", Name="Late, Lou", Rating="2150", Title="cm")
    words = ["seat", "return", "{event}", "41", "--from-round", "2", "--kind", "player", "--name", "Late, Lou"]
    words += ["--rating", "2150", "--title", "CM"]
    decide(words, late)
    wait_until(lambda: any(41 in game for game in played.games()))
    (white, black), *rest = played.games()
    colours = partial(in_section, "Rounds", "Exchange by hand", "Exchange", First=str(white), Second=str(black))
    decide(f"seat exchange {{event}} 2 {white} {black}", colours)
    assert played.games() == [(black, white), *rest]
    seated = {number for game in played.games() for number in game}
    assert not {9, 30} & seated
    assert len(seated) == 38
    decide("seat lock {event} 2", partial(in_section, "Rounds", "Seats of round 2", "Lock"))

    # Two results at the desk, one of them by forfeit; then the file of the arbiter's program says the same.
    games = played.games()
    given = {games[0][0]: "1-0", games[1][0]: "0-1 by forfeit"}
    for (white, black), result in zip(games, given.values(), strict=False):
        word = {"1-0": "1-0", "0-1 by forfeit": "0-1F"}[result]
        words = f"decide game {{event}} 2 {white} {black} {word}"
        decide(words, partial(played.game, white, black, result))
    (bye,) = set(range(1, 42)) - seated - {9, 30}
    open_.enter(41, "Late, Lou")
    open_.play(games, {games[0][0]: "1", games[1][0]: "-"}, {9: "H", bye: "U"})
    played.send("open.trf", open_.file(), seated=3)
    assert played.totals() == {str(number): open_.points(number) for number in open_.cells}
    met = [frozenset(game) for game in played.games()]
    assert len(set(met) & set(open_.met())) == 0
    assert len(set().union(*met)) == 40

    decide("decide status {event} official", lambda: played.desk.status("official"))
    white, black = games[5]
    decide(
        f"decide game {{event}} 2 {white} {black} 0-0F", partial(played.game, white, black, "0-0, both by forfeit", 2)
    )
    assert (played.status(), played.totals()[str(white)]) == ("corrected", open_.points(white) - open_.won(white, 2))
    played.undo("game", "The game")
    assert played.totals()[str(white)] == open_.points(white)
    played.compare()


def test_an_evening_of_12_teams(at_two: tuple[Desk, Stack]) -> None:
    teams, played = Teams(12), Evening(*at_two, "Wharf Teams")
    decide, away, in_section = played.decide, played.away, played.desk.in_section
    early = partial(in_section, "Rounds", "Start a round early", "Start early")
    teams.play([(str(n), str(n + 6)) for n in range(1, 7)])
    # Two results are not in when round 2 is started; all are seated, and again once they are.
    played.send("teams.xml", teams.file(matches=4))
    decide("seat start {event} 2", early)
    assert len(played.seats()) == 6
    # A match is stated otherwise than its boards give, which count.
    won = victory_points(teams.margins[1, "1"])
    scores = (f"<TEAM_SCORE>{home}</TEAM_SCORE><OPPOSING_TEAM_SCORE>{20 - home}<".encode() for home in (won, won + 2))
    played.send("teams.xml", teams.file().replace(*scores, 1), seated=2)
    assert played.totals() == teams.points
    order = sorted(teams.points, key=lambda number: (-teams.points[number], int(number)))
    # Nobody meets again who would have to, so that neighbours meet.
    assert [{ns, ew} for _, ns, ew in played.seats()] == [set(order[n : n + 2]) for n in range(0, 12, 2)]

    # A match result corrected, and a board taken out of a match: two IMPs are an average plus and minus.
    differs = "atch 1 against 7 in round 1 is stated as"

    def correct_and_rule() -> None:
        match = played.meant(played.finding(differs, "Error"), "Open it on Results")
        played.rule(match, "Save the ruling", **{"For Team 1": "12", "For Team 7": "8"})

    decide("decide match {event} 1 7 --round 1 --home-gets 12 --away-gets 8", correct_and_rule)
    assert (played.totals()["1"], played.totals()["7"]) == (12, 8)
    expect(played.finding(differs, "Settled")).to_contain_text("The match 1 against 7 in round 1: 12 to 1, 8 to 7")
    played.undo("match", "1 against 7")
    played.finding(differs, "Error")
    decide(
        "decide removed {event} 3 2 8 --round 1 --home-gets average",
        partial(played.match, "Team 2", "Team 8", "Remove", Remove_board="3"),
    )
    margin = teams.margins[1, "2"] - teams.won[1, "2", 3]
    assert played.totals()["2"] == victory_points(margin)

    decide("seat absent {event} 5 --round 2", away("5", "is away in this round"))
    assert len(played.seats()) == 5
    swiss = {"System": "Swiss, by matches", "Swiss_with_an_odd_number": "a match of three, two rounds"}
    triple = partial(in_section, "Rounds", "Movement or pairing system", "Use this system", **swiss)
    decide("seat system {event} swiss --odd long-triple", triple)
    # Four matches, and three of two out of three.
    assert len(played.seats()) == 7
    decide("seat withdraw {event} 6 --from-round 2", away("6", "withdraws from this round on"))
    (_, first, other), (_, second, _), *_ = played.seats()
    decide(
        f"seat exchange {{event}} 2 {other} {second}",
        partial(in_section, "Rounds", "Exchange by hand", "Exchange", First=other, Second=second),
    )
    assert played.seats()[0] == ("1", first, second)
    played.undo("exchange", "exchange")
    decide("decide status {event} official", lambda: played.desk.status("official"))
    penalty = partial(in_section, "Event", "Penalty or bonus", "Save", For="4", Amount="1,5", Unit="VPs")
    decide("decide penalty {event} 4 1.5 --unit vps --kind team", penalty)
    assert (played.status(), played.totals()["4"]) == ("corrected", teams.points["4"] - Decimal("1.5"))
    played.compare()
