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


def test_movements_with_options_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed(
        "movement-options",
        tmp_path,
        "movement mitchell --pairs 7 --one-winner --arrow-switch --rounds 3 --write evening.xml",
        "seat evening.xml",
        "movement mitchell --tables 4 --skip-after 1 --write evening.xml",
        "seat evening.xml",
        "movement mitchell --tables 6 --skip",
        "movement rainbow --tables 5 --rounds 2",
        "movement howell --tables 3 --boards 1 --json",
        "movement web --tables 17 --rounds 13",
        "movement american-whist --tables 5",
        "movement american-whist --teams 5 --rounds 1",
        "movement whist --tables 2 --rounds 1",
        "movement head-to-head --tables 2 --write evening.xml",
        "seat evening.xml",
        "movement head-to-head --teams 2 --write .",
        "movement mitchell --tables 4 --pairs 8",
        "movement mitchell --tables 4 --skip --share-relay",
        "movement mitchell --tables 4 --skip-after 2 --share-relay",
        "movement mitchell --pairs 7 --rover up",
        "movement mitchell --players 8",
        "movement mitchell",
        "movement waltz",
    )
