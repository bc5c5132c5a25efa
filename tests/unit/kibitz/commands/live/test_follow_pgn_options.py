from tests.support.printed import compare_options


def test_the_options_are_those_of_the_golden_file() -> None:
    compare_options("follow-pgn", "follow-pgn")
