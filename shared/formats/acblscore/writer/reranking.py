"""Ranks of a game file whose scores have changed, and the lists by which the program walks them.

Rules kept here:

1. The file itself shows how its ranks are made: those who have one, in the order of a score as it was before the
   change, have the ranks that the file gave them. The first score that gives them all (`_IN_SECTION`, `_OVER_ALL`) is
   used again; where none does, the ranks stay, and are counted.
2. Whoever had a rank in a stratum has one after the change, and nobody else. Those who have the same score take a rank
   each, in the order that they had. Who is not eligible ranks behind everybody else, whatever the score.
3. Awarded ranks go as deep as before. A tie that begins within the depth is awarded as a whole, with its last rank.
4. Ranks within a section are those of one direction (of all in a Howell movement) of the sections that are ranked
   together, and for teams of the whole event. Ranks over all are of the event, in one list or one for each direction.
5. The lists from rank to rank follow (`rank_links.py`). Master points and qualification stay, and are counted.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product

from shared.formats.acblscore.file.entry_layouts import INDEX, RANKING
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.awards import OVERALL_RANK, QUALIFIED, RANK, SECTION_RANK, ranks_of
from shared.formats.acblscore.writer.blocks import Blocks
from shared.formats.acblscore.writer.ranks import Key, Listed, links_of
from shared.formats.losses import Losses

RankScore = tuple[str, bool]
"""A score of an entry, and whether the handicap is added."""

_IN_SECTION: tuple[RankScore, ...] = tuple(product(("score", "final_score", "percentage"), (False, True)))
_OVER_ALL: tuple[RankScore, ...] = tuple(product(("final_score", "score", "percentage"), (False, True)))
"""What ranks can be made by; those of an event first by what counts over its sessions."""

_SCORES = ("score", "final_score", "percentage", "handicap")
_AWARDS = ("awards_session", "awards_total")
_FIRST = tuple(name for name in INDEX.names if name.startswith("first_ranked_"))
_NEXT = tuple(name for name in RANKING.names if name.startswith("next_"))
_AGAIN = "rank again in ACBLscore"

Ranks = list[list[int]]
"""Of each stratum, in the order of the fields of a ranking."""

Tables = Iterable[tuple[int, int, Record]]
"""Index tables with the number of their section and the direction that lists name."""


@dataclass(frozen=True)
class Placed:
    """An entry of the file with what ranks are made of.

    Attributes:
        key: number, section and direction, as lists name it.
        group: those who are ranked together, and the direction.
        before, now: its scores as they were read, and as they stand in the file now.
        ranks: as they were read.
        eligible: whether the entry is ranked by its score.
    """

    key: Key
    group: tuple[str, int]
    entry: Record
    before: Mapping[str, int]
    now: Mapping[str, int]
    ranks: Ranks
    eligible: bool


def placed(key: Key, group: tuple[str, int], entry: Record, data: bytearray, strata: int) -> Placed:
    """An entry as it was read, and as it stands in the file now, with its ranks in the strata that the event has."""
    before, now = ({name: _score(source, entry, name) for name in _SCORES} for source in (entry.data, data))
    ranks = [[*ranks_of(entry, strat)] for strat in range(strata)]
    return Placed(key, group, entry, before, now, ranks, eligible=not entry.flag("not_eligible"))


def _score(data: bytes | bytearray, entry: Record, name: str) -> int:
    offset, kind = entry.layout.fields[name]
    raw = data[entry.offset + offset : entry.offset + offset + kind.size] if entry.holds(name) else b""
    return int.from_bytes(raw, "little", signed=kind.code.islower())


def rank_again(everybody: Sequence[Placed], tables: Tables, blocks: Blocks, losses: Losses) -> set[int]:
    """Bring the ranks of an event to its scores; the numbers of the sections in which a rank has changed."""
    if all(each.before == each.now for each in everybody):
        return set()
    new = {each.key: [[*row] for row in each.ranks] for each in everybody}
    for strat in range(len(everybody[0].ranks)):
        _rank(everybody, strat, new, losses)
    changed = [each for each in everybody if new[each.key] != each.ranks]
    if changed:
        if any(any(each.entry.part_raw(name)) for each in everybody for name in _AWARDS):
            text = f"they go with ranks by formulas that a game file does not have; {_AGAIN}"
            awarded = sum(_awarded(new[each.key]) != _awarded(each.ranks) for each in changed)
            losses.add("master points", text, awarded)
        qualified = sum(any(row[QUALIFIED] for row in each.ranks) for each in everybody)
        losses.add("qualification", f"it stays with those who had it; {_AGAIN}", qualified)
        _write(everybody, new, tables, blocks)
    return {each.key[1] for each in changed}


def _awarded(ranks: Ranks) -> Ranks:
    return [row[SECTION_RANK:QUALIFIED] for row in ranks]


def _rank(everybody: Sequence[Placed], strat: int, new: Mapping[Key, Ranks], losses: Losses) -> None:
    """The ranks of a stratum, within sections and over all."""
    ranked = [each for each in everybody if each.ranks[strat][RANK]]
    reason = f"the file's own do not follow from its scores; {_AGAIN}"
    for people in _lists(ranked, lambda each: each.group):
        rank_scores = (each for each in _IN_SECTION if _gives_ranks(people, each, strat))
        rank_score = next((each for each in rank_scores if _gives_awarded(people, each, strat, SECTION_RANK)), None)
        if rank_score is None:
            losses.add("rank", reason, len(people))
            continue
        for first, tied in _ties(people, rank_score, strat, now=True):
            for number, each in enumerate(tied):
                new[each.key][strat][RANK] = first + number
        _award(people, rank_score, strat, SECTION_RANK, new)
    splits = [_lists(ranked, lambda each: 0), _lists(ranked, lambda each: each.group[1])]
    for split, rank_score in ((split, rank_score) for split in splits for rank_score in _OVER_ALL):
        if all(_gives_awarded(people, rank_score, strat, OVERALL_RANK) for people in split):
            for people in split:
                _award(people, rank_score, strat, OVERALL_RANK, new)
            return
    losses.add("rank over all", reason, sum(each.ranks[strat][OVERALL_RANK] > 0 for each in ranked))


def _lists(people: Iterable[Placed], by: Callable[[Placed], Hashable]) -> list[list[Placed]]:
    lists: dict[Hashable, list[Placed]] = defaultdict(list)
    for each in people:
        lists[by(each)].append(each)
    return list(lists.values())


def _ties(
    people: Iterable[Placed], rank_score: RankScore, strat: int, *, now: bool
) -> Iterator[tuple[int, list[Placed]]]:
    """Those who have the same score, best first, each with the rank that the first of them has (rule 2)."""
    name, with_handicap = rank_score

    def value(each: Placed) -> tuple[bool, int]:
        scores = each.now if now else each.before
        return not each.eligible, -scores[name] - (scores["handicap"] if with_handicap else 0)

    first = 1
    for _, tied in groupby(sorted(people, key=lambda each: (value(each), each.ranks[strat][RANK])), value):
        same = list(tied)
        yield first, same
        first += len(same)


def _gives_ranks(people: Sequence[Placed], rank_score: RankScore, strat: int) -> bool:
    return all(
        [each.ranks[strat][RANK] for each in tied] == [*range(first, first + len(tied))]
        for first, tied in _ties(people, rank_score, strat, now=False)
    )


def _gives_awarded(people: Sequence[Placed], rank_score: RankScore, strat: int, field: int) -> bool:
    depth = _depth(people, strat, field)
    return all(
        each.ranks[strat][field : field + 2] == _award_of(first, len(tied), depth)
        for first, tied in _ties(people, rank_score, strat, now=False)
        for each in tied
    )


def _award(people: Sequence[Placed], rank_score: RankScore, strat: int, field: int, new: Mapping[Key, Ranks]) -> None:
    depth = _depth(people, strat, field)
    for first, tied in _ties(people, rank_score, strat, now=True):
        for each in tied:
            new[each.key][strat][field : field + 2] = _award_of(first, len(tied), depth)


def _depth(people: Iterable[Placed], strat: int, field: int) -> int:
    """The last awarded rank of a list (rule 3)."""
    return max((each.ranks[strat][field] for each in people), default=0)


def _award_of(first: int, number: int, depth: int) -> list[int]:
    """The first and last rank of those who share one; 0 for what is not awarded, or not shared."""
    return [first, first + number - 1 if number > 1 else 0] if first <= depth else [0, 0]


def _write(everybody: Sequence[Placed], new: Mapping[Key, Ranks], tables: Tables, blocks: Blocks) -> None:
    listed = (
        Listed(each.key, each.group[0], [dict(zip(RANKING.names, row, strict=True)) for row in new[each.key]])
        for each in everybody
    )
    links = links_of(listed)
    for each in everybody:
        for strat, row in enumerate(new[each.key]):
            fields = dict(zip(RANKING.names, row, strict=True))
            fields |= dict.fromkeys(_NEXT, 0) | links.rankings.get((each.key, strat), {})
            offset = each.entry.part("rankings", strat).offset
            if offset + RANKING.size <= each.entry.end:
                for name, value in fields.items():
                    blocks.set_at(offset, RANKING, name, value)
    strata = {name.split("_")[2] for first in links.first.values() for name in first}
    for section, direction, table in tables:
        named = links.first.get((section, direction), {})
        for name in (name for name in _FIRST if name.split("_")[2] in strata):
            blocks.set(table, name, named.get(name, 0))
