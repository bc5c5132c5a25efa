"""The scoreboard's modules one by one, in the browser that runs them."""

from collections.abc import Callable
from typing import Any

import pytest

from contracts.feed import checksum
from shared.chess.tie_breaks.codes import NAMES

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

pytestmark = pytest.mark.browser

Run = Callable[..., Any]

THREE = {"a": ["Ada", 1], "b": ["Bo", 2], "c": ["Cy", 3]}
HEAD = {"channel": "evt.x.standings", "epoch": "E1"}


def test_decimals_are_rounded_digit_by_digit(run: Run) -> None:
    cases = {
        "62.5": "62.50",
        "1.005": "1.01",
        "-1.005": "−1.01",
        "0.125": "0.13",
        "1E+2": "100.00",
        "2.5e-1": "0.25",
        "12345678901234567890.125": "12345678901234567890.13",
        "-0.001": "0.00",
        ".5": "0.50",
        "about 60": "about 60",
    }
    assert run("format.js", "a.map((text) => m.fixed(text, 2))", list(cases)) == list(cases.values())


def test_unknown_is_empty_and_never_zero(run: Run) -> None:
    assert (
        run(
            "format.js", "[null, undefined, ''].flatMap((v) => [m.fixed(v, 2), m.amount(v), m.percent(v), m.signed(v)])"
        )
        == [""] * 12
    )


def test_amounts_keep_only_the_decimals_that_they_need(run: Run) -> None:
    assert run("format.js", "['12.50', '12.00', '-3.333', '0'].map((v) => m.amount(v))") == ["12.5", "12", "−3.33", "0"]
    assert run("format.js", "['0.5', '-2', '0'].map((v) => m.signed(v))") == ["+0.5", "−2", "0"]


def test_numbers_are_written_as_in_the_country_of_the_reader(run: Run) -> None:
    code = """(async () => {
      const { speak } = await import('/scripts/words.js');
      const texts = () => [m.fixed('-58.333', 2), m.amount('1.50'), m.percent('58.333'), m.signed('0.5')];
      const written = () => [...texts(), m.decimalsOf(['1.5', '2'])];
      return ['de', 'pl', 'fr', 'he', 'en'].map((language) => { speak(language, {}); return written(); });
    })()"""
    found = run("format.js", code)
    assert found[0] == ["−58,33", "1,5", "58,33\u00a0%", "+0,5", 1]
    assert [row[2] for row in found[1:]] == ["58,33%", "58,33\u00a0%", "58.33%", "58.33\u00a0%"]


def test_a_number_takes_its_form_and_a_meaning_is_not_shown(run: Run) -> None:
    code = """(() => {
      m.speak('pl', { '{n} board': ['{n} rozdanie', '{n} rozdania', '{n} rozdań'], 'Board|chess': 'Szachownica' });
      const polish = [1, 3, 5].map((n) => m.tn(n, '{n} board', '{n} boards'));
      return [...polish, m.t('Board|chess'), m.t('Board|bridge'), m.tn(2, '{n} bid|call', '{n} bids|call')];
    })()"""
    assert run("words.js", code) == ["1 rozdanie", "3 rozdania", "5 rozdań", "Szachownica", "Board", "2 bids"]


def test_ages_are_said_in_the_unit_that_says_enough(run: Run) -> None:
    ages = [0, 59_000, 61_000, 3_700_000, 200_000_000]
    assert run("format.js", "a.map((v) => m.age(v))", ages) == ["0 s", "59 s", "1 min", "1 h 1 min", "2 days"]


def test_one_finds_by_a_number_or_a_part_of_a_name_without_accents_and_capitals(run: Run) -> None:
    typed = ["luis", "  ÅGA", "ns5", "NS", "rd, l", "", " "]
    found = run(
        "parts/search.js",
        """((field) => a.map((text) => {
             field.input.value = text;
             return [field.finds("Ågård, Luís", "NS5"), field.finds("Sato", "EW5", "NS51")];
           }))(new m.SearchField("A name", () => undefined))""",
        typed,
    )
    one, both = [True, False], [True, True]
    assert found == [one, one, one, [False, False], one, both, both]


def test_contracts_are_read_however_they_are_written(run: Run) -> None:
    texts = ["4S", "4 Sx", "3NTXX", "3N*", "2♥", "1SA", "7Cdbl", "pass", "8S", "", "?"]
    read = run(
        "bridge.js",
        "a.map((t) => m.readContract(t)).map((c) => c && (c === 'pass' ? c : c.level + c.denomination + c.risk))",
        texts,
    )
    assert read == ["4S", "4SX", "3NTXX", "3NTX", "2H", "1NT", "7CX", "pass", None, None, None]


def test_results_say_how_many_tricks_over_or_down(run: Run) -> None:
    cases = [("4S", 10), ("4S", 12), ("3NT", 7), ("Pass", None), ("4S", None), ("?", 8)]
    found = run("bridge.js", "a.map(([c, t]) => m.outcome(c, t).text)", cases)
    assert found == ["=", "+2", "−2", "", "", "8"]
    without = run("parts/analysis.js", "a.map(([c]) => m.makeable(new Map(), c, 'N'))", cases)
    assert without == [None] * len(cases)


def test_scores_stand_in_the_column_of_the_side_that_gains(run: Run) -> None:
    cases = {
        "420": ["420", ""],
        "-1100": ["", "1100"],
        "0": ["0", "0"],
        "PASS": ["0", "0"],
        "A6040": ["60%", "40%"],
        "late": ["late", ""],
        "void": ["void", ""],
    }
    found = run("bridge.js", "a.map((t) => m.sideScores(t, null)).map((s) => [s.ns, s.ew])", list(cases))
    assert found == list(cases.values())
    assert run("bridge.js", "m.sideScores('420', '-50').note") == "split score"


def test_a_card_shows_scores_from_its_own_side(run: Run) -> None:
    cases = [("120", "NS"), ("120", "EW"), ("-1090", "EW"), ("PASS", "EW"), ("A6040", "EW"), ("0", "EW")]
    found = run("bridge.js", "a.map(([t, s]) => m.ownScore(t, s))", cases)
    assert found == ["120", "−120", "1090", "0", "40%", "0"]


def test_honours_are_counted(run: Run) -> None:
    assert run("bridge.js", "m.highCardPoints({ spades: 'AKQJT', hearts: '', diamonds: 'K32', clubs: 'J9' })") == 14


TABLES = [
    [],
    [("1", ["a", 1, True, None])],
    [("10", ["x"]), ("9", ["y"]), ("overall|2", ["é"]), ("overall|10", ['"quoted"\\'])],
    [("\U0001f0a1", ["ace"]), ("\uffff", ["last of the first plane"]), ("z", ["\u2028 \x01 \x7f \t"])],
    [(str(number), [f"name {number}", number, None, str(number / 8)]) for number in range(1500)],
]


@pytest.mark.parametrize("rows", TABLES, ids=["empty", "one", "ordered", "astral", "long"])
def test_the_checksum_is_that_of_the_protocol(run: Run, rows: list[tuple[str, list[Any]]]) -> None:
    columns = [f"c{number}" for number in range(len(rows[0][1]))] if rows else ["c0"]
    objects = [[key, dict(zip(columns, cells, strict=False))] for key, cells in rows]
    padded = [(key, [*cells, *[None] * (len(columns) - len(cells))]) for key, cells in rows]
    code = """(() => {
      const steps = m.checksum(new Map(a[0]), a[1]);
      for (let count = 1; ; count += 1) {
        const { done, value } = steps.next();
        if (done) return [value, count];
      }
    })()"""
    assert run("feed/checksum.js", code, [objects, columns]) == [checksum(padded), max(1, -(-len(rows) // 400))]


def test_waiting_times_are_spread_from_half_a_second_to_half_a_minute(run: Run) -> None:
    lowest, highest = run("feed/backoff.js", "[0, 3, 40].map((n) => [m.backoff(n, 0), m.backoff(n, 0.999999)])")[0::2]
    assert lowest == [500, 1000]
    assert highest == [500, 30_000]


FOLD = """
(() => {
  const channel = new m.PageChannel("evt.x.standings", () => {});
  const told = [];
  const ids = (changed) => (changed ? [...changed].sort() : "all");
  channel.listen((change) => told.push(change.kind === "rows" ? ids(change.changed) : change.kind));
  const outcomes = a.map((message) => channel.take(message, 0));
  const { meta, seq, rows } = channel;
  return { outcomes, told, rows: Object.fromEntries(rows), meta, seq, at: channel.position() };
})()
"""


def snapshot(seq: int, rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        **HEAD,
        "type": "snapshot",
        "seq": seq,
        "columns": ["name", "rank"],
        "meta": {"round": 1},
        "rows": rows,
        **more,
    }


def delta(start: int, seq: int, **more: Any) -> dict[str, Any]:
    return {**HEAD, "type": "delta", "from": start, "seq": seq, **more}


def synced(seq: int) -> dict[str, Any]:
    return {**HEAD, "type": "synced", "seq": seq}


def test_a_delta_adds_and_removes_rows_and_changes_cells_by_the_place_of_their_rows(run: Run) -> None:
    changes = {"added": {"d": ["Di", 3]}, "removed": ["c"], "cells": {"rank": [[1, 1], [1, 2]], "name": [[1], ["Bob"]]}}
    meta = [{"op": "remove", "path": "/round"}, {"op": "add", "path": "/status", "value": "live"}]
    messages = [snapshot(1, THREE), synced(1), delta(1, 3, **changes, meta=meta)]
    state = run("feed/page-channel.js", FOLD, messages)
    assert state["rows"] == {
        "a": {"name": "Ada", "rank": 1},
        "b": {"name": "Bob", "rank": 1},
        "d": {"name": "Di", "rank": 2},
    }
    assert state["meta"] == {"status": "live"}
    assert state["told"] == ["all", "state", ["b", "c", "d"]]
    assert state["at"] == {"epoch": "E1", "seq": 3}


def test_meta_is_changed_by_a_patch(run: Run) -> None:
    patch = [
        {"op": "remove", "path": "/a~1b~0c/files/0"},
        {"op": "replace", "path": "/a~1b~0c/files/0", "value": "II"},
        {"op": "add", "path": "/a~1b~0c/files/1", "value": "3"},
        {"op": "add", "path": "/a~1b~0c/files/0", "value": "0"},
    ]
    messages = [snapshot(1, THREE, meta={"a/b~c": {"files": ["1", "2"]}}), delta(1, 2, meta=patch)]
    assert run("feed/page-channel.js", FOLD, messages)["meta"] == {"a/b~c": {"files": ["0", "II", "3"]}}


def test_rows_have_their_places_by_code_point(run: Run) -> None:
    rows = {"\U0001f0a1": ["Ace", 1], "\uffff": ["Last", 2], "10": ["Ten", 3], "9": ["Nine", 4]}
    state = run(
        "feed/page-channel.js", FOLD, [snapshot(1, rows), delta(1, 2, cells={"rank": [[0, 1, 1, 1], [5, 6, 7, 8]]})]
    )
    assert {key: row["rank"] for key, row in state["rows"].items()} == {"10": 5, "9": 6, "\uffff": 7, "\U0001f0a1": 8}


def test_a_gap_is_a_loss_and_a_repetition_is_not(run: Run) -> None:
    first = snapshot(5, {"a": ["Ada", 1]})
    cases = {
        "repeated": ([first, synced(5), delta(4, 5, removed=["a"])], "ignored"),
        "conflated": ([first, synced(5), delta(5, 7, cells={"rank": [[0], [2]]})], "applied"),
        "from before": ([first, synced(5), delta(3, 7)], "lost"),
        "gap": ([first, synced(5), delta(6, 7)], "lost"),
        "other epoch": ([first, synced(5), {**delta(5, 6), "epoch": "E2"}], "lost"),
        "before a snapshot": ([delta(0, 1)], "lost"),
        "heartbeat ahead": ([first, synced(5), {**HEAD, "type": "heartbeat", "seq": 6}], "lost"),
        "heartbeat": ([first, synced(5), {**HEAD, "type": "heartbeat", "seq": 5}], "applied"),
        "synced ahead": ([first, synced(6)], "lost"),
        "unknown type": ([first, synced(5), {**HEAD, "type": "fanfare"}], "ignored"),
    }
    found = {name: run("feed/page-channel.js", FOLD, messages)["outcomes"][-1] for name, (messages, _) in cases.items()}
    assert found == {name: wanted for name, (_, wanted) in cases.items()}


def test_parts_count_only_when_all_of_them_are_here(run: Run) -> None:
    parts = [snapshot(4, {"a": ["Ada", 1]}, part=1, parts=2), snapshot(4, {"b": ["Bo", 2]}, part=2, parts=2)]
    del parts[1]["columns"], parts[1]["meta"]
    half = run("feed/page-channel.js", FOLD, parts[:1])
    assert half["rows"] == {}
    assert half["at"] is None
    whole = run("feed/page-channel.js", FOLD, [*parts, synced(4)])
    assert list(whole["rows"]) == ["a", "b"]
    assert whole["meta"] == {"round": 1}
    assert run("feed/page-channel.js", FOLD, parts[1:])["outcomes"] == ["lost"]
    deltas = [
        delta(4, 6, removed=["a"], part=1, parts=2, meta=[{"op": "replace", "path": "/round", "value": 2}]),
        delta(4, 6, cells={"rank": [[0], [1]]}, part=2, parts=2),
    ]
    between = run("feed/page-channel.js", FOLD, [*parts, synced(4), deltas[0]])
    assert (between["seq"], list(between["rows"])) == (4, ["a", "b"])
    after = run("feed/page-channel.js", FOLD, [*parts, synced(4), *deltas])
    assert (after["seq"], list(after["rows"]), after["meta"]) == (6, ["b"], {"round": 2})


def test_a_second_snapshot_says_what_it_changed(run: Run) -> None:
    anew = {**snapshot(1, {"a": ["Ada", 1], "b": ["Bo", 3]}), "epoch": "E2"}
    messages = [snapshot(1, THREE), {**HEAD, "type": "reset", "epoch": "E2"}, anew]
    state = run("feed/page-channel.js", FOLD, messages)
    assert state["told"] == ["all", ["b", "c"]]
    assert state["at"] == {"epoch": "E2", "seq": 1}


ORDER = """
(() => {
  const model = new m.StandingsModel();
  const rows = new Map(a.map(([id, rank, number]) => [id, { number, name: number, rank }]));
  model.take(rows, null, 0);
  const first = model.inOrder("x").map((row) => row.number);
  rows.set("x|p1", { number: "10", name: "10", rank: 3 });
  rows.set("x|p2", { number: "9", name: "9", rank: 1 });
  rows.delete("x|p4");
  model.take(rows, new Set(["x|p1", "x|p2", "x|p4"]), 1000);
  const moves = model.inOrder("x").map((row) => model.placeChangeOf(row, 2000)?.by ?? 0);
  return [first, model.inOrder("x").map((row) => row.number), moves, model.placeChangeOf(model.inOrder("x")[0], 1e9)];
})()
"""


def test_a_ranking_is_ordered_by_rank_then_number_and_knows_who_moved(run: Run) -> None:
    rows = [["x|p1", 1, "10"], ["x|p2", 2, "9"], ["x|p3", None, "1"], ["x|p4", 2, "8"], ["y|p1", 1, "1"]]
    first, then, moves, old = run("standings-model.js", ORDER, rows)
    assert first == ["10", "8", "9", "1"]
    assert then == ["9", "10", "1"]
    assert moves == [1, -2, 0]
    assert old is None


def test_addresses_are_read_back_as_they_were_written(run: Run) -> None:
    code = "a.map((id) => m.readAddress(m.eventAddress('spring-pairs', 'card', id)).item)"
    odd = ["NS1", "1/2", "Ä & Ö", "a?b", "100%", "#7"]
    assert run("router.js", code, odd) == odd
    addresses = ["/", "/e/x/nowhere", "/room/x?seconds=5", "/e/%E0%A4%A", "https://other.example/e/x"]
    assert run("router.js", "a.map((t) => m.readAddress(t).page)", addresses) == [
        "events",
        "unknown",
        "room",
        "event",
        "unknown",
    ]


def test_two_winners_turn_their_pages_together(run: Run) -> None:
    code = """
    (() => {
      const rows = (n) => Array.from({ length: n }, (_, i) => ({ participant: String(i) }));
      const list = (id, n) => ({ ranking: { id, title: id }, rows: rows(n) });
      const sizes = (pages) => pages.map((page) => page.columns.map((column) => column.title + column.rows.length));
      const pages = (columns, ...lists) => sizes(m.standingsPages(lists, 3, columns));
      const [together, alone] = [pages(2, list("NS", 7), list("EW", 4)), pages(1, list("NS", 4), list("EW", 2))];
      return [together, alone, pages(2, list("all", 8)), pages(2)];
    })()
    """
    together, one_by_one, flowing, empty = run("parts/room-pages.js", code)
    assert together == [["NS3", "EW3"], ["NS3", "EW1"], ["NS1", "EW1"]]
    assert one_by_one == [["NS3"], ["NS1"], ["EW2"]]
    assert flowing == [["all3", "all3"], ["all2"]]
    assert empty == []


def test_how_a_match_stands_follows_from_its_boards_and_what_the_file_states(run: Run) -> None:
    match = {"home": "1", "away": "2", "unit": "vps", "boards": 4, "length": 6, "home_score": "12", "away_score": "8"}
    cases = {
        "running": match,
        "over": {**match, "boards": 6},
        "bye": {**match, "away": None, "boards": 0},
        "waiting": {**match, "boards": 0, "home_score": None, "away_score": None},
    }
    assert run("matches-model.js", "a.map(m.stateOf)", list(cases.values())) == list(cases)
    told = [{**match, "stated_home": "12"}, {**match, "length": None}, {**match, "boards": 0}]
    assert run("matches-model.js", "a.map(m.stateOf)", told) == ["over"] * 3


def test_a_match_that_was_ruled_upon_is_over_and_says_so(run: Run) -> None:
    ruled = [
        {"away": "2", "boards": 3, "length": 8, "home_score": "8", "ruling": "void"},
        {"away": "2", "boards": 0, "length": None, "home_score": "12", "ruling": "director fault"},
        {"away": "2", "boards": 7, "length": 8, "cancelled": 1, "home_score": "12"},
        {"away": "2", "boards": 7, "length": 8, "home_score": "12"},
    ]
    assert run("matches-model.js", "a.map(m.stateOf)", ruled) == ["over", "over", "over", "running"]
    assert run("matches-model.js", "a.map(m.boardsText)", ruled) == ["3/8 void", "director fault", "7/8", "7/8"]


def test_rounds_stand_newest_first_and_the_newest_is_the_last_that_has_begun(run: Run) -> None:
    played = {"away": "9", "unit": "imps", "home_score": "3"}
    rows = [
        {**played, "home": "10", "session": "1", "round": 2},
        {**played, "home": "2", "session": "1", "round": 2},
        {**played, "home": "1", "session": "1", "round": 10},
        {**played, "home": "1", "session": "2", "round": 1},
        {"home": "1", "away": "9", "unit": "imps", "session": "2", "round": 2},
    ]
    code = """
    ((rounds) => [rounds.map((round) => [round.id, round.title, round.matches.map((one) => one.home).join()]),
                  m.newestRound(rounds).id, m.newestRound(rounds.slice(0, 1)).id, m.newestRound([]) ?? "none",
    ])(m.roundsOf(a))
    """
    rounds, newest, first, nothing = run("matches-model.js", code, rows)
    assert rounds == [
        ["2-2", "Session 2, round 2", "1"],
        ["2-1", "Session 2, round 1", "1"],
        ["1-10", "Session 1, round 10", "1"],
        ["1-2", "Session 1, round 2", "2,10"],
    ]
    assert (newest, first, nothing) == ("2-1", "2-2", "none")
    bare = [{**played, "home": "1"}]
    assert run("matches-model.js", "m.roundsOf(a).map((round) => [round.id, round.title])", bare) == [
        ["all", "Matches"]
    ]


def test_a_difference_shows_its_signs_and_a_sum_does_not(run: Run) -> None:
    scores = [
        ("23", "-23", "imps"),
        ("45", "22", "imps"),
        ("0", "0", "imps"),
        ("12.5", "7.5", "vps"),
        ("10", "-10", "vps"),
        ("54.17", "45.83", "percent"),
        (None, None, "vps"),
        ("12", None, "vps"),
    ]
    code = """
    a.map(([home_score, away_score, unit]) => m.matchScore({ home_score, away_score, unit }))
      .map((score) => [score.home, score.away])
    """
    assert run("matches-model.js", code, scores) == [
        ["+23", "−23"],
        ["45", "22"],
        ["0", "0"],
        ["12.5", "7.5"],
        ["10", "−10"],
        ["54.17", "45.83"],
        ["", ""],
        ["12", ""],
    ]


def test_what_decides_a_place_is_what_is_shown(run: Run) -> None:
    rows = [
        {"total": "120.5", "percentage": "60.25", "final": "63.75", "handicap": "3.50"},
        {"total": "110", "percentage": "55", "final": None},
    ]
    code = """
    ((form) => [a.map((row) => m.scoreText(row, form)), m.scoreHeading(form).spoken, m.scoreParts(a[0], form)])
    """
    texts, spoken, parts = run("standings-model.js", f"{code.strip()}(m.scoreForm(a, 'match_points'))", rows)
    assert (texts, spoken) == (["63.75", "55.00"], "Final percentage")
    assert parts == ["60.25\u00a0% played", "handicap +3.5"]
    imps = [{"total": "-3"}, {"total": "12.4"}, {"total": None}]
    texts, spoken, parts = run("standings-model.js", f"{code.strip()}(m.scoreForm(a, 'imps'))", imps)
    assert (texts, spoken, parts) == (["−3.0", "12.4", ""], "IMPs", [])


def test_the_room_shows_the_lists_of_everybody_and_not_those_of_strata(run: Run) -> None:
    lists = [
        {"id": name, "title": name, "direction": name[-2:]} for name in ("NS", "EW", "stratum-2-NS", "stratum-2-EW")
    ]
    code = "m.roomRankings(a, null).map((ranking) => ranking.id)"
    assert run("parts/room-pages.js", code, lists) == ["NS", "EW"]
    teams = [{"id": "overall", "title": "Overall"}, {"id": "pairs", "title": "Pairs of the teams"}]
    assert run("parts/room-pages.js", code, teams) == ["overall"]


def test_the_rounds_that_are_complete_are_listed_by_session_the_newest_first(run: Run) -> None:
    sections = [
        {"session": "1", "section": "A", "rounds_complete": 2},
        {"session": "2", "section": "A", "rounds_complete": 2},
        {"session": "2", "section": "B", "rounds_complete": 1},
        {"session": "3", "rounds_complete": None},
    ]
    listed = run(
        "parts/rounds.js",
        "a.map((p) => m.roundsPlayed(p).map((r) => m.afterWords(r)))",
        [
            {"progress": {"sections": sections}},
            {"progress": {"rounds_complete": 2}, "boards": [{"session": "1"}]},
            {"progress": {"rounds_complete": 900}},
            {},
            {"progress": None},
            {"progress": {"rounds_complete": 5}, "rankings": [{"id": "a"}, {"session": "1"}, {"session": "2"}]},
        ],
    )
    assert listed[0] == ["After round 1 of session 2", "After round 2 of session 1", "After round 1 of session 1"]
    assert listed[1] == ["After round 2", "After round 1"]
    assert (len(listed[2]), listed[2][0]) == (60, "After round 900")
    assert listed[3:] == [[], [], []]


def test_a_round_in_an_address_is_read_as_it_is_written(run: Run) -> None:
    code = "a.map((q) => { const r = m.roundFromOptions(new URLSearchParams(q)); return [r, m.roundOptions(r)]; })"
    said = run("parts/rounds.js", code, ["after=3&session=A%20B", "after=2", "after=0", "after=x", ""])
    assert said == [
        [{"session": "A B", "round": 3}, "?after=3&session=A+B"],
        [{"session": None, "round": 2}, "?after=2"],
        [None, ""],
        [None, ""],
        [None, ""],
    ]


def test_slow_tables_are_named_with_their_boards_and_a_round_that_has_just_begun_names_nobody(run: Run) -> None:
    behind = {"section": "B", "table": "3", "round": 4, "behind": True, "missing": 2, "boards": ["13", "14"]}
    coming = [{"section": None, "table": str(number), "round": 5} for number in range(1, 8)]
    said = run(
        "parts/progress.js",
        "a.map((progress) => m.slowText(progress))",
        [{}, {"slow": [behind, *coming[:2]]}, {"slow": coming}, {"slow": [behind] * 8, "slow_total": 50}],
    )
    one = "B3 (round 4, 2 boards: 13, 14)"
    assert said == ["", f"Behind: {one} · Still playing round 5: 1, 2", "", f"Behind: {', '.join([one] * 6)}, 44 more"]


def test_every_tie_break_has_a_name_and_says_how_it_is_summed(run: Run) -> None:
    codes = [*sorted(NAMES), "BH/C1", "BH/M2", "SB:GP/P", "KS/L+1", "RTNG/U1400"]
    told = run("tie-break-words.js", "a.map((code) => m.tieBreakWords(code))", codes)
    assert [code for code, words in zip(codes, told, strict=True) if not words["title"] or not words["sentences"]] == []
    assert [len(words["sentences"]) for words in told[-5:]] == [2, 2, 3, 2, 2]
    assert run("tie-break-words.js", "m.tieBreakWords('OWN_RULE')") == {"title": "", "sentences": []}


def test_sums_are_exact_and_what_is_not_known_counts_nothing(run: Run) -> None:
    cases = [["0.1", "0.2"], ["-5", "3.25"], [None, "7"], ["1.50", "-1.5"], ["-0.05", "0"]]
    assert run("format.js", "a.map(([x, y]) => m.plus(x, y))", cases) == ["0.3", "-1.75", "7", "0.00", "-0.05"]
