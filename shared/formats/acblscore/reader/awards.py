"""Master points and qualification, published as the file states them.

Rules kept here:

1. Master points are those of the whole event so far; those of this session and of earlier ones are details, with the
   ranking that gave them: "0.13 GOLD (overall stratum 1), 1.12 RED (section stratum 1)".
2. Two awards of one colour, as a double ranking with handicap has them, are one amount.
3. A player's own awards are given where they are not those of the entry.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache

from contracts.facts import AwardFact, Detail
from shared.formats.acblscore import values
from shared.formats.acblscore.file.entry_layouts import AWARD, RANKING
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.details import detail
from shared.formats.acblscore.reader.people import Kind, person_of, players_of
from shared.formats.acblscore.reader.roster import Member

COLOURS = 3
"""Colours that one award can have."""

STRATA = 3
"""Strata in which an entry can have a rank."""

SECTION_RANK, OVERALL_RANK, QUALIFIED, RANK = (
    RANKING.index[name] for name in ("section_rank", "overall_rank", "qualified", "rank")
)


def ranks_of(entry: Record, strat: int) -> tuple[int, ...]:
    """The numbers of a ranking, 0 for the first stratum, in the order of their table."""
    return all_ranks_of(entry)[strat]


def all_ranks_of(entry: Record) -> tuple[tuple[int, ...], ...]:
    """Those of every stratum."""
    return _ranks_in(entry.row_raw("rankings"))


@lru_cache(maxsize=256)
def _ranks_in(data: bytes) -> tuple[tuple[int, ...], ...]:
    return tuple(RANKING.reader.iter_unpack(data))


Amounts = Mapping[str, tuple[Decimal, str]]
"""Master points by colour, each with the rankings that gave them."""


@lru_cache(maxsize=4096)
def amounts_of(award: bytes) -> Amounts:
    """The amounts of an award (rule 2); awards are few, and a file has nine for each pair."""
    amounts: dict[str, tuple[Decimal, str]] = {}
    numbers = AWARD.reader.unpack(award)
    for hundredths, colour, ranking in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
        if not hundredths:
            continue
        name = values.PIGMENTS[colour] if colour < len(values.PIGMENTS) else str(colour)
        tens, strat = divmod(ranking, 10)
        text = f"{'overall' if tens == 1 else 'section'} stratum {strat}"
        before, texts = amounts.get(name, (Decimal(0), ""))
        amounts[name] = (before + Decimal(hundredths).scaleb(-2), f"{texts}, {text}" if texts else text)
    return amounts


def award_details(entry: Record) -> list[Detail]:
    """Master points of this session and of earlier ones (rule 1)."""
    details = []
    for name in ("awards_before", "awards_session"):
        amounts = amounts_of(entry.part_raw(name))
        if amounts:
            text = ", ".join(
                f"{amount} {colour}".strip() + f" ({rankings})" for colour, (amount, rankings) in amounts.items()
            )
            details.append(detail(name.upper(), text))
    return details


def awards_of(member: Member, entry: Record, kind: Kind) -> Iterator[AwardFact]:
    """The awards of an entry and of its players, and what it qualified for."""
    own = amounts_of(entry.part_raw("awards_total"))
    if own:
        yield from _facts(member, entry.part("awards_total"), own, None, kind)
    for number, known in enumerate(players_of(entry)):
        amounts = amounts_of(known.won)
        player = entry.part("players", number) if amounts and amounts != own else None
        person = person_of(player) if player is not None else None
        if player is not None and person is not None:
            yield from _facts(member, player.part("awards_total"), amounts, person.national_id or person.name, kind)
    flags = [ranks[QUALIFIED] for ranks in all_ranks_of(entry)]
    qualified = [f"stratum {number}: {flag}" for number, flag in enumerate(flags, 1) if flag]
    if qualified:
        yield AwardFact(
            at=entry.part("rankings").place("qualified"),
            kind="qualification",
            participant=member.id,
            participant_kind=kind,
            text=", ".join(qualified),
        )


def _facts(member: Member, award: Record, amounts: Amounts, person: str | None, kind: Kind) -> Iterator[AwardFact]:
    for colour, (amount, text) in amounts.items():
        yield AwardFact(
            at=award.place(),
            kind="master_points",
            participant=member.id,
            participant_kind=kind,
            person=person,
            amount=amount,
            colour=colour or None,
            text=text,
        )
