"""Points that no game gave: 250 or XXA for accelerated rounds, 299 for everything else."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import Decimal

from contracts.facts import Facts
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.writer.header import unplayed
from shared.formats.trf.writer.lines import Page, points

_LENT = {"acceleration": 0, "acceleration_game_points": 1}
_FREE = {"free_points": 0, "free_game_points": 1}

Pair = tuple[Decimal | None, Decimal | None]
"""Match points and game points; a player's points are the second."""


def _pairs(
    facts: Facts, kinds: Mapping[str, int], numbers: Mapping[str, int], *, team: bool
) -> dict[tuple[int | None, int], Pair]:
    """Both kinds of points by round and number."""
    pairs: dict[tuple[int | None, int], list[Decimal | None]] = defaultdict(lambda: [None, None])
    for each in facts.adjustments:
        number = numbers.get(each.participant)
        if each.kind in kinds and number is not None and (each.participant_kind == "team") is team:
            pairs[each.round, number][kinds[each.kind] if team else 1] = each.amount
    return {key: (pair[0], pair[1]) for key, pair in pairs.items()}


def lent(facts: Facts, numbers: Mapping[str, int], page: Page, *, team: bool) -> None:
    """250 in ranges of rounds and numbers; XXA for each player in TRF16."""
    pairs = _pairs(facts, _LENT, numbers, team=team)
    if page.dialect is Dialect.TRF16_XX:
        _by_player(pairs, page)
        return
    for (first_round, last_round), (first, last), (match_points, game_points) in ranges(
        pairs, sorted(numbers.values())
    ):
        fields = {
            "match_points": points(match_points),
            "game_points": points(game_points),
            "first_round": str(first_round),
            "last_round": str(last_round),
            "first": str(first),
            "last": str(last),
        }
        if page.dialect is Dialect.DRAFT_2024:
            fields["match_points"] = fields["match_points"].removesuffix(".0")
        page.record("250", fields)


def _by_player(pairs: Mapping[tuple[int | None, int], Pair], page: Page) -> None:
    rows: dict[int, dict[int, Decimal]] = defaultdict(dict)
    for (round_, number), (match_points, game_points) in pairs.items():
        if round_ and game_points:
            rows[number][round_] = game_points
        page.losses.add("match points of accelerated rounds", "XXA has none", bool(match_points), of=("adjustments",))
    for number in sorted(rows):
        row = rows[number]
        cells = " ".join(f"{points(row.get(round_, Decimal(0))):>4}" for round_ in range(1, max(row) + 1))
        page.lines.append(f"XXA {number:4} {cells}")


def ranges(
    pairs: Mapping[tuple[int | None, int], Pair], known: Iterable[int]
) -> list[tuple[tuple[int, int], tuple[int, int], Pair]]:
    """Equal points of neighbours in consecutive rounds as ranges: rounds, numbers, points."""
    order = {number: at for at, number in enumerate(known)}
    runs: dict[tuple[tuple[int, int], Pair], list[int]] = defaultdict(list)
    for round_ in sorted({round_ for round_, _ in pairs if round_}):
        row = sorted((number, pair) for (of, number), pair in pairs.items() if of == round_)
        at = 0
        while at < len(row):
            end = at
            while (
                end + 1 < len(row)
                and row[end + 1][1] == row[at][1]
                and order[row[end + 1][0]] == order[row[end][0]] + 1
            ):
                end += 1
            runs[(row[at][0], row[end][0]), row[at][1]].append(round_)
            at = end + 1
    spans = []
    for (numbers, pair), rounds in runs.items():
        start = rounds[0]
        for first, following in zip(rounds, [*rounds[1:], None], strict=True):
            if following != first + 1:
                spans.append(((start, first), numbers, pair))
                start = following or 0
    return sorted(spans, key=lambda each: (each[0], each[1]))


def given(facts: Facts, numbers: Mapping[str, int], page: Page, *, team: bool) -> None:
    """299: points given or taken away, and points for results that are not the usual ones."""
    typed = [detail for detail in facts.event.scoring_system if detail.name.startswith("299 ")]
    free = _pairs(facts, _FREE, numbers, team=team)
    if page.dialect is Dialect.TRF16_XX:
        page.losses.add(
            "points of record 299",
            "TRF16 has no record for them",
            len(typed) + len(free),
            of=("adjustments", "events.scoring_system 299"),
        )
        return
    if page.dialect is Dialect.TRF26:
        for kind, value in unplayed(facts.event).items():
            if value is not None:
                _abnormal(kind, None, Decimal(value.numerator) / Decimal(value.denominator), "", [], page)
    for detail in typed:
        stated = dict(part.partition("=")[::2] for part in detail.value.split())
        participants = [int(each) for each in stated.get("of", "").split(",") if each.isdecimal()]
        _abnormal(
            detail.name[4:],
            _number(stated.get("mp")),
            _number(stated.get("gp")),
            stated.get("round", ""),
            participants,
            page,
        )
    grouped: dict[tuple[int, Pair], list[int]] = defaultdict(list)
    for (round_, participant), pair in free.items():
        grouped[round_ or 0, pair].append(participant)
    for (round_, (match_points, game_points)), those in sorted(grouped.items(), key=lambda item: (item[0][0], item[1])):
        _abnormal("", match_points, game_points, str(round_ or ""), sorted(those), page)


def _number(text: str | None) -> Decimal | None:
    return Decimal(text) if text else None


def _abnormal(
    kind: str,
    match_points: Decimal | None,
    game_points: Decimal | None,
    round_: str,
    participants: list[int],
    page: Page,
) -> None:
    fields = {"type": kind, "match_points": points(match_points), "game_points": points(game_points), "round": round_}
    if page.dialect is Dialect.DRAFT_2024:
        fields["match_points"] = fields["match_points"].removesuffix(".0")
    page.record("299", fields, participants)
