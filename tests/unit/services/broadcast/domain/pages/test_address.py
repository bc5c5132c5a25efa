import pytest

from contracts import feed
from services.broadcast.domain.pages.address import (
    Address,
    board_named,
    card_of,
    in_addresses,
    participant_named,
    player_item,
)


@pytest.mark.parametrize(
    ("path", "address", "canonical"),
    [
        ("/", Address("events"), ""),
        ("/e/club-night", Address("event", "club-night"), "e/club-night/standings"),
        ("/e/club-night/boards/1-7", Address("event", "club-night", "boards", "1-7"), "e/club-night/boards/1-7"),
        ("/e/club-night/card/1%2F2", Address("event", "club-night", "card", "1/2"), "e/club-night/card/1%2F2"),
        ("/e/club-night/boards/", Address("event", "club-night", "boards"), "e/club-night/boards"),
        ("/room/club-night", Address("room", "club-night"), "room/club-night"),
        ("/hands/club-night", Address("hands", "club-night", "boards"), "hands/club-night"),
        ("/hands/club-night/1%2F2", Address("hands", "club-night", "boards", "1/2"), "hands/club-night/1%2F2"),
        ("/overlay/club-night", Address("overlay", "club-night"), "overlay/club-night"),
    ],
)
def test_an_address_is_read_and_written(path: str, address: Address, canonical: str) -> None:
    assert Address.read(path) == address
    assert address.path == canonical


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/e",
        "/e/",
        "/e/Club Night",
        "/e/x/nothing",
        "/e/x/boards/7/8",
        "/room/x/y",
        "/hands/x/1/2",
        "/e/%2e%2e",
    ],
)
def test_other_addresses_are_nobodys(path: str) -> None:
    assert Address.read(path) is None


def test_a_page_needs_the_channels_of_its_tab() -> None:
    assert Address("events").channels == (feed.EVENTS_CHANNEL,)
    assert Address("event", "x", "boards", "1-7").channels == (
        "evt.x.standings",
        feed.board_channel("x", "1-7"),
        feed.analysis_channel("x", "1-7"),
    )
    assert Address("event", "x", "boards", "no board").channels == ("evt.x.standings",)
    assert Address("event", "x", "boards").channels == ("evt.x.standings", feed.boards_channel("x"))


def test_a_page_of_hands_needs_its_boards_with_their_analysis() -> None:
    hands = Address("hands", "x", "boards", "1")
    assert hands.channels == ("evt.x.standings", feed.boards_channel("x"))
    assert hands.deals(["1-7", "no board"]) == (feed.board_channel("x", "1-7"), feed.analysis_channel("x", "1-7"))


def test_players_of_teams_have_cards_of_their_own() -> None:
    assert card_of(player_item("7")) == ("7", "player")
    assert card_of("7") == ("7", "")


def test_a_board_is_meant_by_its_number_where_there_is_one_such_board() -> None:
    boards = [{"id": "1-7", "board": "7"}, {"id": "1-8", "board": "8"}, {"id": "2-8", "board": "8"}]
    assert [board_named(item, boards) for item in ("1-7", "7", "8", "9")] == ["1-7", "1-7", None, None]


def test_a_participant_is_meant_by_id_number_or_name() -> None:
    rows = [
        {"participant": "p1", "number": "NS1", "name": "Rosa Baker & Uri Hunter"},
        {"participant": "p2", "number": "NS2", "name": "José Díaz & Ada Stone"},
        {"participant": "p3", "number": "NS3", "name": "Ada Stone & Ben Field"},
    ]
    named = {
        "p1": "p1",
        "NS2": "p2",
        "rosa-baker-uri-hunter": "p1",
        "uri-hunter": "p1",
        "jose-diaz": "p2",
        "ada-stone": None,
        "nobody": None,
    }
    assert {item: participant_named(item, rows) for item in named} == named


def test_names_in_addresses_have_letters_and_hyphens() -> None:
    assert [in_addresses(name) for name in ("Ó Briain, Kaja", "Müller  & Söhne", "李 小龙")] == [
        "o-briain-kaja",
        "muller-sohne",
        "李-小龙",
    ]
