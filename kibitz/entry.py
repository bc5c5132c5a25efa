"""Where the command line begins.

A house that has stopped has to be up again at once, and loading what the other commands need takes as long as the rest
of its start. So those that run a house do without it.
"""

import sys

import typer

_OF_A_HOUSE = ("up", "demo", "run")


def main() -> None:
    """Run the command line."""
    command(sys.argv[1:])()


def command(words: list[str]) -> typer.Typer:
    """The commands of which these words name one: those that run a house, or all."""
    if words and words[0] in _OF_A_HOUSE:
        from kibitz.commands import house  # noqa: PLC0415

        short = typer.Typer(name="kibitz", add_completion=False, pretty_exceptions_show_locals=False)
        house.add_to(short)
        return short
    from kibitz.cli import app  # noqa: PLC0415
    from shared.starting import keep_what_is_loaded  # noqa: PLC0415

    keep_what_is_loaded()
    return app
