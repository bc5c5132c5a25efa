"""The formats of files that Kibitz knows: one name a format, which is also its folder beside this module.

The folder `shared/formats/<name>` gives the value `FORMAT`; intake, parsers, export and the command line ask here.
"""

from functools import cache
from importlib import import_module

from contracts.base import Discipline, FileFormat
from contracts.codes import CATALOGUE, Code
from shared.formats.format import Format

NAMES = ("usebio", "acblscore", "pbn", "trf", "pgn", "lin", "decisions")
"""In the order in which the content of a file is tried."""


def formats() -> tuple[Format, ...]:
    """Every format."""
    return tuple(by_name(name) for name in NAMES)


def by_name(name: FileFormat) -> Format:
    """The format of this name; KeyError when there is none."""
    if name not in NAMES:
        raise KeyError(name)
    return _load(name)


@cache
def _load(name: FileFormat) -> Format:
    value = import_module(f"shared.formats.{name}").FORMAT
    if not isinstance(value, Format) or value.name != name:
        raise TypeError(f"shared.formats.{name}.FORMAT is not the format {name}")
    return value


def readable() -> tuple[Format, ...]:
    """The formats that are read."""
    return tuple(form for form in formats() if form.reader is not None)


def usual(discipline: Discipline) -> Format:
    """The format in which an event of this discipline is written where nothing says in which."""
    return next(form for form in formats() if form.writer is not None and form.discipline is discipline)


def codes() -> dict[str, Code]:
    """Every code of a finding by its name: those of the contracts, and those of each format."""
    return CATALOGUE | {code.code: code for form in formats() for code in form.codes}
