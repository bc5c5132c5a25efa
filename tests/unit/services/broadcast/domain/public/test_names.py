"""No name that is not shown is left in any table of an event of any kind, nor in what is made of them."""

import json
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any, NamedTuple

import pytest

from contracts.facts import NameShown
from contracts.findings import Finding, Severity
from contracts.messages import BoardScored, Position, RoundAssigned
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import About, Method, Ranking, ScoredGame, SlowTable, StandingRow, TravellerLine
from services.broadcast.domain.cards.meetings import meetings
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger
from services.broadcast.domain.public import audiences
from services.broadcast.domain.public.names import PublicNames, explanation_with_names
from shared.person_names import NOBODY, ShownNames
from tests.support.feed import TurnedClock
from tests.support.made_up_kinds import MadeUp, butler_pairs, individuals, knock_out, swiss_teams
from tests.support.published import DIGEST, STORED, as_read, awake, board_as_read, chess_round, round_as_read, standings

EVENT = "open"
MEMBER = "24105933"
KINDS = {"butler": butler_pairs, "individuals": individuals, "knock-out": knock_out, "teams": swiss_teams}


def shown(decided: Iterable[NameShown], *messages: tuple[Callable[[Ledger], Callable[..., Any]], Any]) -> Ledger:
    """What is public after these messages, the last of which says how names are shown."""
    ledger = Ledger(Hub(TurnedClock()), "E1", "S1", b"secret")
    ledger.begin({}, [])
    awake(ledger, EVENT)
    for take, message in messages:
        take(ledger)(message, STORED)
    return ledger


def public_text(ledger: Ledger, *participants: str) -> str:
    channels = ledger.hub.channels.values()
    tables = [[each.name, list(each.columns), dict(each.rows), dict(each.meta)] for each in channels]
    cards = [ledger.card(EVENT, who) for who in participants]
    met = meetings(ledger.travellers(EVENT))
    return json.dumps([tables, cards, met], ensure_ascii=False, default=str)


def of_bridge(made: MadeUp, *decided: NameShown) -> Ledger:
    whole = standings(EVENT, 1)
    asked = (decided[0].name if decided else None) or ""
    finding = Finding(code="made-up", severity=Severity.WARNING, message=f"about {asked}")
    scored = made.standings.replace(event=EVENT, names=decided, exports_total=1, findings=(finding,))
    scored = scored.replace(about=About(arbiter=asked, deputies=(asked,)))
    slow = (SlowTable(round=1, table=scored.rankings[0].rows[0].name),)
    scored = scored.replace(progress=scored.progress.replace(slow=slow))
    published = whole.replace(standings=scored, leader=scored.rankings[0].rows[0].name)
    boards = [
        BoardScored(board=board.replace(event=EVENT), position=Position(seq=1, applied=1), digest=DIGEST)
        for board in made.boards
    ]
    return shown(
        decided,
        *((lambda ledger: ledger.take_board, board_as_read(each)) for each in boards),
        (lambda ledger: ledger.take_standings, as_read(published)),
    )


def people_of(made: MadeUp) -> list[str]:
    return sorted({person.name for each in made.merged.facts.participants for person in each.players if person.name})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("naming", ["initials", "none"])
def test_nobody_who_asked_is_named_in_any_table_card_or_meeting(kind: str, naming: Any) -> None:
    made = KINDS[kind]()
    everybody = {row.id for ranking in made.standings.rankings for row in ranking.rows}
    before = public_text(of_bridge(made), *everybody)
    named = [name for name in people_of(made) if name in before]
    for name in named[:4]:
        after = public_text(of_bridge(made, NameShown(name=name, shown=naming)), *everybody)
        assert name not in after
        assert all(other in after for other in named if other != name and name not in other)


@pytest.mark.parametrize("kind", KINDS)
def test_with_all_names_by_initials_nobody_is_named_but_teams(kind: str) -> None:
    made = KINDS[kind]()
    ledger = of_bridge(made, NameShown(shown="initials"))
    after = public_text(ledger, *{row.id for ranking in made.standings.rankings for row in ranking.rows})
    assert [name for name in people_of(made) if name in after] == []
    teams = [row.name for ranking in made.standings.rankings if ranking.kind == "team" for row in ranking.rows]
    assert all(name in after for name in teams if "&" not in name)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "knock-out"])
def test_without_the_guard_names_are_there(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audiences, "with_names", lambda _channel, table, _names: audiences._state(table))
    made = KINDS[kind]()
    named = [name for name in people_of(made) if name in public_text(of_bridge(made))]
    after = public_text(of_bridge(made, NameShown(shown="none")))
    assert named
    assert any(name in after for name in named)


class Chess(NamedTuple):
    ledger: Ledger
    text: str


def of_chess(*decided: NameShown) -> Chess:
    players = {"1": "Rosa Baker", "2": "Jan van der Berg", MEMBER: "王伟", "Jean-Luc": "Sean O'Neill"}
    rows = tuple(
        StandingRow(
            id=own,
            number=own,
            name=name,
            title="GM",
            rating=Decimal(2500 + place),
            federation="NED",
            total=Decimal(1),
            place=f"{place}",
            rank=place,
        )
        for place, (own, name) in enumerate(players.items(), 1)
    )
    ranking = Ranking(id="overall", title="Overall", kind="player", unit="points", rows=rows)
    message = standings(EVENT, 1, "Rosa Baker")
    scored = message.standings.replace(
        name="Rosa Baker Memorial", rankings=(ranking,), names=decided, method=Method(board_scoring="games")
    )
    pairs = [("1", "2"), (MEMBER, "Jean-Luc")]
    games = [
        ScoredGame(
            table=number,
            white=white,
            black=black,
            white_name=players[white],
            black_name=players[black],
            white_title="GM",
            white_rating=Decimal(2500 + number),
            black_rating=Decimal(2600),
            result="1-0",
        )
        for number, (white, black) in enumerate(pairs, 1)
    ]
    seats = RoundAssignment(
        event=EVENT,
        stage="round",
        round=2,
        rule="swiss",
        sitting_out=("Jean-Luc",),
        tables=(
            SeatAssignment(
                table="1",
                white="1",
                black=MEMBER,
                ns_names="Rosa Baker",
                ew_names="王伟",
                reason="Rosa Baker has met Jan van der Berg",
            ),
        ),
    )
    assigned = RoundAssigned(assignment=seats, position=Position(seq=1, applied=1), digest=DIGEST)
    ledger = shown(
        decided,
        (lambda ledger: ledger.take_round, round_as_read(chess_round(EVENT, 1, 1, *games))),
        (lambda ledger: ledger.take_seats, assigned),
        (lambda ledger: ledger.take_standings, as_read(message.replace(standings=scored))),
    )
    return Chess(ledger, public_text(ledger, "1", "2"))


def test_with_a_name_go_title_rating_and_identities_of_members_in_chess() -> None:
    secrets = ("Rosa", "Baker", "2501", MEMBER, "Jean-Luc")
    assert all(secret in of_chess().text for secret in secrets)
    made = of_chess(NameShown(name="BAKER, Rosa", shown="none"))
    assert [secret for secret in secrets if secret in made.text] == []
    assert f"{NOBODY} Memorial" in made.text
    assert "Jan van der Berg" in made.text
    assert "2502" in made.text
    standings_channel = made.ledger.hub.channels["evt.open.standings"]
    games = made.ledger.hub.channels["evt.open.games"]
    hidden = [key.partition("|")[2] for key in standings_channel.rows if key.partition("|")[2].startswith("p-")]
    assert len(hidden) == 2
    assert all(any(own in row for row in games.rows.values()) for own in hidden)
    card = made.ledger.card(EVENT, hidden[0], "player")
    assert card is not None
    assert card["name"] == "王伟"


def test_what_was_decided_cannot_be_tried_against_the_epoch() -> None:
    decided = NameShown(name="Rosa Baker", shown="none")
    mine, other = (PublicNames(EVENT, ShownNames([decided]), secret) for secret in (b"mine", b"other"))
    assert mine.token != other.token
    assert mine.identity("Rosa") != other.identity("Rosa")
    assert mine.identity("7+Rosa").startswith("7+p-")


def test_the_list_of_events_names_no_leader_who_asked() -> None:
    line = of_chess(NameShown(name="Rosa Baker", shown="initials")).ledger
    line.publish_list(audiences.Reason.PUBLISH, STORED)
    (row,) = line.hub.channels["events"].rows.values()
    assert "R. B." in row
    assert "R. B. Memorial" in row
    assert not any("Baker" in str(cell) for cell in row)


def test_a_name_is_there_again_when_the_decision_is_taken_back() -> None:
    made = butler_pairs()
    name = people_of(made)[0]
    ledger = of_bridge(made, NameShown(name=name, shown="none"))
    assert name not in public_text(ledger)
    message = standings(EVENT, 2).replace(standings=made.standings.replace(event=EVENT, exports_total=1))
    ledger.take_standings(as_read(message), STORED)
    ledger.publish_list(audiences.Reason.PUBLISH, STORED)
    assert name in public_text(ledger)


def test_a_team_is_called_by_its_name_as_soon_as_standings_say_that_it_is_one() -> None:
    made = swiss_teams(pairs=False)
    ledger = of_bridge(made, NameShown(shown="initials"))
    lines = [row for channel in ledger.travellers(EVENT) for row in channel.rows.values()]
    at = TravellerLine.FIELDS.index("ns_names")
    team = next(row.name for ranking in made.standings.rankings for row in ranking.rows)
    assert team in [line[at] for line in lines]


def test_an_explanation_names_nobody_who_asked() -> None:
    names = PublicNames(EVENT, ShownNames([NameShown(name="Rosa Baker", shown="none")]), b"secret")
    given = {
        "name": "Rosa Baker Memorial",
        "participant": {"id": MEMBER, "number": "3", "name": "Rosa Baker"},
        "sessions": [{"lines": [{"against": [{"id": "4", "name": "Jan Vries & Rosa Baker"}], "points": "3"}]}],
        "given": [
            {"kind": "penalty", "reason": "Rosa Baker was late", "where": {"file": "rosa.xml", "at": {"line": 3}}}
        ],
    }
    shown = explanation_with_names(given, names)
    assert "Rosa" not in json.dumps(shown)
    assert MEMBER not in json.dumps(shown)
    assert shown["sessions"][0]["lines"][0] == {  # type: ignore[call-overload, index]
        "against": [{"id": "4", "name": f"Jan Vries & {NOBODY}"}],
        "points": "3",
    }
