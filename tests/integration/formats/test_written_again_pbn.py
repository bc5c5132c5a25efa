"""Made-up events of every kind as PBN: what is written of them is read and written again as it was."""

from pathlib import Path

import pytest

from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from shared.formats.format import Values
from tests.support.any_to_any import read_back

FOLDER = Path(__file__).parents[2] / "data/usebio"
OTHERS = ("ladder-1.0", "undeclared-windows-1252")
"""PBN has no ladders, and loses what makes one; the other file is refused."""


@pytest.mark.parametrize("values", ["computed", "stated"])
@pytest.mark.parametrize("path", [p for p in FOLDER.glob("*.xml") if p.stem not in OTHERS], ids=lambda path: path.stem)
def test_an_event_is_written_again_as_it_was(path: Path, values: Values) -> None:
    form = exported()["pbn"]
    (event,) = Pipeline([read_file(path)]).events.values()
    written = form.render(event.score()[1], values)
    (again,) = read_back(written).events.values()
    assert form.render(again.score()[1], values).data == written.data
