"""What the scanner looks for: tags, whole and broken, and the tokens of both kinds of section (3.2, 3.3, 5.1)."""

from __future__ import annotations

import re
from typing import NamedTuple

SIMPLE_TAG = re.compile(r'\[([A-Z]\w*) "([^"\\\t\v]*)"\]', re.ASCII)
TAG = re.compile(r'\[\s*([A-Za-z_]\w*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]', re.ASCII)
OPEN_TAG = re.compile(r'\[\s*(?:[A-Za-z_]\w*\s*(?:"(?:[^"\\\n]|\\.)*"\s*)?)?', re.ASCII)
QUOTED = re.compile(r'\[\s*([^\s"\[\]]*)\s*"(.*?)"\s*\]')
UNQUOTED = re.compile(r"\[\s*([A-Za-z_]\w*)\b\s*([^\"\[\]]*)\]", re.ASCII)
_HEAD = r'\[\s*([A-Za-z_]\w*)\s*"((?:[^"\\]|\\.)*)"'
NO_BRACKET = re.compile(_HEAD + r"\s*(?=\[|$)", re.ASCII)
OTHER_BRACKET = re.compile(_HEAD + r"\s*[)}>|]?", re.ASCII)
UNCLOSED = re.compile(r'\[\s*([A-Za-z_]\w*)\s*"([^"]*)$', re.ASCII)
_BROKEN = (
    (NO_BRACKET, "the closing bracket is missing"),
    (QUOTED, "not a name and one text in quotes"),
    (UNQUOTED, "the value is not in quotes"),
    (OTHER_BRACKET, "no bracket closes it"),
)
_NO_NAME = re.compile(r"^[\W\d]+|\W", re.ASCII)


class Broken(NamedTuple):
    """What begins like a tag and still names one; `end` is the index behind it."""

    name: str
    value: str
    message: str
    end: int


def broken_tag(text: str, at: int) -> Broken | None:
    """What a broken tag still says, by what is wrong with it; the first way to read it that gives a name counts.

    What is no part of a name is taken from it (3.2), so that whatever is read can be written.
    """
    for pattern, message in _BROKEN:
        found = pattern.match(text, at)
        name = _NO_NAME.sub("", found[1].replace("-", "_")) if found is not None else ""
        if found is not None and name:
            return Broken(name, unescaped(found[2].strip()), message, found.end())
    return None


SPECIAL = re.compile(r'[\[\]{};"%$=!?^*+]')
NO_CALL = re.compile(r"[^A-Za-z0-9\s-]", re.ASCII)
"""What has to be looked at in a line of calls or cards; `SPECIAL` is the same for other lines."""

PLAIN = re.compile(r"\S+")
BRACKETED = re.compile(r"[A-Za-z0-9-]+", re.ASCII)
"""What stands between parentheses; many put those around the calls of the other side."""

CALL = re.compile(
    r"(?P<word>[A-Za-z0-9-]+)|(?P<bracketed>\([ A-Za-z0-9-]{1,24}\))|(?P<nag>\$\d*)|(?P<note>=[^=\s]*=)"
    r"|(?P<suffix>[!?]{1,2})|(?P<mark>[*+])|(?P<irregular>\^[A-Za-z]?)|(?P<begin>[\[{;])|(?P<stray>\S)",
    re.ASCII,
)
ELEMENT = re.compile(
    r'"(?P<string>(?:[^"\\]|\\.)*)"|(?P<word>[^\s\[\]{};"%]+)|(?P<begin>[\[{;])|(?P<open>".*)|(?P<stray>\S)'
)
ESCAPE = re.compile(r'\\(["\\])')


def unescaped(text: str) -> str:
    """Resolve the two escapes of a string (3.2); any other backslash is itself."""
    return ESCAPE.sub(r"\1", text) if "\\" in text else text
