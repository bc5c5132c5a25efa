"""The error for text that a bridge rule cannot read."""

_SHOWN = 24
_LONGEST_READ = 40


def shorten(text: str) -> str:
    """Quote text for a message, cut so that hostile input cannot flood a log."""
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}…"


def normal(text: str) -> str:
    """Return the text in upper case without blanks around it; text too long to mean anything stays as it is."""
    return text.strip().upper() if len(text) <= _LONGEST_READ else text


class UnreadableText(ValueError):
    """Text in a bridge field that cannot mean anything the rules know; the code is stable: ``contract-level``."""

    def __init__(self, code: str, text: str, reason: str) -> None:
        """Keep the code, the text and the reason."""
        super().__init__(reason)
        self.code = code
        self.text = text
        self.reason = reason
