"""Streams of exports in which something was corrected, against the whole server; everybody in them is made up.

Of each stream the last word counts: the standings and seats are those of its right files alone, at once or after the
command that a verdict offers. The streams have weeks and results of their own, so none of them looks like another.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError

import pytest

from contracts.facts import AsOf, Facts
from contracts.messages import Fragment
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline, seats_of
from kibitz.replay.made_up import Size, made_up_file
from kibitz.sending import send, status
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from tests.support.acblscore_files import Plan, pairs_game
from tests.support.clean_event import CleanEvent
from tests.support.clean_matches import CleanMatches
from tests.support.edits import usebio
from tests.support.stack import Stack, kibitz, wait_until
from tests.support.trf_lines import document, player

pytestmark = pytest.mark.connected

EVENING = Size(4, 3, 2)

FREE = ("sitting_out", "byes")
SIDES = ("section", "table", "ns", "ew", "white", "black")

MOVED = {"verdict": "moved"}
"""Of the event of its heading a file that was moved at once has no verdict."""

Table = dict[str, Any]
File = tuple[str, bytes, datetime]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    folder = tmp_path_factory.mktemp("streams")
    (folder / "inbox").mkdir()
    with Stack(folder, watch=folder / "inbox") as running:
        yield running


def evening(week: int) -> datetime:
    """Eight o'clock, in a week of a stream's own; all are past, as decisions are made now."""
    return datetime(2021, 1, 5, 20, 0, tzinfo=UTC) + timedelta(weeks=week)


def minutes(count: int) -> timedelta:
    return timedelta(minutes=count)


# Sending, and what came of it


def deliver(stack: Stack, file: File) -> dict[str, Any]:
    """Send a file that has not been sent, and return the verdict on it, with its digest and its event."""
    name, data, written_at = file
    answer = send(stack.intake, name, data, written_at=written_at)
    assert answer.status == 201, answer.body
    return verdict(stack, answer.sha256)


def verdict(stack: Stack, sha256: str) -> dict[str, Any]:
    """What came of a file in the event where it is, as soon as it is known, with its digest and that event."""

    def known() -> Any:
        body = status(stack.intake, sha256).body
        here = [part for part in body.get("fragments", ()) if part.get("verdict", MOVED)["verdict"] != "moved"]
        return here if body.get("state") == "scored" else None

    (fragment,) = wait_until(known)
    return {**fragment["verdict"], "sha256": sha256, "event": fragment["event"]}


def becomes(stack: Stack, sha256: str, word: str) -> None:
    """Wait until the verdict on a file is another one."""
    wait_until(lambda: verdict(stack, sha256)["verdict"] == word)


def becomes_offered(stack: Stack, sha256: str, command: Sequence[str]) -> None:
    """Wait until the verdict on a file offers a command."""
    wait_until(lambda: f"kibitz {' '.join(command)}." in verdict(stack, sha256)["text"])


def event_named_in(said: str) -> str:
    """The event that files were split off to."""
    (found,) = re.findall(r"now in event (\S+)", said)
    return str(found)


def offered(text: str, command: str) -> list[str]:
    """The words of a command that a text offers, as they are printed."""
    commands = [str(each).split() for each in re.findall(r"kibitz ([^.;]+)", text)]
    (found,) = (words for words in commands if " ".join(words).startswith(command))
    return found


# Standings and seats, of the server and of the right files alone


def table(stack: Stack, path: str) -> Table:
    """A snapshot; of what is not there, one without rows."""
    try:
        found: Table = stack.get(f"/v1/events/{path}")
    except HTTPError as error:
        if error.code != 404:
            raise
        return {"rows": {}, "meta": {}}
    return found


def shown(stack: Stack, event: str) -> Table:
    """What the server says of an event: each row's name, place and total, and the next seats."""
    rows, seats = table(stack, f"{event}/standings")["rows"], table(stack, f"{event}/seats")
    return {
        "standings": {key: (row["name"], row["place"], row["total"]) for key, row in rows.items()},
        "seats": [{side: row[side] for side in SIDES} for row in seats["rows"].values()],
        **{name: seats["meta"].get(name, []) for name in FREE},
    }


def alone(files: Sequence[File]) -> Table:
    """The same of these files alone."""
    (event,) = Pipeline([read_bytes(data, name, Path(name), at) for name, data, at in files]).events.values()
    scored, merged = event.score()
    drawn = seats_of(merged)
    seats = drawn.model_dump(mode="json") if drawn is not None else {"tables": (), **{name: [] for name in FREE}}
    return {
        "standings": {
            f"{ranking.id}|{row.id}": (row.name, row.place, None if row.total is None else f"{row.total:f}")
            for ranking in scored.standings.rankings
            for row in ranking.rows
        },
        "seats": [{side: each[side] for side in SIDES} for each in seats["tables"]],
        **{name: seats[name] for name in FREE},
    }


def seated(right: Table) -> set[str]:
    """Those who have a table or sit out."""
    return {row[side] for row in right["seats"] for side in SIDES[2:] if row[side]} | set(right["sitting_out"])


def sources_of(stack: Stack, event: str) -> list[str]:
    """The names of the files that count, decisions aside."""
    sources = table(stack, f"{event}/standings")["meta"]["sources"]
    return sorted(source["name"] for source in sources if source["format"] != "decisions")


def assert_right(stack: Stack, event: str, *files: File) -> Table:
    """The standings and seats of an event are soon those of these files alone; returns them."""
    right = alone(files)
    assert right["standings"]
    try:
        wait_until(lambda: shown(stack, event) == right, 10)
    except TimeoutError:
        assert shown(stack, event) == right
    return right


# Files


def rendered(whole: Fragment, form: str) -> bytes:
    """An event as a program writes it."""
    state = EventState(whole.event)
    state.apply(whole)
    return exported()[form].render(state.score()[1]).data


def pairs(name: str, at: datetime, seed: int, size: Size = EVENING) -> str:
    """An evening of pairs in USEBIO."""
    made = made_up_file(size, AsOf(at=at, source="stated"), seed).decode()
    assert "Lanternlight Pairs" in made
    return made.replace("Lanternlight Pairs", name)


def chess(name: str, at: datetime, rounds: Sequence[Sequence[str]], size: int) -> bytes:
    """A Swiss of five rounds in TRF; a game is "1-5 1": White, Black, and the result of White if there is one."""
    cells: dict[int, list[str]] = {number: [] for number in range(1, size + 1)}
    for games in rounds:
        for own in cells.values():
            own.append("")
        for game in games:
            sides, _, result = game.partition(" ")
            white, black = map(int, sides.split("-"))
            other = {"1": "0", "0": "1"}.get(result, result)
            if black:
                cells[white][-1], cells[black][-1] = f"{black} w {result}".strip(), f"{white} b {other}".strip()
            else:
                cells[white][-1] = f"- {result}"
    people = (
        player(number, *own, name=f"{name[:4]}son, Number {number}", rating=2300 - 50 * number)
        for number, own in cells.items()
    )
    return document(f"012 {name}", f"042 {at:%Y/%m/%d}", "142 5", "152 W", "192 FIDE_DUTCH_2026", *people)


# Streams


ROUND_1, ROUND_2 = ("1-5 1", "6-2 0", "3-7 1", "8-4 ="), ("2-1", "4-3", "5-8", "7-6")


def test_a_chess_result_that_is_blanked_and_a_round_that_is_unpaired_are_gone(stack: Stack) -> None:
    at, wrong = evening(1), ("2-1 1", *ROUND_2[1:])
    states: list[Sequence[Sequence[str]]] = [[ROUND_1], [ROUND_1, wrong], [ROUND_1, ROUND_2], [ROUND_1]]
    for count, rounds in enumerate(states):
        when = at + minutes(10 * count)
        # The same bytes twice would be one file.
        export = ("open.trf", chess("Yewtree Open", at, rounds, 8) + f"### {count}\n".encode(), when)
        told = deliver(stack, export)
        assert told["verdict"] == "counts"
        right = assert_right(stack, told["event"], export)
        assert len(right["seats"]) == 4


@pytest.mark.parametrize("played", [0, 1])
def test_eight_chess_players_corrected_to_seven_leave_no_ghost_and_give_a_bye(stack: Stack, played: int) -> None:
    at, name = evening(2 + played), "Quayside Open"
    eight = ("open.trf", chess(name, at, [ROUND_1][:played], 8), at)
    seven = ("open.trf", chess(name, at, [(*ROUND_1[:3], "4-0 U")][:played], 7), at + minutes(20))
    event = deliver(stack, eight)["event"]
    assert "8" in seated(assert_right(stack, event, eight))
    assert deliver(stack, seven)["verdict"] == "counts"
    right = assert_right(stack, event, seven)
    assert seated(right) == {str(number) for number in range(1, 8)}
    assert [bye["value"] for bye in right["byes"]] == ["U"]


def teams(name: str, at: datetime, size: int) -> bytes:
    """Nine Swiss teams in USEBIO, of which one had no opponent in a first round; of eight, it was never there."""
    whole = CleanMatches(seed=4, sides=10, boards_per_round=2).fragment()
    facts = whole.facts
    first = [match for match in facts.matches if match.round == 1]
    (with_tenth,) = (match for match in first if "10" in (match.home, match.away))
    gone = {with_tenth.home, with_tenth.away} if size == 8 else {"10"}
    matches = [match for match in first if match is not with_tenth]
    tables = {match.table for match in matches}
    facts = facts.replace(
        events=(facts.event.replace(name=name, start_date=f"{at:%Y-%m-%d}", results=None, rounds=5),),
        participants=tuple(listed for listed in facts.participants if gone.isdisjoint({listed.id, listed.team})),
        matches=tuple(matches),
        results=tuple(line for line in facts.results if line.round == 1 and line.table in tables),
        board_points=tuple(
            each for each in facts.board_points if each.round == 1 and "10" not in (each.home, each.away)
        ),
        seats=(),
        totals=(),
    )
    return rendered(whole.replace(facts=facts), "usebio")


def test_nine_swiss_teams_corrected_to_eight_leave_no_ghost_and_no_bye(stack: Stack) -> None:
    at = evening(5)
    nine = ("teams.xml", teams("Wharf Teams", at, 9), at)
    eight = ("teams.xml", teams("Wharf Teams", at, 8), at + minutes(20))
    event = deliver(stack, nine)["event"]
    before = assert_right(stack, event, nine)
    assert deliver(stack, eight)["verdict"] == "counts"
    right = assert_right(stack, event, eight)
    assert (len(right["seats"]), right["byes"], right["sitting_out"]) == (4, [], [])
    assert len(seated(before) - seated(right)) == 1


def test_a_pair_that_is_renumbered_is_ranked_once_and_a_board_that_is_removed_is_gone(stack: Stack) -> None:
    at = evening(8)
    text = pairs("Otter Pairs", at, 41, Size(10, 3, 2))
    exports = [text, re.sub(r"(NUMBER>)10(EW<)", r"\g<1>50\2", text)]
    exports.append(usebio.remove_board(exports[1], Random(3)))
    for count, export in enumerate(exports):
        file = (f"otter-{count}.xml", export.encode(), at + minutes(20 * count))
        told = deliver(stack, file)
        assert told["verdict"] == "counts"
        right = assert_right(stack, told["event"], file)
        assert len(right["standings"]) == 20
        boards = table(stack, f"{told['event']}/standings")["meta"]["boards"]
        assert len(boards) == (20 if count < 2 else 19)


def test_a_correction_from_a_slow_clock_is_offered_with_take(stack: Stack) -> None:
    at = evening(9)
    wrong = pairs("Heron Pairs", at, 51)
    first = ("heron.xml", wrong.encode(), at)
    second = ("heron.xml", usebio.change_score(wrong, Random(5)).encode(), at - minutes(20))
    event = deliver(stack, first)["event"]
    told = deliver(stack, second)
    assert told["verdict"] == "older"
    assert "clock of local may be slow" in told["text"]
    assert_right(stack, event, first)
    take = offered(told["text"], "take")
    kibitz(stack, *take)
    assert_right(stack, event, second)
    becomes(stack, told["sha256"], "counts")
    kibitz(stack, *take, "--back")
    assert_right(stack, event, first)


Scores = dict[tuple[int, int], tuple[int, int]]


def game(name: str, at: datetime, corrected: Scores | None = None) -> bytes:
    """An evening of pairs in a file of ACBLscore, saved at a moment; each day has scores of its own."""
    draw = Random(at.toordinal())
    drawn = {(board, pair): draw.choice([40, 42, 45, 62, 14, 11]) for board in range(1, 11) for pair in range(1, 6)}
    scores = {line: (score, -score) for line, score in drawn.items()}
    plan = Plan(tables=5, rounds=5, section={"modified": at}, scores={**scores, **(corrected or {})})
    data, _ = pairs_game(plan, name=name, date=f"{at:%B} {at.day}, {at.year}", modified=at)
    return data


def test_a_correction_that_states_an_older_time_is_offered_with_take(stack: Stack) -> None:
    at = evening(10)
    first = ("heath.aca", game("Heath Pairs", at), at)
    scores = {(1, 1): (-62, 62)}
    second = ("heath.aca", game("Heath Pairs", at - minutes(20), scores), at + minutes(10))
    event = deliver(stack, first)["event"]
    told = deliver(stack, second)
    assert told["verdict"] == "older"
    take = offered(told["text"], "take")
    kibitz(stack, *take)
    assert_right(stack, event, second)
    kibitz(stack, *take, "--back")
    assert_right(stack, event, first)


def test_another_evening_under_the_same_header_is_held_and_the_next_right_export_counts(stack: Stack) -> None:
    at = evening(11)
    text = pairs("Curlew Pairs", at, 71)
    first = ("curlew.xml", text.encode(), at)
    other = ("curlew.xml", pairs("Curlew Pairs", at, 72).encode(), at + minutes(20))
    third = ("curlew.xml", usebio.change_score(text, Random(7)).encode(), at + minutes(40))
    event = deliver(stack, first)["event"]
    told = deliver(stack, other)
    assert told["verdict"] == "held"
    assert "other people" in told["text"]
    assert_right(stack, event, first)
    assert deliver(stack, third)["verdict"] == "counts"
    assert_right(stack, event, third)
    # Its name is that of the right files, which stay.
    split = offered(told["text"], "events split")
    own = event_named_in(kibitz(stack, *split))
    assert_right(stack, own, other)
    assert_right(stack, event, third)
    kibitz(stack, *split, "--back")
    becomes(stack, told["sha256"], "held")
    assert_right(stack, event, third)


def test_right_exports_that_are_held_because_of_another_evening_count_once_one_is_taken(stack: Stack) -> None:
    at = datetime.now(UTC) - minutes(60)
    text = pairs("Dunlin Pairs", at, 74)
    other = ("dunlin.xml", pairs("Dunlin Pairs", at, 75).encode(), at)
    right = ("dunlin.xml", text.encode(), at + minutes(20))
    event = deliver(stack, other)["event"]
    told = deliver(stack, right)
    assert told["verdict"] == "held"
    kibitz(stack, *offered(told["text"], "take"))
    assert_right(stack, event, right)
    newer = ("dunlin.xml", usebio.change_score(text, Random(7)).encode(), datetime.now(UTC))
    assert deliver(stack, newer)["verdict"] == "counts"
    assert_right(stack, event, newer)


def half_way(text: str) -> str:
    """The evening before its last board set was played."""
    boards = [element for element in usebio.elements(text) if element.tag == "BOARD"]
    return text[: boards[5].start] + text[boards[-1].end :]


@pytest.mark.parametrize("corrected", ["name", "date", "month"])
def test_a_heading_that_is_corrected_half_way_makes_two_events_that_can_be_linked(stack: Stack, corrected: str) -> None:
    at = evening({"name": 12, "date": 14, "month": 46}[corrected])
    text = pairs("Kestrel Pairs", at, {"name": 81, "date": 83, "month": 85}[corrected])
    other_day = at - timedelta(days=1 if corrected == "date" else 31)
    wrong = (
        text.replace("Kestrel Pairs", "Test")
        if corrected == "name"
        else text.replace(f"{at:%Y-%m-%d}", f"{other_day:%Y-%m-%d}")
    )
    first = ("kestrel.xml", half_way(wrong).encode(), at)
    second = ("kestrel.xml", text.encode(), at + minutes(40))
    third = ("kestrel.xml", usebio.change_score(text, Random(8)).encode(), at + minutes(50))
    old = deliver(stack, first)["event"]
    told = deliver(stack, second)
    new = told["event"]
    assert new != old
    assert f"looks like event {old}" in told["text"]
    assert told["looks_like"][0]["text"] in kibitz(stack, "events", "list")
    link = offered(told["text"], "events link")
    assert link[2:] == [old, new]
    kibitz(stack, *link)
    assert_right(stack, old, second)
    wait_until(lambda: new not in stack.get("/v1/events")["rows"])
    wait_until(lambda: table(stack, f"{old}/standings")["meta"]["looks_like"] == [])
    deliver(stack, third)
    assert_right(stack, old, third)
    kibitz(stack, *link, "--back")
    assert_right(stack, old, first)
    assert_right(stack, new, third)


def section(letter: str, name: str, at: datetime, *, apart: bool) -> File:
    """A section of pairs in a file of its own, which numbers its pairs from 1, or `apart` from other sections."""
    whole = CleanEvent(seed=ord(letter), tables=3).fragment()
    text = rendered(whole, "usebio").decode()
    text = text.replace("Clean pairs", name).replace("2026-03-07", f"{at:%Y-%m-%d}")
    text = text.replace('SECTION_ID="A"', f'SECTION_ID="{letter}"')
    text = re.sub(r"(Ann|Bob) (NS|EW)", rf"\1 {letter}{at.toordinal()}\2", text)
    if apart:
        text = re.sub(r"NUMBER>(\d)(NS|EW)", rf"NUMBER>{ord(letter) - 64}\1\2", text)
    return f"section-{letter}.xml", text.encode(), at


@pytest.mark.parametrize("name", ["section-B.xml", "section-A.xml"])
def test_section_files_that_both_number_from_1_can_be_split(stack: Stack, name: str) -> None:
    at = evening(16 if name == "section-B.xml" else 18)
    first = section("A", "Marsh Pairs", at, apart=False)
    _, data, when = section("B", "Marsh Pairs", at + minutes(1), apart=False)
    second = (name, data, when)
    event = deliver(stack, first)["event"]
    told = deliver(stack, second)
    split = offered(told["text"], "events split")
    own = event_named_in(kibitz(stack, *split))
    assert_right(stack, event, first)
    assert_right(stack, own, second)
    corrected = (name, usebio.change_score(data.decode(), Random(9)).encode(), when + minutes(9))
    later = deliver(stack, corrected)
    if name == first[0]:
        again = offered(later["text"], "events split")
        assert event_named_in(kibitz(stack, *again)) == own
        assert_right(stack, own, corrected)
        kibitz(stack, *again, "--back")
        becomes_offered(stack, later["sha256"], again)
        kibitz(stack, *again)
    else:
        # The next export follows its name.
        assert later["event"] == own
    assert_right(stack, own, corrected)
    assert_right(stack, event, first)
    kibitz(stack, *split, "--back")
    if name == first[0]:
        becomes_offered(stack, told["sha256"], split)
        return
    wait_until(lambda: own not in stack.get("/v1/events")["rows"])
    wait_until(lambda: sources_of(stack, event) == sorted((first[0], name)))
    becomes_offered(stack, later["sha256"], [*split[:-1], later["sha256"][:8]])


def hands(at: datetime, event: str, site: str, seed: int) -> bytes:
    """The deals of eight boards in PBN."""
    whole = CleanEvent(seed=seed, tables=4).fragment()
    facts = whole.facts
    heading = facts.event.replace(name="Somewhat", start_date=f"{at:%Y-%m-%d}")
    facts = Facts(
        events=(heading,),
        boards=tuple(board.replace(session=None) for board in facts.boards),
        deals=tuple(deal.replace(session=None) for deal in facts.deals),
    )
    text = rendered(whole.replace(facts=facts), "pbn").decode()
    return text.replace('[Event "Somewhat"]', f'[Event "{event}"]').replace('[Site ""]', f'[Site "{site}"]').encode()


def deals_on(stack: Stack, event: str) -> set[str]:
    """The boards of an event that have their deal."""
    boards = [board["id"] for board in table(stack, f"{event}/standings")["meta"]["boards"]]
    return {board for board in boards if table(stack, f"{event}/boards/{board}").get("meta", {}).get("deal")}


@pytest.mark.parametrize("hands_first", [False, True])
def test_hands_without_event_or_site_can_be_linked_to_their_results(stack: Stack, hands_first: bool) -> None:
    at = evening(20 + 2 * hands_first)
    played = ("plover.xml", pairs("Plover Pairs", at, 91 + hands_first).encode(), at + minutes(180))
    dealt = ("hands.pbn", hands(at, "", "", 31 + hands_first), at - minutes(60))
    files = [dealt, played] if hands_first else [played, dealt]
    events = {}
    for file in files:
        told = deliver(stack, file)
        events[file[0]] = told["event"]
    home, apart = events["plover.xml"], events["hands.pbn"]
    assert home != apart
    link = offered(told["text"], "events link")
    assert link[2:] == [home, apart]
    assert deals_on(stack, home) == set()
    kibitz(stack, *link)
    wait_until(lambda: len(deals_on(stack, home)) == 8)
    assert_right(stack, home, played)
    kibitz(stack, *link, "--back")
    wait_until(lambda: not deals_on(stack, home))
    assert_right(stack, home, played)


def test_hands_in_a_watched_folder_can_be_linked_to_results_that_were_sent(stack: Stack) -> None:
    at = evening(48)
    before = set(stack.get("/v1/events")["rows"])
    (stack.folder / "inbox" / "hands.pbn").write_bytes(hands(at, "", "", 35))
    (apart,) = wait_until(lambda: set(stack.get("/v1/events")["rows"]) - before)
    played = ("plover.xml", pairs("Plover Pairs", at, 95).encode(), at + minutes(180))
    told = deliver(stack, played)
    link = offered(told["text"], "events link")
    assert link[2:] == [told["event"], apart]
    kibitz(stack, *link)
    wait_until(lambda: len(deals_on(stack, told["event"])) == 8)
    assert_right(stack, told["event"], played)


def test_retracting_the_newest_of_three_exports_restores_the_one_before(stack: Stack) -> None:
    at = evening(24)
    text = pairs("Bittern Pairs", at, 101)
    texts = [text]
    for seed in (1, 2):
        texts.append(usebio.change_score(texts[-1], Random(seed)))
    exports = [("bittern.xml", each.encode(), at + minutes(20 * count)) for count, each in enumerate(texts)]
    verdicts = [deliver(stack, export) for export in exports]
    event, newest = verdicts[0]["event"], verdicts[2]["sha256"]
    assert_right(stack, event, exports[2])
    kibitz(stack, "retract", newest[:8])
    assert_right(stack, event, exports[1])
    becomes(stack, newest, "retracted")
    becomes(stack, verdicts[1]["sha256"], "counts")
    becomes(stack, verdicts[0]["sha256"], "replaced")
    kibitz(stack, "retract", newest[:8], "--back")
    assert_right(stack, event, exports[2])


PROGRAMS = ("results and hands", "two sections", "a game file and its export", "a game file of another name")


def two_programs(which: str, at: datetime, name: str) -> list[File]:
    """Two files of one event that complete each other."""
    if which == "results and hands":
        return [
            ("snipe.xml", pairs(name, at, at.toordinal()).encode(), at),
            ("snipe.pbn", hands(at, name, "Lanternlight Bridge Club", 41), at),
        ]
    if which == "two sections":
        return [section(letter, name, at, apart=True) for letter in "AB"]
    # ACBLscore has the time of day in the name of the session, which is not exported.
    data = game(name if "another" in which else f"{name} Eve", at)
    (event,) = Pipeline([read_bytes(data, "snipe.aca", Path("snipe.aca"), at)]).events.values()
    return [("snipe.aca", data, at), ("snipe.xml", exported()["usebio"].render(event.score()[1]).data, at)]


@pytest.mark.parametrize("which", PROGRAMS)
@pytest.mark.parametrize("turned", [False, True])
def test_files_of_two_programs_about_one_event_both_count(stack: Stack, which: str, turned: bool) -> None:
    at = evening(30 + 2 * PROGRAMS.index(which) + turned)
    files = two_programs(which, at, f"Snipe Pairs {'Two' if turned else 'One'}")
    verdicts = [deliver(stack, file) for file in (reversed(files) if turned else files)]
    assert [told["verdict"] for told in verdicts] == ["counts", "counts"]
    event = verdicts[0]["event"]
    if "another" in which:
        assert verdicts[1]["event"] != event
        kibitz(stack, *offered(verdicts[1]["text"], "events link"))
    else:
        assert verdicts[1]["text"].endswith(" counts")
        assert verdicts[1]["event"] == event
    if which == "two sections":
        right = alone(files)["standings"]
        assert {name for name, *_ in right.values()} == {
            name for file in files for name, *_ in alone([file])["standings"].values()
        }
    else:
        right = alone(files[:1])["standings"]
    wait_until(lambda: shown(stack, event)["standings"] == right)
    if which == "results and hands":
        wait_until(lambda: len(deals_on(stack, event)) == 8)
    wait_until(lambda: sources_of(stack, event) == sorted(name for name, *_ in files))
