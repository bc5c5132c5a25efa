"""Games one after the other: one bad game never costs the others, and memory stays flat."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import FormatError
from shared.formats.pbn.reader.games import GameReader
from shared.formats.pbn.reader.parse import parse
from shared.formats.pbn.report import Report
from tests.support.pbn_games import found, made_up, read_games


@pytest.mark.parametrize(
    ("head", "said"),
    [("% PBN 1.0", []), ("% PBN 2.1\n% EXPORT", []), ("% PBN 3.0", [1]), ("%PBN two", [1]), ("% PBNX 9", [])],
)
def test_a_version_that_is_not_known_is_said_and_read_all_the_same(head, said):
    assert found(f'{head}\n[Board "1"]\n') == [("read-as", line) for line in said]


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=4))
def test_legal_games_are_read_as_they_were_made(seeds):
    made = [made_up(seed) for seed in seeds]
    games, said = read_games("\n".join(game.text() for game in made))
    assert said == ()
    for read, game in zip(games, made, strict=True):
        assert read.values.board == str(game.board)
        assert str(read.values.contract) == str(game.contract or "Pass")
        assert [item.text for item in read.auction.calls] == game.calls
        played = [item.text for item in read.play.items if item.text != "*"] if read.play else []
        assert played == [card for row in game.rows for card in row]
        assert read.deal.cards == {seat: frozenset(hand) for seat, hand in game.hands.items()}


@given(st.integers(0, 1000), st.text('[]{};"%\\\n AB1=$!?^*+-', max_size=60))
def test_one_bad_game_costs_no_other(seed, rubbish):
    good = made_up(seed).text()
    rubbish = rubbish.replace("{", "[")
    games, _ = read_games(f"{good}\n\n{rubbish}\n\n{good}")
    read = [game for game in games if game.deal is not None and game.auction is not None]
    assert len(read) == 2
    assert [item.text for item in read[0].auction.calls] == [item.text for item in read[1].auction.calls]


@given(st.binary(max_size=300))
def test_any_bytes_end_in_games_or_findings(data):
    games, _ = read_games(data)
    assert all(game.game.tags for game in games)


def test_memory_does_not_grow_with_the_number_of_games():
    data = b"\n".join(made_up(seed).text().encode() for seed in range(30))

    def peak(times: int) -> int:
        whole = (data + b"\n") * times
        tracemalloc.start()
        for _ in GameReader(whole, Report()).games():
            pass
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(1)
    assert peak(8) < peak(2) + 300_000


@pytest.mark.slow
def test_a_flood_of_problems_is_refused():
    with pytest.raises(FormatError) as refused:
        read_games('[Date "no"]\n\n' * 20_000)
    assert refused.value.code.code == "pbn.too-large"
    assert refused.value.findings


def test_a_missing_line_costs_no_game_that_begins_with_its_board():
    first, *others = ("".join(made_up(seed).text()).strip("\n").split("\n") for seed in (1, 2, 3))
    named = ("[Event", "[Site", "[Date", "[EventDate")
    rest = [line for lines in others for line in sorted(lines, key=lambda each: not each.startswith("[Board")) if line]
    games, findings = read_games("\n".join([*first, *(each for each in rest if not each.startswith(named))]) + "\n")
    assert [game.values.board for game in games] == [str(made_up(seed).board) for seed in (1, 2, 3)]
    assert [finding.code for finding in findings if finding.code == "pbn.not-separated"] == ["pbn.not-separated"] * 2


def test_a_missing_line_costs_no_game():
    text = "".join(made_up(seed).text() for seed in (1, 2, 3))
    games, findings = read_games(text)
    assert [game.values.board for game in games] == [str(made_up(seed).board) for seed in (1, 2, 3)]
    assert [game.game.number for game in games] == [1, 2, 3]
    assert [finding.code for finding in findings] == ["pbn.not-separated"] * 2
    lines = text.split("\n")
    assert [finding.place.line for finding in findings] == [
        number for number, line in enumerate(lines, 1) if line.startswith("[Event") and number > 1
    ]
    (event,) = parse(text.encode()).events
    assert len(event.facts.auctions) == 3


@pytest.mark.parametrize(
    "text",
    [
        '[Event "x"]\n[Board "1"]\n[Event "y"]\n',
        '[Event "x"]\n[Event "y"]\n[Board "1"]\n',
        '[Event "x"]\n[Board "1"]\n[Event "y"]\n[Site "z"]\n',
        '[Event "x"]\n[Board "1"]\n[Board "2"]\n',
        '[Board "1"]\n[Board "2"]\n',
    ],
)
def test_a_tag_that_stands_twice_in_one_game_is_ignored(text):
    games, _ = read_games(text)
    assert len(games) == 1
    assert {code for code, _ in found(text)} == {"duplicate-tag"}


def test_what_stands_before_and_behind_belongs_to_the_first_and_the_last():
    text = '% before\n[Board "1"]\n[Dealer "N"]\n[Board "2"]\n[Dealer "?"]\n{behind}\n'
    games, _ = read_games(text)
    assert [len(game.game.before) for game in games] == [1, 0]
    assert [len(game.game.tags[-1].tokens) for game in games] == [0, 1]
    assert [game.values.dealer is not None for game in games] == [True, False]


TABLES = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 90\n3 4 -50\n[Diary "x"]\nsunny {so}\n'


def test_a_game_has_the_tables_of_pbn_by_name_and_the_sections_of_users():
    (game,), findings = read_games(TABLES + '[ActionTable ""]\n[Empty ""]\n[Bad ""] ]\n')
    assert {name: len(table.rows) for name, table in game.tables.items()} == {"ScoreTable": 2}
    assert [tag.name for tag in game.sections] == ["Diary"]
    assert {finding.code for finding in findings} == {"pbn.unknown-tag", "pbn.stray-text", "pbn.table-comment"}


def test_the_data_of_a_tag_that_stands_twice_are_reported_but_for_tables():
    text = '[Event "x"]\n[Diary ""]\nsunny\n[Diary ""]\nrainy\n'
    assert ("stray-text", 5) in found(text)
    assert ("stray-text", 5) not in found(text.replace("rainy", "{rainy}"))
    table = '[Event "x"]\n[ActionTable "Call"]\n1C\n[ActionTable "Call"]\n1D\n'
    assert found(table) == [("duplicate-tag", 4)]


def test_tables_are_compared_with_the_scores_of_their_game():
    instant = '[Scoring "Instant"]\n[Declarer "N"]\n[Contract "1NT"]\n[Score "90"]\n[ScorePercentage "10"]\n'
    instant += '[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n50,* 60\n50 50\n*,50 40\n'
    assert ("table-differs", 5) in found(instant)
    assert ("table-character", 3) in found('[Board "1"]\n[Diary ""]\nJos\xe9\n')


def results(text: str) -> int:
    report = Report()
    assert list(GameReader(text.encode(), report).games())
    return report.results


def test_a_game_with_cards_a_contract_or_a_table_may_have_problems():
    assert results('[Board "1"]\n') == 0
    assert results('[Deal "N:A... - - -"]\n') == results('[Contract "4S"]\n') == 4
    assert results(TABLES) == 4 + 2
    assert results('[Board "1"]\n[TotalScoreTable "PairId;TotalMP"]\n1 9\n2 8\n3 7\n') == 3
    assert results('[Board "1"]\n[ActionTable "Call"]\n1C\n') == 0


def test_an_end_position_has_a_denomination_for_a_contract():
    (game,), said = read_games('[Deal "N:A... K... Q... J..."]\n[Contract "NT"]\n')
    assert (said, game.values.contract) == ((), None)


def test_comments_behind_the_last_game_are_kept_apart():
    reader = GameReader(b'[Board "1"]\n\n{ bye }\n', Report())
    assert len(list(reader.games())) == 1
    assert [token[1] for token in reader.trailing] == [" bye "]


def test_games_that_no_line_separates_begin_where_the_first_tag_comes_again_with_others():
    text = '[Event "x"]\n[Board "1"]\n[Event "x"]\n[Board "2"]\n[Event "x"]\n[Room "Open"]\n'
    text += '[Event "x"]\n[Board "3"]\n'
    games, _ = read_games(text)
    assert [game.values.board for game in games] == ["1", "2", "3"]
    assert [game.game.line for game in games] == [1, 3, 7]
    assert [line for code, line in found(text) if code == "not-separated"] == [3, 7]


def test_what_is_said_of_the_whole_belongs_to_the_first_and_the_line_behind_to_the_last():
    text = '{head}\n [Event "x"]\n[Board "1"]\n[Event "x"]\n[Board "2"]\n  \n[Event "y"]\n'
    first, second, _ = read_games(text)[0]
    assert (first.game.line, len(first.game.before), first.game.untidy, first.game.blank_line) == (1, 1, [2], 0)
    assert (second.game.line, second.game.before, second.game.untidy, second.game.blank_line) == (4, [], [], 6)


def test_sections_alone_behind_an_empty_line_belong_to_the_game_before() -> None:
    table = '[ScoreTable "PairId_NS"]\n1\n'
    games, findings = read_games(f'[Event "A"]\n[Board "1"]\n\n{table}\n{table}\n[Event "B"]\n[Board "2"]\n')
    assert [[tag.name for tag in game.game.tags] for game in games] == [
        ["Event", "Board", "ScoreTable"],
        ["ScoreTable"],
        ["Event", "Board"],
    ], "a game has one table of scores"
    assert [(f.code, f.place.line) for f in findings if f.code == "pbn.read-as" and f.place] == [("pbn.read-as", 4)]
