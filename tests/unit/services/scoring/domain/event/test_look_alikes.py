"""Events that may be one are recognised by people, results, names and hands; everybody is made up."""

from collections.abc import Iterable
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest

from contracts.facts import DealFact, EventFact, Facts, GameFact, MatchFact, Participant, Person
from contracts.messages import EventDescribed
from services.scoring.domain.event.look_alikes import (
    LISTED,
    SKETCH,
    days_around,
    describe,
    grown,
    look_alikes,
    smallest_lines,
)
from tests.support.fragments import NOON, fragment, pair, result

DAY = "2026-03-07"


def described(event: str, **more: Any) -> EventDescribed:
    """Ten people, twenty lines and the boards of an evening, unless told otherwise."""
    fields: dict[str, Any] = {
        "applied": 1,
        "name": "Riverside Pairs",
        "day": DAY,
        "people": tuple(range(1, 11)),
        "lines": tuple(range(100, 120)),
        "lines_total": 20,
        "boards": tuple(map(str, range(1, 9))),
        "senders": ("hall",),
    }
    return EventDescribed(event=event, **{**fields, **more})


def likes(own: EventDescribed, *others: EventDescribed) -> list[tuple[str, str]]:
    return [(alike.event, alike.why) for alike in look_alikes(own, others)]


EVENING = described("evening")
NOTHING_ELSE = {"lines": (), "lines_total": 0}


def test_an_event_that_repeats_the_results_of_another_looks_like_it_under_any_name() -> None:
    assert likes(described("new", name="Spring Cup"), EVENING) == [("evening", "same people")]
    assert likes(described("new", name="Spring Cup", lines=tuple(range(500, 520))), EVENING) == []


def test_the_words_name_who_is_the_same_the_command_and_its_undo() -> None:
    (alike,) = look_alikes(described("new", name="Spring Cup", people=(*range(2, 11), 99)), [EVENING])
    assert alike.text == "it looks like event evening: 9 of 10 people are the same, and so are most results"
    assert alike.advice == "If they are one event: kibitz events link evening new. To undo it, add --back"
    (named,) = look_alikes(described("new", **NOTHING_ELSE), [EVENING])
    assert named.text.endswith("10 of 10 people are the same, the day is, and the names are alike")


def test_an_event_does_not_look_like_itself() -> None:
    assert likes(EVENING, EVENING) == []


@pytest.mark.parametrize(
    ("people", "alike"),
    [
        (range(1, 11), True),
        (range(3, 15), True),
        (range(4, 14), False),
        (range(1, 5), True),
        (range(1, 4), False),
        ((1, 2, 3, 50), True),
        ((1, 2, 50, 51), False),
        ((), False),
    ],
)
def test_three_quarters_of_the_people_of_the_smaller_event_are_in_the_other(people: Iterable[int], alike: bool) -> None:
    new = described("new", people=tuple(people))
    assert bool(likes(new, EVENING)) is alike
    assert bool(likes(EVENING, new)) is alike


def test_half_of_the_lines_that_both_could_have_are_enough() -> None:
    def of(equal: int, total: int = 20) -> list[tuple[str, str]]:
        lines = (*range(100, 100 + equal), *range(900, 900 + total - equal))
        return likes(described("new", name="Other", lines=lines, lines_total=total), EVENING)

    assert of(10) != []
    assert of(9) == []
    assert of(3, 3) != []
    assert of(2, 2) == []


def test_of_many_lines_those_with_small_numbers_stand_for_all() -> None:
    """The larger event keeps its smallest; only lines below the largest of these could be in it."""
    large = described("large", lines=tuple(range(0, 2 * SKETCH, 2)), lines_total=1000)
    small = described("small", name="Other", lines=(0, 2, 4, 5000, 6000, 7000, 8000), lines_total=7)
    assert likes(small, large) == [("large", "same people")]
    assert likes(small, large.replace(lines_total=SKETCH)) == []
    assert likes(large, small) == [("small", "same people")]
    at_the_limit = described("small", name="Other", lines=(1, 2, 2 * SKETCH - 2), lines_total=3)
    assert likes(at_the_limit, large) == [("large", "same people")]


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("Riverside Pairs", True),
        ("riverside   pairs", True),
        ("Riverside Pars", True),
        ("Riverside Teams", False),
        ("Riverside Pairs 2", False),
        ("Riverside Pairs B", False),
        ("", False),
    ],
)
def test_without_equal_results_the_name_and_the_day_decide(name: str, alike: bool) -> None:
    assert bool(likes(described("new", name=name, **NOTHING_ELSE), EVENING)) is alike
    assert bool(likes(described("new", name=name, lines=tuple(range(500, 520))), EVENING)) is alike
    assert likes(described("new", name=name, day="2026-03-08", **NOTHING_ELSE), EVENING) == []


def test_rounds_and_groups_of_one_name_are_told_apart() -> None:
    def named(first: str, second: str) -> bool:
        return bool(likes(described("a", name=first, **NOTHING_ELSE), described("b", name=second)))

    assert named("Swiss Round 1", "Swiss Rouns 1")
    assert not named("Swiss Round 1", "Swiss Round 2")
    assert not named("Final A", "Final B")
    assert not named("1 2", "1 2")


def hands(event: str = "hands", count: int = 8, **more: Any) -> EventDescribed:
    boards = tuple(map(str, range(1, count + 1)))
    return described(event, people=(), boards=(), hands=boards, name="", **{**NOTHING_ELSE, **more})


def test_hands_alone_look_like_those_of_an_event_on_the_same_boards() -> None:
    assert likes(hands(), EVENING) == [("evening", "hands")]
    assert likes(EVENING, hands()) == [("hands", "hands")]
    for own, other in ((hands(), EVENING), (EVENING, hands())):
        (alike,) = look_alikes(own, [other])
        assert alike.text == "event hands has hands of 8 of the 8 boards played in event evening"
        assert alike.advice == "If they are of that event: kibitz events link evening hands. To undo it, add --back"


@pytest.mark.parametrize(
    ("changed", "played"),
    [
        ({"senders": ("another",)}, {"hands": tuple("12345678")}),
        ({"senders": ("another",), "count": 17}, {}),
        ({"count": 5}, {}),
        ({"count": 3}, {"boards": ("1", "2", "3")}),
        ({"boards": ("1",)}, {}),
        ({"people": (1,)}, {"people": ()}),
        ({}, {"hands": ("1", "2")}),
    ],
)
def test_hands_of_others_or_of_other_boards_do_not(changed: dict[str, Any], played: dict[str, Any]) -> None:
    own = hands(count=changed.pop("count", 8)).replace(**changed)
    assert likes(own, EVENING.replace(**played)) == []


@pytest.mark.parametrize("count", [6, 10])
def test_three_quarters_of_the_boards_of_either_are_enough(count: int) -> None:
    assert likes(hands(count=count), EVENING) == [("evening", "hands")]
    assert likes(hands(), EVENING.replace(hands=EVENING.boards)) == [("evening", "hands")]


OTHER = {"senders": ("folder",)}


def both_ways(*events: EventDescribed) -> list[tuple[str, str]]:
    """Which hands are offered for which event, by whichever of the two comes last."""
    found = [{frozenset({own.event, other}) for other, _ in likes(own, *events)} for own in events]
    offers = set().union(*found)
    assert all(offer in each for offer in offers for each, own in zip(found, events, strict=True) if own.event in offer)
    return sorted((first, second) for first, second in map(sorted, offers))


@pytest.mark.parametrize("senders", [("hall",), ("folder",)])
def test_hands_of_36_boards_look_like_those_of_the_24_that_were_played(senders: tuple[str, ...]) -> None:
    boards = tuple(map(str, range(1, 25)))
    assert both_ways(hands(count=36, senders=senders), EVENING.replace(boards=boards)) == [("evening", "hands")]


def test_hands_of_another_sender_wait_until_half_of_them_have_been_played() -> None:
    assert both_ways(hands(count=16, **OTHER), EVENING) == [("evening", "hands")]
    assert both_ways(hands(count=17, **OTHER), EVENING) == []
    assert both_ways(hands(count=36), EVENING) == [("evening", "hands")]


def test_hands_of_another_sender_are_not_offered_to_two_clubs_of_one_day() -> None:
    club = described("club", people=tuple(range(50, 60)), senders=("club",))
    assert both_ways(hands(**OTHER), EVENING, club) == []
    assert both_ways(hands(**OTHER), EVENING, club.replace(day="2026-03-09")) == [("evening", "hands")]


def test_two_clubs_of_one_day_have_each_its_own_hands() -> None:
    club = described("club", people=tuple(range(50, 60)), senders=("club",))
    sets = hands(), hands("cards", senders=("club",))
    assert both_ways(EVENING, club, *sets) == [("cards", "club"), ("evening", "hands")]
    assert both_ways(EVENING, *sets) == [("evening", "hands")]
    assert both_ways(EVENING, hands(**OTHER), sets[1]) == []


def test_of_events_of_one_sender_that_fit_those_in_which_most_hands_were_played_come_first() -> None:
    short = described("short", people=tuple(range(50, 60)), boards=("1", "2", "3", "4"))
    assert both_ways(hands(), EVENING, short) == [("evening", "hands")]


def test_the_likeliest_come_first_and_few_are_named() -> None:
    others = [described(f"e{n}", people=tuple(range(1, 8 + n))) for n in range(5)]
    assert [event for event, _ in likes(EVENING, *others, hands())] == ["e3", "e4", "e2"]
    assert LISTED == 3
    equal = [described(name) for name in ("b", "a")]
    assert [event for event, _ in likes(EVENING, *equal)] == ["a", "b"]


def test_a_description_has_people_lines_boards_hands_day_and_senders() -> None:
    facts = Facts(
        events=(EventFact(name="Club pairs", start_date="2026/03/09"),),
        participants=(pair("1"), pair("2"), Participant(id="3", kind="team", name="Elms")),
        results=(result("7", "1", "2", 420, session="s"), result("8", "1", "2", None)),
        deals=(DealFact(board="9"), DealFact(board="10")),
    )
    files = [fragment("a", minutes=5), fragment("b", minutes=-1500)]
    files[1] = files[1].replace(file=files[1].file.replace(sender="hall"))
    found = describe("club", 9, facts, files)
    assert (found.event, found.applied, found.name, found.day) == ("club", 9, "Club pairs", "2026-03-09")
    assert len(found.people) == 4
    assert list(found.people) == sorted(found.people)
    assert found == describe("club", 9, facts, files[::-1])
    assert found.people == describe("club", 9, facts.replace(results=()), files).people
    assert (found.boards, found.hands, found.senders) == (("7",), ("10", "9"), ("", "hall"))
    assert (len(found.lines), found.lines_total) == (1, 1)


def test_the_day_of_an_event_without_a_date_is_that_of_its_newest_file() -> None:
    files = [fragment("a", minutes=-1500), fragment("b", minutes=5)]
    assert describe("club", 1, Facts(), files).day == f"{NOON:%Y-%m-%d}"
    nonsense = Facts(events=(EventFact(start_date="next week"),))
    assert describe("club", 1, nonsense, files[:1]).day == "2026-03-06"
    assert describe("club", 1, Facts(), []).day == ""


def test_equal_lines_have_equal_numbers_under_other_numbers_and_sessions_and_other_outcomes_have_others() -> None:
    def lines(number: str, score: int, session: str | None = None) -> tuple[int, ...]:
        people = (pair("1"), Participant(id=number, kind="pair", players=(Person(name="Ann Elm"),)))
        facts = Facts(participants=people, results=(result("7", "1", number, score, session=session),))
        return describe("club", 1, facts, []).lines

    assert lines("2", 420) == lines("9", 420, "2026-03-07")
    assert lines("2", 420) != lines("2", 450)


def test_games_of_two_rounds_are_two_lines() -> None:
    people = tuple(Participant(id=n, kind="player", name=f"Player {n}") for n in ("1", "2"))
    games = tuple(GameFact(round=n, player="1", opponent="2", result="1") for n in (1, 2))
    assert describe("open", 1, Facts(participants=people, games=games), []).lines_total == 2


def test_no_more_lines_are_kept_than_are_compared() -> None:
    facts = Facts(results=tuple(result(str(n), "1", "2", n) for n in range(SKETCH + 5)))
    found = describe("club", 1, facts, [])
    assert (len(found.lines), found.lines_total) == (SKETCH, SKETCH + 5)
    everything = [describe("club", 1, Facts(results=(line,)), []).lines[0] for line in facts.results]
    assert list(found.lines) == sorted(everything)[:SKETCH]


def test_a_quarter_more_is_worth_describing_and_a_little_more_is_not() -> None:
    assert [grown(size, 28) for size in (27, 28, 34, 35)] == [False, False, False, True]
    assert not grown(0, 0)
    assert grown(1, 0)


def test_the_smallest_line_of_an_evening_changes_a_few_times_while_it_is_played() -> None:
    """About as often as the logarithm of its lines says: 364 are 121 times as many as the first three."""
    people = tuple(pair(str(number)) for number in range(1, 29))
    boards = [(board, table) for board in range(1, 27) for table in range(1, 15)]
    changes = []
    for score in range(10):
        results = [result(str(board), str(table), str(table + 14), 10 * score) for board, table in boards]
        lines = [
            describe("club", 1, Facts(participants=people, results=tuple(results[:count])), []).line
            for count in range(1, len(results) + 1, 3)
        ]
        assert lines[0] == "none"
        changes.append(sum(before != after for before, after in pairwise(lines)))
    assert 3 <= sum(changes) / len(changes) <= 8
    assert max(changes) <= 14


def test_an_event_without_people_or_of_matches_alone_has_no_smallest_line() -> None:
    results = tuple(result(str(board), "1", "2", 420) for board in range(1, 9))
    assert describe("club", 1, Facts(results=results), []).line == "none"
    teams = tuple(Participant(id=n, kind="team", players=(Person(name=f"Ann {n}"),)) for n in "1234")
    matches = tuple(
        MatchFact(kind="teams", round=number, home=home, away=away, home_imps=Decimal(number), away_imps=Decimal(3))
        for number, (home, away) in enumerate(["12", "34", "13", "24"], 1)
    )
    found = describe("club", 1, Facts(participants=teams, matches=matches), [])
    assert (found.lines_total, found.line, smallest_lines(found)) == (4, "none", [])


def test_an_event_looks_for_its_smallest_lines() -> None:
    assert smallest_lines(EVENING) == []
    assert smallest_lines(EVENING.replace(line="100")) == ["100", "101", "102", "103"]


def test_equal_results_are_enough_whatever_the_day_and_hands_are_of_one_day() -> None:
    assert likes(described("new", name="Other", day="2025-03-07"), EVENING) == [("evening", "same people")]
    assert likes(hands(day="2026-03-08"), EVENING) == [("evening", "hands")]
    assert likes(hands(day="2026-03-09"), EVENING) == []
    assert likes(EVENING, hands(day="2026-03-09")) == []


def test_the_days_around_a_day() -> None:
    assert days_around("2026-03-01") == ["2026-02-28", "2026-03-01", "2026-03-02"]
    assert days_around("") == []


def test_four_boards_are_enough_to_recognise_hands() -> None:
    four = {"boards": ("1", "2", "3", "4")}
    assert likes(hands(count=4), EVENING.replace(**four)) == [("evening", "hands")]
