"""The next round of a round robin by the table, as long as the rounds before were of it."""

from contracts.codes import seating as codes
from contracts.seating import RoundAssignment
from services.seating.domain.chess.pairing_system import RoundRobin
from services.seating.domain.chess.round_robin import berger_seats
from shared.chess.berger import berger_round
from shared.chess.from_facts import tournament_of
from tests.support.chess_rounds import facts_of, players

SINGLE = RoundRobin()


def table(size: int, rounds: int, *, reversed_: bool = False, swap: bool = False) -> list[str]:
    """Lines of a field that has played some rounds of the table, all drawn."""
    cells: list[list[str]] = [[] for _ in range(size)]
    for round_ in range(1, rounds + 1):
        for white, black in berger_round(size, round_, last_two_reversed=reversed_):
            if not black:
                cells[white - 1].append("- Z")
                continue
            first, second = (black, white) if swap else (white, black)
            cells[first - 1].append(f"{second} w =")
            cells[second - 1].append(f"{first} b =")
    return players(*[", ".join(row) for row in cells])


def seats(
    lines: list[str], round_: int, robin: RoundRobin = SINGLE, away: dict[str, str] | None = None
) -> RoundAssignment | None:
    facts = facts_of("012 Made-up Cup", "092 Round Robin", *lines)
    return berger_seats("made-up-cup", tournament_of(facts), robin, round_, away or {})


def games(found: RoundAssignment | None) -> list[tuple[str | None, str | None]]:
    assert found is not None
    return [(line.white, line.black) for line in found.tables]


def test_the_first_round_is_drawn_from_the_numbers() -> None:
    found = seats(players(*[""] * 6), 1)
    assert games(found) == [("1", "6"), ("2", "5"), ("3", "4")]
    assert found is not None
    assert (found.rule, found.round, found.complete, found.findings) == ("berger", 1, True, ())
    assert [line.table for line in found.tables] == ["1", "2", "3"]


def test_the_next_round_follows_those_that_were_played() -> None:
    assert games(seats(table(6, 2), 3)) == [("2", "6"), ("3", "1"), ("4", "5")]


def test_in_an_odd_field_one_sits_out() -> None:
    found = seats(table(5, 1), 2)
    assert games(found) == [("5", "3"), ("1", "2")]
    assert found is not None
    assert found.sitting_out == ("4",)


def test_after_the_last_round_there_is_none_and_after_the_first_cycle_of_two_the_second() -> None:
    assert seats(table(6, 5), 6) is None
    assert games(seats(table(6, 5), 6, RoundRobin(2))) == [("6", "1"), ("5", "2"), ("4", "3")]
    assert seats(table(6, 10), 11, RoundRobin(2)) is None


def test_the_order_of_the_last_two_rounds_is_stated_or_shown_by_what_was_played() -> None:
    plain, other = (
        games(seats(table(6, 3), 4, RoundRobin(2))),
        games(seats(table(6, 3), 4, RoundRobin(2, last_two_reversed=True))),
    )
    assert (plain[0], other[0]) == (("6", "5"), ("3", "6"))
    assert games(seats(table(6, 4, reversed_=True), 5, RoundRobin(2)))[0] == ("6", "5")


def test_rounds_that_are_not_of_the_table_give_a_finding_and_no_seats() -> None:
    found = seats(table(6, 2, swap=True), 3)
    assert found is not None
    assert (found.tables, found.complete, [finding.code for finding in found.findings]) == (
        (),
        False,
        [codes.NOT_THE_TABLE.code],
    )


def test_a_missing_player_and_his_opponent_both_sit_out() -> None:
    found = seats(table(6, 1), 2, away={"5": "Z"})
    assert games(found) == [("6", "4"), ("1", "2")]
    assert found is not None
    assert (found.sitting_out, [(bye.name, bye.value) for bye in found.byes]) == (("5", "3"), [("5", "Z")])


def test_a_round_robin_by_the_number_of_rounds_alone_is_said_to_be_assumed() -> None:
    found = seats(players(*[""] * 6), 1, RoundRobin(stated=False))
    assert found is not None
    assert [finding.code for finding in found.findings] == [codes.SYSTEM_ASSUMED.code]


def test_games_without_colours_follow_the_table_whichever_side_states_them() -> None:
    assert games(seats(players("4 - +", "3 - +", "2 - -", "1 - -"), 2)) == [("4", "3"), ("1", "2")]
    assert games(seats(players("4 - -", "3 - -", "2 - +", "1 - +"), 2)) == [("4", "3"), ("1", "2")]
    wrong = seats(players("2 - +", "1 - -", "4 - +", "3 - -"), 2)
    assert wrong is not None
    assert [finding.code for finding in wrong.findings] == [codes.NOT_THE_TABLE.code]
    assert (wrong.tables, wrong.complete, wrong.rule, wrong.round) == ((), False, "berger", 2)


def test_one_game_that_is_not_of_the_table_is_enough() -> None:
    turned = seats(players("4 b =", "3 w =", "2 b =", "1 w ="), 2)
    assert turned is not None
    assert not turned.tables


def test_a_line_without_the_round_says_nothing_against_the_table() -> None:
    found = seats(players("4 w =", "", "", "1 b ="), 2)
    assert games(found) == [("4", "3"), ("1", "2")]
    assert found is not None
    assert found.tables[0].reason == "Berger table of 4, round 2"
    assert [line.table for line in found.tables] == ["1", "2"]
