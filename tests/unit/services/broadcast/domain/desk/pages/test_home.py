"""The first page of the desk."""

from services.broadcast.domain.desk.pages.files import VERDICTS
from services.broadcast.domain.desk.pages.home import home
from tests.unit.services.broadcast.domain.desk.pages.test_files import line


def test_files_are_listed_with_their_events():
    (file,) = home(None, (line("held"),)).values["files"]
    assert (file["events"], file["text"]) == (["club"], VERDICTS["held"])
