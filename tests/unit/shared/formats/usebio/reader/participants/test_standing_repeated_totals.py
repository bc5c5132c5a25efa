"""Overall results that every session of a file repeats."""

from decimal import Decimal

from shared.formats.parsed import ParsedEvent
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.writer.render import render
from tests.support.usebio_documents import codes, document, merged, pair, people, plain, read_one

SAME = {"1": ("60", "1"), "2": ("40", "3"), "3": ("50", "2")}


def session(number: int, results: dict[str, tuple[str, str]], more: str = "") -> str:
    inside = (
        pair(name, f"<PERCENTAGE>{percent}</PERCENTAGE><PLACE>{place}</PLACE>{more}")
        for name, (percent, place) in results.items()
    )
    return f'<SESSION SESSION_ID="{number}">{people(*inside)}</SESSION>'


def two(*sessions: str, version: str = "1.2") -> tuple[ParsedEvent, list[str]]:
    parsed = parse(document("".join(sessions), version=version))
    return parsed.events[0], codes(parsed)


def told(event: ParsedEvent) -> dict[tuple[str, str | None], Decimal | None]:
    return {(total.participant, total.session): total.percentage for total in event.facts.totals}


def test_what_every_session_says_of_everybody_is_said_of_the_event() -> None:
    event, found = two(session(1, SAME), session(2, SAME))
    assert told(event) == {("1", None): 60, ("2", None): 40, ("3", None): 50}
    assert found == ["usebio.overall-repeated"]


def test_the_finding_stands_at_the_first_of_the_results() -> None:
    sessions = f"{session(1, SAME)}\n{session(2, SAME)}"
    (finding,) = parse(document(sessions.replace("<PAIR>", "\n<PAIR>"), version="1.2")).findings
    assert finding.message == "every session has the same results of everybody: they were read as those of the event"
    assert str(finding.place) == "line 2, /USEBIO/EVENT[1]/SESSION[1]/PARTICIPANTS[1]/PAIR[1]"


def test_a_result_of_its_own_in_any_session_makes_all_of_them_results_of_sessions() -> None:
    event, found = two(session(1, SAME), session(2, SAME | {"3": ("51", "2")}))
    assert {when for _, when in told(event)} == {"1", "2"}
    assert found == []


def test_since_1_4_a_list_in_a_session_has_the_results_of_that_session() -> None:
    event, found = two(session(1, SAME), session(2, SAME), version="1.4")
    assert {when for _, when in told(event)} == {"1", "2"}
    assert found == []


def test_a_list_outside_the_sessions_has_the_results_of_the_event_already() -> None:
    event, _ = two(people(pair("1", "<PERCENTAGE>60</PERCENTAGE>")), session(1, SAME), session(2, SAME))
    assert {when for _, when in told(event)} == {None, "1", "2"}


def test_a_few_or_all_of_whom_the_same_is_said_may_have_it_by_chance() -> None:
    few = {name: SAME[name] for name in ("1", "2")}
    alike = dict.fromkeys("123", ("50", "1="))
    for results in (few, alike):
        event, found = two(session(1, results), session(2, results))
        assert {when for _, when in told(event)} == {"1", "2"}
        assert found == []


def test_adjustments_and_awards_of_every_session_count_once_and_what_differs_stays() -> None:
    given = (
        "<ADJUSTMENT>-1</ADJUSTMENT><MASTER_POINTS_AWARDED>6</MASTER_POINTS_AWARDED><BOARDS_PLAYED>{}</BOARDS_PLAYED>"
    )
    event, _ = two(session(1, SAME, given.format(24)), session(2, SAME, given.format(26)))
    facts = event.facts
    assert [(one.participant, one.session) for one in facts.adjustments] == [("1", None), ("2", None), ("3", None)]
    assert [one.session for one in facts.awards] == [None, None, None]
    boards = {(total.participant, total.session): total.boards_played for total in facts.totals}
    assert (boards["1", None], boards["1", "1"], boards["1", "2"]) == (None, 24, 26)
    assert told(event)["1", "1"] is None


def test_what_is_read_once_is_written_once() -> None:
    event, _ = two(session(1, SAME), session(2, SAME))
    for version in ("1.4", "1.2"):
        again = read_one(render(merged(event), version=version, values="stated").data)  # type: ignore[arg-type]
        assert plain(again.facts)["totals"] == plain(event.facts)["totals"]
