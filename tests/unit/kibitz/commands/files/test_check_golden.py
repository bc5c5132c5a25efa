from pathlib import Path

from tests.support.printed import compare_printed


def test_findings_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed("check", tmp_path, "check pairs.xml open.trf", "check wrong.xml letter.txt unknown-things.xml")
