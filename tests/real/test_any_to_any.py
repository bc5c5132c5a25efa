"""Every real file, exported into USEBIO, PBN and TRF: read back without new errors, and written again as it was."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from gacrux.trf2json import trf2json

from contracts.messages import LossItem
from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from shared.formats.format import Values
from tests.support.any_to_any import errors, read_back, unnamed, unnamed_by_record
from tests.support.real_files import needs_real_files, real_files
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player

pytestmark = needs_real_files

FILES = [path for kind in ("usebio", "pbn", "acblscore", "trf") for path in real_files(kind)]
TARGETS: tuple[tuple[str, str | None, Values], ...] = (
    ("usebio", None, "computed"),
    ("usebio", "1.2", "computed"),
    ("usebio", None, "stated"),
    ("pbn", None, "computed"),
    ("pbn", None, "stated"),
    ("trf", "TRF-2026", "computed"),
    ("trf", "TRF16+XX", "computed"),
    ("trf", "TRF-2024-draft", "computed"),
)


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
            if form.discipline not in (None, event.facts.event.discipline):
                continue
            written = form.render(event, values, version=version)
            back = read_back(written)
            assert errors(back) <= errors(pipeline), (name, version, values, event.event)
            copies = [each.score()[1] for each in back.events.values()]
            again = [form.render(copy, values, version=version).data for copy in copies]
            assert again == [written.data], (name, version, values, event.event)
            facts = [copy.facts for copy in copies]
            # TRF names its records, and not the fields of facts.
            by_record = name == "trf"
            lost = (
                unnamed_by_record(event.facts, facts[0], written.losses)
                if by_record
                else unnamed(event.facts, facts, written.losses)
            )
            assert lost == set(), (name, version, values, event.event)


def test_a_field_of_trf_that_no_loss_names_is_found() -> None:
    with_colours, without = (facts_of("012 x", *more, player(1)) for more in (("352 WB", "### kept"), ()))
    lost = {"events.details 352", "events.team_size", "extensions"}
    named = tuple(LossItem(what=what, count=1, why="") for what in ("colours of boards", "comments"))
    assert unnamed_by_record(with_colours, without, ()) == lost
    assert unnamed_by_record(with_colours, without, named) == set()


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
