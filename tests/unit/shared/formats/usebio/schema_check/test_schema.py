"""Our schema of USEBIO 1.4, and what it says of itself."""

import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from shared.formats.usebio.reader.event import BOARD_SCORING, EVENT_TYPES, OVERALL_RESULTS
from shared.formats.usebio.schema_check.schema import compiled, takes, vocabulary, words
from shared.formats.usebio.tables import elements
from tests.support.usebio_expected import CheckedAsExpected

XS = "{http://www.w3.org/2001/XMLSchema}"
TEXT = files("contracts").joinpath("schemas", "usebio-1.4.xsd").read_text(encoding="utf-8")
ODD = st.sampled_from(
    ["", " ", "0", "-3", "+1.5", "1e3", "12", "3=", "=3", "3 =", "A6040", "A6", "2031-02-28", "2031-02-30", "13:30",
     "2031-05-04T13:30+02:00", "13:30Z", "25:00", "Y", "y", "NS", "N", "100", "100.01", "TRUE", "BLACK", "22", "23"]
)  # fmt: skip


def test_the_schema_stands_alone() -> None:
    for word in ("include", "import", "redefine"):
        assert f"<xs:{word}" not in TEXT


@given(st.sampled_from(sorted(vocabulary().kinds)), ODD | st.text(st.characters(codec="ascii"), max_size=6))
def test_a_value_is_taken_here_exactly_where_the_schema_takes_it(name: str, text: str) -> None:
    if name == "DIRECTION":  # two types, by where it stands
        return
    kind = re.search(rf'<xs:element name="{name}" type="(\w+)"', TEXT)
    assert kind is not None
    only = TEXT.replace(
        '<xs:element name="USEBIO">', f'<xs:element name="Probe" type="{kind[1]}"/>\n  <xs:element name="USEBIO">'
    )
    probe = etree.Element("Probe")
    try:
        probe.text = text
    except ValueError:
        return
    assert _probes(only).validate(probe) is takes(name, text)


def _probes(text: str, made: dict[str, etree.XMLSchema] = {}) -> etree.XMLSchema:  # noqa: B006 - made once for each type
    if text not in made:
        made[text] = etree.XMLSchema(etree.fromstring(text.encode()))
    return made[text]


def test_an_element_has_one_type_but_for_the_direction() -> None:
    assert [name for name, kinds in vocabulary().kinds.items() if len(kinds) > 1] == ["DIRECTION"]


def test_every_type_says_what_it_is() -> None:
    for name in vocabulary().kinds:
        assert words(name), name


def test_every_name_of_the_reader_that_1_4_has_is_in_the_schema() -> None:
    """What the reader knows and the schema does not is of 1.0, seen, or an older spelling; each is named here."""
    known = set(vocabulary().homes) | {"USEBIO"}
    assert _names(elements.SHAPES) | _names(elements.CONTAINERS) <= known | {
        "BOARD_AVERAGE",
        "DATE_DAY",
        "DATE_MONTH",
        "DATE_YEAR",
        "FIRST_NAME",
        "SURNAME",
        "MEMBER",
        "WINS_OR_DRAW",
        "NS_IMPS",
        "EW_IMPS",
    }


def _names(shapes: dict[str, elements.Shape]) -> set[str]:
    found: set[str] = set()
    for name, shape in shapes.items():
        found |= {name} | shape.leaves | shape.groups.keys()
        found |= _names({key: inner for key, inner in shape.groups.items() if inner is not None})
    return found


def test_enumerations_are_those_that_the_reader_knows() -> None:
    others = {name for name in EVENT_TYPES if not vocabulary().attributes["EVENT_TYPE"].takes(name)}
    assert others == {"CROSS_IMP_PAIRS", "XIMP_PAIRS", "IMP_PAIRS", "MULTIPLE_TEAMS"}, (
        "words that programs write instead"
    )
    assert all(takes("OVERALL_RESULTS", name) for name in OVERALL_RESULTS)
    assert {name for name in BOARD_SCORING if takes("BOARD_SCORING_METHOD", name)} >= {"MATCH_POINTS", "HYBRID", "BAM"}


@pytest.mark.parametrize(
    ("name", "homes"),
    [("SITOUT", {"MATCH"}), ("PAIR", {"PARTICIPANTS", "TEAM"}), ("UPPER_LIMIT", {"STRAT"}), ("Nothing", set())],
)
def test_the_schema_says_where_an_element_stands(name: str, homes: set[str]) -> None:
    assert vocabulary().homes.get(name, frozenset()) == homes


def test_what_may_stand_once_is_known_by_parent() -> None:
    assert ("PAIR", "PLACE") in vocabulary().once
    assert ("PAIR", "PRIZE") not in vocabulary().once
    assert vocabulary().alternatives["Line.NS_PAIR_NUMBER"] == ("NS_PAIR_NUMBER", "N_PLAYER_NUMBER")


def test_a_smallest_document_is_valid() -> None:
    text = (
        '<USEBIO Version="1.4"><CLUB><CLUB_NAME/><CLUB_ID_NUMBER/></CLUB><EVENT EVENT_TYPE="TEAMS"><PROGRAM_NAME/>'
        "<PROGRAM_VERSION/><DATE/><BOARDS_PLAYED/></EVENT></USEBIO>"
    )
    assert compiled().validate(etree.fromstring(text))


class TestOddDocuments(CheckedAsExpected):
    """Every odd document."""
