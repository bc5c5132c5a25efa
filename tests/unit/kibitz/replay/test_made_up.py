from collections import Counter
from datetime import UTC, datetime

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_facts, made_up_file, meeting
from shared.bridge.play.board_cycle import vulnerability
from shared.bridge.play.contract_score import possible_scores
from shared.formats.usebio.reader.parse import parse as parse_usebio
from tests.support.golden import compare

EVENING = AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated")


@pytest.mark.parametrize("tables", [3, 4, 7, 8, 13, 14])
def test_nobody_plays_a_set_twice_or_meets_a_pair_twice(tables: int) -> None:
    size = Size(tables, tables - 1 if tables % 2 == 0 else tables)
    seen: Counter[tuple[str, int, int]] = Counter()
    for number in range(1, size.rounds + 1):
        at = [meeting(size, number, table) for table in range(1, tables + 1)]
        assert len({ew for ew, _ in at}) == tables
        assert len({board_set for _, board_set in at}) == tables
        for table, (ew, board_set) in enumerate(at, 1):
            seen["ns-set", table, board_set] += 1
            seen["ew-set", ew, board_set] += 1
            seen["met", table, ew] += 1
    assert set(seen.values()) == {1}


def test_every_score_is_one_that_the_laws_allow() -> None:
    for result in made_up_facts(Size(), EVENING).results:
        vul = vulnerability(int(result.board)).value
        allowed = possible_scores(vul in ("NS", "All", "All"), vul in ("EW", "All"))
        assert result.ns_score.points in allowed


def test_the_same_seed_gives_the_same_bytes_and_another_seed_another_event() -> None:
    assert made_up_file(Size(4, 3), EVENING, 1) == made_up_file(Size(4, 3), EVENING, 1)
    assert made_up_file(Size(4, 3), EVENING, 1) != made_up_file(Size(4, 3), EVENING, 2)
    assert made_up_file(Size(4, 3), EVENING) == made_up_file(Size(4, 3), EVENING, 14)
    assert made_up_facts(Size(4, 3), EVENING) == made_up_facts(Size(4, 3), EVENING, 14)


def test_the_file_reads_without_any_finding() -> None:
    parsed = parse_usebio(made_up_file(Size(), EVENING))
    assert parsed.findings == ()
    (event,) = parsed.events
    assert len(event.facts.results) == 14 * 13 * 2
    assert len(event.facts.participants) == 28


def test_everybody_has_a_name_of_their_own_and_the_event_says_how_much_is_played() -> None:
    facts = made_up_facts(Size(4, 3, 5), EVENING)
    names = [person.name for participant in facts.participants for person in participant.players]
    assert len(names) == len(set(names)) == 16
    assert (facts.event.boards_played, facts.event.boards_per_round, facts.event.rounds) == (15, 5, 3)
    assert len(facts.results) == 4 * 3 * 5


def test_a_seed_makes_the_same_evening_wherever_it_is_played() -> None:
    facts = made_up_facts(Size(4, 3, 2), EVENING, 1)
    people = [f"{one.id} {' & '.join(person.name or '' for person in one.players)}" for one in facts.participants]
    lines = [
        f"{one.round} {one.table} {one.board} {one.sides.ns} {one.sides.ew} {one.contract} {one.declarer} {one.tricks} "
        f"{one.lead} {one.ns_score.points}"
        for one in made_up_facts(Size(7, 7, 2), EVENING, 1).results
    ]
    compare("replay/made-up-evening", "\n".join([*people, *lines, ""]))
    assert [one.id for one in facts.participants] == ["1NS", "2NS", "3NS", "4NS", "1EW", "2EW", "3EW", "4EW"]


def test_after_half_of_an_even_number_of_rounds_east_west_skip_a_table() -> None:
    assert [meeting(Size(4, 3), number, 1) for number in (1, 2, 3)] == [(1, 0), (4, 1), (2, 2)]
    assert [meeting(Size(3, 3), number, 1) for number in (1, 2, 3)] == [(1, 0), (3, 1), (2, 2)]
