"""Stated points and places of chess, held against those of the games."""

from decimal import Decimal
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.facts import StatedTotal
from contracts.findings import Finding
from services.scoring.domain.boards.board_list import published
from shared.bridge.rankings.places import parse_place
from shared.formats.trf.places import Total, field_place

Places = tuple[int, int]
"""The first and the last place that somebody may have."""


def compare_chess(
    subject: str, points: Fraction, places: Places, stated: StatedTotal | None, wrong: Decimal | None, field: Total
) -> list[Finding]:
    """What is stated otherwise: points that are wrong, in their field, and a place that cannot be."""
    if stated is None:
        return []
    findings = []
    if wrong is not None:
        findings.append(
            codes.TOTAL_DIFFERS.finding(
                f"{subject} is stated with {wrong} points, its games give {published(points)}",
                place=field_place(stated.at, field),
                subject=subject,
                stated=str(wrong),
                computed=str(published(points)),
            )
        )
    try:
        claimed = parse_place(stated.place or "")
    except ValueError:
        claimed = None
    if claimed is not None and not places[0] <= claimed.first <= places[1]:
        place = str(places[0]) if places[0] == places[1] else f"{places[0]} to {places[1]}"
        findings.append(
            codes.PLACE_DIFFERS.finding(
                f"{subject} is stated in place {stated.place}, points and tie-breaks give {place}",
                place=field_place(stated.at, "rank"),
                subject=subject,
                stated=stated.place,
                computed=place,
            )
        )
    return findings
