"""Commands that are imported when they are called, and options that stand together."""

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.lazy_group import with_options
from tests.support.trf_lines import document, player

ROOT = Path(__file__).resolve().parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@dataclass(frozen=True)
class Lunch:
    dish: Annotated[str, typer.Option(help="What is eaten.")] = "soup"
    guests: int = 1


def test_a_dataclass_stands_for_an_option_for_each_of_its_fields() -> None:
    def order(table: str, *, lunch: Lunch) -> None:
        """Order lunch."""
        typer.echo(f"{table}: {lunch.guests} {lunch.dish}")

    kitchen = typer.Typer()
    kitchen.command()(with_options(order))
    run = CliRunner().invoke
    assert run(kitchen, ["seven", "--guests", "3"]).output == "seven: 3 soup\n"
    assert run(kitchen, ["seven", "--dish", "pie"]).output == "seven: 1 pie\n"
    helped = run(kitchen, ["--help"]).output
    assert "Order lunch." in helped
    assert "What is eaten." in helped


@dataclass(frozen=True)
class Table:
    seats: int = 4

    def complete(self, arguments: dict[str, Any]) -> None:
        arguments["table"] = f"table {arguments['table']} of {self.seats}"


def test_such_a_dataclass_may_complete_the_other_arguments() -> None:
    def order(table: str, *, options: Table) -> None:
        typer.echo(table)

    kitchen = typer.Typer()
    kitchen.command()(with_options(order))
    assert CliRunner().invoke(kitchen, ["seven", "--seats", "6"]).output == "table seven of 6\n"


def test_with_json_a_mistake_in_the_words_is_an_object_too() -> None:
    run = CliRunner().invoke
    refused = run(app, ["score", "--json", "--no-such-option"])
    assert refused.exit_code == 2
    assert "No such option" in json.loads(refused.stderr)["error"]
    assert "Usage:" in run(app, ["score", "--no-such-option"]).stderr


def test_a_group_may_leave_out_its_first_command(tmp_path: Path) -> None:
    chess = tmp_path / "open.trf"
    chess.write_bytes(document("012 Two Friends", "142 1", player(1, "2 w 1"), player(2, "1 b 0")))
    run = CliRunner().invoke
    assert run(app, ["seat", str(chess)]).stderr == run(app, ["seat", "files", str(chess)]).stderr
    assert "withdraw" in run(app, ["seat", "--help"]).output
    assert "withdraw" in run(app, ["seat"]).output
