from pathlib import Path

from tests.support.printed import compare_printed


def test_seats_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed(
        "seat",
        tmp_path,
        "seat pairs.xml in-play-round-2.xml swiss-pairs-1.2.xml teams-1.4.xml",
        "seat open.trf --explain",
        "movement howell --pairs 6 --write howell.xml",
        "seat howell.xml --explain",
        "movement whist --players 8 --write whist.xml",
        "seat whist.xml",
        "seat swiss-pairs-1.2.xml --system swiss --absent 1",
    )
