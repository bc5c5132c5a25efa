"""Teams of a new file."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from contracts.facts import (
    Detail,
    EventFact,
    Facts,
    MatchFact,
    Participant,
    Person,
    ResultFact,
    ScaleChart,
    ScaleTable,
    Score,
    SectionFact,
    Sides,
)
from shared.formats.acblscore.file.entry_layouts import INDEX, INDEX_ENTRY, TEAM
from shared.formats.acblscore.file.game import read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.game_layouts import EVENT, MASTER
from shared.formats.acblscore.file.packing import pack
from shared.formats.acblscore.file.play_layouts import ROUND_ROBIN
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.report import Report
from shared.formats.acblscore.writer.blocks import Blocks
from shared.formats.acblscore.writer.render import render
from shared.formats.acblscore.writer.teams import (
    match_row,
    matches_of,
    teams_of,
    with_given_scale,
    with_sums,
    write_teams,
)
from shared.formats.losses import Losses
from tests.support.merged import merged

PEOPLE = tuple(Person(name=f"Player {n}") for n in range(7))


def team(name: str, number: str | None = None) -> Participant:
    return Participant(id=name, kind="team", number=number)


def match(number: int, home: str, away: str | None, score: int | None = None, **more) -> MatchFact:
    imps = None if score is None else Decimal(score - 10)
    return MatchFact(
        kind="teams",
        round=number,
        home=home,
        away=away,
        unit="vps",
        home_imps=imps,
        home_score=None if score is None else Decimal(score),
        away_score=None if score is None else Decimal(20 - score),
        away_imps=None if imps is None else -imps,
        **more,
    )


def write(teams: list[Participant], matches: list[MatchFact], event: tuple[Detail, ...] = (), **entry):
    blocks = Blocks()
    entries = {each.id: {"players": [{} for _ in PEOPLE], **entry} for each in teams}
    summary = write_teams(SectionFact(id="T"), teams, entries, matches, event, blocks, datetime(2031, 5, 4, tzinfo=UTC))
    details = blocks.add(pack(EVENT, {}))
    master = {"ofs_event_1": details, "event_type_1": 1, "sections": [{"event": 1, **summary}]}
    blocks.data[: MASTER.size] = pack(MASTER, {**master, "len_file": len(blocks.data)})
    game = read_game(GameFile(bytes(blocks.data), Report()))
    assert game.file.report.findings == []
    return game.events[0].sections[0], blocks.losses


def test_teams_keep_their_numbers_and_get_free_ones():
    section, losses = write([team("x", "12"), team("7"), team("y", "12"), team("z")], [])
    assert [seated.row.integer("number") for seated in section.seated] == [12, 7, 1, 2]
    assert [seated.row.integer("num_players") for seated in section.seated] == [6, 6, 6, 6]
    assert [(item.what, item.count) for item in losses.items()] == [("player", 4)]


def test_a_match_is_stated_by_both_teams():
    section, losses = write([team("1"), team("2")], [match(1, "1", "2", 13, table="B4"), match(2, "2", "1")])
    first, second = section.matches.teams
    rows = [(row.integer("opponent"), row.decimal("vps"), row.integer("imps")) for row in (first[1][0], second[1][0])]
    assert rows == [(2, Decimal("13.00"), 3), (1, Decimal("7.00"), -3)]
    assert (first[1][0].text("section"), first[1][0].integer("table")) == ("B", 4)
    index = section.matches.index
    assert (index.integer("round"), index.integer("num_posted"), index.integer("num_rounds")) == (2, 0, 2)
    assert (section.summary.integer("num_rounds_posted"), section.summary.integer("status")) == (1, 1)
    assert [item.what for item in losses.items()] == ["player"]


def test_more_matches_than_a_file_has_rounds_are_counted():
    losses = Losses()
    matches = [with_scores(number, "1", "2", 12, 8) for number in range(1, 23)]
    assert [match.round for match in matches_of(matches, (), "vps", losses)] == [*range(1, 21)]
    assert [(item.what, item.count) for item in losses.items()] == [("match", 2)]


def test_a_match_of_nobody_who_is_listed_is_counted():
    section, losses = write([team("1"), team("2"), team("3")], [match(1, "3", None, 12), match(1, "8", "9", 10)])
    assert {item.what: item.count for item in losses.items()}["match"] == 1
    assert section.matches.teams[2][1][0].decimal("vps") == Decimal("12.00")


def test_the_scale_comes_back_from_its_steps():
    said = (
        Detail(name="VP_SCALE_STEPS", value="0=10.00-10.00 4=12.50-7.50 400=20-0"),
        Detail(name="VP_SCALE_FILE", value="VP020X.VP"),
    )
    section, _ = write([team("1")], [], said)
    assert [(s.integer("margin"), s.decimal("winner")) for s in section.matches.steps] == [
        (0, 10),
        (4, Decimal("12.50")),
    ]
    assert section.matches.scale.text("file") == "VP020X.VP"
    assert write([team("1")], [])[0].matches.scale is None


def test_teams_are_linked_from_rank_to_rank() -> None:
    fields = {"7": 2, "9": 1, "11": 3}
    teams = [team(number, number) for number in fields]
    blocks = Blocks()
    entries = {number: {"rankings": [{"rank": rank, "overall_rank": rank % 3}]} for number, rank in fields.items()}
    write_teams(SectionFact(id="T"), teams, entries, [], (), blocks, datetime(2031, 5, 4, tzinfo=UTC))
    file = GameFile(bytes(blocks.data), Report())
    at = blocks.data.index(pack(INDEX, {"direction": 1, "most_players": 6, "num_entries": 3})[2:8]) - 2
    index = Record(file.data, file.report, INDEX, at, at + INDEX.size, "index")
    assert [index.integer(f"first_ranked_1{part}") for part in ("", "_section", "_direction")] == [2, 1, 1]
    offsets = [INDEX_ENTRY.reader.unpack_from(blocks.data, at + INDEX.size + 8 * row)[2] for row in range(3)]
    following = [
        Record(file.data, file.report, TEAM, offset, offset + TEAM.size, "team").part("rankings") for offset in offsets
    ]
    assert [rank.integer("next_in_section") for rank in following] == [3, 1, 0]
    assert [rank.integer("next_overall") for rank in following] == [0, 1, 0]


def charted(*rows: tuple[int, str, str], **more) -> ScaleTable:
    chart = ScaleChart(boards=(5, 8), rows=tuple((margin, Decimal(won), Decimal(lost)) for margin, won, lost in rows))
    return ScaleTable(name="Club scale", unit="imps", charts=(chart, *more.get("others", ())))


def test_a_given_scale_takes_the_place_of_that_of_the_file():
    own = (Detail(name="VP_SCALE_STEPS", value="0=1-1"), Detail(name="MEMO", value="Tea"))
    losses = Losses()
    event = EventFact(kind="swiss_teams", vp_table=charted((0, "10", "10"), (255, "20", "0")), details=own)
    details = {detail.name: detail.value for detail in with_given_scale(event, losses)}
    assert details == {
        "MEMO": "Tea",
        "VP_SCALE_LEAST_BOARDS": "5",
        "VP_SCALE_MOST_BOARDS": "8",
        "VP_SCALE_DESCRIPTION": "Club scale",
        "VP_SCALE_STEPS": "0=10.00-10.00 255=20.00-0.00",
    }
    assert losses.items() == ()


@pytest.mark.parametrize("row", [(256, "20", "0"), (0, "656", "0"), (0, "10.005", "9.995"), (0, "10", "-1")])
def test_steps_that_a_game_file_cannot_hold_are_counted(row):
    losses = Losses()
    event = EventFact(kind="swiss_teams", vp_table=charted(row), details=(Detail(name="MEMO", value="Tea"),))
    assert [detail.name for detail in with_given_scale(event, losses)] == ["MEMO"]
    assert [item.what for item in losses.items()] == ["scale Club scale"]


def test_a_scale_of_ours_that_was_chosen_is_counted_and_the_steps_of_the_file_are_not_kept():
    losses = Losses()
    event = EventFact(
        vp_table=ScaleTable(name="ACBL20", unit="imps", charts=()),
        details=(Detail(name="VP_SCALE_STEPS", value="0=1-1"),),
    )
    assert with_given_scale(event, losses) == ()
    assert [item.what for item in losses.items()] == ["scale ACBL20"]


def test_a_scale_that_is_only_named_is_counted():
    for details, lost in (((), 1), ((Detail(name="VP_SCALE_STEPS", value="0=1-1"),), 0)):
        losses = Losses()
        event = EventFact(kind="swiss_teams", vp_scale="WBF", details=details)
        assert with_given_scale(event, losses) == details
        assert sum(item.count for item in losses.items()) == lost
    losses = Losses()
    with_given_scale(EventFact(kind="swiss_teams"), losses)
    assert losses.items() == ()


def test_fields_of_a_team_are_written_and_others_are_not():
    section, _ = write([team("1")], [], final_score=Decimal("12.5"), num_boards_played=24)
    assert section.seated[0].entry.decimal("final_score") == Decimal("12.50")


def test_a_match_in_imps_or_wins_has_its_score_there():
    numbers = {"1": 1, "2": 2}
    by_imps = MatchFact(
        kind="teams", round=1, home="1", away="2", unit="imps", home_score=Decimal(12), away_score=Decimal(3)
    )
    assert [match_row(by_imps, numbers, home=home)["imps"] for home in (True, False)] == [12, 3]
    by_wins = by_imps.replace(unit="wins", home_score=Decimal("0.75"))
    row = match_row(by_wins, numbers, home=True)
    assert (row["wins"], row["vps"], row["imps"], row["opponent"]) == (Decimal("0.75"), 0, 0, 2)


def test_a_match_whose_values_do_not_fit_is_counted():
    _, losses = write([team("1"), team("2")], [match(1, "1", "2", 13).replace(home_imps=Decimal(40_000))])
    assert "match" in {item.what for item in losses.items()}


def test_boards_of_board_a_match_have_the_teams_by_number():
    score = Score(kind="points", points=420)
    lines = [
        ResultFact(board=board, round=1, table="1", sides=Sides(ns_team=ns, ew_team=ew), ns_score=score, ew_score=score)
        for board, ns, ew in (("1", "7", "9"), ("2", "9", "7"), ("256", "7", "9"), ("3", "7", "?"))
    ]
    blocks = Blocks()
    teams = [team("7"), team("9")]
    entries = {each.id: {} for each in teams}
    summary = write_teams(
        SectionFact(id="T"), teams, entries, [], (), blocks, datetime(2031, 5, 4, tzinfo=UTC), results=lines
    )
    blocks.data[: MASTER.size] = pack(
        MASTER, {"ofs_event_1": blocks.add(pack(EVENT, {})), "event_type_1": 4, "sections": [{"event": 1, **summary}]}
    )
    (section,) = read_game(GameFile(bytes(blocks.data), Report())).events[0].sections
    assert [board.row.integer("board") for board in section.boards] == [1, 2]
    assert [section.details.integer(name) for name in ("num_boards", "top", "full_score", "board_a_match")] == [
        2,
        1,
        4,
        1,
    ]
    assert [(item.what, item.count) for item in blocks.losses.items()] == [("result", 2)]


def test_a_match_has_the_number_of_its_boards():
    section, _ = write([team("1"), team("2")], [match(1, "1", "2", 13, boards=7), match(2, "1", "2", 12)])
    assert [row.integer("num_boards") for row in section.matches.teams[0][1]] == [7, 0]


def test_both_round_robins_come_back_from_the_details_of_the_section():
    details = tuple(
        Detail(name=f"ROUND_ROBIN_{number}_{name}", value=value)
        for number in (1, 2)
        for name, value in (("ACTIVE", "1"), ("FIRST_ROUND", str(2 * number)), ("SECTION_1", f"R{number}"))
    )
    blocks = Blocks()
    of = SectionFact(id="T", details=details)
    at = datetime(2031, 5, 4, tzinfo=UTC)
    write_teams(of, [team("1"), team("2")], {"1": {}, "2": {}}, [match(1, "1", "2", 12)], (), blocks, at, 0, [])
    data = bytes(blocks.data)
    wanted = [pack(ROUND_ROBIN, {"active": 1, "first_round": 2 * n, "section_1": f"R{n}"}) for n in (1, 2)]
    assert b"".join(wanted) in data


def with_scores(number: int | None, home: str, away: str | None, *scores: int, unit: str = "vps", **more) -> MatchFact:
    home_score, away_score = (Decimal(score) for score in scores) if scores else (None, None)
    return MatchFact(
        kind="teams",
        round=number,
        home=home,
        away=away,
        unit=unit,
        home_score=home_score,
        away_score=away_score,
        **more,
    )


def test_a_second_match_in_a_round_goes_into_the_first_round_that_both_teams_have_free():
    losses = Losses()
    matches = [with_scores(1, "1", "2", 12, 8), with_scores(1, "2", "3", 5, 15), with_scores(None, "3", "1", 10, 10)]
    assert [match.round for match in matches_of(matches, (), "vps", losses)] == [1, 2, 3]
    assert [(item.what, item.count) for item in losses.items()] == [("round of matches", 1)]


def test_parts_of_a_match_are_one_match_as_each_has_the_score_of_the_whole():
    parts, losses = [with_scores(1, "1", "2", 12, 8, sub_match=str(number)) for number in "ab"], Losses()
    game, _ = write([team("1"), team("2")], matches_of(parts, (), "vps", losses))
    assert [(item.what, item.count) for item in losses.items()] == [("match", 1)]
    assert [row.integer("opponent") for row in game.matches.teams[0][1]] == [2]


def test_imps_that_each_side_has_won_are_a_margin():
    losses = Losses()
    (found,) = matches_of([with_scores(1, "1", "2", 31, 110, unit="imps")], (), "imps", losses)
    assert (found.home_score, found.away_score, found.home_imps) == (-79, 79, -79)
    assert (found.home_game_points, found.away_game_points) == (0, 1)
    assert [item.what for item in losses.items()] == ["IMPs of each side"]


def test_imps_that_two_teams_state_otherwise_stay_as_they_are():
    match = with_scores(1, "1", "2", 9, -12, unit="imps", home_imps=Decimal(9), away_imps=Decimal(-12))
    (found,) = matches_of([match], (), "imps", Losses())
    assert (found.home_score, found.away_score) == (9, -12)


def test_boards_of_a_match_are_those_between_the_first_and_the_last_or_those_with_results():
    def line(board: str) -> ResultFact:
        score = Score(kind="points", points=100)
        sides = Sides(ns_team="2", ew_team="1")
        return ResultFact(board=board, sides=sides, ns_score=score, ew_score=score, round=1)

    listed = with_scores(1, "1", "2", 20, 0, first_board="4", last_board="6")
    bare, to_come = with_scores(1, "1", "2", 20, 0), with_scores(1, "1", "2", boards=8)
    losses = Losses()
    found = [matches_of([match], [line("1"), line("2"), line("1")], "vps", losses) for match in (listed, bare, to_come)]
    assert [match.boards for (match,) in found] == [3, 2, None]
    assert [item.what for item in losses.items()] == ["boards of matches"]


def test_a_match_of_twenty_to_nothing_without_boards_and_imps_is_read_as_played():
    event = EventFact(name="Harbour Teams", kind="swiss_teams", match_scoring="vps")
    people = (team("1"), team("2"))
    of = merged(events=(event,), participants=people, matches=(with_scores(1, "1", "2", 20, 0),))
    (again,) = parse(render(of).data).events
    (found,) = again.facts.matches
    assert (found.home_score, found.away_score, again.facts.seats) == (20, 0, ())


def test_the_total_of_a_team_is_the_sum_of_its_matches_with_its_penalties():
    entry = {"score": Decimal(99), "final_score": Decimal(100), "adjustment": Decimal(-2)}
    matches = matches_of([with_scores(1, "1", "2", 12, 8), with_scores(2, "3", "1", 5, 15)], (), "vps", Losses())
    found = with_sums(entry, "1", matches, "vps", Losses(), knockout=False)
    assert (found["score"], found["final_score"], found["unfactored"]) == (25, 26, 2)
    assert with_sums(entry, "1", matches, "vps", Losses(), knockout=True)["score"] == 99
    assert with_sums(entry, "9", matches, "vps", Losses(), knockout=False) == entry


def test_the_total_of_a_team_in_a_league_of_imps_is_the_number_of_matches_that_it_has_won():
    entry = {"score": Decimal(33), "final_score": Decimal(33), "adjustment": Decimal(-2)}
    met = ((1, "1", "2", 24, -24), (2, "3", "1", 5, -5), (3, "1", "4", 0, 0))
    matches = matches_of([with_scores(*each, unit="imps") for each in met], (), "imps", Losses())
    losses = Losses()
    found = with_sums(entry, "1", matches, "imps", losses, knockout=False)
    assert (found["score"], found["final_score"], found["unfactored"]) == (1, 1, Decimal("1.5"))
    assert [(item.what, item.count) for item in losses.items()] == [("total of totals", 1)]


def test_players_of_a_team_are_those_of_its_pairs_its_line_ups_and_its_lines():
    def pair(name: str, *players: str, of: str | None = None) -> Participant:
        return Participant(id=name, kind="pair", team=of, players=tuple(Person(name=player) for player in players))

    pairs = (pair("a", "Ada", "Ben", of="1"), pair("b", "Cleo", "Ben"), pair("c", "Dan"), pair("d", "Eva"))
    teams = (team("1").replace(members=("a", "b")), team("2"))
    match = with_scores(1, "2", "1", 12, 8, home_line_up=("c",))
    score = Score(kind="points", points=100)
    line = ResultFact(board="1", sides=Sides(ns="d", ns_team="2", ew="a", ew_team="1"), ns_score=score, ew_score=score)
    found = teams_of(Facts(participants=(*teams, *pairs), matches=(match,), results=(line,)), None)
    assert [[player.name for player in each.players] for each in found] == [["Ada", "Ben", "Cleo"], ["Dan", "Eva"]]


def test_teams_that_no_file_lists_are_those_of_the_matches():
    found = teams_of(Facts(matches=(with_scores(1, "7", "2", 12, 8), with_scores(2, "2", None))), None)
    assert [each.id for each in found] == ["2", "7"]


def test_points_of_a_board_a_match_are_its_wins():
    (found,) = matches_of([with_scores(1, "1", "2", 3, 1, unit="points")], (), "points", Losses())
    assert (found.home_game_points, found.away_game_points) == (3, 1)
