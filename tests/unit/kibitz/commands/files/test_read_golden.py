from pathlib import Path

from tests.support.printed import compare_printed


def test_what_is_in_a_file_is_printed_as_the_golden_file_has_it(tmp_path: Path) -> None:
    compare_printed(
        "read",
        tmp_path,
        "read pairs.xml open.trf letter.txt unknown-things.xml",
        "read hands-movement-auction-play-1.0.xml in-play-round-2.xml pairs-two-sessions-1.4.xml",
    )


def test_what_is_in_files_is_json_as_the_golden_file_has_it(tmp_path: Path) -> None:
    compare_printed("read-json", tmp_path, "read letter.txt ladder-1.0.xml --json", "read unknown-things.xml wrong.xml")
