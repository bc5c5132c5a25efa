from shared.formats.pgn.writer.game import escaped, game_text


def test_the_roster_comes_first_and_the_others_by_name() -> None:
    text = game_text({"White": 'Oak, "Bo"', "Round": "1", "WhiteElo": "1800", "Board": "2", "EventDate": ""}, "e4 *")
    assert text.splitlines() == [
        '[Event "?"]',
        '[Site "?"]',
        '[Date "?"]',
        '[Round "1"]',
        '[White "Oak, \\"Bo\\""]',
        '[Black "?"]',
        '[Result "?"]',
        '[Board "2"]',
        '[WhiteElo "1800"]',
        "",
        "e4 *",
    ]


def test_a_value_stays_on_its_line() -> None:
    assert escaped('a\\b\n"c"') == 'a\\\\b \\"c\\"'
