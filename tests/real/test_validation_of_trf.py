"""What the chess checks say about real TRF files: nothing that is not so."""

from collections import Counter
from typing import Literal

import pytest

from contracts.facts import GameFact, MatchFact
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.validation.domain.case import Case
from services.validation.domain.chess import colours
from shared.formats.trf.reader.parse import parse
from tests.support.fragments import fragment
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

KNOWN: dict[str, dict[str, int]] = {
    "grandmommyscup.trf": {"scoring.summary-differs": 9, "scoring.ties-broken-otherwise": 1},
    "held_swiss_5.trf": {"scoring.places-of-another-order": 1},
    "held_swiss_9.trf": {"scoring.places-of-another-order": 1},
    "large_15p9r_byes.trf": {"scoring.places-of-another-order": 1},
}
"""How often each code occurs: the nine records of docs/formats/trf.md and an order of ties that none of the stated
tie-breaks gives, and three files whose rank is the order before the first round. Every other file has none."""

TURNED = {"held_swiss_9.trf": 9, "grandmommyscup.trf": 14, "swiss_with_many_unplayed_rounds.trf": 7}
"""Swisses of players and of teams, with their rounds."""

FILES = [path for path in real_files("trf") if path.suffix in (".trf", ".input")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_real_file_has_the_findings_that_were_looked_up(path) -> None:
    found = Pipeline([read_bytes(path.read_bytes(), path.name, path)]).findings()
    assert Counter(f.code for f in found if f.code.startswith(("chess.", "scoring."))) == KNOWN.get(path.name, {})


@pytest.mark.parametrize("name", TURNED)
def test_a_round_of_a_real_file_with_all_colours_turned_is_found(name) -> None:
    (path,) = (path for path in FILES if path.name == name)
    facts = parse(path.read_bytes()).events[0].facts
    for number in range(1, TURNED[name] + 1):
        games = tuple(game.replace(colour=_turned(game)) if game.round == number else game for game in facts.games)
        matches = tuple(_exchanged(match) if match.round == number and match.away else match for match in facts.matches)
        lists = {each: getattr(facts, each) for each in facts.FIELDS} | {"games": games, "matches": matches}
        findings = [finding for rule in colours.RULES for finding in rule(Case(fragment("f", **lists)))]
        assert [(finding.code, finding.subject) for finding in findings] == [("chess.round-turned", f"round {number}")]


def _turned(game: GameFact) -> Literal["w", "b"] | None:
    return "b" if game.colour == "w" else "w" if game.colour == "b" else None


def _exchanged(match: MatchFact) -> MatchFact:
    """With the other team as White's."""
    sides = {"home_line_up": match.away_line_up, "away_line_up": match.home_line_up}
    return match.replace(home=match.away, away=match.home, **sides)
