"""Every total of every real file, added up again from its explanation alone."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.scoring.domain.explanation.explainer import Explainer
from services.scoring.domain.explanation.listing import listed
from tests.support.readding import add_up
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

FILES = [path for folder in ("usebio", "pbn", "acblscore", "trf") for path in real_files(folder, "*")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_total_of_a_real_file_adds_up_from_its_explanation(path: Path) -> None:
    pipeline = Pipeline([read_bytes(path.read_bytes(), path.name, path, datetime(2031, 5, 4, tzinfo=UTC))])
    for event in pipeline.events.values():
        explainer = Explainer(event.state, event.score()[0])
        made = [each.model_dump(mode="json", exclude_none=True) for each in explainer]
        for each in made:
            add_up(each)
        assert len(made) >= max((len(ranking.rows) for ranking in explainer.standings.rankings), default=0)
        for ranking in explainer.standings.rankings:
            for first in listed(explainer.standings, ranking.id)[:1]:
                again = explainer.explain(first).model_dump(mode="json", exclude_none=True)
                add_up(again)
                assert (again["ranking"], again.get("place")) == (ranking.title, first.row.place)
