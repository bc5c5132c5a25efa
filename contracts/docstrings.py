"""What the docstrings of classes say of their fields, for schemas and for pages that are made of them."""

import inspect
import re

_LISTED = re.compile(r"^ {4}((?:\w+, )*\w+): (.*(?:\n {6,}\S.*)*)", re.MULTILINE)

_CONSTANTS = {"None": "null", "True": "true", "False": "false"}

_HEADING = "Attributes:\n"


def meanings(cls: type) -> dict[str, str]:
    """What a class and those that it derives from say of each field, the class itself last."""
    said: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        _, _, listed = inspect.cleandoc(each.__dict__.get("__doc__") or "").partition(_HEADING)
        for names, text in _LISTED.findall(listed):
            said.update(dict.fromkeys(names.split(", "), " ".join(text.split())))
    return said


def in_json(text: str) -> str:
    """Words about a field with the constants of JSON instead of Python's."""
    return re.sub(r"\b(None|True|False)\b", lambda found: _CONSTANTS[found[0]], text)
