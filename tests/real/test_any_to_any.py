"""Every real file in every format: read back without new errors, written again as it was, its losses named exactly."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from gacrux.trf2json import trf2json

from contracts.facts import EventFact, Extension, Facts
from contracts.messages import LossItem
from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from shared.formats.format import Values
from tests.support.any_to_any import errors, misnamed, read_back
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

FILES = [path for kind in ("usebio", "pbn", "acblscore", "trf") for path in real_files(kind)]
TARGETS: tuple[tuple[str, str | None, Values], ...] = (
    ("usebio", None, "computed"),
    ("usebio", "1.2", "computed"),
    ("usebio", None, "stated"),
    ("pbn", None, "computed"),
    ("pbn", None, "stated"),
    ("acblscore", None, "computed"),
    ("acblscore", None, "stated"),
    ("trf", "TRF-2026", "computed"),
    ("trf", "TRF16+XX", "computed"),
    ("trf", "TRF-2024-draft", "computed"),
)


EXTENSION = Extension(kind="comment", owner="", name="#", value="rain")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_export_is_read_back_without_new_errors_and_written_again_alike(path: Path) -> None:
    read = read_file(path)
    if read.rejected is not None:
        pytest.skip("the file cannot be read")
    pipeline = Pipeline([read])
    merged = [event.score()[1] for event in pipeline.events.values()]
    for name, version, values in TARGETS:
        form = exported()[name]
        for event in merged:
            if not form.holds(event):
                continue
            written = form.render(event, values, version=version)
            back = read_back(written)
            assert errors(back) <= errors(pipeline), (name, version, values, event.event)
            copies = [each.score()[1] for each in back.events.values()]
            again = [form.render(copy, values, version=version).data for copy in copies]
            assert again == [written.data], (name, version, values, event.event)
            facts = [copy.facts for copy in copies]
            wrong = misnamed(event.facts, facts, written.losses, computed=values == "computed")
            assert wrong == (set(), set()), (name, version, values, event.event)


def test_a_field_that_no_loss_names_is_found_and_one_that_comes_back_too() -> None:
    with_city = Facts(events=(EventFact(name="Cup", city="Rome"),), extensions=(EXTENSION,))
    without = Facts(events=(EventFact(name="Cup"),), extensions=(EXTENSION.replace(value="other"),))
    named = LossItem(what="city of events", count=1, why="", fields=("events.city",))
    assert misnamed(with_city, [without], ()) == ({"events.city", "extensions comment #"}, set())
    assert misnamed(with_city, [with_city], [named]) == (set(), {"events.city"})


def status_by_gacrux(data: bytes) -> list[str]:
    """What the pairing engine finds wrong with a file."""
    with contextlib.redirect_stdout(io.StringIO()):
        engine = trf2json()
        engine.parse_file(data.decode("utf-8-sig"), 0)
    found: list[str] = engine.chessjson["status"]["error"]
    return found


NOT_OF_GACRUX = {"javafo_example.trf", "team_299_all.input"}
"""Files on which gacrux itself breaks off, as on our exports of them."""


@pytest.mark.parametrize("path", [p for p in real_files("trf") if p.name not in NOT_OF_GACRUX], ids=lambda p: p.name)
def test_a_pairing_engine_takes_an_export(path: Path) -> None:
    read = read_file(path)
    if read.rejected is not None or read.file.format != "trf":
        pytest.skip("the file cannot be read")
    for event in Pipeline([read]).events.values():
        for version in ("TRF-2026", "TRF16+XX"):
            assert status_by_gacrux(exported()["trf"].render(event.score()[1], version=version).data) == []
