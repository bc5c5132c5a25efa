"""A director at the command line, for tests of what is sent when something is decided."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from typer.testing import CliRunner

from contracts.decisions import Decisions
from kibitz.cli import app
from tests.support.answering import Taking, answering

DIRECTOR = "Ann Director"


@contextmanager
def directed(stack: type[Taking], *, page: bool = True) -> Iterator[list[str]]:
    """The options by which the director speaks to a server that has taken nothing yet.

    Args:
        stack: that answers.
        page: whether its scoreboard is named as well.
    """
    stack.taken = []
    with answering(stack) as address:
        yield ["--to", address, *(["--page", address] if page else []), "--by", DIRECTOR]


def decisions(stack: type[Taking], words: Sequence[str]) -> list[Any]:
    """What the server takes when the director says these words."""
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    document = Decisions.model_validate_json(stack.taken[-1])
    assert document.by == DIRECTOR
    return list(document.decisions)
