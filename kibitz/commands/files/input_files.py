"""Files of a command: read them all, report those that cannot be read, and write a page."""

from collections.abc import Iterable
from pathlib import Path

import typer
from rich.markup import escape

from kibitz.console import Exit, err, fail, misused
from kibitz.file_reading import FileRead, read_file


def read_all(paths: Iterable[Path]) -> list[FileRead]:
    """Read files from disk; a file that cannot be opened ends the command."""
    files = []
    for path in paths:
        try:
            files.append(read_file(path))
        except IsADirectoryError:
            misused(f"{path} is a folder", f"Name its files: {path}/*")
        except OSError as error:
            misused(f"{path}: {error.strerror}", "Give the path of a file that you may read.")
    return files


def report_rejected(files: Iterable[FileRead]) -> bool:
    """Report each file that could not be read, with the reason; whether there is any."""
    rejected = False
    for file in files:
        if file.rejected is not None:
            place = f" ({file.rejected.place})" if file.rejected.place else ""
            fail(f"{file.path}: {file.rejected}{place}", file.rejected.code.advice)
            rejected = True
    return rejected


def write_page(path: Path, text: str) -> None:
    """Write a page where its reader wants it."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        misused(f"{path}: {error.strerror}", "Give the path of a file that you may write.")
    err.print(f"report: {escape(str(path))}")


def end(*, unreadable: bool, errors: bool) -> None:
    """End a command with its exit code."""
    if unreadable:
        raise typer.Exit(Exit.UNREADABLE)
    if errors:
        raise typer.Exit(Exit.FINDINGS)
