"""The instruction in which a file of 1.4 keeps what USEBIO has no place for, so that the file stays valid.

1.4 takes only the names of its document. An element, attribute or text of another program stands in ours as

    <?kibitz-kept element WEATHER <WEATHER>fine</WEATHER>?>
    <?kibitz-kept attribute mood good?>
    <?kibitz-kept text #text words between elements?>

inside the element that it hung on: kind, name and value as `Extension` has them. The end of the instruction is escaped
in the value, and with it the sign that escapes.
"""

from __future__ import annotations

TARGET = "kibitz-kept"

_KINDS = frozenset(("element", "attribute", "text"))
_ESCAPES = (("&", "&amp;"), ("?>", "?&gt;"), ("\r", "&#13;"))


def write_kept(kind: str, name: str, value: str) -> str | None:
    """The text of the instruction; None for what it cannot hold, a name with blanks in it."""
    if kind not in _KINDS or not name or name.split() != [name]:
        return None
    text = f"{kind} {name} {value}"
    for plain, escaped in _ESCAPES:
        text = text.replace(plain, escaped)
    return text


def read_kept(text: str) -> tuple[str, str, str] | None:
    """Kind, name and value; None for a text that is none of ours."""
    kind, _, rest = text.partition(" ")
    name, _, value = rest.partition(" ")
    if kind not in _KINDS or not name:
        return None
    for plain, escaped in reversed(_ESCAPES):
        name, value = name.replace(escaped, plain), value.replace(escaped, plain)
    return kind, name, value
