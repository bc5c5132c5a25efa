from pathlib import Path

from tests.support.printed import compare_printed


def test_what_receivers_would_miss_is_printed_as_the_golden_file_has_it(tmp_path: Path) -> None:
    compare_printed(
        "hand-over",
        tmp_path,
        "hand-over bridgewebs pairs.xml -o evening.xml",
        "hand-over ebu pairs.xml -o evening.xml",
        "hand-over ebu pairs-1.0.xml",
        "hand-over fide open.trf -o open.out --anyway",
        "hand-over chess-results-xml open.trf --json",
        "hand-over acbl teams-1.4.xml",
        "hand-over fide pairs.xml",
        "hand-over nobody pairs.xml",
        "hand-over ebu letter.txt",
        "hand-over bridgewebs pairs.xml -o nowhere/evening.xml",
        "hand-over bridgewebs pairs.xml open.trf",
        "hand-over bridgewebs pairs.xml --event none",
    )
