"""The instruction in which a file of 1.4 carries what USEBIO has no place for, so that the file stays valid.

1.4 takes only the names of its document. An element, attribute or text of another program stands in ours as

    <?kibitz-kept element WEATHER <WEATHER>fine</WEATHER>?>
    <?kibitz-kept attribute mood good?>
    <?kibitz-kept text #text words between elements?>

inside the element that it hung on: kind, name and value as `Extension` has them. The end of the instruction is escaped
in the value, and with it the sign that escapes. An element that came after the version of the file is read as if it
stood there:

    <?kibitz-kept newer MAX_SCORE 216?>
"""

from pydantic import TypeAdapter, ValidationError

from contracts.facts import Score

TARGET = "kibitz-kept"

BOARD_NAME = "kibitz-board"
"""The instruction in a BOARD whose name is no number, as BOARD_NUMBER of 1.4 has to be: it gives the name."""

SCORES = "kibitz-scores"
"""The instruction in a TRAVELLER_LINE whose SCORE does not say all: it gives North-South's score and East-West's."""

NEWER = "newer"
"""Kind of an element that came after the version of the file."""

_PAIR = TypeAdapter(tuple[Score, Score])
_KINDS = frozenset(("element", "attribute", "text", NEWER))
_ESCAPES = (("&", "&amp;"), ("?>", "?&gt;"), ("\r", "&#13;"))


def write_name(name: str) -> str:
    """A name as the text of an instruction."""
    for plain, escaped in _ESCAPES:
        name = name.replace(plain, escaped)
    return name


def read_name(text: str) -> str:
    """The name that an instruction gives."""
    return _unescaped(text).strip()


def write_scores(ns: Score, ew: Score) -> str:
    """The scores of both sides as the text of an instruction."""
    return write_name(_PAIR.dump_json((ns, ew), exclude_defaults=True).decode())


def read_scores(text: str) -> tuple[Score, Score] | None:
    """The scores of both sides; None for a text that is none of ours."""
    try:
        return _PAIR.validate_json(_unescaped(text))
    except ValidationError:
        return None


def _unescaped(text: str) -> str:
    for plain, escaped in reversed(_ESCAPES):
        text = text.replace(escaped, plain)
    return text


def write_kept(kind: str, name: str, value: str) -> str | None:
    """The text of the instruction; None for what it cannot hold, a name with blanks in it."""
    if kind not in _KINDS or not name or name.split() != [name]:
        return None
    return write_name(f"{kind} {name} {value}")


def read_kept(text: str) -> tuple[str, str, str] | None:
    """Kind, name and value; None for a text that is none of ours."""
    kind, _, rest = text.partition(" ")
    name, _, value = rest.partition(" ")
    if kind not in _KINDS or not name:
        return None
    return kind, _unescaped(name), _unescaped(value)
