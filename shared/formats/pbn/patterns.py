"""What the scanner looks for: tags, whole and broken, and the tokens of both kinds of section (3.2, 3.3, 5.1)."""

from __future__ import annotations

import re

SIMPLE_TAG = re.compile(r'\[([A-Z]\w*) "([^"\\\t\v]*)"\]', re.ASCII)
TAG = re.compile(r'\[\s*([A-Za-z_]\w*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]', re.ASCII)
OPEN_TAG = re.compile(r'\[\s*(?:[A-Za-z_]\w*\s*(?:"(?:[^"\\\n]|\\.)*"\s*)?)?', re.ASCII)
QUOTED = re.compile(r'\[\s*([^\s"\[\]]*)\s*"(.*?)"\s*\]')
UNQUOTED = re.compile(r"\[\s*([A-Za-z_]\w*)\b\s*([^\"\[\]]*)\]", re.ASCII)
_HEAD = r'\[\s*([A-Za-z_]\w*)\s*"((?:[^"\\]|\\.)*)"'
NO_BRACKET = re.compile(_HEAD + r"\s*(?=\[|$)", re.ASCII)
OTHER_BRACKET = re.compile(_HEAD + r"\s*[)}>|]?", re.ASCII)
UNCLOSED = re.compile(r'\[\s*([A-Za-z_]\w*)\s*"([^"]*)$', re.ASCII)
BROKEN = (
    (NO_BRACKET, "the closing bracket is missing"),
    (QUOTED, "not a name and one text in quotes"),
    (UNQUOTED, "the value is not in quotes"),
    (OTHER_BRACKET, "no bracket closes it"),
)
"""What begins like a tag and still names one, by what is wrong with it; the first that fits counts."""

SPECIAL = re.compile(r'[\[\]{};"%$=!?^*+]')
NO_CALL = re.compile(r"[^A-Za-z0-9\s-]", re.ASCII)
"""What has to be looked at in a line of calls or cards; `SPECIAL` is the same for other lines."""

PLAIN = re.compile(r"\S+")
CALL = re.compile(
    r"(?P<word>[A-Za-z0-9-]+)|(?P<nag>\$\d*)|(?P<note>=[^=\s]*=)|(?P<suffix>[!?]{1,2})|(?P<mark>[*+])"
    r"|(?P<irregular>\^[A-Za-z]?)|(?P<begin>[\[{;])|(?P<stray>\S)",
    re.ASCII,
)
ELEMENT = re.compile(
    r'"(?P<string>(?:[^"\\]|\\.)*)"|(?P<word>[^\s\[\]{};"%]+)|(?P<begin>[\[{;])|(?P<open>".*)|(?P<stray>\S)'
)
ESCAPE = re.compile(r'\\(["\\])')


def unescaped(text: str) -> str:
    """Resolve the two escapes of a string (3.2); any other backslash is itself."""
    return ESCAPE.sub(r"\1", text) if "\\" in text else text
