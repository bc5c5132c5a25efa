from pathlib import Path

from tests.support.printed import compare_printed


def test_what_was_written_and_lost_is_printed_as_the_golden_file_has_it(tmp_path: Path) -> None:
    compare_printed(
        "convert",
        tmp_path,
        "convert pairs.xml evening.pbn",
        "convert unknown-things.xml other.pbn",
        "convert pairs.xml in-play-round-2.xml several.xml",
        "convert hands-movement-auction-play-1.0.xml hands.acm",
        "convert teams-1.4.xml teams.pbn --values stated",
        "convert open.trf letter.txt games.trf",
    )
