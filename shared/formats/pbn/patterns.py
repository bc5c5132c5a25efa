"""What the scanner looks for: tags, whole and broken, and the tokens of both kinds of section (3.2, 3.3, 5.1)."""

from __future__ import annotations

import re

SIMPLE_TAG = re.compile(r'\[([A-Z]\w*) "([^"\\\t]*)"\]', re.ASCII)
TAG = re.compile(r'\[\s*([A-Za-z_]\w*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]', re.ASCII)
OPEN_TAG = re.compile(r'\[\s*(?:[A-Za-z_]\w*\s*(?:"(?:[^"\\\n]|\\.)*"\s*)?)?', re.ASCII)
QUOTED = re.compile(r'\[\s*([^\s"\[\]]*)\s*"(.*?)"\s*\]')
UNQUOTED = re.compile(r"\[\s*([A-Za-z_]\w*)\b\s*([^\"\[\]]*)\]", re.ASCII)
UNCLOSED = re.compile(r'\[\s*([A-Za-z_]\w*)\s*"([^"]*)$', re.ASCII)
SPECIAL = re.compile(r'[\[\]{};"%$=!?^*+]')
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
