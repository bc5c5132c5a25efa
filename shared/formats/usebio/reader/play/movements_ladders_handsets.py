"""The other uses of USEBIO 1.0: movements (5.5), ladders (5.3) and the description of a handset (5.2)."""

from typing import Literal

from contracts.codes.usebio import MISSING_REQUIRED
from contracts.facts import Detail, LadderFact, MovementFact, MovementLine, Sides
from shared.formats.usebio.reader.draft import Draft, Where
from shared.formats.usebio.reader.fields import Fields, predicate
from shared.formats.usebio.reader.values import WINNERS, attribute_of, decimal_of, value_of, whole_of
from shared.formats.usebio.report import Report
from shared.formats.usebio.tables.elements import in_order

_MOVEMENTS: dict[str, Literal["pairs", "individual", "teams"]] = {
    "PAIRS": "pairs",
    "INDIVIDUAL": "individual",
    "TEAMS": "teams",
}
LINE_SIDES = {
    "ns": "NS_PAIR_NUMBER",
    "ew": "EW_PAIR_NUMBER",
    "north": "N_PLAYER_NUMBER",
    "south": "S_PLAYER_NUMBER",
    "east": "E_PLAYER_NUMBER",
    "west": "W_PLAYER_NUMBER",
    "ns_team": "NS_TEAM_NUMBER",
    "ew_team": "EW_TEAM_NUMBER",
}
MOVEMENT_DETAILS = in_order("MOVEMENT_DESCRIPTION NOTES")


def read_movement(fields: Fields, where: Where, draft: Draft) -> None:
    """Read a MOVEMENT; a line without round or table is reported and left out."""
    report = draft.report
    name = fields.name(report, "MOVEMENT_NAME")
    fields.keep_unknown(
        draft.extensions, f"{where.owner}/MOVEMENT" + (predicate("MOVEMENT_NAME", name) if name else "")
    )
    kind = attribute_of(fields, report, "MOVEMENT_TYPE", _MOVEMENTS, "MOVEMENT_TYPE must be PAIRS, INDIVIDUAL or TEAMS")
    lines: list[MovementLine] = []
    for group in fields.all("MOVEMENT_LINE"):
        number, table = whole_of(group, report, "ROUND_NUMBER"), group.name(report, "TABLE_NUMBER")
        if number is None or table is None:
            report.add(MISSING_REQUIRED, "a MOVEMENT_LINE without round or table was left out", group.place())
            continue
        sides = {side: group.name(report, tag) for side, tag in LINE_SIDES.items()}
        lines.append(
            MovementLine(
                round=number,
                table=table,
                sides=Sides(**sides),
                first_board=group.name(report, "START_BOARD_NUMBER"),
                last_board=group.name(report, "END_BOARD_NUMBER"),
            )
        )
    draft.movements.append(
        MovementFact(
            at=fields.place(),
            id=name or f"movement-{len(draft.movements) + 1}",
            session=where.session,
            section=where.section,
            kind=kind or "pairs",
            name=name,
            winners=value_of(fields, report, "WINNER_TYPE", WINNERS, "WINNER_TYPE must be 1 or 2"),
            tables=len({line.table for line in lines}) or None,
            rounds=max((line.round for line in lines), default=None),
            lines=tuple(lines),
            details=fields.details(report, MOVEMENT_DETAILS),
        )
    )


def read_ladder_entry(fields: Fields, where: Where, draft: Draft) -> None:
    """Read a LADDER_ENTRY of the event or of one of its sessions."""
    report = draft.report
    member = fields.name(report, "MEMBER_ID")
    fields.keep_unknown(
        draft.extensions, f"{where.owner}/LADDER_ENTRY" + (predicate("MEMBER_ID", member) if member else "")
    )
    if member is None:
        report.add(MISSING_REQUIRED, "a LADDER_ENTRY without MEMBER_ID was left out", fields.place())
        return
    fields.set_aside_older(report, "AVERAGE_PERCENTAGE", "PERCENTAGE")
    draft.ladder.append(
        LadderFact(
            at=fields.place(),
            member=member,
            session=where.session,
            master_points=decimal_of(fields, report, "MASTER_POINTS_AWARDED"),
            percentage=decimal_of(fields, report, "AVERAGE_PERCENTAGE", "PERCENTAGE"),
        )
    )


def handset_details(fields: Fields, set_id: str | None, report: Report) -> tuple[Detail, ...]:
    """What a HANDSET says of itself, as details of the event."""
    prefix = f"HANDSET {set_id}/" if set_id else "HANDSET/"
    plain = Fields(tag=fields.tag, path=fields.path, line=fields.line, texts=fields.texts, groups=fields.groups)
    return tuple(plain.flattened(report, prefix[:512]))
