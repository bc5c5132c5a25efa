"""The text of one game in the export format of the PGN standard: the roster of seven tags, then the others by name."""

from collections.abc import Mapping

_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")


def game_text(tags: Mapping[str, str], moves: str) -> str:
    """A game with these tags and this movetext; tags without a value are left out, or unknown in the roster (8.1.1)."""
    rest = sorted(name for name in tags if name not in _ROSTER and tags[name])
    lines = [f'[{name} "{escaped(tags.get(name) or "?")}"]' for name in (*_ROSTER, *rest)]
    return "\n".join((*lines, "", moves, ""))


def escaped(text: str) -> str:
    """A text on one line, as the value of a tag."""
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
