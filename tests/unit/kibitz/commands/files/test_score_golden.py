from pathlib import Path

from tests.support.printed import compare_printed


def test_standings_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed(
        "score",
        tmp_path,
        "score pairs.xml open.trf",
        "score wrong.xml letter.txt --top 2",
        "score pairs.xml --after-round 2",
        "score open.trf --after-round 9",
        "score in-play-round-2.xml --explain",
    )
