"""Faults of structure in words: what libxml2 says of an element, put for the director who has to correct it.

libxml2 names types and constraints of the schema; a person needs the element, what is wrong with it and what would be
right. What cannot be put so keeps libxml2's own words, so that nothing is swallowed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from lxml import etree

from contracts.codes.code import Code
from contracts.codes.usebio import SCHEMA_MISSING, SCHEMA_REPEATED, SCHEMA_UNKNOWN, SCHEMA_VALUE
from shared.formats.usebio.schema_check.schema import Kind, vocabulary

NOT_EXPECTED = "This element is not expected"

_IN_THE_MIDDLE = {"PLAYER": "PLAYER_NAME", "BOARD": "TRAVELLER_LINE"}
"""What is required between elements that may stand on both sides; libxml2 names some of those as well."""

_ATTRIBUTE = re.compile(r"attribute '([^']*)'")
_CONSTRAINT = re.compile(r"constraint '([^']*)'")
_MISSING = re.compile(r"Missing child element\(s\)\. Expected is (?:one of )?\( ([A-Z_, ]+) \)")


@dataclass(frozen=True)
class Fault:
    """One fault, not yet a finding; by `about` libxml2's second message about the same is recognised."""

    code: Code
    message: str
    about: tuple[str, ...]
    stated: str | None = None


def tell(kind: int, message: str, node: etree._Element) -> Fault | None:
    """Say one of libxml2's errors in our words; None for a message that only repeats another."""
    teller = _TELLERS.get(kind)
    if teller is None:
        return Fault(SCHEMA_VALUE, message, (str(node.tag), message))
    return teller(message, node)


def _attribute(message: str) -> str:
    name = _ATTRIBUTE.search(message)
    return name[1] if name else ""


def _unknown_attribute(message: str, node: etree._Element) -> Fault:
    name = _attribute(message)
    about = (str(node.tag), f"@{name}")
    return Fault(SCHEMA_UNKNOWN, f"USEBIO 1.4 has no attribute {name} in {node.tag}", about, node.get(name))


def _missing_attribute(message: str, node: etree._Element) -> Fault:
    name = _attribute(message)
    return Fault(SCHEMA_MISSING, f"{node.tag} lacks the attribute {name}", (str(node.tag), f"@{name}"))


def _text(message: str, node: etree._Element) -> Fault:
    text = " ".join((node.text or "", *(child.tail or "" for child in node)))
    about = (str(node.tag), "text")
    return Fault(SCHEMA_UNKNOWN, f"text stands in {node.tag}, where only elements belong", about, text)


def _elements(message: str, node: etree._Element) -> Fault:
    about = (str(node.tag), "elements")
    return Fault(SCHEMA_UNKNOWN, f"elements stand in {node.tag}, where only a text belongs", about)


def _constraint(message: str, node: etree._Element) -> Fault | None:
    """A required element that is missing, or one that stands too often."""
    constraint = _CONSTRAINT.search(message)
    if constraint is None:
        return None  # "no precomputed value": the value's own fault is reported beside it
    names = vocabulary().alternatives[constraint[1]]
    if "node-set with more than one" in message:
        owner = node.getparent()
        home = str(owner.tag) if owner is not None else ""
        what = str(node.tag) if len(names) == 1 else " or ".join(names)
        return Fault(SCHEMA_REPEATED, f"{what} stands more than once in {home}", (home, *names), node.text)
    if any(node.find(name) is not None for name in names):
        return None  # it stands there with a wrong value, which is reported beside it
    first, *others = (name.replace("/", " with ") for name in names)
    instead = f" or, in its place, {' or '.join(others)}" if others else ""
    return Fault(SCHEMA_MISSING, f"{node.tag} lacks {first}{instead}", (str(node.tag), *names))


def _content(message: str, node: etree._Element) -> Fault:
    """An element that lacks another, or stands where the schema has no place for it: misspelt, misplaced, repeated."""
    if NOT_EXPECTED not in message:
        names = _MISSING.search(message)
        what = _IN_THE_MIDDLE.get(str(node.tag)) or (names[1].replace(", ", " and ") if names else "what it needs")
        return Fault(SCHEMA_MISSING, f"{node.tag} lacks {what}", (str(node.tag), what))
    tag = str(node.tag)[:80]
    parent = node.getparent()
    home = str(parent.tag) if parent is not None else ""
    homes = vocabulary().homes.get(tag, frozenset())
    about = (home, tag)
    if home in homes:
        return Fault(SCHEMA_REPEATED, f"{tag} stands more than once in {home}", about, node.text)
    if homes:
        belongs = ", ".join(sorted(homes))
        return Fault(SCHEMA_UNKNOWN, f"{tag} does not belong in {home}; its place is in {belongs}", about, node.text)
    here = [name for name, places in vocabulary().homes.items() if home in places]
    close = get_close_matches(tag.upper(), here, 1, 0.75)
    meant = f"; is {close[0]} meant?" if close else ""
    return Fault(SCHEMA_UNKNOWN, f"USEBIO 1.4 has no element {tag}{meant}", about, node.text)


def _value(message: str, node: etree._Element) -> Fault:
    known = vocabulary()
    attribute = _attribute(message)
    tag = str(node.tag)
    text = (node.get(attribute) if attribute else node.text) or ""
    kinds: tuple[Kind, ...] = (known.attributes[attribute],) if attribute else known.kinds.get(tag, ())
    if tag == "DIRECTION" and not attribute:
        parent = node.getparent()
        seat = parent is not None and parent.tag in ("HAND", "TRICK", "BIDDER_SEQUENCE")
        kinds = tuple(kind for kind in kinds if kind.takes("North") is seat)
    words = " or ".join(kind.words for kind in kinds) or "another value"
    name = f"the attribute {attribute} of {tag}" if attribute else tag
    state = f"has {text.strip()[:60]!r}" if text.strip() else "is empty"
    return Fault(SCHEMA_VALUE, f"{name} {state}; expected {words}", (tag, attribute or "value"), text)


_TYPES = etree.ErrorTypes
_TELLERS: dict[int, Callable[[str, etree._Element], Fault | None]] = {
    _TYPES.SCHEMAV_CVC_IDC: _constraint,
    _TYPES.SCHEMAV_ELEMENT_CONTENT: _content,
    _TYPES.SCHEMAV_CVC_COMPLEX_TYPE_3_2_1: _unknown_attribute,
    _TYPES.SCHEMAV_CVC_TYPE_3_1_1: _unknown_attribute,
    _TYPES.SCHEMAV_CVC_COMPLEX_TYPE_4: _missing_attribute,
    _TYPES.SCHEMAV_CVC_COMPLEX_TYPE_2_3: _text,
    _TYPES.SCHEMAV_CVC_TYPE_3_1_2: _elements,
    _TYPES.SCHEMAV_CVC_COMPLEX_TYPE_2_2: _elements,
    _TYPES.SCHEMAV_CVC_DATATYPE_VALID_1_2_1: _value,
    _TYPES.SCHEMAV_CVC_DATATYPE_VALID_1_2_3: _value,
    _TYPES.SCHEMAV_CVC_ENUMERATION_VALID: _value,
    _TYPES.SCHEMAV_CVC_PATTERN_VALID: _value,
}
"""What tells which of libxml2's errors."""
