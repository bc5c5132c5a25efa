"""Round robins are told from Swiss tournaments by their type, by their size, and by who meets whom."""

import pytest

from contracts.facts import Detail, EventFact, Facts
from shared.chess.berger import berger_round
from shared.chess.known_pairings import fits_a_round_robin, is_pre_determined, type_of
from shared.formats.trf.reader.parse import parse
from tests.support.chess_golden import compare_tournaments
from tests.support.chess_tournaments import individual
from tests.support.trf_lines import accelerated, document, player, team


def facts_of(*lines: str) -> Facts:
    return parse(document("012 x", *lines)).events[0].facts


def known(facts: Facts, rounds: int | None = None) -> bool:
    kind = "team" if facts.event.kind == "teams" else "player"
    numbered = [each.id for each in facts.participants if each.kind == kind]
    return is_pre_determined(facts, numbered, rounds or facts.event.rounds or 0)


def games(*rounds: str, rest: str = "- Z") -> list[str]:
    """Lines of players from the pairs of each round, such as ``1-4 2-3``; White is named first."""
    cells: dict[int, list[str]] = {}
    pairs = [[tuple(map(int, pair.split("-"))) for pair in text.split()] for text in rounds]
    size = max(one for round_ in pairs for pair in round_ for one in pair)
    for round_ in pairs:
        row = {white: f"{black} w =" for white, black in round_} | {black: f"{white} b =" for white, black in round_}
        for who in range(1, size + 1):
            cells.setdefault(who, []).append(row.get(who, rest))
    return [player(who, *row) for who, row in cells.items()]


def berger(size: int, rounds: int) -> list[str]:
    return [
        " ".join(f"{one}-{other}" for one, other in berger_round(size, round_) if other)
        for round_ in range(1, rounds + 1)
    ]


@pytest.mark.parametrize(
    ("code", "text", "entrants", "rounds", "robin"),
    [
        ("", "", 6, 5, True),
        ("", "", 5, 5, True),
        ("", "", 6, 10, True),
        ("", "", 6, 4, False),
        ("", "", 2, 1, False),
        ("", "Swiss System", 6, 5, False),
        ("", "Round Robin", 6, 3, True),
        ("FIDE_DUTCH_2026", "", 6, 5, False),
        ("FIDE_RR_BERGER", "", 6, 3, True),
        ("", "Schweizer System", 6, 5, False),
        ("", "All-play-all", 6, 9, True),
    ],
)
def test_before_anybody_is_paired_type_or_number_of_rounds_speak(code, text, entrants, rounds, robin):
    details = [Detail(name=name, value=value) for name, value in (("192", code), ("092", text)) if value]
    event = EventFact(details=tuple(details))
    assert fits_a_round_robin(event, entrants, rounds) is robin
    assert type_of(event) == " ".join(detail.value for detail in details).upper()


@pytest.mark.parametrize(("size", "cycles", "played"), [(4, 1, 3), (5, 1, 5), (6, 1, 2), (6, 2, 10), (8, 1, 7)])
def test_rounds_of_the_berger_tables_are_a_round_robin_whatever_decides_ties(size, cycles, played):
    rounds = cycles * (size - 1 + size % 2)
    facts = facts_of(f"142 {rounds}", "202 BH/C1,SB", *games(*berger(size, played)))
    assert known(facts)


def test_other_numbers_than_those_of_the_tables_are_a_round_robin_too():
    facts = facts_of("142 5", *games("1-5 6-2 3-4", "2-1 6-3 4-5", "1-3 2-5 6-4", "4-1 3-2 5-6", "1-6 4-2 5-3"))
    assert known(facts)


@pytest.mark.parametrize(
    ("why", "lines", "rounds", "rest"),
    [
        ("the upper half meets the lower", (), ("1-4 5-2 3-6", "6-1 2-4 5-3"), "- Z"),
        ("so it does where the last one is left over", (), ("1-3 4-2", "5-1 2-3"), "- Z"),
        ("two meet twice", (), ("1-5 2-6 3-4", "5-1 2-4 3-6"), "- Z"),
        ("a bye is asked for", (), ("1-5 2-6 3-4", "2-1 6-3"), "- H"),
        ("one is left over, though six are even", (), ("1-5 2-6 3-4", "2-1 6-3"), "- U"),
        ("Buchholz decides", ("212 PTS,BH/C1",), ("1-5 2-6 3-4", "2-1 6-3 4-5"), "- Z"),
        ("the first colour was drawn", ("XXC white1",), ("1-5 2-6 3-4", "2-1 6-3 4-5"), "- Z"),
        ("points are lent", (accelerated("", "1.0", 1, 1, 1, 3),), ("1-5 2-6 3-4", "2-1 6-3 4-5"), "- Z"),
    ],
)
def test_what_no_round_robin_has_makes_it_a_swiss(why, lines, rounds, rest):
    facts = facts_of("142 5", *lines, *games(*rounds, rest=rest))
    assert not known(facts, 5), why


def test_a_tie_break_of_round_robins_before_buchholz_leaves_it_open():
    assert known(facts_of("142 5", "202 DE,SB,BH", *games("1-5 2-6 3-4")))


@pytest.mark.parametrize("seed", range(10))
def test_made_up_tournaments_of_one_size_are_told_apart_without_a_type(seed):
    for robin in (True, False):
        lines = [line for line in individual(seed, 8, 7, robin=robin, unplayed=0.3) if not line.startswith("092")]
        assert known(facts_of(*lines[1:])) is robin


def test_teams_are_told_apart_by_their_matches():
    def league(*rounds: str) -> Facts:
        return facts_of("142 3", "352 W", *(team(at, [at], name=f"Team {at}") for at in range(1, 5)), *games(*rounds))

    assert known(league("1-4 2-3", "4-3 1-2"))
    assert not known(league("1-3 4-2", "2-1 3-4"))


def test_changes_of_type_and_games_change_the_tournament_as_the_golden_file_says():
    compare_tournaments(
        "known-pairings", lambda line: line[:3] in ("001", "092", "142", "192"), only=("robin",), count=60
    )


def test_every_word_for_a_system_is_known():
    for word in (
        "Robin",
        "Berger",
        "x_rr",
        "rr_x",
        "play-all",
        "play all",
        "Rundenturnier",
        "Toutes rondes",
        "Italiana",
        "contra todos",
    ):
        assert fits_a_round_robin(EventFact(details=(Detail(name="092", value=word),)), 6, 2), word
    for word in ("Swiss", "Schweiz", "suisse", "suizo", "svizzero", "zwitsers"):
        assert not fits_a_round_robin(EventFact(details=(Detail(name="092", value=word),)), 6, 5), word
    assert fits_a_round_robin(EventFact(details=(Detail(name="092", value="League"),)), 6, 5)
    assert not fits_a_round_robin(EventFact(details=(Detail(name="192", value="League"),)), 6, 5)


def test_the_words_of_both_records_are_taken_together():
    details = (Detail(name="192", value="x"), Detail(name="102", value="Robin"), Detail(name="092", value="y"))
    assert type_of(EventFact(details=details)) == "X Y"


@pytest.mark.parametrize(("entrants", "rounds"), [(3, 3), (3, 6), (4, 3), (4, 6), (5, 5), (5, 10)])
def test_a_round_robin_has_the_rounds_of_one_or_two_cycles(entrants, rounds):
    assert [
        number for number in range(rounds - 1, rounds + 2) if fits_a_round_robin(EventFact(), entrants, number)
    ] == [rounds]
    assert not fits_a_round_robin(EventFact(), 2, 1)
    assert not fits_a_round_robin(EventFact(), 2, 2)


@pytest.mark.parametrize(
    ("size", "bye", "robin"),
    [
        (6, "Z", True),
        (6, "U", False),
        (6, "H", False),
        (6, "F", False),
        (5, "U", True),
        (5, "H", False),
        (5, "F", False),
    ],
)
def test_a_bye_that_a_round_robin_has_no_use_for_speaks_against_it(size, bye, robin):
    pairs = {6: ["1-3 2-5 4-6", "1-2 3-4"], 5: ["1-3 2-5", "1-2 3-4"]}[size]
    lines = games(*pairs, rest=f"- {bye}")
    assert known(facts_of(f"142 {size - 1 + size % 2}", *lines)) is robin


@pytest.mark.parametrize(
    ("order", "robin"),
    [
        ("PTS,BH", False),
        ("PTS,DE,BH", True),
        ("BH/C1", False),
        ("AOB", False),
        ("FB", False),
        ("BUC", False),
        ("SB", True),
    ],
)
def test_a_buchholz_first_after_points_speaks_against_a_round_robin(order, robin):
    lines = games("1-3 2-5 4-6", "1-2 3-4 5-6")
    assert known(facts_of("142 5", f"212 {order}", *lines)) is robin


def test_a_first_colour_speaks_against_a_round_robin():
    lines = games("1-3 2-5 4-6", "1-2 3-4 5-6")
    assert known(facts_of("142 5", *lines))
    assert not known(facts_of("142 5", "152 W", *lines))
    assert not known(facts_of("142 5", "XXC rank", *lines))


def test_upper_half_against_lower_half_in_order_begins_a_swiss():
    assert not known(facts_of("142 5", *games("1-4 2-5 3-6")))
    assert known(facts_of("142 5", *games("1-4 2-6 3-5")))
    assert known(facts_of("142 5", *games("1-5 2-4 3-6", "1-4 2-6 3-5")))
    assert not known(facts_of("142 5", *games("1-3 2-4", rest="- U"), player(5, "- U")))
    assert known(facts_of("142 3", *games("1-2", rest="- Z"), player(3, "- Z")))


def test_an_opponent_who_comes_back_within_a_cycle_speaks_against_a_round_robin():
    first = "1-3 2-5 4-6"
    assert not known(facts_of("142 5", *games(first, "1-2 3-4 5-6", "3-1 2-4 5-6")))
    rounds = (first, "1-2 3-4 5-6", "1-4 2-6 3-5", "1-5 2-4 3-6", "1-6 2-3 4-5")
    assert known(facts_of("142 10", *games(*rounds, first)))
    assert not known(facts_of("142 10", *games(*rounds, first, "1-2 3-4 5-6", first)))
