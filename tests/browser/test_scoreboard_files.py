"""What the scoreboard's files promise, without a browser."""

import json
import re
from pathlib import Path

import pytest

from tests.support.scoreboard_stage import SCOREBOARD

SCRIPTS = sorted(SCOREBOARD.rglob("*.js"))
TEMPLATES = sorted((SCOREBOARD.parent / "site" / "templates").rglob("*.html"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_makes_markup_or_code_from_text(script: Path) -> None:
    code = script.read_text("utf-8")
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\(\"style", code
    )


def long_functions(code: str, most: int = 60) -> list[str]:
    """The first lines of functions and methods that have more lines."""
    functions = re.finditer(
        r"^( *)((?:export |async |static )*(?:function )?\w+\(.*\{)\n(?:.*\n)*?\1\}\n", code, re.MULTILINE
    )
    return [function[2] for function in functions if function[0].count("\n") > most]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_function_of_a_script_is_longer_than_60_lines(script: Path) -> None:
    assert not long_functions(script.read_text("utf-8"))


def test_a_function_of_61_lines_is_too_long() -> None:
    longest = "export class View {\n  draw(row) {\n" + "    row();\n" * 58 + "  }\n}\n"
    assert not long_functions(longest)
    assert long_functions(longest.replace("row();", "row();\n    row();", 1)) == ["draw(row) {"]


def test_nothing_is_fetched_from_elsewhere() -> None:
    for path in (*SCOREBOARD.rglob("*"), *TEMPLATES):
        if path.suffix in {".js", ".css", ".html", ".webmanifest"}:
            addresses = re.findall(r"https?://[^\s\"']+", path.read_text("utf-8"))
            assert set(addresses) <= {"http://www.w3.org/2000/svg"}, path


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_has_an_inline_script_or_style(template: Path) -> None:
    assert not re.search(
        r"<style(?!>{{ style }}</style>)|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|\| *safe", template.read_text("utf-8")
    )


def test_every_file_that_the_manifest_names_exists() -> None:
    manifest = json.loads((SCOREBOARD / "manifest.webmanifest").read_text("utf-8"))
    assert all((SCOREBOARD / icon["src"]).is_file() for icon in manifest["icons"])


def test_every_module_is_imported_by_another() -> None:
    imported = {
        (path.parent / name).resolve()
        for path in SCRIPTS
        for name in re.findall(r"(?:from |await import\()\"(\.[^\"]+)\"", path.read_text("utf-8"))
    }
    roots = ("scripts/main.js", "scripts/first-paint.js", "scripts/widget.js", "scripts/desk.js", "service-worker.js")
    assert {path.resolve() for path in SCRIPTS} - imported == {(SCOREBOARD / root).resolve() for root in roots}


def test_the_service_worker_falls_back_to_the_words_that_the_page_leaves_for_it() -> None:
    left = re.findall(r'\b(\w+): t\("([^"]+)"\)', (SCOREBOARD / "scripts" / "notices.js").read_text("utf-8"))
    worker = (SCOREBOARD / "service-worker.js").read_text("utf-8").partition("const ENGLISH = {")[2].partition("};")[0]
    own = dict(re.findall(r'\b(\w+): "([^"]+)"', worker))
    assert {name: text for name, text in own.items() if name not in ("point", "percent")} == dict(left)
