"""Master points and qualification."""

from decimal import Decimal

from shared.formats.acblscore.file.entry_layouts import AWARD
from shared.formats.acblscore.file.packing import pack
from shared.formats.acblscore.reader.awards import amounts_of
from shared.formats.acblscore.reader.parse import parse
from tests.support.acblscore_files import Plan, pairs_game


def test_awards_of_one_colour_are_one_amount_with_both_rankings():
    award = pack(
        AWARD,
        {
            "amount_1": Decimal("0.18"),
            "colour_1": 1,
            "ranking_1": 1,
            "amount_2": Decimal("0.35"),
            "colour_2": 1,
            "ranking_2": 12,
            "amount_3": Decimal(2),
            "colour_3": 9,
        },
    )
    assert amounts_of(award) == {
        "BLACK": (Decimal("0.53"), "section stratum 1, overall stratum 2"),
        "9": (Decimal("2.00"), "section stratum 0"),
    }


def test_awards_are_those_of_the_whole_event_and_of_players_where_they_differ():
    total = {"amount_1": Decimal("1.2"), "colour_1": 4, "ranking_1": 11}
    more = {"amount_1": Decimal("2.5"), "colour_1": 4, "ranking_1": 11}
    players = [
        {"last_name": "Amber", "number": "5550001", "awards_total": total},
        {"last_name": "Birch", "number": "5550002", "awards_total": more},
    ]
    row = {"score": 7, "awards_total": total, "awards_session": more, "players": players}
    facts = parse(pairs_game(Plan(entries={(1, 1): row}))[0]).events[0].facts
    assert [(award.person, award.amount, award.colour) for award in facts.awards] == [
        (None, Decimal("1.20"), "GOLD"),
        ("5550002", Decimal("2.50"), "GOLD"),
    ]
    found = next(t for t in facts.totals if t.participant == "A-1NS")
    assert [(detail.name, detail.value) for detail in found.details] == [
        ("AWARDS_SESSION", "2.50 GOLD (overall stratum 1)")
    ]


def test_what_was_qualified_for_names_its_stratum():
    ranks = [{"qualified": 2}, {}, {"qualified": 1}]
    facts = parse(pairs_game(Plan(entries={(2, 1): {"rankings": ranks}}))[0]).events[0].facts
    assert [(a.kind, a.participant, a.text) for a in facts.awards] == [
        ("qualification", "A-1EW", "stratum 1: 2, stratum 3: 1")
    ]
