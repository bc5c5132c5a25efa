from tests.support.printed import compare_options


def test_the_options_are_those_of_the_golden_file() -> None:
    compare_options(
        "rulings",
        "decide void",
        "decide score",
        "decide penalty",
        "decide carry",
        "decide scale",
        "decide imps",
        "decide status",
        "retract",
        "take",
    )
