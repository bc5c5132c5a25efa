"""A file that says it has the export format, and what of it does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.formats.pbn.reader.parse import parse
from shared.formats.pbn.writer.render import render
from tests.support.merged import merged
from tests.support.pbn_faults import legal
from tests.support.pbn_games import made_up

HEAD = "% PBN 2.1\n% EXPORT\n"
MADE = made_up(7, tricks=13)


def told(text: str | bytes) -> list[tuple[int | None, str]]:
    """Lines and rules of the export format that are broken; not what is expected, nor how often it is listed."""
    data = text if isinstance(text, bytes) else text.replace("\n", "\r\n").encode("iso-8859-1")
    findings = [finding for finding in parse(data).findings if finding.code == "pbn.not-export"]
    return [
        (finding.place.line if finding.place else None, finding.message.partition(", in which ")[2].partition("; ")[0])
        for finding in findings
    ]


def exported(*changes: tuple[str, str]) -> str:
    """A made-up game in export format with some texts changed."""
    text = HEAD + MADE.text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def line_of(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.lstrip().startswith(start))


@given(st.integers(0, 5_000), st.integers(0, 5_000))
def test_what_is_written_here_keeps_to_the_export_format(seed: int, other: int) -> None:
    text = "\n".join(legal(seed).lines()) + "\n\n" + "\n".join(legal(other).lines()) + "\n"
    for event in parse(text.encode("iso-8859-1")).events:
        facts = event.facts
        made = merged(**{name: getattr(facts, name) for name in facts.FIELDS if getattr(facts, name)})
        assert told(render(made, values="stated").data) == []


def test_a_file_that_does_not_say_so_need_not_keep_to_it() -> None:
    text = exported(("[Site", " [Site"), ("[Date", "[Deal")).removeprefix(HEAD)
    assert told(text) == []
    assert told(exported()) == []


def test_lines_end_with_cr_lf_and_have_no_tabs() -> None:
    text = exported()
    assert told(text.encode()) == [(1, "a line ends with CR LF")]
    assert told(text.replace("\n", "\r\n", 3).encode()) == [(4, "a line ends with CR LF")]
    assert told(exported(('[Board "', '{a\tb}\n[Board "'))) == [(6, "there are no tabs")]


BEGIN = "a tag pair begins its line, and has no blanks but one between name and value"
SPELLING = "this value has another spelling"


@pytest.mark.parametrize(
    ("old", "new", "start", "message"),
    [
        ("[Site", " [Site", "[Site", BEGIN),
        ("[Site ", "[ Site ", "[ Site", BEGIN),
        ("[Site ", "[Site  ", "[Site", BEGIN),
        ('"Nowhere"]', '"Nowhere" ]', "[Site", BEGIN),
        ('"Nowhere"]\n', '"Nowhere"] ', "[Site", BEGIN),
        ('[Site "Nowhere"]\n', "", "[Event", "a game has all fifteen mandatory tags"),
        ('"Nowhere"]', '"Nowhere"] ; a hall', "[Site", "nothing stands behind a tag on its line"),
        ('[Scoring "IMP"]\n', '[Table "1"]\n[Scoring "IMP"]\n', "[Scoring", "tags and sections stand in a fixed order"),
        ("[Auction", '[Table "1"]\n[Round "1"]\n[Auction', "[Round", "tags and sections stand in a fixed order"),
        ("[Auction", '[ActionTable "Rank"]\n1\n[Auction', "[Auction", "tags and sections stand in a fixed order"),
        ('[Date "2031.05.04"]', '[Date "2031-05-04"]', "[Date", SPELLING),
    ],
)
def test_what_a_game_has_otherwise_is_found_at_its_line(old: str, new: str, start: str, message: str) -> None:
    text = exported((old, new))
    assert told(text) == [(line_of(text, start), message)]


def test_values_have_the_spelling_of_the_export_format() -> None:
    game = MADE
    hand = game.deal.split()[1]
    for name, value, other in (
        ("Vulnerable", game.vulnerable, {"None": "Love", "All": "Both"}.get(game.vulnerable, game.vulnerable.lower())),
        ("Dealer", str(game.dealer), str(game.dealer).lower()),
        ("Contract", str(game.contract), str(game.contract).lower()),
        ("Deal", game.deal, game.deal.replace(hand, ".".join(suit[::-1] for suit in hand.split(".")))),
    ):
        if other != value:
            text = exported((f'[{name} "{value}"]', f'[{name} "{other}"]'))
            assert (line_of(text, f"[{name} "), SPELLING) in told(text), name


def turned(deal: str) -> str:
    hands = deal[2:].split()
    return f"{'NESW'['NESW'.index(deal[0]) - 3]}:{' '.join(hands[1:] + hands[:1])}"


def test_hands_go_from_the_dealer_on() -> None:
    deal = MADE.deal
    text = exported((deal, turned(deal)))
    assert told(text) == [(line_of(text, "[Deal "), SPELLING)]


def test_the_line_between_two_games_is_empty() -> None:
    text = exported() + "  \n" + made_up(8).text()
    assert told(text) == [(text.split("\n").index("  ") + 1, "the line between two games is empty")]


def test_calls_stand_four_to_a_line_from_its_first_column() -> None:
    text = exported()
    at = line_of(text, "[Auction") + 1
    row = text.split("\n")[at - 1]
    assert told(exported((f"\n{row}", f"\n {row}"))) == [(at, "a row of calls or cards begins its line")]
    first, rest = row.split(" ", 1)
    assert told(exported((f"\n{row}", f"\n{first}\n{rest}"))) == [(at + 1, "a line has four calls or cards")]
    assert told(exported((f"\n{row}", f"\n{first} {{natural}}\n{rest}"))) == []
    assert told(exported((f"{row}\n", f"{row} "))) == [(at, "a line has no more than four calls or cards")]
    assert told(exported((f"\n{row}", f"\n{row.lower()}"))) != []


def test_the_auction_begins_with_the_dealer_and_the_play_with_the_leader() -> None:
    game = MADE
    seats = "NESW"
    before = seats[seats.index(game.dealer.value) - 1]
    text = exported((f'[Auction "{game.dealer}"]\n', f'[Auction "{before}"]\n- '))
    assert (line_of(text, "[Auction"), "the auction begins with the dealer") in told(text)
    row = " ".join(game.rows[0])
    other = seats[seats.index(game.leader.value) - 1]
    text = exported((f'[Play "{game.leader}"]\n{row}', f'[Play "{other}"]\n- {row}'))
    assert (line_of(text, "[Play"), "the play begins with the leader") in told(text)


@pytest.mark.parametrize(
    ("hung", "message"),
    [
        ("!", "a suffix such as ! is written as $ and a number"),
        ("$21 $20", "a note stands before $ and its numbers, and these in increasing order"),
        ("$20 =1=", "a note stands before $ and its numbers, and these in increasing order"),
        ("$20  $21", "a single blank stands behind notes and $ numbers, and before comments"),
        ("=1=$21", "a single blank stands behind notes and $ numbers, and before comments"),
        (" {so}", "a single blank stands behind notes and $ numbers, and before comments"),
        ("=1= $20 $21 {so}", None),
    ],
)
def test_what_hangs_on_a_call_has_one_form(hung: str, message: str | None) -> None:
    call = MADE.calls[0]
    start = f'[Auction "{MADE.dealer}"]\n'
    note = '[Note "1:so"]\n[Play' if "=1=" in hung else "[Play"
    text = exported((f"{start}{call}", f"{start}{call} {hung}"), ("[Play", note))
    assert told(text) == ([(line_of(text, "[Auction") + 1, message)] if message else [])


@pytest.mark.parametrize(
    ("table", "line", "message"),
    [
        ('[ActionTable "Rank;Call"]\n1 1S\n2  X\n', 2, "elements have a single blank between them"),
        ('[ActionTable "Rank;Call\\3R"]\n1  1S\n2   X\n', None, ""),
        ('[ActionTable "Rank;Call"]\n1 1S 2 X\n', 1, "a row of a table is a line of its own"),
        ('[ActionTable "Rank;Call"]\n1\n1S\n', 1, "a row of a table is a line of its own"),
        ('[MyTable "A"]\n"b c"  d\n', 1, "elements have a single blank between them"),
        ('[MyTable "A"]\n"b c" d "say \\"e\\"" f\n', None, ""),
    ],
)
def test_a_row_of_a_table_is_one_line(table: str, line: int | None, message: str) -> None:
    text = exported() + table
    assert told(text) == ([(line_of(text, table[:8]) + line, message)] if line is not None else [])


def test_of_each_kind_the_first_lines_are_listed() -> None:
    games = "\n".join(f" {made_up(seed).text()}" for seed in range(50))
    assert [message for _, message in told(HEAD + games)] == [BEGIN] * 3
