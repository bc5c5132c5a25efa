"""Corrections of a USEBIO file as its text, each as a person makes it in the scoring program."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tests.support.edits.names import new_name
from tests.support.game_file_faults import DoesNotApplyError

_TAG = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^>]*>"
    r"|<(?P<close>/?)(?P<tag>[A-Za-z_][\w.]*)(?P<attributes>(?:[^>\"']|\"[^\"]*\"|'[^']*')*?)(?P<empty>/?)>",
    re.DOTALL,
)
_SCORED = "SCORE|CONTRACT|PLAYED_BY|TRICKS|LEAD|(?:NS|EW)_(?:MATCH|CROSS_IMP|BUTLER)_POINTS"
_STANDING = "PLACE|PERCENTAGE|TOTAL_SCORE|MASTER_POINTS_AWARDED"
_NUMBERS = {"PAIR": "PAIR_NUMBER", "PLAYER": "PLAYER_NUMBER"}
_SIDES = {"PAIR": ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER"), "PLAYER": tuple(f"{seat}_PLAYER_NUMBER" for seat in "NSEW")}


@dataclass
class Element:
    """An element of the text: from `start` to `end`, what is in it from `first` to `last`."""

    tag: str
    attributes: str
    start: int
    first: int
    last: int
    end: int
    parent: "Element | None"

    def above(self, tag: str) -> "Element | None":
        """The nearest element of a name that it is in."""
        element = self.parent
        while element is not None and element.tag != tag:
            element = element.parent
        return element


def elements(text: str) -> list[Element]:
    """All elements, in the order of their starts."""
    found: list[Element] = []
    open_: list[Element] = []
    for match in _TAG.finditer(text):
        if match["tag"] is None:
            continue
        if match["close"]:
            element = open_.pop()
            element.last, element.end = match.start(), match.end()
            continue
        parent = open_[-1] if open_ else None
        element = Element(
            match["tag"], match["attributes"], match.start(), match.end(), match.end(), match.end(), parent
        )
        found.append(element)
        if not match["empty"]:
            open_.append(element)
    return found


def _values(text: str, tag: str) -> list[str]:
    return [value.strip() for value in re.findall(rf"<{tag}>([^<]*)</{tag}>", text)]


def _value(text: str, tag: str) -> str | None:
    return next(iter(_values(text, tag)), None)


def _without(text: str, parts: list[Element]) -> str:
    for element in sorted(parts, key=lambda part: part.start, reverse=True):
        text = text[: element.start] + text[element.end :]
    return text


def _inside(text: str, element: Element) -> str:
    return text[element.start : element.end]


def _choose(text: str, dice: Random, tag: str) -> Element:
    having = [element for element in elements(text) if element.tag == tag]
    if not having:
        raise DoesNotApplyError
    return dice.choice(having)


def _changed(text: str, element: Element, new: str) -> str:
    return text[: element.start] + new + text[element.end :]


def _entries(text: str) -> Iterator[tuple[Element, str]]:
    """Who is entered, with the number."""
    for element in elements(text):
        if element.parent is None or element.parent.tag != "PARTICIPANTS":
            continue
        if element.tag == "TEAM":
            number = re.search(r"TEAM_ID\s*=\s*\"([^\"]*)\"", element.attributes)
            if number is not None:
                yield element, number[1]
        elif element.tag in _NUMBERS and (stated := _value(_inside(text, element), _NUMBERS[element.tag])):
            yield element, stated


def _entry(text: str, dice: Random) -> tuple[Element, str]:
    entries = list(_entries(text))
    if len(entries) < 3:
        raise DoesNotApplyError
    return dice.choice(entries)


def _free(number: str, text: str) -> str:
    """A number like this one that nobody has."""
    digits = re.search(r"\d+", number)
    taken = {number for _, number in _entries(text)}
    for value in range(50, 200):
        new = number.replace(digits[0], str(value), 1) if digits else f"{number}{value}"
        if new not in taken:
            return new
    raise DoesNotApplyError


def _renumbered(text: str, tag: str, number: str, new: str) -> str:
    if tag == "TEAM":
        text = re.sub(rf"(TEAM_ID\s*=\s*\"){re.escape(number)}(\")", rf"\g<1>{new}\2", text)
        text = re.sub(rf"(<(?:OPPOSING_)?TEAM>\s*){re.escape(number)}(\s*<)", rf"\g<1>{new}\2", text)
        return re.sub(rf"(PAIR_NUMBER>\s*){re.escape(number)}-", rf"\g<1>{new}-", text)
    tags = "|".join((_NUMBERS[tag], *_SIDES[tag]))
    return re.sub(rf"(<(?:{tags})>\s*){re.escape(number)}(\s*<)", rf"\g<1>{new}\2", text)


def renumber(text: str, dice: Random) -> str:
    """A pair, player or team gets a number that nobody has."""
    entry, number = _entry(text, dice)
    return _renumbered(text, entry.tag, number, _free(number, text))


FEWEST_TEAMS = 4
"""Teams of which one may go: a file that leaves out more of them may be a part."""


def remove_participant(text: str, dice: Random) -> str:
    """Somebody was never there: the entry goes, with the lines and matches."""
    entry, number = _entry(text, dice)
    teams = [other for other in elements(text) if other.tag == "TEAM" and other.above("MATCH") is None]
    if entry.tag == "TEAM" and len(teams) < FEWEST_TEAMS:
        raise DoesNotApplyError  # more than a quarter would go at once
    section = entry.above("SECTION")
    gone = [entry]
    direction = _value(_inside(text, entry), "DIRECTION")
    for element in elements(text):
        above = element.above("SECTION")
        if section is not None and (above is None or above.start != section.start):
            continue
        inside = _inside(text, element)
        if element.tag == "MATCH" and entry.tag == "TEAM":
            if number in (_value(inside, "TEAM"), _value(inside, "OPPOSING_TEAM")):
                gone.append(element)
        elif element.tag == "TRAVELLER_LINE" and entry.tag in _SIDES:
            sides = [tag for tag in _SIDES[entry.tag] if direction is None or tag.startswith(direction)]
            if number in [_value(inside, tag) for tag in sides]:
                gone.append(element)
    if 5 * (len(gone) - 1) > 2 * len(re.findall("<TRAVELLER_LINE>|<MATCH>", text)):
        raise DoesNotApplyError  # hardly anything would be left
    return _without(text, gone)


def add_participant(text: str, dice: Random) -> str:
    """Somebody is entered who has not played yet."""
    entry, number = _entry(text, dice)
    new = _renumbered(_inside(text, entry), entry.tag, number, _free(number, text))
    new = re.sub(r"(<PLAYER_NAME>)[^<]*", lambda match: match[1] + new_name(dice), new)
    new = re.sub(rf"<({_STANDING})>[^<]*</\1>", "", new)
    new = re.sub(r"(<(?:NATIONAL|CLUB)_ID_NUMBER>)[^<]*", r"\1", new)
    return text[: entry.end] + new + text[entry.end :]


def remove_board(text: str, dice: Random) -> str:
    """A board was not played after all."""
    if len(_values(text, "BOARD_NUMBER")) < 3:
        raise DoesNotApplyError
    return _without(text, [_choose(text, dice, "BOARD")])


def remove_line(text: str, dice: Random) -> str:
    """A line of a traveller was of another evening."""
    return _without(text, [_choose(text, dice, "TRAVELLER_LINE")])


def blank_score(text: str, dice: Random) -> str:
    """A line has no result yet."""
    line = _choose(text, dice, "TRAVELLER_LINE")
    inside = re.sub(rf"(<({_SCORED})>)[^<]*", r"\1", _inside(text, line))
    return _changed(text, line, inside)


def change_score(text: str, dice: Random) -> str:
    """A score was entered for the wrong side."""
    line = _choose(text, dice, "TRAVELLER_LINE")
    score = _value(_inside(text, line), "SCORE")
    if score is None or not re.fullmatch(r"-?\d+", score):
        raise DoesNotApplyError
    new = str(-int(score)) if int(score) else "50"
    return _changed(text, line, re.sub(r"(<SCORE>)[^<]*", rf"\g<1>{new}", _inside(text, line)))


def change_name(text: str, dice: Random) -> str:
    """A player is somebody else."""
    return _changed(text, _choose(text, dice, "PLAYER_NAME"), f"<PLAYER_NAME>{new_name(dice)}</PLAYER_NAME>")


def remove_total(text: str, dice: Random) -> str:
    """A penalty, a total or a place is taken back."""
    tag = dice.choice(("ADJUSTMENT", "TOTAL_SCORE", "PLACE", "PERCENTAGE"))
    return _without(text, [_choose(text, dice, tag)])


def remove_last_round(text: str, dice: Random) -> str:
    """The last round is not played: its matches and lines go."""
    rounds = {int(number) for number in _values(text, "ROUND_NUMBER") if number.isdigit()}
    if len(rounds) < 3:
        raise DoesNotApplyError
    last = str(max(rounds))
    gone = [
        element
        for element in elements(text)
        if element.tag in ("MATCH", "TRAVELLER_LINE")
        and element.above("MATCH") is None
        and _value(_inside(text, element), "ROUND_NUMBER") == last
    ]
    return _without(text, gone)


EDITS = (
    renumber,
    remove_participant,
    add_participant,
    remove_board,
    remove_line,
    blank_score,
    change_score,
    change_name,
    remove_total,
    remove_last_round,
)
