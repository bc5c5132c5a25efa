"""Events of the model as PBN, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Discipline
from contracts.facts import BoardFact, DealFact, Detail, EventFact, Facts, GameFact, Hand, Organiser, SessionFact
from contracts.standings import Method
from shared.errors import UnsupportedFeature
from shared.formats.pbn import FORMAT
from shared.formats.pbn.reader.parse import parse
from shared.formats.pbn.writer.render import render, scoring_words
from tests.support.merged import merged
from tests.support.objects import as_object
from tests.support.pbn_games import made_up


def again(facts: Facts) -> Facts:
    event = merged(**{name: getattr(facts, name) for name in facts.FIELDS if getattr(facts, name)})
    (found,) = parse(render(event, values="stated").data).events
    return found.facts


def without_places(facts: tuple[object, ...]) -> list[dict[str, object]]:
    return [as_object(fact, "at", "part") for fact in facts]


@given(st.lists(st.integers(0, 5_000), min_size=1, max_size=3, unique=True))
def test_games_of_pairs_go_through_the_model_and_come_back(seeds):
    text = "\n".join(
        made_up(seed).text().replace("Wim West", f"Wim {seed}").replace("Sam South", f"Sam {seed}") for seed in seeds
    )
    (event,) = parse(text.encode()).events
    facts = event.facts
    found = again(facts)
    for name in ("results", "auctions", "plays"):
        mine, theirs = without_places(getattr(facts, name)), without_places(getattr(found, name))
        key = lambda fact: (fact["board"], str(fact["sides"]))  # noqa: E731
        for rows in (mine, theirs):
            for row in rows:
                row.pop("session", None)
                if row.get("ns_score", {}).get("kind") == "unknown":
                    row["stated"] = None
        if len({deal.set_id for deal in facts.deals}) == 1:
            assert sorted(theirs, key=key) == sorted(mine, key=key)


def test_a_board_of_pairs_is_one_game_with_its_traveller():
    text = '[Event "Cup"]\n[Site "Hall"]\n[Date "2031.05.04"]\n[Board "{}"]\n[Deal "N:AK... - - -"]\n[Scoring "MP"]\n'
    text += '[OptimumScore "NS 400"]\n[Generator "dice"]\n'
    text += '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;MP_NS;MP_EW"]\n'
    text += "1 2 4S N 10 420 2 0\n3 4 3NT N 8 -50 0 2\n"
    text += '[TotalScoreTable "Rank;PairId;TotalMP"]\n1 1 2\n2 4 2\n'
    (event,) = parse("\n".join(text.format(board) for board in (10, 9)).encode()).events
    facts = event.facts
    found = again(facts)
    assert sorted(without_places(found.results), key=str) == sorted(without_places(facts.results), key=str)
    assert {p.id for p in found.participants} == {p.id for p in facts.participants}
    assert [(total.participant, total.total, total.place) for total in found.totals] == [("1", 2, "1"), ("4", 2, "2")]
    assert [deal.board for deal in found.deals] == ["9", "10"]
    assert [detail.name for detail in found.deals[0].details] == ["Generator"]
    assert found.deals[0].double_dummy == facts.deals[0].double_dummy


def test_dealer_and_vulnerability_are_those_stated_else_those_of_the_number():
    deal = DealFact(board="7", north=Hand(spades="AK"))
    text = render(merged(deals=(deal,))).data.decode()
    assert '[Dealer "S"]' in text
    assert '[Vulnerable "All"]' in text
    assert '[Deal "S:- - AK... -"]' in text
    text = render(merged(boards=(BoardFact(board="7", dealer="W", vulnerable="None"),))).data.decode()
    assert '[Dealer "W"]' in text
    assert '[Vulnerable "None"]' in text


def test_a_second_deal_of_a_board_is_a_game_of_its_own():
    deals = (DealFact(board="7", north=Hand(spades="AK")), DealFact(board="7", set_id="B", north=Hand(spades="QJ")))
    found = again(Facts(events=(EventFact(name="x"),), deals=deals))
    assert [deal.north.spades for deal in found.deals] == ["AK", "QJ"]


def test_sessions_are_stages_with_their_dates():
    sessions = (SessionFact(id="2", name="Evening", date="2031-05-05"), SessionFact(id="1", date="2031-05-04"))
    event = EventFact(name="Cup", start_date="2031-05-04")
    deals = tuple(DealFact(session=name, board="1", north=Hand(spades="A")) for name in ("1", "2"))
    text = render(merged(events=(event,), sessions=sessions, deals=deals)).data.decode()
    assert text.index('[Stage "Evening"]') < text.index('[Stage "1"]')
    assert '[EventDate "2031.05.04"]' in text


def test_an_event_without_boards_is_a_game_with_its_name():
    rendered = render(merged())
    assert '[Event "Made-up pairs"]' in rendered.data.decode()
    assert (rendered.name, rendered.media_type) == ("made-up-pairs.pbn", "text/x-pbn; charset=iso-8859-1")


def test_what_pbn_has_no_word_for_is_counted():
    (event,) = parse(b'[Event "x"]\n[Shoe "y"]\n[Deal "N:A... - - -"]\n').events
    rendered = FORMAT.render(merged(extensions=event.facts.extensions, deals=event.facts.deals))
    assert [(item.what, item.count) for item in rendered.losses] == [("extension tag Shoe", 1)]


def test_a_table_of_imps_that_was_given_is_counted():
    given = EventFact(kind="teams", imp_bounds=(20, 60))
    lost = {(item.what, item.why) for item in FORMAT.render(merged(events=(given,))).losses}
    assert ("IMP bounds of events", "PBN names its own and has no place for another") in lost
    assert FORMAT.render(merged(events=(EventFact(kind="teams", board_scoring="imps"),))).losses == ()


def test_another_game_is_refused():
    chess = EventFact(name="x", discipline=Discipline.CHESS)
    for facts in ({"events": (chess,)}, {"games": (GameFact(round=1, player="1"),)}):
        with pytest.raises(UnsupportedFeature) as refused:
            render(merged(**facts))
        assert refused.value.code.code == "pbn.not-bridge"


@given(st.integers(0, 5_000))
def test_what_is_rendered_is_in_export_format(seed):
    (event,) = parse(made_up(seed).text().encode()).events
    facts = event.facts
    made = merged(**{name: getattr(facts, name) for name in facts.FIELDS if getattr(facts, name)})
    data = render(made, values="stated").data
    assert data.startswith(b"% PBN 2.1\r\n% EXPORT\r\n")
    assert [finding for finding in parse(data).findings if finding.code == "pbn.not-export"] == []


def test_results_of_a_table_without_cards_have_an_empty_deal_and_not_an_unknown_one():
    text = '[Event "Cup"]\n[Site "Hall"]\n[Date "2031.05.04"]\n[Board "1"]\n[HomeTeam "A"]\n[VisitTeam "B"]\n'
    text += '[Room "Open"]\n[Declarer "N"]\n[Contract "4S"]\n[Result "10"]\n'
    (event,) = parse(text.encode()).events
    facts = event.facts
    made = merged(**{name: getattr(facts, name) for name in facts.FIELDS if getattr(facts, name)})
    lines = render(made, values="stated").data.decode().split("\r\n")
    assert {'[Deal ""]', '[North "?"]', '[Declarer "N"]'} <= set(lines)


@pytest.mark.parametrize(
    ("scoring", "own", "method", "words"),
    [
        ("match_points", None, None, "MP"),
        ("match_points", None, Method(board_scoring="match_points", scale="2-1-0"), "MP"),
        ("match_points", None, Method(board_scoring="match_points", scale="1-½-0"), "MP;MP2"),
        ("match_points", "MatchPoints", Method(board_scoring="match_points", scale="1-½-0"), "MatchPoints;MP2"),
        ("match_points", "MP;MP1", Method(board_scoring="match_points", scale="1-½-0"), "MP;MP1"),
        ("cross_imps", None, None, "IMP;Cross"),
        ("cross_imps", None, Method(board_scoring="cross_imps", average="comparisons"), "IMP;Cross2"),
        ("cross_imps", None, Method(board_scoring="cross_imps", average="scores"), "IMP;Cross1"),
        ("imps", "IMP", None, "IMP"),
        ("imps", "IMP", Method(board_scoring="cross_imps", average="sum"), "IMP;Cross"),
        ("imps", None, Method(board_scoring="imps", pairwise="cross_imps", average="comparisons"), "IMP;Cross2"),
        ("butler_imps", None, Method(board_scoring="butler_imps", datum="mean of all scores, exact"), "IMP;Butler"),
        ("butler_imps", None, Method(board_scoring="butler_imps", datum="median, exact"), "IMP;Butler;Median"),
        (
            "butler_imps",
            None,
            Method(board_scoring="butler_imps", datum="mean without the best and the worst score, to the nearest 10"),
            "IMP;Butler-2",
        ),
        ("imps", None, Method(board_scoring="imps"), "IMP"),
        (None, None, None, ""),
    ],
)
def test_scoring_names_the_modifier_by_which_the_points_were_made(scoring, own, method, words):
    assert scoring_words(EventFact(board_scoring=scoring), own, method) == words


def text_of(source: str) -> list[str]:
    (event,) = parse(source.encode()).events
    event_of = merged(**{name: getattr(event.facts, name) for name in Facts.FIELDS if getattr(event.facts, name)})
    return render(event_of, values="stated").data.decode("ascii").split("\r\n")


def test_a_game_without_a_number_is_written_without_one():
    assert '[Board "?"]' in text_of('[Event "x"]\n[Dealer "N"]\n[Deal "N:AK... - - -"]\n')


def test_an_auction_alone_says_the_contract_and_one_passed_out_says_that_nobody_declared():
    bid = text_of('[Event "x"]\n[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n1NT AP\n')
    assert {'[Declarer "N"]', '[Contract "1NT"]', '[Result "?"]'} <= set(bid)
    passed = text_of('[Event "x"]\n[Board "1"]\n[Dealer "N"]\n[Auction "N"]\nPass Pass Pass Pass\n')
    assert {'[Declarer ""]', '[Contract "Pass"]', '[Result ""]'} <= set(passed)
    scored = text_of('[Event "x"]\n[Board "1"]\n[Contract "Pass"]\n[Score "0"]\n[Dealer "N"]\n[Auction "N"]\nAP\n')
    assert {'[Declarer ""]', '[Contract "Pass"]', '[Result ""]'} <= set(scored)


def test_a_table_has_the_deal_that_its_cards_were_played_with():
    one, other = made_up(7, tricks=13), made_up(8, tricks=13)
    games = [game.text().replace(f'[Board "{game.board}"]', '[Board "5"]') for game in (one, other)]
    text = text_of("\n".join([games[0], games[1].replace("Nora", "Nina")]))
    for game in (one, other):
        (at,) = [number for number, line in enumerate(text) if line == " ".join(game.rows[0])]
        deal = [line for line in text[:at] if line.startswith("[Deal ")][-1]
        assert deal == f'[Deal "{game.deal}"]'


def test_problems_of_one_board_are_games_of_their_own_each_with_its_deal_auction_and_play():
    head = '[Event "Quiz"]\n[Board "1"]\n[Dealer "S"]\n'
    problems = [
        ('[Deal "S:AK2... - - -"]\n', '[Auction "S"]', "1S +"),
        ('[Deal "S:AK2... - - -"]\n[Declarer "E"]\n[Contract "1NT"]\n', '[Play "S"]', "SA +"),
        ('[Deal "S:543... - - -"]\n', '[Auction "S"]', "1C +"),
    ]
    once = text_of("\n".join(f"{head}{deal}{tag}\n{row}\n" for deal, tag, row in problems))
    games = "\n".join(once).split("\n\n")
    assert len(games) == len(problems)
    for game, (deal, tag, row) in zip(games, problems, strict=True):
        assert set(deal.split("\n")) <= {*game.split("\n"), ""}
        assert f"{tag}\n{row}" in game
        assert game.count("[Auction") + game.count("[Play") == 1
        assert "[Table" not in game
    assert text_of("\n".join(once)) == once


def test_the_analysis_of_a_deal_stands_with_a_table_where_no_traveller_does():
    made = made_up(7, tricks=13)
    teams = '[HomeTeam "Reds"]\n[VisitTeam "Blues"]\n[Room "{}"]\n[OptimumScore "NS 400"]\n'
    table = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT 9\n'
    games = [made.text().replace("[Auction", teams.format(room) + "[Auction") for room in ("Open", "Closed")]
    once = text_of("\n".join(game + table for game in games))
    assert once.count("N NT  9") == once.count('[OptimumScore "NS 400"]') == 1


@pytest.mark.parametrize(
    ("kind", "competition"), [("pairs", "Pairs"), ("swiss_teams", "Teams"), ("individual", "Individuals")]
)
def test_the_kind_of_an_event_is_its_competition(kind, competition):
    text = render(merged(events=(EventFact(name="x", kind=kind),))).data.decode()
    assert f'[Competition "{competition}"]' in text
    assert "[Competition" not in render(merged(events=(EventFact(name="x"),))).data.decode()


def test_the_words_of_the_event_and_of_its_organiser_are_written():
    details = (Detail(name="Competition", value="Rubber"), Detail(name="EventSponsor", value="Ann"))
    event = EventFact(name="x", kind="pairs", organiser=Organiser(id="club-7"), details=details)
    text = render(merged(events=(event,))).data.decode()
    assert {'[Competition "Rubber"]', '[EventSponsor "Ann"]', '[Site "club-7"]'} <= set(text.split("\r\n"))
    assert '[Site "?"]' not in text


def test_a_session_of_the_first_day_is_no_other_date():
    sessions = (SessionFact(id="2031-05-04", date="2031-05-04"), SessionFact(id="B", name="Late", date="2031-05-05"))
    event = EventFact(name="Cup", start_date="2031-05-04")
    deals = tuple(DealFact(session=session.id, board="1", north=Hand(spades="A")) for session in sessions)
    games = render(merged(events=(event,), sessions=sessions, deals=deals)).data.decode().split("\r\n\r\n")
    assert ["[EventDate" in game for game in games] == [False, True]
    assert ["[Stage" in game for game in games] == [False, True]
    assert '[Date "2031.05.05"]' in games[1]


@pytest.mark.parametrize(
    ("board", "dealer"), [("1", "N"), ("17", "N"), ("0", "?"), ("1234567", "?"), ("A1", "?"), ("999999", "S")]
)
def test_the_dealer_follows_from_a_number_of_at_most_six_digits(board, dealer):
    text = render(merged(deals=(DealFact(board=board, north=Hand(spades="A")),))).data.decode()
    assert f'[Dealer "{dealer if dealer != "?" else ""}"]' in text


def test_boards_come_by_session_and_number_and_totals_stand_in_the_first_game_alone():
    text = '[Event "Cup"]\n[Board "{}"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 420\n'
    text += '[TotalScoreTable "Rank;PairId;TotalMP"]\n1 1 2\n'
    lines = text_of("\n".join(text.format(board) for board in (10, 9)))
    assert [line for line in lines if line.startswith("[Board")] == ['[Board "9"]', '[Board "10"]']
    assert sum(line.startswith("[TotalScoreTable") for line in lines) == 1
    assert lines.index(next(line for line in lines if line.startswith("[Total"))) < lines.index('[Board "10"]')
