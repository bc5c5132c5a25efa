"""Inheritance of tag values, and tags that stand twice in a game (3.3, 4.8).

Rule 1: "#" takes the value of the nearest game before that has a value of its own.
Rule 2: "##" and a text is the text, in this game and in all that follow and lack the tag.
Rule 3: a plain value in a game that follows takes the place of the text of "##"; "#" ends it. The document has the
    first (its example of the next day), the format's own verification files the second.
Rule 4: the tags that make up the deal, the auction and the play cannot be inherited.
Rule 5: a tag that stands a second time is ignored.
Rule 6: a note stands behind the calls or cards of its section, before any other tag (3.5.5, 3.6.5). One that stands
    elsewhere counts for the section before it, else for the auction.
"""

from contracts.codes.pbn import DUPLICATE_TAG, INHERITANCE, NOTE_BROKEN, NOTHING_INHERITED, TOO_LARGE
from shared.errors import FormatError
from shared.formats.pbn.game import NOTE, WITH_NOTES, Fields, Game, Tag
from shared.formats.pbn.report import Report

NOT_INHERITED = frozenset({"Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"})
MOST_INHERITED = 200
"""Tags that every game that follows inherits; PBN defines no more than sixty."""


class Inheritance:
    """Remembers the values of the games so far."""

    def __init__(self, report: Report, *, used: bool = True) -> None:
        """Remember nothing yet; in a file without a single # nothing need be, and `used` is False."""
        self._report = report
        self._used = used
        self._nearest: dict[str, str] = {}
        self._header: dict[str, str] = {}

    def resolve(self, game: Game) -> Fields:
        """Give the tags of the next game with their values."""
        plain = self._plain(game)
        if plain is not None:
            return Fields(game, plain)
        fields = Fields(game)
        tags, header, nearest = fields.tags, self._header, self._nearest
        section = before = ""
        for tag in game.tags:
            name, after = tag.name, before
            before = name
            if name not in tags and name != NOTE and tag.value.lstrip()[:1] != "#" and name not in header:
                tags[name] = tag
                nearest[name] = tag.value
                section = name if name in WITH_NOTES else section
            elif name == NOTE:
                if after != NOTE and after not in WITH_NOTES:
                    self._report.at_tag(NOTE_BROKEN, "a note must come after calls, cards or another note", tag)
                    before = ""
                fields.notes.setdefault(section or WITH_NOTES[0], []).append(tag)
                self._refuse(tag)
            elif name in tags:
                fields.repeated.append(tag)
                self._report.at_tag(DUPLICATE_TAG, f"this game has a second {name}", tag)
            else:
                section = name if name in WITH_NOTES else section
                tags[name] = self._resolved(tag)
        for name, value in header.items():
            if name not in tags:
                tags[name] = Tag(name, value, game.line)
        return fields

    def _plain(self, game: Game) -> dict[str, Tag] | None:
        """The tags of a game in which each stands once and none inherits; None where there is more to it."""
        tags = {tag.name: tag for tag in game.tags}
        if self._header or NOTE in tags or len(tags) != len(game.tags):
            return None
        if self._used:
            values = {name: tag.value for name, tag in tags.items()}
            if any(value.lstrip()[:1] == "#" for value in values.values()):
                return None
            self._nearest.update(values)
        return tags

    def _refuse(self, tag: Tag) -> bool:
        if tag.value.strip() != "#" and not tag.value.lstrip().startswith("##"):
            return False
        self._report.at_tag(INHERITANCE, f"{tag.name} cannot be inherited", tag)
        return True

    def _resolved(self, tag: Tag) -> Tag:
        name, value = tag.name, tag.value.lstrip()
        if name in NOT_INHERITED:
            return tag.with_value("") if self._refuse(tag) else tag
        if value.rstrip() == "#":
            if name not in self._nearest:
                self._report.add(NOTHING_INHERITED, f"{name} is inherited (#), but no earlier game has one", tag.place)
            value = self._nearest.get(name, "")
            self._header.pop(name, None)
        elif value.startswith("##"):
            value = value[2:]
            if value == "#" or value.startswith("##"):
                self._report.at_tag(INHERITANCE, "what is inherited begins with another #", tag)
                value = value.lstrip("#")
            if not tag.has_content:
                self._header[name] = value
            if len(self._header) > MOST_INHERITED:
                message = f"more than {MOST_INHERITED} tags are inherited by all games"
                raise FormatError(TOO_LARGE, message, tag.place, tuple(self._report.findings))
        elif name in self._header:
            self._header[name] = value
        self._nearest[name] = value
        return tag if value == tag.value else tag.with_value(value)
