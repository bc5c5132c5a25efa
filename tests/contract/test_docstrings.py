from contracts.docstrings import in_json, meanings


class Base:
    """A base.

    Attributes:
        first, second: what
            they say.
        third: of the base.
    """


class Own(Base):
    """A class; this: is no field.

    Attributes:
        third: its own.
    """


def test_a_field_has_the_words_of_the_class_itself_or_else_of_its_base() -> None:
    assert meanings(Own) == {"first": "what they say.", "second": "what they say.", "third": "its own."}


def test_what_python_calls_its_constants_is_said_in_json() -> None:
    assert in_json("True for one, None for none; Noneteless.") == "true for one, null for none; Noneteless."
