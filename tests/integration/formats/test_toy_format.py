"""A new format is one folder and one line of the registry: a toy goes from the intake to the feed and to export."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import shared.formats
from contracts.base import UNRECOGNISED
from contracts.messages import FileReceived, FragmentParsed, Position, StandingsPublished
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.export.domain.formats import by_suffix, exported
from services.intake.domain.admission import Keep, Refuse, Sending, admit
from services.intake.domain.content import content_of
from services.intake.domain.recognise import ending_of, recognise
from services.scoring.domain.event.event_state import EventState
from services.validation.domain.check import check
from shared.errors import FormatError
from shared.formats import registry
from shared.formats.format import Ending
from shared.parsing import parser
from tests.support.memory_bus import MemoryBus
from tests.support.published import table_of
from tests.support.toy_file import DATA

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
SENDING = Sending(name="monday.toy", sender="club", received_at=NOW)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder beside the other formats, and its line in the registry."""
    folder = Path(__file__).parents[2] / "support/formats"
    monkeypatch.setattr(shared.formats, "__path__", [*shared.formats.__path__, str(folder)])
    monkeypatch.setattr(registry, "NAMES", (*registry.NAMES, "toy"))
    yield
    registry._load.cache_clear()


def test_without_its_line_the_format_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "NAMES", tuple(name for name in registry.NAMES if name != "toy"))
    assert recognise(content_of(DATA).sample).format == UNRECOGNISED
    assert isinstance(admit(content_of(DATA), SENDING, None), Refuse)


async def parsed() -> FragmentParsed:
    """The file through the intake and the parser of its format."""
    content = content_of(DATA)
    plan = admit(content, SENDING, None)
    assert isinstance(plan, Keep)
    assert ending_of(plan.message.file.format, content.sample) is Ending.WHOLE
    bus: Any = MemoryBus()
    await bus.put_object(plan.message.bucket, content.sha256, DATA)
    message = FileReceived.model_validate_json(plan.message.model_dump_json())
    await parser.read(bus, parser.Reader(registry.by_name(message.file.format), 1_000), message)
    subjects = [subject for subject, _ in bus.messages]
    assert subjects[-1] == "parser.file.parsed.v1.toy"
    fragment = bus.messages[0][1]
    assert isinstance(fragment, FragmentParsed)
    return fragment


async def test_a_file_goes_from_the_intake_to_the_feed_and_to_export() -> None:
    message = await parsed()
    verdict = check(message.fragment, message.findings)
    assert verdict.rejected_by is None
    state = EventState(message.fragment.event)
    state.apply(message.fragment, verdict.findings)
    scored, merged = state.score()

    places = {row.id: row.place for row in scored.standings.rankings[0].rows}
    assert places == {"1": "1=", "4": "1=", "2": "3=", "3": "3="}
    published = StandingsPublished(
        standings=scored.standings, position=Position(seq=1, applied=1), digest="0" * 64, calculated_at=NOW
    )
    table = table_of(published)
    assert len(table.rows) == 4

    written = {name: form.render(merged) for name, form in exported().items() if form.holds(merged)}
    assert written["toy"].data == DATA
    assert {"toy", "json", "csv"} <= written.keys()
    assert by_suffix(".toy") is exported()["toy"]


def test_the_command_line_reads_it_and_reads_what_it_writes() -> None:
    (event,) = Pipeline([read_bytes(DATA, "monday.toy", Path("monday.toy"))]).events.values()
    for form in exported().values():
        merged = event.score()[1]
        if form.reader is not None and form.holds(merged):
            again = read_bytes(form.render(merged).data, "again", Path("again"))
            assert (again.file.format, again.rejected) == (form.name, None)


def test_what_is_wrong_has_a_code_of_the_format() -> None:
    with pytest.raises(FormatError) as refused:
        registry.by_name("toy").parse(b"TOY x\nnonsense\n")
    assert registry.codes()["toy.bad-line"] is refused.value.code


def test_a_file_that_a_code_of_the_format_refuses_is_not_scored() -> None:
    pipeline = Pipeline([read_bytes(DATA.replace(b"Monday", b"Trial"), "trial.toy", Path("trial.toy"))])
    assert pipeline.events == {}
    assert [finding.code for finding in pipeline.refused_findings()][:1] == ["toy.trial"]


async def test_what_the_format_cannot_read_is_refused_by_its_parser() -> None:
    form = replace(registry.by_name("toy"), max_bytes=10)
    bus: Any = MemoryBus()
    plan = admit(content_of(DATA), SENDING, None)
    assert isinstance(plan, Keep)
    await bus.put_object(plan.message.bucket, plan.message.file.sha256, DATA)
    with pytest.raises(Exception, match="takes 10"):
        await parser.read(bus, parser.Reader(form, 1_000), plan.message)
