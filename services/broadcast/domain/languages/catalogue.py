"""The words of a language."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from services.broadcast.domain.languages.choice import ENGLISH

_PLACE = re.compile(r"\{(\w+)\}")

Forms = str | tuple[str, ...]
"""A text, or all its forms in the order of the language's rule for numbers."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Texts of the page in a language.

    Attributes:
        language: "fr".
        texts: English text, for several forms the one for one, to the same in the language; what is not there stays
            English.
        form: which form a number takes.
    """

    language: str = ENGLISH
    texts: Mapping[str, Forms] = field(default_factory=dict)
    form: Callable[[int], int] = lambda n: int(n != 1)

    def text(self, english: str) -> str:
        """A text without forms."""
        found = self.texts.get(english) or _alone(english)
        return found if isinstance(found, str) else found[0]

    def counted(self, one: str, many: str, n: int) -> str:
        """The form of a text that a number takes."""
        forms = self.texts.get(one)
        if forms is None or isinstance(forms, str):
            return _alone(one if n == 1 else many)
        return forms[min(self.form(n), len(forms) - 1)]

    def script(self) -> str:
        """The same for the scripts of the page, which look for it before anything else."""
        texts = json.dumps(self.texts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return f"globalThis.kibitzWords={texts};"


def _alone(english: str) -> str:
    """A text without the meaning that tells it from others of the same words: "Board|chess" is "Board"."""
    return english.partition("|")[0]


def filled(text: str, values: Mapping[str, object], written: Callable[[object], object] = str) -> str:
    """A text with a value at each place in braces that has one, as it is `written`."""
    return _PLACE.sub(lambda place: str(written(values[place[1]])) if place[1] in values else place[0], text)
