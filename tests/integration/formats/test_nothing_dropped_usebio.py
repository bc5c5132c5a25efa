"""Whatever the tables list, wherever it stands: it is in the facts, or in what was kept, or a finding says why not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from shared.formats.usebio import elements
from shared.formats.usebio.fields import Shape
from shared.formats.usebio.reader import parse
from tests.support.usebio_documents import FIXTURES, document

MARK = "4137"

PAIRS = """
<CONTACT><FULL_NAME>y</FULL_NAME><ADDRESS><LINE>z</LINE></ADDRESS></CONTACT><LABELS><NAME>F</NAME></LABELS>
<STRATIFICATION><STRATS><STRAT><STRAT_NUMBER>1</STRAT_NUMBER></STRAT></STRATS></STRATIFICATION>
<PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER><MASTER_POINTS><MASTER_POINTS_AWARDED>12</MASTER_POINTS_AWARDED>
</MASTER_POINTS><LABEL><NAME>F</NAME></LABEL><PLAYER><PLAYER_NAME>Ann</PLAYER_NAME></PLAYER></PAIR></PARTICIPANTS>
<SESSION SESSION_ID="S"><SECTION SECTION_ID="A"><PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER>
<PLAYER><PLAYER_NAME>Ann</PLAYER_NAME></PLAYER></PAIR></PARTICIPANTS>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><HAND><DIRECTION>N</DIRECTION></HAND><TRAVELLER_LINE>
<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><AUCTION><AUCTION_ROUND><BID>1S</BID>
</AUCTION_ROUND></AUCTION></TRAVELLER_LINE></BOARD>
<HANDSET><LEGEND/><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><HAND><DIRECTION>S</DIRECTION></HAND></BOARD></HANDSET>
<MOVEMENT><MOVEMENT_LINE><TABLE_NUMBER>1</TABLE_NUMBER><ROUND_NUMBER>1</ROUND_NUMBER></MOVEMENT_LINE></MOVEMENT>
<LADDER_ENTRY><MEMBER_ID>5</MEMBER_ID></LADDER_ENTRY></SECTION></SESSION>"""
TEAMS = """
<PARTICIPANTS><TEAM TEAM_ID="1"><PAIR><PAIR_NUMBER>1A</PAIR_NUMBER><PLAYER/></PAIR></TEAM>
<TEAM TEAM_ID="2"><PLAYER/></TEAM></PARTICIPANTS>
<MATCH><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><DIRECTION>NS</DIRECTION></TRAVELLER_LINE></BOARD></MATCH>"""
SWISS = """
<MATCH><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><SCORE>100</SCORE></BOARD>
<BOARD><BOARD_NUMBER>2</BOARD_NUMBER><TRAVELLER_LINE><SCORE>100</SCORE></TRAVELLER_LINE></BOARD></MATCH>"""
KNOCK_OUT = """
<MATCH><TEAM TEAM_ID="1" TEAM_TYPE="Home"><PLAYER/></TEAM><TEAM TEAM_ID="2" TEAM_TYPE="Away"><IMPS>5</IMPS></TEAM>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><DIRECTION>NS</DIRECTION></TRAVELLER_LINE></BOARD></MATCH>"""
OLD_TEAMS = """
<PARTICIPANTS><TEAM TEAM_ID="1"><MATCH><OPPOSING_TEAM>2</OPPOSING_TEAM><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><SCORE>100</SCORE></TRAVELLER_LINE></BOARD></MATCH></TEAM>
<TEAM TEAM_ID="2"><MATCH><OPPOSING_TEAM>1</OPPOSING_TEAM><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><DIRECTION>EW</DIRECTION><SCORE>100</SCORE></TRAVELLER_LINE></BOARD></MATCH></TEAM></PARTICIPANTS>"""
INDIVIDUAL = """
<PARTICIPANTS><PLAYER><PLAYER_NUMBER>1</PLAYER_NUMBER></PLAYER></PARTICIPANTS>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><N_PLAYER_NUMBER>1</N_PLAYER_NUMBER></TRAVELLER_LINE></BOARD>"""

DOCUMENTS = {
    "PAIRS": PAIRS,
    "SWISS_TEAMS": TEAMS,
    "SWISS_PAIRS": SWISS,
    "KO": KNOCK_OUT,
    "TEAMS_OF_FOUR": OLD_TEAMS,
    "INDIVIDUAL": INDIVIDUAL,
}

SAYS_NOTHING = {
    ("MASTER_POINT_TYPE", "PAIR"),
    ("MASTER_POINT_TYPE", "TEAM"),
    ("MASTER_POINT_TYPE", "PLAYER"),
    ("@EVENT_TYPE", "BOARD"),
}
"""A colour without an award, which programs write for everybody, and the type of a board of hands."""

_SHAPES = {**elements.CONTAINERS, **elements.SHAPES, "TRAVELLER_LINE": elements.TRAVELLER_LINE}


def _shape(element: etree._Element) -> Shape | None:
    shape: Shape | None = None
    for one in (*reversed(list(element.iterancestors())), element):
        inner = shape.groups.get(str(one.tag)) if shape else None
        shape = inner or _SHAPES.get(str(one.tag))
    return shape


def _places(root: etree._Element) -> Iterator[tuple[int, str, str]]:
    """Number and name of each element, with each leaf and attribute that may be put into it."""
    for number, element in enumerate(root.iter()):
        shape = _shape(element)
        for leaf in sorted(shape.leaves) if shape else ():
            if element.find(leaf) is None:
                yield number, str(element.tag), leaf
        for attribute in sorted(shape.attributes) if shape else ():
            if element.get(attribute) is None:
                yield number, str(element.tag), f"@{attribute}"


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_whatever_a_table_lists_is_read_kept_or_reported(kind: str) -> None:
    data = document(DOCUMENTS[kind], event=f'EVENT_TYPE="{kind}"')
    dropped = []
    for number, tag, name in _places(etree.fromstring(data)):
        root = etree.fromstring(data)
        element = list(root.iter())[number]
        if name.startswith("@"):
            element.set(name[1:], MARK)
        else:
            etree.SubElement(element, name).text = MARK
        parsed = parse(etree.tostring(root))
        said = "".join(event.facts.model_dump_json() for event in parsed.events)
        said += "".join(finding.model_dump_json() for finding in parsed.findings)
        if MARK not in said and (name, tag) not in SAYS_NOTHING:
            dropped.append(f"{root.getroottree().getpath(element)}/{name}")
    assert dropped == []


NO_VALUE = "no välue"
"""A text that no number, date, seat or list of values has."""

NOT_KEPT = frozenset({"EVENT_TYPE"})
"""An attribute that repeats what EVENT says: a finding alone has it where it says something else."""


def _with_other_texts(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The document with each text and attribute in turn replaced by one that has no value, and its name."""
    root = etree.fromstring(data)
    for element in root.iter(etree.Element):
        text = element.text
        if text and text.strip() and not len(element):
            element.text = NO_VALUE
            yield f"{element.getparent().tag}/{element.tag}", etree.tostring(root)
            element.text = text
        for name, value in element.attrib.items():
            if element is not root and name not in NOT_KEPT:
                element.set(name, NO_VALUE)
                yield f"{element.tag}/@{name}", etree.tostring(root)
                element.set(name, value)


IN_UTF_8 = [path for path in FIXTURES if "windows" not in path.name]


@pytest.mark.parametrize("path", IN_UTF_8, ids=lambda path: path.name)
def test_a_text_that_is_no_value_of_its_kind_is_kept(path: Path) -> None:
    dropped = set()
    seen = set()
    for name, data in _with_other_texts(path.read_bytes()):
        if name not in seen:
            seen.add(name)
            said = "".join(event.facts.model_dump_json() for event in parse(data).events).lower()
            if NO_VALUE not in said and NO_VALUE.replace(" ", "") not in said:
                dropped.add(name)
    assert dropped == set()
