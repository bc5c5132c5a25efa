from tests.support.printed import compare_options


def test_the_options_are_those_of_the_golden_file() -> None:
    compare_options(
        "seats", "seat lock", "seat unlock", "seat start", "seat withdraw", "seat absent", "seat return", "seat system"
    )
