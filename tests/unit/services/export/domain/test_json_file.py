"""The event as JSON."""

import json
from decimal import Decimal

from contracts.facts import Detail, EventFact, Extension, StatedTotal
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.export.domain.json_file import render
from tests.support.fragments import pair, result, stated
from tests.support.merged import merged

WHOLE = merged(
    events=(EventFact(name="Zoë's pairs", kind="pairs", details=(Detail(name="TITLE", value="\u2028 & <b>"),)),),
    participants=(pair("1"), pair("2")),
    results=(result("1", "1", "2", 420, stated=stated("1.5", "0.5")),),
    totals=(StatedTotal(participant="1", kind="pair", total=Decimal("1.50")),),
    extensions=(Extension(kind="element", owner="/USEBIO", name="FOO", value="bar"),),
)


def test_nothing_is_lost_but_what_only_the_bus_needs() -> None:
    rendered = render(WHOLE)
    document = json.loads(rendered.data)
    assert EventMerged.model_validate({**document, "applied": WHOLE.applied}) == WHOLE.replace(origins={})
    assert rendered.losses == ()
    assert document.keys().isdisjoint({"applied", "origins"})


def test_numbers_are_texts_so_that_no_reader_rounds_them() -> None:
    assert json.loads(render(WHOLE).data)["facts"]["totals"][0]["total"] == "1.50"


def test_what_is_unknown_is_left_out() -> None:
    assert "percentage" not in json.loads(render(WHOLE).data)["facts"]["totals"][0]


def test_a_reader_sees_first_what_the_document_is() -> None:
    rendered = render(WHOLE)
    assert rendered.data.startswith(b'{\n  "kibitz": "event.v1"')
    assert rendered.data.endswith(b"}\n")
    assert (rendered.name, rendered.media_type) == ("made-up-pairs.json", "application/json")


def test_both_kinds_of_values_are_in_it_whichever_is_asked_for() -> None:
    assert render(WHOLE, "stated") == render(WHOLE, "computed")


def test_seats_that_follow_come_with_their_reasons() -> None:
    table = SeatAssignment(table="1", ns="4", ew="7", reason="1st meets 2nd")
    seats = RoundAssignment(event="made-up-pairs", stage="round", round=3, rule="swiss", tables=(table,))
    document = json.loads(render(merged(), "computed", seats).data)
    assert document["next_round"]["round"] == 3
    (shown,) = document["next_round"]["tables"]
    assert (shown["ns"], shown["ew"], shown["reason"]) == ("4", "7", "1st meets 2nd")
    assert "next_round" not in json.loads(render(merged()).data)
