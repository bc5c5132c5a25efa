"""Rounds that other programs drew are drawn again as they were, and as gacrux draws them from its own reading."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from gacrux.trf2json import trf2json

from contracts.facts import Facts
from services.seating.adapters.gacrux_draw import pair_in_this_process
from services.seating.adapters.gacrux_event import event_of
from services.seating.adapters.gacrux_worker import draw
from services.seating.domain.chess.draw import Draw, DrawRequest
from services.seating.domain.chess.draw_request import prepared
from services.seating.domain.pairing_system import Swiss, pairing_system
from shared.chess.from_facts import tournament_of
from shared.chess.model import Kind, Tournament
from shared.formats.trf import parse
from tests.support.chess_draws import broken_rules
from tests.support.real_files import needs_real_files, shared_data

pytestmark = needs_real_files

LETTERS = {Kind.FULL_BYE: "F", Kind.HALF_BYE: "H", Kind.ZERO_BYE: "Z"}


def read(name: str) -> tuple[bytes, Facts, Tournament]:
    data = (shared_data() or Path()) / "trf" / name
    facts = parse(data.read_bytes()).events[0].facts
    return data.read_bytes(), facts, tournament_of(facts)


def request_of(facts: Facts, tournament: Tournament, round_: int) -> DrawRequest:
    """The request before a round that has been played; who had a bye of his own in it is away, the edition is 2026."""
    swiss = pairing_system(facts.event, len(tournament.entrants), facts.event.rounds or 0, teams=tournament.team)
    assert isinstance(swiss, Swiss)
    request = prepared(facts, tournament, replace(swiss, edition=2026), round_).request
    everybody = [
        replace(one, away=LETTERS.get(entrant.turns[round_ - 1].kind))
        for one, entrant in zip(request.contestants, tournament.entrants, strict=True)
    ]
    return replace(request, contestants=tuple(everybody))


@pytest.mark.parametrize(
    ("name", "rounds"),
    [
        ("dutch_2025_C5.input", (1, 2)),
        ("fideteam_nocolor.trf", range(1, 8)),
        ("issue_7.input", (1, 2, 5, 8)),
        ("large_15p9r_byes.trf", range(1, 10)),
    ],
)
def test_rounds_are_those_that_were_drawn(name: str, rounds: Sequence[int]) -> None:
    _, facts, tournament = read(name)
    for round_ in rounds:
        request = request_of(facts, tournament, round_)
        found = pair_in_this_process(request)
        assert isinstance(found, Draw)
        turns = [(at, entrant.turns[round_ - 1]) for at, entrant in enumerate(tournament.entrants)]
        played = {(at, turn.opponent) for at, turn in turns if turn.opponent >= 0 and turn.colour == "w"}
        assert {(pairing.white, pairing.black) for pairing in found.pairings} == played, round_
        assert [at for at, turn in turns if turn.kind is Kind.PAIRING_BYE] == [found.bye] * (found.bye is not None)
        assert broken_rules(request, found) == []


AS_PLAYED = {
    "dutch_2025_C5.input": (2, 2, 2),
    "fideteam_nocolor.trf": (7, 7, 7),
    "grandmommyscup.trf": (14, 11, 5),
    "held_swiss_5.trf": (5, 5, 4),
    "held_swiss_9.trf": (9, 7, 5),
    "issue_7.input": (14, 14, 14),
    "javafo_example.trf": (4, 2, 2),
    "large_15p9r_byes.trf": (9, 9, 9),
    "missing_result.trf": (4, 4, 4),
    "swiss_with_many_unplayed_rounds.trf": (7, 4, 4),
    "too_many_results.trf": (5, 5, 5),
}
"""By file: rounds, those that our draw of 2026 pairs as they were played, and those of them with the same colours.

The others were drawn by older editions (held, javafo), by hand or another program (grandmommyscup), or are made up for
tie-breaks (unplayed rounds)."""


@pytest.mark.parametrize("name", AS_PLAYED)
def test_so_many_rounds_are_as_they_were_played(name: str) -> None:
    _, facts, tournament = read(name)
    rounds, met, coloured = AS_PLAYED[name]
    found = [_agreement(facts, tournament, round_) for round_ in range(1, rounds + 1)]
    assert (sum(one for one, _ in found), sum(both for _, both in found)) == (met, coloured)


def _agreement(facts: Facts, tournament: Tournament, round_: int) -> tuple[bool, bool]:
    """Whether the same two meet everywhere, and whether they also have the same colours."""
    turns = [(at, entrant.turns[round_ - 1]) for at, entrant in enumerate(tournament.entrants)]
    request = request_of(facts, tournament, round_)
    there = [
        replace(one, away="Z") if turn.opponent < 0 and turn.kind is not Kind.PAIRING_BYE and one.away is None else one
        for one, (_, turn) in zip(request.contestants, turns, strict=True)
    ]
    found = pair_in_this_process(replace(request, contestants=tuple(there)))
    assert isinstance(found, Draw)
    games = {(at, turn.opponent) for at, turn in turns if turn.opponent >= 0 and turn.colour == "w"}
    drawn = {(pairing.white, pairing.black) for pairing in found.pairings}
    return set(map(frozenset, games)) == set(map(frozenset, drawn)), games == drawn


def test_fifty_teams_are_drawn_as_from_the_reader_of_gacrux() -> None:
    data, facts, tournament = read("grandmommyscup.trf")
    with contextlib.redirect_stdout(io.StringIO()):
        theirs = trf2json()
        theirs.parse_file(data.decode("utf-8-sig"), 0)
    event = theirs.chessjson["event"]["tournaments"][0]
    for round_ in (1, 4, 9, 14):
        ours = draw(event_of(request_of(facts, tournament, round_)), round_, "fideteam")
        assert len(ours["pairs"]) >= 13
        assert ours == draw(event, round_, "fideteam")
