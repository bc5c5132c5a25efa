"""Real LIN records: all of them read without a problem."""

from shared.formats.lin.reader import read
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files


def test_records_one_to_a_line_have_deal_auction_and_play() -> None:
    for path in real_files("lin", "example1.lin"):
        records = [read(record) for record in path.read_text().splitlines()]
        assert [record.board for record in records] == [str(number) for number in range(1, len(records) + 1)]
        for record in records:
            assert record.problems == []
            assert len(record.hands) == 4
            assert len(record.cards) == 52 or record.claimed is not None


def test_records_of_a_broadcast_have_deal_auction_and_play() -> None:
    for path in real_files("lin", "usbf_*.lin"):
        records = [read(f"qx|{record}") for record in path.read_text(encoding="latin-1").split("qx|")[1:]]
        assert len(records) == 30
        assert [record.problems for record in records if record.problems] == []
        assert all(len(record.hands) == 4 and record.calls for record in records)
