from pathlib import Path

from tests.support.printed import compare_printed


def test_standings_of_all_kinds_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed(
        "standings-tables",
        tmp_path,
        "score individual.xml ladder-1.0.xml",
        "score knockout-1.0.xml",
        "score teams-1.4.xml swiss-pairs-1.2.xml",
        "score two-winners-same-numbers.xml pairs-two-sessions-1.4.xml",
    )
