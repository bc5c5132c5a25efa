"""The data of formats, which stand beside the code that reads them, in the folder `data` of its package."""

from collections.abc import Iterator
from importlib.resources import files


def data_text(package: str, name: str) -> str:
    """A file of data."""
    return files(package).joinpath("data", name).read_text(encoding="utf-8")


def blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """The tables of a text, with an empty line between them: the head of each, and its rows."""
    for block in text.strip().split("\n\n"):
        head, *rows = block.splitlines()
        yield head, rows
