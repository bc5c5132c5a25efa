"""What the clients know of the contracts: codes and rows, in their own languages.

The clients are distributions of their own that need nothing of the server's, so they get what they share with it as
files that are made from it.
"""

import inspect
import re
import types
from typing import NotRequired, get_args, get_origin, get_type_hints

from contracts.feed import SUBPROTOCOL, CloseCode
from contracts.feed.rows import ROWS

MADE = "Made from the contracts by `python -m contracts.generate`; do not change it here."


def python_codes() -> str:
    """`codes.py` of the client for Python."""
    members = [f'    {code.name} = {code.value}\n    """{_sentence(code.meaning)}"""\n' for code in CloseCode]
    about = '"""Why a connection or a subscription ended; from 4400 on the same request would fail again."""'
    return "\n".join(
        (
            f'"""Codes of the feed.\n\n{MADE}\n"""\n\nfrom enum import IntEnum\n\nSUBPROTOCOL = "{SUBPROTOCOL}"\n\n',
            f"class CloseCode(IntEnum):\n    {about}\n",
            *members,
        )
    )


def python_rows() -> str:
    """`rows.py` of the client for Python."""
    made = [f'"""The rows of each kind of channel.\n\n{MADE}\n"""\n\nfrom typing import NotRequired, TypedDict\n']
    for row in ROWS.values():
        hints = get_type_hints(row, include_extras=True).items()
        fields = "\n".join(f"    {name}: {_python(hint)}" for name, hint in hints)
        made.append(f'\nclass {row.__name__}(TypedDict):\n    """{_indented(row, 4)}"""\n\n{fields}\n')
    return "\n".join(made)


def typescript_codes() -> str:
    """`codes.ts` of the client for TypeScript."""
    members = [f"  /** {_sentence(code.meaning)} */\n  {code.name}: {code.value}," for code in CloseCode]
    about = "/** Why a connection or a subscription ended; from 4400 on the same request would fail again. */"
    return "\n".join(
        (
            f"/**\n * Codes of the feed.\n *\n * {MADE}\n * @module\n */\n",
            f'export const SUBPROTOCOL = "{SUBPROTOCOL}";\n',
            f"{about}\nexport const CloseCode = {{",
            *members,
            "} as const;\n",
        )
    )


def typescript_rows() -> str:
    """`rows.ts` of the client for TypeScript."""
    made = [f"/**\n * The rows of each kind of channel.\n *\n * {MADE}\n * @module\n */\n"]
    for row in ROWS.values():
        text = re.sub(r"\bNone\b", "null", inspect.cleandoc(row.__doc__ or ""))
        about = "\n".join(f" * {line}".rstrip() for line in text.splitlines())
        fields = "\n".join(_field(name, hint) for name, hint in get_type_hints(row, include_extras=True).items())
        made.append(f"/**\n{about}\n */\nexport type {row.__name__} = {{\n{fields}\n}};\n")
    return "\n".join(made)


def _field(name: str, hint: object) -> str:
    if get_origin(hint) is NotRequired:
        return f"  {name}?: {_typescript(get_args(hint)[0])};"
    return f"  {name}: {_typescript(hint)};"


_NAMES = {str: "string", int: "number", bool: "boolean", types.NoneType: "null"}


def _typescript(hint: object) -> str:
    if isinstance(hint, types.UnionType):
        return " | ".join(map(_typescript, get_args(hint)))
    if get_origin(hint) is list:
        inner = _typescript(get_args(hint)[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    return _NAMES[hint]  # type: ignore[index]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _indented(row: type, by: int) -> str:
    text = inspect.cleandoc(row.__doc__ or "")
    lines = [" " * by + line if line and number else line for number, line in enumerate(text.splitlines())]
    return "\n".join(lines) + ("\n" + " " * by if len(lines) > 1 else "")


def _python(hint: object) -> str:
    if hint is types.NoneType:
        return "None"
    if isinstance(hint, types.UnionType):
        return " | ".join(map(_python, get_args(hint)))
    for wrapper in (list, NotRequired):
        if get_origin(hint) is wrapper:
            return f"{wrapper.__name__}[{_python(get_args(hint)[0])}]"
    return getattr(hint, "__name__", str(hint))
