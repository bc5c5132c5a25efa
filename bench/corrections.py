"""What one change costs: a result, a correction, a renamed or renumbered pair, a board taken out, a game of chess.

Pairs play a Mitchell. A result comes as a fragment of its own, everything else as a whole export, a version of the one
before. Each change is merged, told (`event_change`), scored and planned for publication; what it costs is compared with
the event from nothing, and the greater events with the smallest, in the same run. CPU time, medians.
"""

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from contracts.facts import EventFact, Facts, Scope
from contracts.messages import Fragment
from services.scoring.domain.chess.chess_scores import ChessScores
from services.scoring.domain.event.event_change import event_change
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.publication import Ledger, plan_parts, plan_standings
from shared.formats.trf.reader.parse import parse
from shared.gc_control import gc_paused
from tests.support.chess_tournaments import individual
from tests.support.fragments import fragment, pair, result
from tests.support.trf_lines import document

SIZES = {28: 15, 100: 9, 1000: 5}
"""Changes of each kind, of events of so many pairs."""

SMALLEST = {28: 2}

TABLES = 5000
"""Tables of an event to which single results come."""

PLAYERS, CHESS_ROUNDS = 3000, 5
TIE_BREAKS = ("PTS", "DE", "BH/C1", "BH", "SB", "ARO", "TPR", "WIN", "BPG")

ROUNDS, BOARDS = 13, 2
PARTS = ("merged", "told", "scored", "planned")

Edit = Callable[[Facts, int], Fragment]


def evening(pairs: int) -> Facts:
    """A Mitchell: a score for every meeting."""
    tables = pairs // 2
    results = (
        result(str(board + 1), str(table + 1), str(tables + (table + number) % tables + 1), 10 * (table % 60) + 50)
        for table in range(tables)
        for number in range(ROUNDS)
        for board in range(BOARDS * ((table - number) % ROUNDS), BOARDS * ((table - number) % ROUNDS + 1))
    )
    return Facts(
        events=(EventFact(name="Evening", kind="pairs", board_scoring="match_points", winners=1),),
        participants=tuple(pair(str(number + 1)) for number in range(pairs)),
        results=tuple(results),
    )


def export(facts: Facts, minute: int) -> Fragment:
    """A file with these facts, complete for its boards."""
    boards = tuple(dict.fromkeys(result.board for result in facts.results))
    return fragment(
        f"export {minute}",
        minutes=minute,
        event="corrected",
        scope=Scope(whole=True, boards=boards),
        results=facts.results,
        participants=facts.participants,
        events=facts.events,
    )


def score_changed(facts: Facts, number: int) -> Facts:
    """Another score on one line."""
    line = facts.results[number]
    changed = line.replace(ns_score=line.ew_score.replace(kind="points", points=990 + 10 * number))
    return facts.replace(results=(*facts.results[:number], changed, *facts.results[number + 1 :]))


def pair_renamed(facts: Facts, number: int) -> Facts:
    """One pair has another name."""
    who = facts.participants[number]
    renamed = who.replace(players=(who.players[0].replace(name=f"Zoe {number}"), *who.players[1:]))
    return facts.replace(participants=tuple(renamed if one is who else one for one in facts.participants))


def pair_renumbered(facts: Facts, number: int) -> Facts:
    """One pair has another number, in the list and on its lines."""
    old, new = facts.participants[number].id, f"9{number:04d}"
    results = tuple(
        line.replace(sides=line.sides.replace(ns=new))
        if line.sides.ns == old
        else line.replace(sides=line.sides.replace(ew=new))
        if line.sides.ew == old
        else line
        for line in facts.results
    )
    listed = tuple(one.replace(id=new, number=None) if one.id == old else one for one in facts.participants)
    return facts.replace(results=results, participants=listed)


def board_removed(facts: Facts, number: int) -> Facts:
    """All lines of one board are gone."""
    board = sorted({line.board for line in facts.results})[number]
    return facts.replace(results=tuple(line for line in facts.results if line.board != board))


def one_result(facts: Facts, number: int) -> Fragment:
    """A file with one line, whose score is another one."""
    line = score_changed(facts, 37 * number % len(facts.results)).results[37 * number % len(facts.results)]
    return fragment(f"result {number}", minutes=number + 1, event="corrected", results=[line], events=())


def _exported(edit: Callable[[Facts, int], Facts]) -> Edit:
    return lambda facts, number: export(edit(facts, number), number + 1)


EDITS: dict[str, Edit] = {
    "one_result": one_result,
    "score_changed": _exported(score_changed),
    "pair_renamed": _exported(pair_renamed),
    "pair_renumbered": _exported(pair_renumbered),
    "board_removed": _exported(board_removed),
}


def changes(first: Fragment, following: Iterable[Fragment]) -> dict[str, float]:
    """What each part of a change costs, in CPU milliseconds, and all of it together."""
    state, ledger = EventState(first.event), Ledger()
    state.apply(_read(first))
    state.score()
    times = []
    for number, each in enumerate(following):
        came = _read(each)
        moments = [time.process_time()]
        changed = state.apply(came)
        moments.append(time.process_time())
        change = event_change(changed, state.merge, each.file)
        moments.append(time.process_time())
        with gc_paused():
            scored, _ = state.score()
        moments.append(time.process_time())
        planned = plan_standings(ledger, scored, applied=number, cause=(each.id,), change=change)
        boards = plan_parts(ledger, scored.standings, scored.boards, applied=number, cause=(each.id,))
        moments.append(time.process_time())
        # As if they were published.
        ledger.standings = replace(planned.channel, stream_seq=number + 1)
        ledger.parts |= {each.part: each.channel for each in boards}
        times.append([(after - before) * 1000 for before, after in pairwise(moments)])
    parts = dict(zip(PARTS, map(statistics.median, zip(*times, strict=True)), strict=True))
    return {f"{part}_ms": value for part, value in parts.items()} | {"all_ms": statistics.median(map(sum, times))}


def _read(written: Fragment) -> Fragment:
    """A fragment as it comes from the bus."""
    return Fragment.model_validate_json(written.model_dump_json(exclude_none=True))


def from_nothing_ms(first: Fragment) -> float:
    """What the whole event costs, merged and scored."""
    began = time.process_time()
    state = EventState(first.event)
    state.apply(first)
    state.score()
    return (time.process_time() - began) * 1000


def corrections(pairs: int, count: int) -> dict[str, Any]:
    """Each kind of change in an event of so many pairs."""
    facts = evening(pairs)
    anew = from_nothing_ms(export(facts, 0))
    made: dict[str, Any] = {"lines": len(facts.results), "from_nothing_ms": anew}
    for name, edit in EDITS.items():
        made[name] = changes(export(facts, 0), (edit(facts, number) for number in range(count)))
        made[name]["to_from_nothing"] = made[name]["all_ms"] / anew
    return made


def tournament(facts: Facts, name: str, minute: int) -> Fragment:
    """A file with the whole of a tournament of chess."""
    said: dict[str, Any] = {kind: tuple(getattr(facts, kind)) for kind in Facts.FIELDS if kind != "results"}
    return fragment(name, minutes=minute, event="open", file_format="trf", scope=Scope(whole=True), **said)


def with_places(facts: Facts) -> Facts:
    """The same with the places and points that our standings give."""
    rows = {row.id: row for row in ChessScores().score(facts)[0][0].rows}
    totals = (total.replace(place=rows[total.participant].place) for total in facts.totals)
    return facts.replace(totals=tuple(total.replace(total=rows[total.participant].total) for total in totals))


def chess_results(players: int, rounds: int, count: int = 7) -> dict[str, dict[str, float]]:
    """One more result of a tournament of chess: by itself, and in the whole export with its places once more."""
    facts = parse(document(*individual(1, players, rounds, unplayed=0.05))).events[0].facts
    facts = facts.replace(events=(facts.event.replace(tie_breaks=TIE_BREAKS),))
    games = {game.key: game for game in facts.games}
    won = [game for game in facts.games if (game.colour, game.result, game.round) == ("w", "1", rounds)][:count]
    both = [(game, games[game.round, game.opponent]) for game in won]
    following = (
        fragment(
            f"draw {number}",
            minutes=number + 1,
            event="open",
            file_format="trf",
            events=(),
            games=tuple(game.replace(result="=") for game in pairing),
        )
        for number, pairing in enumerate(both)
    )
    first = ranked = with_places(facts)
    exports = []
    for number, pairing in enumerate(both):
        drawn = {game.key: game.replace(result="=") for game in pairing}
        ranked = with_places(ranked.replace(games=tuple(drawn.get(game.key, game) for game in ranked.games)))
        exports.append(tournament(ranked, f"export {number}", number + 1))
    return {
        "one_result": changes(tournament(facts, "open", 0), following),
        "exported": changes(tournament(first, "open", 0), exports),
    }


def measure(*, brief: bool = False) -> dict[str, Any]:
    """Changes of events of 28, 100 and 1,000 pairs, of one of 5,000 tables, and of one of chess."""
    sizes, tables, players = (SMALLEST, 50, 50) if brief else (SIZES, TABLES, PLAYERS)
    measured: dict[str, Any] = {f"{pairs}_pairs": corrections(pairs, count) for pairs, count in sizes.items()}
    smallest, *others = measured
    for pairs in others:
        for name in EDITS:
            measured[pairs][name]["to_smallest"] = measured[pairs][name]["all_ms"] / measured[smallest][name]["all_ms"]
    facts = evening(2 * tables)
    following = (one_result(facts, number) for number in range(5))
    measured[f"{tables}_tables"] = {"one_result": changes(export(facts, 0), following)}
    measured[f"chess_{players}x{CHESS_ROUNDS}"] = chess_results(players, CHESS_ROUNDS)
    return measured
