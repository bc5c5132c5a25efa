"""What a code of the catalogue says of itself, and where the catalogue has its texts."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Self

from contracts.base import Place
from contracts.findings import Finding, Severity


@dataclass(frozen=True)
class Code:
    """One entry of the catalogue.

    Attributes:
        code: stable name, for example "usebio.unknown-element".
        severity: of findings with this code.
        title: one line.
        advice: what the sender or the director can do.
        rejects: True when a file or fragment with this finding is refused.
    """

    code: str
    severity: Severity
    title: str
    advice: str
    rejects: bool = False

    @classmethod
    def rejection(cls, code: str, title: str, advice: str) -> Self:
        """The code of an error that refuses the file or fragment."""
        return cls(code, Severity.ERROR, title, advice, rejects=True)

    @classmethod
    def error(cls, code: str, title: str, advice: str) -> Self:
        """The code of a mistake that somebody has to correct."""
        return cls(code, Severity.ERROR, title, advice)

    @classmethod
    def warning(cls, code: str, title: str, advice: str) -> Self:
        """The code of something that is probably wrong, or was read in the likeliest of several ways."""
        return cls(code, Severity.WARNING, title, advice)

    @classmethod
    def info(cls, code: str, title: str, advice: str) -> Self:
        """The code of something that is not wrong but worth knowing."""
        return cls(code, Severity.INFO, title, advice)

    def finding(
        self,
        message: str,
        *,
        place: Place | None = None,
        subject: str | None = None,
        stated: str | None = None,
        computed: str | None = None,
        file: str | None = None,
    ) -> Finding:
        """Make a finding with this code; long texts from outside are cut to what a message holds."""
        return Finding(
            code=self.code,
            severity=self.severity,
            message=message[:2000],
            subject=subject[:200] if subject else None,
            stated=stated[:500] if stated else stated,
            computed=computed[:500] if computed else computed,
            advice=self.advice,
            place=place,
            file=file,
        )


@cache
def _texts(source: str) -> Mapping[str, Mapping[str, Any]]:
    texts: Mapping[str, Mapping[str, Any]] = json.loads(
        files("contracts.codes").joinpath("data", f"{source}.json").read_text(encoding="utf-8")
    )
    return texts


_KINDS = {"rejection": Code.rejection, "error": Code.error, "warning": Code.warning, "info": Code.info}


def from_catalogue(code: str) -> Code:
    """The code of this name, with the kind, title and advice that `contracts/codes/data` has for it.

    Raises:
        KeyError: the catalogue does not have it.
    """
    texts = _texts(code.partition(".")[0])[code]
    return _KINDS[texts["kind"]](code, texts["title"], texts["advice"])


def codes_of(names: Mapping[str, object]) -> tuple[Code, ...]:
    """The codes among the names of a module, in the order in which they are defined."""
    return tuple(value for value in names.values() if isinstance(value, Code))
