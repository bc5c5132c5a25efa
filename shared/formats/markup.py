"""The beginning of an XML document: what stands before the root element, and what the root is called.

Rules kept here:

1. Only the text given is looked at, from left to right and each character a bounded number of times; no entity is
   ever expanded and nothing is fetched, so a document cannot make this slow or large.
2. White space, the XML declaration, processing instructions, comments and a DOCTYPE with an internal subset may stand
   before the root (XML 1.0, production 22), in the order that the file has them.
"""

import re
from dataclasses import dataclass

_NAME = re.compile(r"[^\s<>/=\"'\[\]!?]+")
_IN_DOCTYPE = re.compile(r"[\"'\[\]>]|<!--|<\?")
_SPACE = re.compile(r"[\s\ufeff]*")


@dataclass(frozen=True)
class Prolog:
    """What stands before the content of a document; `cut` when the text ended inside of it.

    The root has no prefix, and is None when the text ends, or is no markup, before it.
    """

    root: str | None = None
    doctype: str | None = None
    cut: bool = False


def read_prolog(text: str) -> Prolog:
    """Find the root element of an XML document in the first part of its text."""
    doctype: str | None = None
    at = _skip_space(text, 0)
    while True:
        if text.startswith("<?", at):
            end = _after(text, "?>", at + 2)
        elif text.startswith("<!--", at):
            end = _after(text, "-->", at + 4)
        elif text[at : at + 9].upper() == "<!DOCTYPE":
            name = _NAME.match(text, _skip_space(text, at + 9))
            doctype = name.group() if name else doctype
            end = _after_doctype(text, at + 9)
        else:
            return _root(text, at, doctype)
        if end is None:
            return Prolog(doctype=doctype, cut=True)
        at = _skip_space(text, end)


def _root(text: str, at: int, doctype: str | None) -> Prolog:
    rest = text[at : at + 9]
    if rest in ("", "<") or (rest.startswith("<!") and "<!DOCTYPE".startswith(rest.upper())):
        return Prolog(doctype=doctype, cut=True)
    name = _NAME.match(text, at + 1) if rest.startswith("<") else None
    if name is None:
        return Prolog(doctype=doctype)
    return Prolog(root=name.group().rpartition(":")[2], doctype=doctype)


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _after(text: str, end: str, at: int) -> int | None:
    found = text.find(end, at)
    return None if found < 0 else found + len(end)


def _after_doctype(text: str, at: int) -> int | None:
    """The position after the `>` that closes a DOCTYPE: not one in quotes, in a comment or in the internal subset."""
    depth = 0
    position: int | None = at
    while position is not None:
        found = _IN_DOCTYPE.search(text, position)
        if found is None:
            return None
        mark = found.group()
        position = found.end()
        if mark in "\"'":
            position = _after(text, mark, position)
        elif mark == "<!--":
            position = _after(text, "-->", position)
        elif mark == "<?":
            position = _after(text, "?>", position)
        elif mark == "[":
            depth += 1
        elif mark == "]":
            depth = max(0, depth - 1)
        elif depth == 0:
            return position
    return None
