from pathlib import Path

from tests.support.printed import compare_printed


def test_movements_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed(
        "movement",
        tmp_path,
        "movement mitchell --tables 4 --share-relay",
        "movement mitchell --pairs 11 --rover ns --boards 3",
        "movement howell --pairs 7 --write howell.xml",
        "movement head-to-head --teams 5 --write teams.pbn",
        "movement whist --players 8",
        "movement american-whist --tables 5 --write whist.nothing",
    )
