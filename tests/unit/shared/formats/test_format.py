"""What a format answers for itself."""

from datetime import UTC, datetime

import pytest

from contracts.base import Discipline
from contracts.facts import EventFact
from contracts.standings import Source
from shared.formats.format import Ending, Format
from shared.formats.parsed import Parsed, Rendered
from tests.support.merged import merged

BARE = Format("toy", "Toy")
CHESS = merged(events=(EventFact(discipline=Discipline.CHESS),))
BRIDGE = merged(events=(EventFact(discipline=Discipline.BRIDGE),))


def test_a_format_without_reader_writer_or_updater_says_so() -> None:
    with pytest.raises(TypeError, match="Toy is not read"):
        BARE.parse(b"")
    with pytest.raises(TypeError, match="Toy is not written"):
        BARE.render(BRIDGE)
    with pytest.raises(TypeError, match="Toy are written anew"):
        BARE.update(b"", [BRIDGE])


def test_a_file_is_given_to_the_reader() -> None:
    assert Format("toy", "Toy", reader=lambda: lambda data: Parsed((data,))).parse(b"x").events == (b"x",)  # type: ignore[arg-type]


def test_an_event_is_written_in_the_usual_version_unless_another_is_asked_for() -> None:
    def write(merged, *, values, seats, version):  # type: ignore[no-untyped-def]
        return Rendered(f"{values} {seats} {version}".encode(), "x", "text/plain")

    form = Format("toy", "Toy", writer=lambda: write, versions=("2", "1"))
    assert form.render(BRIDGE).data == b"computed None 2"
    assert form.render(BRIDGE, "stated", None, "1").data == b"stated None 1"
    assert Format("toy", "Toy", writer=lambda: write).render(BRIDGE).data == b"computed None "


def test_a_format_holds_events_of_its_discipline_that_suit_it() -> None:
    assert BARE.holds(CHESS)
    of_bridge = Format("toy", "Toy", discipline=Discipline.BRIDGE, suits=lambda _, seats: seats is None)
    assert of_bridge.holds(BRIDGE)
    assert not of_bridge.holds(CHESS)
    assert not Format("toy", "Toy", suits=lambda *_: False).holds(BRIDGE)


def test_the_original_of_an_event_is_its_newest_source_of_a_format_that_changes_files() -> None:
    def source(digit: str, file_format: str) -> Source:
        at = datetime(2031, 10, 3, 20, tzinfo=UTC)
        return Source(
            fragment=f"{digit * 12}.0", file=digit * 64, name="x", format=file_format, as_of=at, scope="event"
        )

    sources = (source("a", "toy"), source("b", "toy"), source("c", "other"))
    event = BRIDGE.replace(sources=sources)
    updated = Format("toy", "Toy", updater=lambda: lambda *_, **__: Rendered(b"", "x", "text/plain"))
    assert updated.original_of(event) == sources[1]
    assert updated.original_of(BRIDGE) is None
    assert BARE.original_of(event) is None


def test_a_marked_end_is_there_or_not_and_an_unmarked_one_may_be() -> None:
    assert [Ending.marked(True), Ending.marked(False)] == [Ending.WHOLE, Ending.CUT]
    assert [Ending.unmarked(True), Ending.unmarked(False)] == [Ending.OPEN, Ending.CUT]
