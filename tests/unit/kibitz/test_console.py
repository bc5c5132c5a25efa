"""What is printed: findings, errors as text and as JSON, and nothing that a terminal obeys."""

import ast
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from typer.testing import CliRunner

from contracts.base import Place
from contracts.facts import AsOf
from contracts.findings import Finding, Severity
from kibitz.cli import app
from kibitz.console import (
    UNSAFE,
    Exit,
    SafeConsole,
    count_line,
    fail,
    findings_table,
    has_errors,
    misused,
    out,
    plain_table,
    print_json,
    set_error_style,
    warn,
)
from kibitz.replay.made_up import Size, made_up_file
from tests.support.trf_lines import document, player

ROOT = Path(__file__).resolve().parents[3]
run = CliRunner().invoke
HOSTILE = "Ada\x1b[31m\x07\x9b2J\x85\u202eBo\u2066\u200f\u2028Cy\x7f"
SAFE = "Ada[31m2JBoCy"


def finding(severity: Severity) -> Finding:
    return Finding(code="x.y", severity=severity, message="[bold]not markup[/]", advice="do", place=Place(line=3))


def test_findings_are_counted_in_words() -> None:
    assert count_line([]) == "nothing to report"
    assert (
        count_line([finding(Severity.ERROR), finding(Severity.WARNING), finding(Severity.WARNING)])
        == "1 error, 2 warnings"
    )


def test_only_errors_decide_the_exit_code() -> None:
    assert not has_errors([finding(Severity.WARNING), finding(Severity.INFO)])
    assert has_errors([finding(Severity.INFO), finding(Severity.ERROR)])


def test_text_from_files_is_never_markup() -> None:
    with out.capture() as captured:
        out.print(findings_table([finding(Severity.ERROR)]))
    assert "[bold]not markup[/]" in captured.get()


def test_a_long_list_says_how_many_more_there_are() -> None:
    with out.capture() as captured:
        out.print(findings_table([finding(Severity.ERROR)] * 70, 60))
    assert "and 10 more" in captured.get()


@pytest.fixture
def errors_as_json() -> Iterator[None]:
    set_error_style(as_json=True)
    yield
    set_error_style(as_json=False)


@pytest.mark.usefixtures("errors_as_json")
def test_with_json_each_error_is_an_object_on_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    fail(f"no {HOSTILE}", "Send it again.")
    warn("a doubt " * 40)
    lines = capsys.readouterr().err.splitlines()
    assert [json.loads(line) for line in lines] == [
        {"error": f"no {HOSTILE}", "advice": "Send it again."},
        {"warning": "a doubt " * 40},
    ]


def test_misuse_is_reported_and_ends_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Exception) as ended:
        misused("wrong", "Do it right.")
    assert getattr(ended.value, "exit_code", None) == 2
    assert capsys.readouterr().err.split() == ["✗", "wrong", "Do", "it", "right."]


@pytest.mark.parametrize("wrap", [str, Panel, lambda text: Panel(text, title=text), lambda text: _table(text)])
def test_nothing_that_a_terminal_obeys_is_rendered(wrap) -> None:
    console = SafeConsole(width=60, force_terminal=False)
    with console.capture() as captured:
        console.print(wrap(HOSTILE))
        with Live(wrap(HOSTILE), console=console, auto_refresh=False):
            pass
    assert SAFE in captured.get()
    assert not UNSAFE.search(captured.get())


def _table(text: str) -> Table:
    table = Table(text, title=text)
    table.add_row(text)
    return table


def test_colours_of_our_own_are_kept() -> None:
    console = SafeConsole(width=60, force_terminal=True, color_system="standard", _environ={})
    with console.capture() as captured:
        console.print(f"[red]{HOSTILE}[/]".replace("[31m", "31m"))
    assert captured.get().startswith("\x1b[31mAda")


def test_json_has_unsafe_characters_as_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": HOSTILE})
    printed = capsys.readouterr().out
    assert not UNSAFE.search(printed)
    assert json.loads(printed) == {"name": HOSTILE}


@pytest.fixture
def hostile(tmp_path: Path) -> list[Path]:
    """A tournament and a pairs event whose names hold what a terminal obeys, under such a name; and no results."""
    chess = document(f"012 {HOSTILE}", "142 3", player(1, "2 w 1", name="Ada, \x9bBo"), player(2, "1 b 0"))
    bridge = made_up_file(Size(4, 3, 2), AsOf(at=datetime(2026, 3, 7, 22, tzinfo=UTC), source="stated"))
    bridge = bridge.replace(b"Lanternlight", "Lantern\u202e\x9b\x85light".encode())
    paths = [
        tmp_path / f"{name}\x1b]0;\u202e{ending}" for name, ending in (("a", ".trf"), ("b", ".xml"), ("c", ".txt"))
    ]
    for path, data in zip(paths, (chess, bridge, b"Dear \x1b[31mall"), strict=True):
        path.write_bytes(data)
    return paths


@pytest.mark.slow
@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize("command", ["read", "check", "score", "seat", "convert", "send", "retract", "take", "replay"])
def test_no_command_prints_what_a_terminal_obeys(command: str, as_json: list[str], hostile: list[Path]) -> None:
    for path in hostile:
        more = {
            "convert": [str(path.with_suffix(".csv"))],
            "send": ["--to", "http://127.0.0.1:9"],
            "retract": ["--to", "http://127.0.0.1:9"],
            "take": ["--to", "http://127.0.0.1:9"],
            "replay": ["--to", "http://127.0.0.1:9"],
        }.get(command, [])
        options = [] if command == "replay" else as_json
        result = run(app, [command, str(path), *more, *options])
        assert result.exception is None or isinstance(result.exception, SystemExit), command
        assert not UNSAFE.search(result.stdout), command
        assert not UNSAFE.search(result.stderr), command


def test_everything_is_printed_by_the_console() -> None:
    """No module but the console prints, and no other makes a console."""
    bypassing = []
    for path in sorted((ROOT / "kibitz").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            attribute = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
            if name in ("print", "Console") or attribute in ("echo", "secho"):
                bypassing.append(f"{path.relative_to(ROOT)}: {name or attribute}")
    assert bypassing == ["kibitz/cli.py: echo", "kibitz/console.py: print"]


def test_a_list_that_just_fits_is_shown_whole() -> None:
    table = findings_table([finding(Severity.ERROR)] * 60)
    assert table.row_count == 60
    assert findings_table([finding(Severity.ERROR)] * 61).row_count == 61
    with out.capture() as captured:
        out.print(findings_table([finding(Severity.ERROR)] * 61))
    assert "and 1 more" in captured.get()


def test_advice_is_printed_for_what_has_to_be_corrected_and_not_for_notes() -> None:
    with out.capture() as captured:
        out.print(findings_table([finding(Severity.WARNING)]))
    assert "do" in captured.get().split()
    with out.capture() as captured:
        out.print(findings_table([finding(Severity.INFO)]))
    assert "do" not in captured.get().split()


def test_numbers_of_a_table_stand_to_the_right() -> None:
    table = plain_table("name", "score", "stated", title="Overall", right=("score",), dim="stated")
    assert [column.justify for column in table.columns] == ["left", "right", "left"]
    assert [column.style for column in table.columns] == ["", "", "dim"]
    assert (table.title, table.box) == ("Overall", None)


def test_an_error_without_advice_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    fail("the file is empty")
    warn("the file is old")
    assert capsys.readouterr().err.count("\n") == 2
    fail("the file is empty", "Export it again.")
    assert "  Export it again." in capsys.readouterr().err.splitlines()


def printed(each: Finding) -> str:
    with out.capture() as captured:
        out.print(findings_table([each]))
    return " ".join(captured.get().split())


def test_a_finding_is_printed_with_what_it_is_about_and_with_what_the_file_has() -> None:
    text = "is not a number"
    terse = finding(Severity.ERROR).replace(message=text, subject="pair 7", stated="12x")
    assert "pair 7: is not a number (the file has 12x)" in printed(terse)
    whole = terse.replace(message="'12x' of pair 7 is not a number")
    assert "pair 7:" not in printed(whole)
    assert "the file has" not in printed(whole)


def test_a_long_stated_value_is_not_repeated_behind_the_message() -> None:
    assert "(the file has" in printed(finding(Severity.ERROR).replace(stated="x" * 60))
    assert "(the file has" not in printed(finding(Severity.ERROR).replace(stated="x" * 61))


def test_a_subject_whose_words_are_in_the_message_is_not_repeated() -> None:
    match = finding(Severity.ERROR).replace(message="match 6 against 5 is stated as 12 : 8", subject="match 6 - 5")
    assert "match 6 - 5" not in printed(match.replace(stated="12 : 8"))
    assert "match 7 - 5: match 6" in printed(match.replace(subject="match 7 - 5"))
    assert "(the file has =)" in printed(match.replace(stated="="))


def test_json_is_indented_by_two_and_has_its_letters_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": "Zoë", "places": [1, None]})
    assert capsys.readouterr().out == '{\n  "name": "Zoë",\n  "places": [\n    1,\n    null\n  ]\n}\n'


def test_the_exit_codes_are_those_of_the_documentation() -> None:
    assert {code.name: code.value for code in Exit} == {"FINE": 0, "FINDINGS": 1, "UNREADABLE": 2}


def test_findings_and_errors_have_their_colours() -> None:
    console = SafeConsole(width=60, force_terminal=True, color_system="standard", _environ={})
    with console.capture() as captured:
        console.print(findings_table([finding(severity) for severity in Severity]))
    shown = captured.get()
    for severity, colour in ((Severity.ERROR, 31), (Severity.WARNING, 33), (Severity.INFO, 36)):
        assert f"\x1b[{colour}m{severity.value}\x1b[0m" in shown
    assert shown.count("\x1b[2mdo") == 2
