"""Bearer tokens (RFC 6750) as an operator writes them: who has which."""

import re

_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{1,512}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ -]{0,63}")
_BEARER = re.compile(rf"Bearer +({_TOKEN.pattern})", re.IGNORECASE)


def read_tokens(text: str) -> dict[str, str]:
    """Read `name=token` pairs, separated by commas or lines, as names by token.

    Empty lines and lines that begin with `#` say nothing.

    Raises:
        ValueError: with the number of the entry, never with the token.
    """
    tokens: dict[str, str] = {}
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    entries = (part.strip() for line in lines for part in line.split(","))
    for number, entry in enumerate((entry for entry in entries if entry), start=1):
        name, equals, token = (part.strip() for part in entry.partition("="))
        if not equals or not _NAME.fullmatch(name):
            raise ValueError(f"entry {number} is not of the form name=token")
        if not _TOKEN.fullmatch(token):
            raise ValueError(f"the token of entry {number} has a character that a bearer token cannot have")
        if token in tokens:
            raise ValueError(f"the token of entry {number} is also that of somebody else")
        tokens[token] = name
    return tokens


def bearer_token(authorization: str | None) -> str | None:
    """The token that an Authorization header carries; None when it carries none."""
    found = _BEARER.fullmatch((authorization or "").strip())
    return found.group(1) if found else None
