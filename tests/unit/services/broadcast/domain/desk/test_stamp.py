"""The stamp of a page of the desk."""

from datetime import UTC, datetime

from contracts.codes.intake import NO_FOLDER
from contracts.feed import Reason
from contracts.questions import FileLine, FolderFinding, FolderReport
from services.broadcast.domain.channel import Channel, TableState
from services.broadcast.domain.desk.stamp import LENGTH, stamp
from services.broadcast.domain.limits import Moment

NOW = datetime(2031, 10, 3, 21, tzinfo=UTC)
MOMENT = Moment(0.0, NOW)
FILE = FileLine(
    sha256="ab" * 32, name="a.xml", format="usebio", sender="", state="received", findings=0, url="/v1/files/x"
)


def test_it_changes_with_each_table_and_file_and_with_nothing_else() -> None:
    table = Channel("evt.club.standings", "E1", MOMENT)
    other = Channel("evt.club.seats", "S1", MOMENT)
    stamps = [stamp({}, ())]

    def again(*files: FileLine) -> None:
        stamps.append(stamp({other.name: other, table.name: table}, files))

    again()
    table.apply(TableState(("a",), {}), 1, Reason.RESULT, NOW, MOMENT)
    again()
    again(FILE)
    wrong = FolderFinding(finding=NO_FOLDER.finding("Gone"))
    folder = FolderReport(name="inbox", files=1, taken=1, waiting=0, findings=(wrong,))
    stamps.append(stamp({other.name: other, table.name: table}, (FILE,), folders=(folder,)))
    assert stamp({}, ()) == stamp({}, (), folders=()) != stamp({}, (), folders=(folder,))
    again(FILE.replace(state="scored"))
    table.restart("E2", MOMENT)
    again(FILE.replace(state="scored"))
    assert len(set(stamps)) == len(stamps)
    assert {len(each) for each in stamps} == {LENGTH}
    assert stamps[-1] == stamp({table.name: table, other.name: other}, (FILE.replace(state="scored"),))
