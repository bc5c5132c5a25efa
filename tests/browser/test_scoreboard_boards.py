"""The scoreboard's boards: their list, frequencies and par, and auction and play card by card."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from contracts.analysis import DealAnalysis, PlayTricks
from contracts.base import Compass
from contracts.standings import ScoredBoard, TravellerLine
from shared.bridge.play.card_play import Cell, follow_play, in_columns
from shared.bridge.play.contract import Denomination
from shared.bridge.play.seats import Seat
from tests.browser.conftest import publish, settle
from tests.support import published
from tests.support.deals import MADE_UP, MADE_UP_TEXT, any_play
from tests.support.fake_feed import StandIn
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.real_files import needs_real_files
from tests.support.real_plays import holding_plays, played_lines
from tests.support.scoreboard_stage import Stage

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENT = "e/autumn-pairs-2031"
CARDS = any_play("S", Seat.WEST, Random(2))


def leaders() -> list[str]:
    """Who leads each trick, by the rules of play in Python."""
    cells = [Cell(None if at is None else CARDS[at]) for at in in_columns(CARDS, Denomination.SPADES)]
    rows = [cells[start : start + 4] for start in range(0, 52, 4)]
    return [str(seat) for seat in follow_play(Seat.WEST, Denomination.SPADES, Seat.WEST, rows).lead_to]


COSTLY = next(4 * trick + 1 for trick, seat in enumerate(leaders()) if seat in "NS")
"""The number of a card of declarer's side."""

TRICKS = tuple(10 if at < COSTLY else 9 for at in range(53))


def allowed() -> list[str]:
    """The cards that may be played at each turn, as `PlayTricks.choices` has them."""
    hands = [
        [suit + rank for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks]
        for hand in MADE_UP_TEXT[2:].split()
    ]
    turns = []
    for at, card in enumerate(CARDS):
        (hand,) = (hand for hand in hands if card in hand)
        led = CARDS[at - at % 4] if at % 4 else ""
        turns.append([each for each in hand if led and each[0] == led[0]] or list(hand))
        hand.remove(card)
    return [" ".join(turn) for turn in turns]


ALLOWED = allowed()
CHOICES = " ".join("".join("9" if card == "S9" else "a" for card in turn.split()) for turn in ALLOWED)
WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
CALLS = ("1S! five cards", "Pass", "2NT!", "X", "4S", "Pass", "Pass", "Pass")

Run = Callable[..., Any]
Visit = Callable[..., Any]


def played(pairs: MadeUpPairs) -> tuple[ScoredBoard, TravellerLine]:
    """The first board with the deal of 52 known cards, and with the play of one table."""
    board = pairs.boards()[0].replace(deal=MADE_UP, dealer=Compass.SOUTH)
    line = board.lines[-1].replace(contract="4S", declarer="S", tricks=9, calls=CALLS, cards=CARDS)
    return board.replace(lines=(*board.lines[:-1], line)), line


def analysed(board: ScoredBoard) -> DealAnalysis:
    play = PlayTricks(declarer=Compass.SOUTH, denomination="S", cards=CARDS, tricks=TRICKS, choices=CHOICES)
    whole = published.analysis(board.event, board.id, 1).analysis
    return whole.replace(deal=MADE_UP_TEXT, plays=(play,))


def put_on(stage: Stage, pairs: MadeUpPairs) -> TravellerLine:
    board, line = played(pairs)
    publish(stage, pairs)
    stage.publish_board(board)
    stage.publish_analysis(analysed(board))
    return line


def spoken(card: str) -> str:
    return f"{RANKS.get(card[1], card[1])} of {WORDS[card[0]]}"


def test_the_list_of_boards_says_how_far_results_are_apart_and_what_par_is(
    stage: Stage, pairs: MadeUpPairs, visit: Visit
) -> None:
    put_on(stage, pairs)
    board, _ = played(pairs)
    scores = sorted(int(line.score) for line in board.lines)
    page = visit(width=390).open(stage, f"{EVENT}/boards")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="Board 1", exact=True))
    expect(row.locator(".dealer")).to_have_text("SSouth")
    expect(row.locator(".results")).to_contain_text(f"{len(scores)}▸, with auction and play")
    signed = [f"+{score}" if score > 0 else str(score).replace("-", "−") for score in (scores[0], scores[-1])]
    expect(row.locator(".low, .high")).to_have_text(signed)
    expect(row.locator(".par")).to_have_text("+420")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_arrow_keys_lead_from_board_to_board(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stand_in, pairs)
    page = visit().open(stand_in, f"{EVENT}/boards/2")
    settle(page)
    # The first board has none before it.
    for pressed, board in (("ArrowRight", 3), ("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowLeft", 1)):
        page.keyboard.press(pressed)
        expect(page.get_by_role("heading", name=f"Board {board}")).to_be_focused()


def test_a_result_stands_beside_double_dummy_and_par_and_with_how_often_it_occurred(
    stand_in: StandIn, pairs: MadeUpPairs, visit: Visit
) -> None:
    pairs.play(5)
    line = put_on(stand_in, pairs)
    remembered = f"localStorage.setItem('kibitz.participant.{pairs.event}', JSON.stringify('{line.ns}'))"
    page = visit(before=remembered).open(stand_in, f"{EVENT}/boards/1")
    row = page.locator(".traveller tbody tr").filter(has=page.get_by_role("button", name="Auction and play"))
    # By the analysis spades give South ten tricks; par is 420.
    expect(row.locator(".result, .dd")).to_have_text(["−11 down", "=just made"])
    expect(row.locator(".from-par")).to_have_text(re.compile(r"^(par|[+−]\d+)$"))
    times = page.locator(".frequencies .times").all_inner_texts()
    assert sum(map(int, times)) == len(played(pairs)[0].lines)
    assert len(times) == len({each.score for each in played(pairs)[0].lines})
    own = page.locator(".frequencies tr.own")
    expect(own).to_have_count(1)
    expect(own.get_by_role("rowheader")).to_contain_text("your result")
    expect(page.locator(".traveller thead").get_by_text(re.compile("^(NS|EW) MP$"))).to_have_count(2)
    for width in (1280, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        deal, results = (page.locator(place).bounding_box() for place in (".deal", ".board-content > .table-place"))
        assert deal["y"] == results["y"]
        assert deal["x"] + deal["width"] < results["x"]
        assert results["x"] + results["width"] - deal["x"] == min(width - 64, 1344)


def test_play_is_stepped_through_to_its_last_card_with_the_keyboard_and_every_card_is_said(
    stage: Stage, pairs: MadeUpPairs, visit: Visit
) -> None:
    put_on(stage, pairs)
    page = visit(width=320).open(stage, f"{EVENT}/boards/1")
    page.get_by_role("button", name="Auction and play").click()
    expect(page.get_by_role("heading", name="Auction and play")).to_be_focused()
    sentence, slider = page.locator(".play-sentence"), page.get_by_role("slider", name="Cards played")
    expect(sentence).to_have_text("West leads against 4 spades.")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    page.get_by_role("button", name="Before the lead").click()
    page.get_by_role("button", name="One card on").focus()
    said, numbered = [], []
    for _ in CARDS:
        numbered.append(page.locator(".play-table .choice").count())
        page.keyboard.press("ArrowRight")
        said.append(sentence.inner_text())
    expect(slider).to_have_value("52")
    assert numbered == [len(turn.split()) for turn in ALLOWED]
    assert [text.split(" plays the ")[1].split(".")[0] for text in said] == [spoken(card) for card in CARDS]
    names = {"N": "North", "E": "East", "S": "South", "W": "West"}
    first = [text.split(": ")[1].split(" plays")[0] for text in said[::4]]
    assert first == [names[seat] for seat in leaders()]
    assert [at for at, text in enumerate(said) if "This costs 1 trick." in text] == [COSTLY - 1]
    assert said[-1].endswith("This was the last card.")
    expect(page.locator(".play-table .cards")).to_have_text(["–"] * 16)
    won = [int(re.sub(r"\D", "", text)) for text in page.locator(".play-score .fact").all_inner_texts()[:2]]
    assert sum(won) == 13
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    hand = page.get_by_role("group", name="West")
    expect(hand.locator(".choice")).to_have_count(13)
    expect(hand.locator(".choice").first).to_have_text("9, double dummy 9")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(sentence).to_contain_text(spoken(CARDS[0]))
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_auction_and_tricks_stand_in_tables_with_what_was_said_of_calls_and_what_cards_cost(
    stand_in: StandIn, pairs: MadeUpPairs, visit: Visit
) -> None:
    put_on(stand_in, pairs)
    page = visit().open(stand_in, f"{EVENT}/boards/1")
    auction = page.get_by_role("region", name="Auction", exact=True)
    expect(auction.get_by_role("row").nth(1).get_by_role("cell")).to_have_text(
        ["", "", "", re.compile(r"^1.*spade.*1$")]
    )
    expect(auction.get_by_role("row").nth(2).get_by_role("cell").nth(1)).to_have_text(re.compile("alerted"))
    expect(auction.get_by_role("listitem")).to_have_text(["five cards"])
    cells = page.locator(".tricks td[data-card]")
    expect(cells).to_have_count(52)
    costly = page.locator(".tricks td").filter(has_text="costs 1 trick")
    expect(costly).to_have_count(1)
    expect(costly).to_have_attribute("data-card", str(COSTLY))
    expect(page.locator(".tricks td.wins")).to_have_count(13)


def test_a_result_of_another_table_leaves_the_reader_at_his_card(
    stand_in: StandIn, pairs: MadeUpPairs, visit: Visit
) -> None:
    put_on(stand_in, pairs)
    page = visit().open(stand_in, f"{EVENT}/boards/1")
    page.get_by_role("button", name="One card on").click()
    board, _ = played(pairs)
    stand_in.publish_board(board.replace(lines=board.lines[1:]))
    expect(page.locator(".traveller tbody tr")).to_have_count(len(board.lines) - 1)
    expect(page.get_by_role("slider", name="Cards played")).to_have_value("1")
    expect(page.get_by_role("button", name="One card on")).to_be_focused()


def test_play_that_ends_early_says_why_and_needs_no_analysis(
    stand_in: StandIn, pairs: MadeUpPairs, visit: Visit
) -> None:
    publish(stand_in, pairs)
    board, line = played(pairs)
    for change, words in (
        ({"claimed": 10}, "Claim: declarer has 10 tricks."),
        (
            {"broken_off": "E plays D3 but was not dealt it"},
            "The rest cannot be followed: E plays D3 but was not dealt it.",
        ),
        ({}, "No more cards were recorded."),
    ):
        stand_in.publish_board(board.replace(lines=(line.replace(cards=CARDS[:6], **change),)))
        page = visit().open(stand_in, f"{EVENT}/boards/1")
        expect(page.locator(".play-end")).to_have_text(words)
        page.get_by_role("button", name="To the last card").click()
        expect(page.locator(".play-sentence")).to_contain_text(words)
        expect(page.locator(".worth, .cost")).to_have_count(0)


def test_play_of_which_nothing_can_be_followed_says_why(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stand_in, pairs)
    board, line = played(pairs)
    line = line.replace(cards=(), calls=(), broken_off="the contract is not known")
    stand_in.publish_board(board.replace(lines=(line,)))
    page = visit().open(stand_in, f"{EVENT}/boards/1")
    expect(page.locator(".record")).to_have_text("The play cannot be followed: the contract is not known.")


def test_names_stand_once_and_whole_on_the_traveller_of_a_phone(
    stand_in: StandIn, pairs: MadeUpPairs, visit: Visit
) -> None:
    publish(stand_in, pairs)
    board = pairs.boards()[0]
    names = "Bartholomew Featherstonehaugh & Xenophon Ropery-Featherstonehaugh"
    line = board.lines[0].replace(
        ns="Xenophon Ropery-Featherstonehaugh#7 & Bartholomew Featherstonehaugh#12", ns_names=names
    )
    stand_in.publish_board(board.replace(lines=(line,)))
    page = visit(width=390).open(stand_in, f"{EVENT}/boards/1")
    side = page.locator(".traveller tbody .ns .side")
    expect(side).to_have_text(names)
    cut = "e => e.scrollWidth > e.clientWidth + 1 || getComputedStyle(e).textOverflow === 'ellipsis'"
    assert not side.evaluate(cut)
    small = page.evaluate(
        "[...document.querySelectorAll('main a, main button')].filter((e) => {"
        " const box = e.getBoundingClientRect(); return box.width && (box.height < 24 || box.width < 24); }"
        ").map((e) => e.textContent)"
    )
    assert small == []


BROKEN_WORDS = """() => [...document.querySelectorAll(".traveller .side .name")].flatMap(({ firstChild: text }) =>
  [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(String))"""
"""Words of names that end in another line than they began in."""


def test_no_word_of_a_name_is_broken_on_the_traveller_of_a_tablet_or_a_desktop(
    stand_in: StandIn, pairs: MadeUpPairs, visit: Visit
) -> None:
    put_on(stand_in, pairs)
    page = visit(width=1280).open(stand_in, f"{EVENT}/boards/1")
    expect(page.locator(".traveller thead .from-par")).to_be_visible()
    for width in (1280, 1100, 1024, 992, 820, 768):
        page.set_viewport_size({"width": width, "height": 1024})
        assert page.evaluate(BROKEN_WORDS) == [], width


def test_the_highest_trump_wins_a_trick_else_the_highest_of_the_suit_led(run: Run) -> None:
    tricks = [["H2 HA S3 HK", "S"], ["H2 HA S3 HK", "NT"], ["H2 S3 D9 ST", "S"], ["D9 HA CA SA", "NT"]]
    assert run("play-model.js", "a.map(([cards, trump]) => m.winning(cards.split(' '), trump))", tricks) == [2, 1, 3, 0]


def test_a_card_costs_the_side_that_played_it_and_no_other(run: Run) -> None:
    line = {"contract": "4S", "declarer": "S", "cards": ["S6", "S4", "S3", "S2"]}
    worth = {
        "declarer": "S",
        "denomination": "S",
        "cards": line["cards"],
        "tricks": [10, 11, 11, 11, 9],
        "choices": "b b b 9",
    }
    others = [{**worth, "cards": ["S9"]}, {**worth, "denomination": "NT"}, {**worth, "declarer": "N"}]
    lost = run(
        "play-model.js",
        "a.plays.map((plays) => m.readPlay(a.line, { plays }).tricks[0].played.map((c) => [c.lost, c.tricks]))",
        {"line": line, "plays": [[*others, worth], others]},
    )
    assert lost == [[[1, 11], [0, 11], [0, 11], [2, 9]], [[0, None]] * 4]


def test_each_card_that_may_be_played_has_its_number_unless_they_are_those_of_other_cards(run: Run) -> None:
    deal = {"west": {"spades": "96", "hearts": "Q"}, "north": {"spades": "A4", "hearts": "K"}, "east": {"hearts": "72"}}
    line = {"contract": "4S", "declarer": "S", "cards": ["S6", "S4", "H2"]}
    worth = {"declarer": "S", "denomination": "S", "cards": line["cards"], "tricks": [10, 10, 10, 10]}
    plays = [{**worth, "choices": choices} for choices in ("9ad b0 9a", "9ad b0c 9a", "")]
    found = run(
        "play-model.js",
        "a.plays.map((play) => [0, 1, 2, 3].map((at) => "
        "Object.fromEntries(m.positionAfter(m.readPlay(a.line, { plays: [play] }), a.deal, at).choices)))",
        {"line": line, "deal": deal, "plays": plays},
    )
    lead, third = {"S9": 9, "S6": 10, "HQ": 13}, {"H7": 9, "H2": 10}
    assert found == [[lead, {"SA": 11, "S4": 0}, third, {}], [lead, {}, third, {}], [{}] * 4]


def test_scores_are_counted_once_each_and_are_worth_something_only_if_it_is_the_same_everywhere(run: Run) -> None:
    lines = [["420", "12"], ["-50", "0"], ["420", "12"], ["A6040", "9"], ["PASS", "3"], ["PASS", "4"], ["", None]]
    counted = run(
        "parts/frequencies.js",
        "m.frequencies(a.map(([score, ns_points]) => ({ score, ns_points })), (line) => line.score === '-50')"
        ".map(({ label, times, worth, own }) => [label, times, worth, own])",
        lines,
    )
    assert counted == [
        ["+420", 2, "12", False],
        ["0", 2, None, False],
        ["−50", 1, "0", True],
        ["60% / 40%", 1, "9", False],
    ]
    assert run("parts/frequencies.js", "a.map((points) => m.fromPar(points, 420))", [420, 450, -50]) == [
        "par",
        "+30",
        "−470",
    ]


def test_names_that_a_file_has_instead_of_a_number_stand_once(run: Run) -> None:
    cases = [["Cy Di#8 & Ann Bo#7", "Ann Bo & Cy Di"], ["7", "Ann Bo & Cy Di"], ["Petrov", "Petrov"], ["NS5", "Sen 5"]]
    shown = run("dom.js", "a.map(([number, text]) => m.h('p', null, m.numbered(number, text)).textContent)", cases)
    assert shown == ["Ann Bo & Cy Di", "7 Ann Bo & Cy Di", "Petrov", "NS5 Sen 5"]


@needs_real_files
def test_every_play_of_the_real_files_steps_to_its_last_card(run: Run) -> None:
    boards = [each for path in holding_plays() for each in played_lines(path) if each[1].cards]
    lines = [
        {
            "line": {"contract": line.contract, "declarer": line.declarer, "cards": line.cards},
            "deal": board.deal.model_dump(mode="json") if board.deal is not None else None,
        }
        for board, line in boards
    ]
    assert len(lines) > 450
    # The cards, whether each was in the hand of who played it, tricks won, and cards left.
    walked = run(
        "play-model.js",
        """JSON.parse(a).map(({ line, deal }) => {
          const play = m.readPlay(line, null);
          const seen = Array.from({ length: play.count + 1 }, (_, at) => m.positionAfter(play, deal, at));
          const had = seen.slice(1).every(({ last: { seat, card }, left }, at) =>
            seen[at].left[seat][card[0]].includes(card[1]) && !left[seat][card[0]].includes(card[1]));
          const { left, ns, ew } = seen[play.count];
          return [play.count, had, ns + ew, Object.values(left).flatMap((hand) => Object.values(hand)).join("").length];
        })""",
        json.dumps(lines),
    )
    assert walked == [[len(line.cards), True, len(line.cards) // 4, 52 - len(line.cards)] for _, line in boards]
