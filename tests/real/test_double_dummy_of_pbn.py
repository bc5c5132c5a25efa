"""What programs state of deals in real files is what we find, tricks and par alike."""

from pathlib import Path

import pytest

from contracts.facts import Facts
from kibitz.double_dummy import check_deals
from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from services.scoring.adapters.double_dummy import installed
from tests.support.real_files import real_files

needs_endplay = pytest.mark.skipif(not installed(), reason="endplay is not installed (extra double-dummy)")


def stating(path: Path) -> bool:
    return any(word in path.read_bytes() for word in (b"OptimumResultTable", b"DoubleDummyTricks"))


STATING = [path for path in real_files("pbn", "*.pbn") if stating(path)]


@needs_endplay
@pytest.mark.parametrize("path", STATING, ids=lambda path: path.name)
def test_a_stated_analysis_of_a_real_file_is_right_and_a_changed_one_is_not(path: Path) -> None:
    facts = [event.score()[1].facts for event in Pipeline([read_file(path)]).events.values()]
    right = next(deal for one in facts for deal in one.deals if len(deal.double_dummy) >= 20)
    number = right.double_dummy[0]
    changed = number.replace(value=str((int(number.value) + 1) % 14))
    wrong = right.replace(double_dummy=(changed,))
    (finding,) = check_deals(Facts(deals=(right, wrong)))
    assert (finding.code, finding.stated) == ("scoring.double-dummy-differs", f"{changed.name} {changed.value}")
