"""The texts of the page, and the catalogues that have them in other languages: `make words` brings these up to date.

A text is a literal in a call of `t`, `tc` or `tn`, in scripts, templates and view models; any other call is refused.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from services.broadcast.adapters.site.bundles import bare

BROADCAST = Path(__file__).resolve().parents[2] / "services/broadcast"
CATALOGUES = BROADCAST / "adapters/scoreboard/words"
PLURAL_FORMS = {
    "de": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "he": "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);",
    "nl": "nplurals=2; plural=(n != 1);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
}
"""Of each language that the page speaks; a new one is added here."""

Text = str | tuple[str, str]
"""English, for some with another form for more than one."""

_STRING = r'\s*("(?:[^"\\\n]|\\.)*")\s*'
_ONE, _MANY = re.compile(rf"tc?\({_STRING}[,)]"), re.compile(rf"tn\([^\n]*?,{_STRING},{_STRING}[,)]")
_CALL = re.compile(r"(?<![\w$.])(?<!function )t[cn]?(?=\()")
_PLACE = re.compile(r"\{(\w+)\}")


class NotLiteral(ValueError):
    """A text that cannot be found without running the program."""


def of_script(code: str) -> Iterator[Text]:
    """The texts of a script."""
    code = bare(code)
    for call in _CALL.finditer(code):
        found = (_MANY if call[0] == "tn" else _ONE).match(code, call.start())
        if found is None:
            raise NotLiteral(code[call.start() :].partition("\n")[0])
        texts = [str(json.loads(text)) for text in found.groups()]
        yield texts[0] if len(texts) == 1 else (texts[0], texts[1])


def of_template(code: str) -> Iterator[Text]:
    """The texts of a template."""
    for call in Environment().parse(code).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("t", "tn"):
            yield _text(call.node.name, [part.value for part in call.args if isinstance(part, nodes.Const)], call)


def of_module(code: str) -> Iterator[Text]:
    """The texts of a Python module."""
    for call in ast.walk(ast.parse(code)):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            if name in ("t", "tn"):
                yield _text(name, [part.value for part in call.args if isinstance(part, ast.Constant)], ast.dump(call))


def _text(name: str, literals: Sequence[object], call: object) -> Text:
    texts = [part for part in literals if isinstance(part, str)]
    if len(texts) != {"t": 1, "tn": 2}[name]:
        raise NotLiteral(str(call))
    return texts[0] if name == "t" else (texts[0], texts[1])


def texts() -> Catalog:
    """Every text of the page with the files that it is in, in their order."""
    catalogue = Catalog()
    for folder, pattern, read in (
        ("adapters/scoreboard/scripts", "*.js", of_script),
        ("adapters/site/templates", "*.html", of_template),
        ("domain/pages", "*.py", of_module),
    ):
        for path in sorted((BROADCAST / folder).rglob(pattern)):
            if path.name != "words.js":
                for text in read(path.read_text(encoding="utf-8")):
                    _add(catalogue, text, path.relative_to(BROADCAST).as_posix())
    return catalogue


def _add(catalogue: Catalog, text: Text, place: str) -> None:
    known = catalogue.get(text if isinstance(text, str) else text[0])
    both = known is not None and not isinstance(known.id, str) and not isinstance(text, str)
    if known is not None and both and known.id != text:
        raise ValueError(f"{place}: {text} has another form for many in {known.locations[0][0]}")
    catalogue.add(text, locations=[(place, None)])  # type: ignore[list-item]


def read(path: Path) -> Catalog:
    """A catalogue as it is."""
    return read_po(BytesIO(path.read_bytes()), locale=path.stem)


def written(language: str, before: Catalog | None, of_page: Catalog) -> bytes:
    """A catalogue with exactly the texts of the page, in their order; what was translated `before` is kept."""
    head = f"""# The page in {Locale(language).english_name}: docs/translating.md says how.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {PLURAL_FORMS[language]}\\n"

""".encode()
    catalogue = read_po(BytesIO(head), locale=language)
    for message in before or ():
        if message.id:
            catalogue[message.id] = message
    catalogue.update(of_page, no_fuzzy_matching=True, update_creation_date=False)
    body = BytesIO()
    write_po(body, catalogue, width=0, omit_header=True, ignore_obsolete=True, include_lineno=False)
    return head + body.getvalue()


def faults(catalogue: Catalog) -> list[str]:
    """What is wrong with the translations of a catalogue that has any."""
    if not any(_forms(message) for message in catalogue if message.id):
        return []
    return [f"{message.id}: {fault}" for message in catalogue if message.id for fault in _faults(message, catalogue)]


def _forms(message: Message) -> list[str]:
    return [form for form in ([message.string] if isinstance(message.string, str) else message.string or ()) if form]


def _faults(message: Message, catalogue: Catalog) -> Iterator[str]:
    plural, forms = not isinstance(message.id, str), _forms(message)
    if message.fuzzy:
        yield "is marked as fuzzy"
    if len(forms) != (catalogue.num_plurals if plural else 1):
        yield "is not translated" if not forms else f"has {len(forms)} forms"
    wanted = set(_PLACE.findall(" ".join(message.id) if plural else str(message.id)))
    for form in forms:
        lacks, unknown = wanted - set(_PLACE.findall(form)), set(_PLACE.findall(form)) - wanted
        if unknown or lacks - ({"n"} if plural and form is forms[0] and _of_one_number(catalogue) else set()):
            yield f"{form!r} has other places in braces"
        if "|" in form:
            yield f"{form!r} has the note for translators in it"


def _of_one_number(catalogue: Catalog) -> bool:
    """Whether the first form is for one alone, and may say so in words."""
    return "n > 1" not in str(catalogue.plural_expr)


def update(languages: Mapping[str, str] = PLURAL_FORMS) -> None:
    """Write every catalogue."""
    of_page = texts()
    CATALOGUES.mkdir(exist_ok=True)
    for language in languages:
        path = CATALOGUES / f"{language}.po"
        path.write_bytes(written(language, read(path) if path.exists() else None, of_page))
        left = sum(not _forms(message) for message in read(path) if message.id)
        sys.stdout.write(f"{path.name}: {len(of_page)} texts, {left} to translate\n")


if __name__ == "__main__":
    update()
