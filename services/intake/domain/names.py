"""Names from outside: what of them may be shown, logged and offered for download; none ever becomes a path.

Rules kept here:

1. Only the last component counts, whichever system's separator stands before it, and however often it is
   percent-encoded.
2. Control, formatting (such as right-to-left overrides) and other invisible characters go; characters that a file
   system or a shell treats specially become "_".
3. No leading or trailing dots and blanks, no name that Windows keeps for a device, at most `MAX_BYTES` in UTF-8 with
   the ending kept.
4. A cleaned name cleaned again stays the same.
"""

import re
import unicodedata
from urllib.parse import unquote

MAX_BYTES = 180
"""How long a name may be in UTF-8, in bytes; short of every file system's limit, with room for an ending."""

UNNAMED = "unnamed"
_TAKEN = 4_096
_ROUNDS = 8
_SEPARATORS = re.compile(r"[/\\]")
_SPECIAL = re.compile(r"[<>:\"|?*\u2044\u2215\u29f8\uff0f\uff3c]")
_DEVICES = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:[. ]|$)", re.IGNORECASE)
_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def clean_name(raw: str) -> str:
    """Make a harmless name of whatever a sender calls a file; `UNNAMED` when nothing of it is left."""
    name = raw[-_TAKEN:]
    for _ in range(_ROUNDS):
        cleaned = _clean_once(unquote(name))
        if cleaned == name:
            return cleaned
        name = cleaned
    return _clean_once(name.replace("%", "_"))


def _clean_once(name: str) -> str:
    name = unicodedata.normalize("NFC", name)
    name = "".join(" " if char.isspace() else char for char in name if unicodedata.category(char) not in _INVISIBLE)
    name = _SEPARATORS.split(name.rstrip("/\\ "))[-1]
    name = _SPECIAL.sub("_", name).strip(". ")
    if not name:
        return UNNAMED
    if _DEVICES.match(name):
        name = "_" + name
    if len(name.encode("utf-8")) <= MAX_BYTES:
        return name
    stem, dot, suffix = name.rpartition(".")
    ending = (dot + suffix).encode("utf-8") if stem and len(suffix) <= 12 else b""
    head = name.encode("utf-8")[: MAX_BYTES - len(ending)]
    return (head.decode("utf-8", "ignore") + ending.decode("utf-8")).strip(". ")
