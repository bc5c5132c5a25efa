import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from contracts.codes.usebio import NOT_WELL_FORMED
from contracts.facts import AdjustmentFact, AsOf, DealFact, EventFact, Facts, GameFact, MatchFact
from contracts.messages import Fragment
from kibitz.file_reading import FileRead, read_bytes
from kibitz.pipeline import LocalEvent, Pipeline
from kibitz.replay import cut as cut_module
from kibitz.replay.cut import Part, cut, facts_to_date, minutes_a_part, steps_of
from kibitz.replay.made_up import Size, made_up_file
from kibitz.replay.mistakes import FACTS, SLOW, SLOW_CLOCK
from shared.errors import FormatError, InputRejected
from shared.formats import usebio
from tests.support.golden import compare
from tests.support.trf_lines import document, player

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
        named = tuple(
            parsed.replace(fragment=parsed.fragment.replace(event=part.event or parsed.fragment.event))
            for parsed in file.fragments
        )
        read.append(FileRead(file.path, file.file, file.parsed, named, file.findings))
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


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_mistakes_are_in_the_parts_and_not_in_the_end(seed: int) -> None:
    plain, wrong = cut(DATA, "evening.xml", EVENING), cut(DATA, "evening.xml", EVENING, mistakes=100, seed=seed)
    assert wrong == cut(DATA, "evening.xml", EVENING, mistakes=100, seed=seed)
    assert wrong != plain
    assert wrong[-1] == plain[-1]
    assert read_parts(wrong).score()[0].standings.rankings == read_parts(plain).score()[0].standings.rankings


@pytest.fixture(scope="module")
def drawn_40_times() -> list[list[Part]]:
    """The parts with a mistake in each, of 40 draws."""
    return [cut(DATA, "evening.xml", EVENING, mistakes=100, seed=seed) for seed in range(40)]


def test_the_label_says_what_the_mistake_is_and_a_slow_clock_dates_the_part(drawn_40_times: list[list[Part]]) -> None:
    every = timedelta(minutes=1)
    drawn = [part for parts in drawn_40_times for part in parts[:-1]]
    slow = [part for part in drawn if part.label.endswith(f" ({SLOW_CLOCK})")]
    assert {part.written_at for part in slow} == {EVENING - n * every - SLOW for n in (1, 2)}
    assert {part.label for part in drawn} >= {"round 2 (a wrong number)", "round 2 (a board missing)"}


def test_an_old_part_is_sent_again(drawn_40_times: list[list[Part]]) -> None:
    assert [len(parts) for parts in drawn_40_times if len(set(parts)) < len(parts)]
    assert all(len(set(parts)) == 3 for parts in drawn_40_times)


def test_a_mistake_that_the_format_cannot_hold_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = cut(DATA, "evening.xml", EVENING)
    render = cut_module._render

    def refuse(fragment: Fragment, facts: Facts, *rest: Any) -> tuple[bytes, str]:
        if not facts.events:
            raise FormatError(NOT_WELL_FORMED, "there is no event")
        return render(fragment, facts, *rest)

    monkeypatch.setattr(cut_module, "_render", refuse)
    monkeypatch.setattr(cut_module, "draw_mistake", lambda _: FACTS)
    monkeypatch.setattr(cut_module, "with_mistake", lambda facts, _: (facts.replace(events=()), "no event"))
    assert cut(DATA, "evening.xml", EVENING, mistakes=100) == plain


def test_the_time_of_a_part_is_that_of_its_boards() -> None:
    assert minutes_a_part(cut(DATA, "evening.xml", EVENING)) == 15
    assert minutes_a_part([]) == 60


def test_the_parts_are_numbered_after_the_name_of_the_file() -> None:
    assert [part.name for part in cut(DATA, "evening.xml", EVENING)] == [
        "evening-01.xml",
        "evening-02.xml",
        "evening.xml",
    ]


@pytest.mark.parametrize(("stated", "told"), [("complete", "to_date"), ("to_date", "to_date"), (None, None)])
def test_an_event_on_the_way_has_results_to_date_where_it_says_what_it_has(
    stated: str | None, told: str | None
) -> None:
    matches = tuple(MatchFact(kind="teams", round=n, home="1", away="2") for n in (1, 2))
    facts = Facts(events=(EventFact(kind="teams", results=stated),), matches=matches)
    assert facts_to_date(facts, steps_of(facts), 0).event.results == told


START = EVENING + timedelta(hours=1)
GAMES = ("4 w 1, 2 b 0", "3 w =, 1 w 1", "2 b =, 4 b 1", "1 b 0, 3 w 0")
CHESS = document(
    "012 Open",
    "142 2",
    *(player(number, *games.split(", "), name=f"Alder, A{number}") for number, games in enumerate(GAMES, 1)),
)
OTHER = re.sub(rb"(?s)^.*?(<EVENT .*</EVENT>).*$", rb"\1", DATA).replace(b"Lanternlight Pairs", b"Juniors")
FILES = {
    "rounds.xml": DATA,
    "boards.xml": re.sub(rb"<ROUND_NUMBER>\d+</ROUND_NUMBER>", b"", DATA),
    "events.xml": DATA.replace(b"</EVENT>", b"</EVENT>" + OTHER, 1),
    "chess.trf": CHESS,
    "plain.xml": re.sub(rb"<(TOTAL_SCORE|MAX_SCORE|BOARDS_PLAYED|PERCENTAGE|PLACE)>[^<]*</\1>", b"", DATA),
}


@pytest.mark.parametrize("name", FILES)
def test_every_kind_of_file_is_cut_as_the_golden_file_has_it(name: str) -> None:
    lines = []
    parts = cut(FILES[name], name, START, timedelta(minutes=7))
    for part in parts:
        read = read_bytes(part.data, part.name, Path(part.name), part.written_at)
        lines += [f"{part.name} {part.written_at} {part.boards} {part.event}: {part.label}"]
        for parsed in read.fragments:
            facts = parsed.fragment.facts
            results = [f"{one.round}/{one.board}" for one in facts.results] + [
                f"{one.round}/{one.player}-{one.opponent}:{one.result}" for one in facts.games
            ]
            lines += [f"  {facts.event.name}, {facts.event.results}: {' '.join(results)}"]
            lines += [f"  totals of {sum(total.total is not None for total in facts.totals)}"]
    lines += [f"{minutes_a_part(parts)} minutes", ""]
    compare(f"replay/cut-{name.partition('.')[0]}", "\n".join(lines))


@pytest.mark.parametrize("mistakes", [0, 60])
def test_the_parts_are_those_of_the_golden_file(mistakes: int) -> None:
    lines = []
    for seed in (1, 2, 3):
        for part in cut(DATA, "evening.xml", EVENING, timedelta(minutes=7), mistakes=mistakes, seed=seed):
            (event,) = usebio.FORMAT.parse(part.data).events
            results = " ".join(f"{result.round}/{result.table}/{result.board}" for result in event.facts.results)
            totals = " ".join(f"{total.participant} {total.total}" for total in event.facts.totals)
            lines += [f"{seed} {part.name} {part.written_at} {part.boards} {part.event}: {part.label}"]
            lines += [f"  {event.facts.event.start_date} {event.facts.event.name}", f"  {results}", f"  {totals}"]
    compare(f"replay/parts-{mistakes}", "\n".join([*lines, ""]))


def test_without_a_seed_the_first_one_is_meant_and_parts_are_a_minute_apart() -> None:
    parts = cut(DATA, "evening.xml", EVENING, mistakes=60)
    assert parts == cut(DATA, "evening.xml", EVENING, timedelta(minutes=1), mistakes=60, seed=1)


def test_a_part_that_its_format_cannot_hold_is_written_in_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut_module, "exported", lambda: {"usebio": SimpleNamespace(holds=lambda _: False)})
    parts = cut(DATA, "evening.dat", EVENING)
    assert [part.name for part in parts] == ["evening-01.xml", "evening-02.xml", "evening.dat"]
    assert [len(usebio.FORMAT.parse(part.data).events) for part in parts] == [1, 1, 1]
