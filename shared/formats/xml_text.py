"""Text as it stands in an XML document that is written; what XML cannot hold becomes a replacement character."""

import re

_INVALID = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def allowed(text: str) -> str:
    """Text without characters that XML does not have."""
    return _INVALID.sub("\ufffd", text)


def escape(text: str) -> str:
    """Text for the inside of an element."""
    if text.isalnum():
        return text
    return allowed(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def escape_attribute(text: str) -> str:
    """Text for an attribute in double quotes."""
    return escape(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")
