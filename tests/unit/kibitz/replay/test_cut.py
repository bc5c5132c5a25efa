from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from contracts.facts import AdjustmentFact, AsOf, DealFact, Facts, GameFact, MatchFact
from kibitz.file_reading import read_bytes
from kibitz.pipeline import LocalEvent, Pipeline
from kibitz.replay.cut import Part, cut, facts_to_date, minutes_a_part, steps_of, with_mistake
from kibitz.replay.made_up import Size, made_up_file
from shared.errors import InputRejected
from shared.formats import usebio

EVENING = datetime(2026, 3, 7, 22, 0, tzinfo=UTC)
DATA = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"))


def test_there_is_a_part_for_each_round_and_the_last_is_the_file_itself() -> None:
    parts = cut(DATA, "evening.xml", EVENING)
    assert [part.label for part in parts] == ["round 1", "round 2", "the finished file"]
    assert parts[-1].data == DATA


def test_each_part_holds_the_rounds_up_to_its_own() -> None:
    rounds = []
    for part in cut(DATA, "evening.xml", EVENING):
        (event,) = usebio.FORMAT.parse(part.data).events
        rounds.append({result.round for result in event.facts.results})
    assert rounds == [{1}, {1, 2}, {1, 2, 3}]


def test_all_parts_are_of_the_same_event_and_dated_one_after_the_other() -> None:
    parts = cut(DATA, "evening.xml", EVENING, timedelta(minutes=7))
    read = [read_bytes(part.data, part.name, Path(part.name), EVENING) for part in parts]
    fragments = [file.fragments[0].fragment for file in read]
    assert len({fragment.event for fragment in fragments}) == 1
    times = [fragment.as_of.at for fragment in fragments]
    assert times == sorted(set(times))


def test_the_parts_in_any_order_end_in_the_finished_file() -> None:
    parts = cut(DATA, "evening.xml", EVENING)
    whole = Pipeline([read_bytes(DATA, "evening.xml", Path("evening.xml"), EVENING)]).events
    ((name, expected),) = whole.items()
    files = [read_bytes(part.data, part.name, Path(part.name), EVENING) for part in reversed(parts)]
    event = Pipeline(files).events[name]
    assert event.score()[0].standings.rankings == expected.score()[0].standings.rankings


def test_a_file_that_cannot_be_read_is_refused_with_its_code() -> None:
    with pytest.raises(InputRejected) as refused:
        cut(DATA[: len(DATA) // 2], "half.xml", EVENING)
    assert refused.value.code.code == "usebio.not-well-formed"


def read_parts(parts: list[Part]) -> LocalEvent:
    """The event that these parts make, each sent as the replay sends it."""
    read = []
    for part in parts:
        file = read_bytes(part.data, part.name, Path(part.name), part.written_at or EVENING)
        assert file.rejected is None, part.label
        assert [parsed.fragment.event for parsed in file.fragments] in (
            [part.event],
            [file.fragments[0].fragment.event],
        )
        read.append(file)
    (event,) = Pipeline(read).events.values()
    return event


def test_a_part_has_nothing_of_what_is_still_to_come() -> None:
    whole = read_bytes(DATA, "evening.xml", Path("evening.xml"), EVENING).fragments[0].fragment.facts
    steps = steps_of(whole)
    fine = AdjustmentFact(kind="penalty", participant="1NS", amount=Decimal(-1))
    carried = AdjustmentFact(kind="carry_forward", participant="1NS", amount=Decimal(5))
    deals = tuple(DealFact(board=str(board)) for board in range(1, 9))
    facts = whole.replace(adjustments=(fine, carried), deals=deals)
    first = facts_to_date(facts, steps, 0)
    assert {result.round for result in first.results} == {1}
    assert (first.totals, first.adjustments) == ((), (carried,))
    assert {deal.board for deal in first.deals} == {result.board for result in first.results}


def test_matches_and_games_come_round_by_round() -> None:
    matches = tuple(MatchFact(kind="teams", round=n, home="1", away="2") for n in (2, 1, 3))
    steps = steps_of(Facts(matches=matches))
    assert steps.labels == ("round 1", "round 2", "round 3")
    assert [match.round for match in facts_to_date(Facts(matches=matches), steps, 1).matches] == [2, 1]
    games = tuple(GameFact(round=n, player="1", opponent="2", result="1") for n in (1, 2))
    assert steps_of(Facts(games=games)).labels == ("round 1", "round 2")


def test_rounds_of_several_sessions_and_boards_without_rounds_have_their_names() -> None:
    played = tuple(MatchFact(session=s, kind="teams", round=1, home="1", away="2") for s in ("2", "1"))
    assert steps_of(Facts(matches=played)).labels == ("session 1, round 1", "session 2, round 1")
    whole = read_bytes(DATA, "evening.xml", Path("evening.xml"), EVENING).fragments[0].fragment.facts
    unnumbered = tuple(result.replace(round=None) for result in whole.results)
    assert steps_of(Facts(results=unnumbered)).labels[:2] == ("boards to 1", "boards to 2")


def test_a_mistake_is_in_one_part_and_not_in_the_end() -> None:
    plain, wrong = cut(DATA, "evening.xml", EVENING), cut(DATA, "evening.xml", EVENING, mistakes=100)
    assert [a.data != b.data for a, b in zip(plain, wrong, strict=True)] == [True, True, False]
    assert read_parts(wrong).score()[0].standings.rankings == read_parts(plain).score()[0].standings.rankings


def test_a_mistake_in_chess_gives_the_game_to_the_other_player() -> None:
    games = (
        GameFact(round=1, player="1", opponent="2", result="1"),
        GameFact(round=1, player="2", opponent="1", result="0"),
        GameFact(round=1, player="3", opponent="4", result="="),
    )
    assert [game.result for game in with_mistake(Facts(games=games)).games] == ["0", "1", "="]
    assert with_mistake(Facts(games=games[2:])).games == games[2:]


def test_the_time_of_a_part_is_that_of_its_boards() -> None:
    assert minutes_a_part(cut(DATA, "evening.xml", EVENING)) == 15
    assert minutes_a_part([]) == 60


def test_the_parts_are_numbered_after_the_name_of_the_file() -> None:
    assert [part.name for part in cut(DATA, "evening.xml", EVENING)] == [
        "evening-01.xml",
        "evening-02.xml",
        "evening.xml",
    ]
