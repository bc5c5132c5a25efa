from pathlib import Path

from tests.support.printed import compare_printed


def test_findings_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed("check", tmp_path, "check pairs.xml open.trf", "check wrong.xml letter.txt unknown-things.xml")


def test_what_the_schema_and_json_say_is_printed_as_the_golden_file_has_it(tmp_path: Path) -> None:
    compare_printed(
        "check-options",
        tmp_path,
        "check pairs.xml",
        "check pairs.xml --xsd",
        "check unknown-things.xml open.trf letter.txt --xsd",
        "check wrong.xml --json",
        "check letter.txt --json",
        "check none.xml",
        "check .",
    )
