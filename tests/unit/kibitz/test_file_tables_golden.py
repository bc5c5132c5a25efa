from pathlib import Path

from tests.support.printed import compare_printed


def test_files_of_all_kinds_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed(
        "file-tables",
        tmp_path,
        "read individual.xml ladder-1.0.xml knockout-1.0.xml teams-1.4.xml swiss-pairs-1.2.xml",
        "read sections-same-numbers.xml two-winners-same-numbers.xml",
    )
