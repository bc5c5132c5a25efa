"""A game as it is understood has everything that its tags and sections state."""

from tests.support.pbn_games import read_games

TEXT = '[Board "1"]\n[Dealer "N"]\n[Deal "N:A... - - -"]\n[Auction "N"]\nPass *\n[Diary "x"]\nsun\n'


def test_a_game_has_its_values_its_deal_its_auction_and_the_sections_of_users():
    (game,), _ = read_games(TEXT)
    assert game.game is game.fields.game
    assert game.values.board == "1"
    assert game.deal is not None
    assert game.auction is not None
    assert game.play is None
    assert [tag.name for tag in game.sections] == ["Diary"]
