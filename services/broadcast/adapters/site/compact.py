"""Scripts without what only people need: comments, spaces, and declarations that nothing uses.

Rule 1: texts, templates and regular expressions stay as they are.
Rule 2: a line ends where it ended wherever JavaScript might end a statement there; only spaces that part no words go.
Rule 3: a declaration at the left margin that nothing kept names is left out, so its value must do nothing by itself;
whatever else stands at the margin is kept.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from string import ascii_letters

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<template>`)
    |(?P<word>[\w$\#]+)
    |(?P<mark>=>|\+\+|--|\.\.\.|[^\s\w$\#"'`])""",
    re.DOTALL | re.VERBOSE,
)
_PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/\w*")
_BEFORE_PATTERN = frozenset([*"(,=:[!&|?{};", "=>", "return", ""])
"""What a regular expression may follow; a slash behind anything else divides."""

_GOES_ON = frozenset([*"{;,([=&|?:<*%!.", "=>", "..."])
"""Behind these no statement ends, or one has ended already."""
_CONTINUES = frozenset([*"});],.?:=&|<>*%", "=>"])
"""No statement begins with these."""

_NO_FUNCTION = frozenset({"if", "for", "while", "switch", "catch", "with"})
"""What stands before brackets that a block follows without being the parameters of a function."""

_MARGIN = re.compile(r"^(?=[A-Za-z])", re.MULTILINE)
_DECLARATION = re.compile(r"(?:export )?(?:async )?(?:function\*|(?:function|class|const|let) )(\w+)")
_IMPORT = re.compile(r"import(?:\{([^}]*)\}from)?\"")
_WORD = re.compile(r"\w+")


def _end_of_template(code: str, start: int) -> int:
    """Where the template ends that begins with the backtick at `start`; others may stand inside it."""
    at, depth = start + 1, 0
    while at < len(code):
        if code[at] == "\\":
            at += 1
        elif code[at] == "`":
            if not depth:
                return at + 1
            at = _end_of_template(code, at) - 1
        elif code[at] == "{" and (depth or code[at - 1] == "$"):
            depth += 1
        elif code[at] == "}" and depth:
            depth -= 1
        at += 1
    raise ValueError(f"No end of the template at {code[start : start + 40]!r}.")


def _tokens(code: str) -> Iterator[tuple[str, str]]:
    """What a script is made of: kind and text; ValueError where a text or a template does not end."""
    at, before = 0, ""
    while at < len(code):
        found = _TOKEN.match(code, at)
        if found is None:
            raise ValueError(f"No end of the text at {code[at : at + 40]!r}.")
        kind, end = str(found.lastgroup), found.end()
        if kind == "template":
            end = _end_of_template(code, at)
        elif found[0] == "/" and before in _BEFORE_PATTERN and (pattern := _PATTERN.match(code, at)):
            kind, end = "pattern", pattern.end()
        yield kind, code[at:end]
        if kind != "space":
            before = code[at:end]
        at = end


def compact(code: str) -> str:
    """A script without comments and spaces."""
    parts: list[str] = []
    kind_before, before, gap = "", "", ""
    for kind, text in _tokens(code):
        if kind == "space":
            gap += text if text.isspace() else " "
            continue
        if before and "\n" in gap and before not in _GOES_ON and text not in _CONTINUES:
            parts.append("\n")
        elif gap and (
            (kind == "word" and kind_before in ("word", "pattern")) or (before[-1:] == text[:1] and text[0] in "+-/")
        ):
            parts.append(" ")
        parts.append(text)
        kind_before, before, gap = kind, text, ""
    return "".join(parts)


@dataclass
class _Words:
    """What the words of a script are for; one may be several things.

    Attributes:
        names: how often each may stand for something declared.
        properties: those that may be the name of a property, which nobody may change.
        declared: those that a declaration or the parameters of a function make the name of something.
    """

    names: Counter[str] = field(default_factory=Counter)
    properties: set[str] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)


def _words(code: str) -> _Words:
    found = _Words()
    tokens = [("", ""), *(token for token in _tokens(code) if token[0] != "space"), ("", "")]
    texts = [text for _, text in tokens]
    opened: list[int] = []
    for at, (kind, text) in enumerate(tokens):
        if kind == "template":
            found.names.update(_WORD.findall(text))
            found.properties.update(_WORD.findall(text))
        elif kind == "word":
            before, after = texts[at - 1], texts[at + 1]
            in_object = bool(opened) and texts[opened[-1]] == "{" and before in ("{", ",")
            if before == "." or (in_object and after in ("}", ",", "=", ":")):
                found.properties.add(text)
            if before != "." and not (in_object and after == ":"):
                found.names[text] += 1
            if before in ("const", "let", "class", "function"):
                found.declared.add(text)
        elif kind == "mark" and text in "([{":
            opened.append(at)
        elif kind == "mark" and text in ")]}":
            start = opened.pop()
            if text == ")" and texts[at + 1] in ("=>", "{") and texts[start - 1] not in _NO_FUNCTION:
                ends = (",", ")", "=")
                inner = range(start + 1, at)
                found.declared |= {texts[n] for n in inner if texts[n - 1] in ("(", ",") and texts[n + 1] in ends}
    return found


def _with_short_names(parts: Sequence[str]) -> str:
    """Statements as one script in which what is declared has a short name.

    A name stays where a property has the same, and where one of the statements uses it without declaring it: there the
    browser has declared it.
    """
    code = "\n".join(parts)
    words = _words(code)
    margin = {found[1] for part in parts if (found := _DECLARATION.match(part))}
    foreign = {name for part in map(_words, parts) for name in part.names.keys() - part.declared - margin}
    long = [word for word, _ in words.names.most_common() if word in words.declared - words.properties - foreign]
    taken = {*words.names, *words.properties, "do", "if", "in", "of", "as"}
    letters = ("".join(pair) for length in (1, 2) for pair in product(ascii_letters, repeat=length))
    short = dict(zip(long, (name for name in letters if name not in taken), strict=False))
    before, shortened = "", []
    for kind, text in _tokens(code):
        shortened.append(short.get(text, text) if kind == "word" and before != "." else text)
        before = text
    return "".join(shortened)


def single(sources: Iterable[str]) -> str:
    """Modules as one compact script, each after those that it imports.

    Raises:
        ValueError: two of them declare the same name, or one imports by another name or on demand.
    """
    parts = [part for source in sources for part in map(compact, _MARGIN.split(source)) if part]
    named: dict[str, str] = {}
    kept: dict[str, bool] = {}
    for part in parts:
        imported, declared = _IMPORT.match(part), _DECLARATION.match(part)
        if "import(" in part or (imported and " as " in (imported[1] or "")):
            raise ValueError(f"One script loads nothing more, and has one name for everything: {part}")
        if declared and declared[1] in named:
            raise ValueError(f"Two modules of one script declare {declared[1]}.")
        if declared:
            named[declared[1]] = part
        kept[part] = not declared and not imported
    waiting = [part for part, needed in kept.items() if needed]
    for part in waiting:
        for name in _words(part).names:
            if name in named and not kept[named[name]]:
                kept[named[name]] = True
                waiting.append(named[name])
    return _with_short_names([part.removeprefix("export ") for part, needed in kept.items() if needed])
