"""Real events of every format as new game files: read again without a contradiction, and written again the same."""

from itertools import chain
from pathlib import Path

import pytest

from services.export.domain.formats import exported
from shared.formats.format import Values
from tests.support.real_files import needs_real_files
from tests.support.written_and_read import errors, files_held, gone, unexplained, written

pytestmark = needs_real_files

FILES = files_held("acblscore")
VALUES: tuple[Values, ...] = ("computed", "stated")
by_name = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)

OURS = r"totals\.(total|percentage|maximum|unfactored|wins|boards_played|\w*place|places .*)|results\.stated\..*"
"""Values that are written as we have computed them, and not as they were stated."""

LOSSES = {
    r"(deals|auctions|plays)\..*": ("deals", "auctions", "plays"),
    r"board_points\..*": ("board points",),
    r"extensions\..*": ("extensions",),
    r"results\..*": ("result", "multiplicity", "score"),
    r"results\.(contract|declarer|lead|tricks|room)": ("contract", "declarer", "lead", "tricks", "room"),
    r"results\.(ns|ew)_score\..*": ("score", "words of scores"),
    r"\w+(\.\w+)*\.details .*": ("detail",),
    r"\w+\.details (FILE_CREATED|MODIFIED)": ("time of writing",),
    r"movements\.details ROUNDS_DRAWN": ("round of movements",),
    r"events\.(program|program_version|format_version)": ("program",),
    r"events\.(name|external_id)": ("name of events", "sanction of events"),
    r"events\.organiser\.(name|id)": ("club of events",),
    r"events\.results": ("state of the results",),
    r"events\.board_scoring": ("scoring of boards",),
    r"events\.start_date|sessions\.date": ("start date of events",),
    r"sessions\.number": ("number of sessions",),
    r"boards\.details .*": ("detail",),
    r"boards\.board": ("dealer of boards", "vulnerable of boards", "datum of boards", "detail"),
    r"participants\.labels\..*": ("labels of participants",),
    r"participants\.(standing|players\..*)": ("pair", "player"),
    r"participants\.players\.\w*name": ("first name of players", "last name of players"),
    r"participants\.players\.national_id": ("number of players",),
    r"matches\.round": ("round of matches",),
    r"matches\.boards": ("boards of matches",),
    r"matches\.(home|away)_(imps|score)": ("IMPs of each side",),
    r"adjustments\..*": ("adjustment", "method of scoring"),
    r"awards\..*": ("award", "colour of awards"),
}
"""By path, the beginnings of the losses that name what has not come back, beside those with the name of the field."""


@by_name
def test_an_export_has_no_error_that_its_source_does_not_have(path: Path) -> None:
    for each in chain.from_iterable(written("acblscore", path, values) for values in VALUES):
        assert each.read.rejected == []
        assert errors(each.read) - errors(each.source) == {}


@by_name
def test_an_export_is_written_again_with_the_same_bytes(path: Path) -> None:
    for values in VALUES:
        for each in written("acblscore", path, values):
            assert exported()["acblscore"].render(each.again, values).data == each.rendered.data


@by_name
def test_losses_name_everything_that_does_not_come_back(path: Path) -> None:
    for each in written("acblscore", path):
        what = {item.what for item in each.rendered.losses} | {"ours"}
        paths = gone(each.event.facts, each.again.facts)
        assert unexplained(paths, {**LOSSES, OURS: ("ours",)}, what) == [], sorted(what)


def test_what_no_loss_names_is_found() -> None:
    paths = {"results.contract": 4, "matches.first_board": 1, "events.city": 1, "events.name": 1}
    assert unexplained(paths, LOSSES, {"contract", "first board of matches", "club of events"}) == [
        "events.city",
        "events.name",
    ]
