"""Write the pages of reference that are made from the code: commands, settings of all services, and HTTP.

    PYTHONPATH=. python deploy/reference.py [--check]

With `--check` nothing is written: pages that are out of date are named, and the exit status is 1. `contracts.generate`
does the same for what is made from the contracts, which may import neither the commands nor the services.
"""

import asyncio
import importlib
import json
import re
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Union, cast, get_args, get_origin

from pydantic import SecretStr
from pydantic_core import PydanticUndefined
from pydantic_settings import BaseSettings

from contracts.docstrings import meanings
from kibitz.cli import GROUPS, PANELS
from kibitz.lazy_group import LazyCommand
from services.broadcast.adapters.desk.screens import DeskScreens
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.adapters.routes import Routes
from services.broadcast.adapters.websocket_server import clock
from services.broadcast.domain.hub import Hub
from services.broadcast.handlers import Deps
from services.intake.adapters import openapi as intake
from shared import provisioner
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from shared.telemetry.settings import TelemetrySettings

ROOT = Path(__file__).resolve().parents[1]
COMMANDS, SETTINGS = "docs/reference/commands.md", "docs/reference/settings.md"
HTTP = "docs/reference/http.md"

_MADE = "<!-- Written by `make docs` from the code; changes here are lost. -->\n"
_TYPES = {str: "text", int: "whole number", float: "number", bool: "true or false", Path: "path", SecretStr: "secret"}
_VALUES = {"str": "TEXT", "int": "NUMBER", "float": "NUMBER", "path": "PATH"}
_BOUNDS = (("gt", ">"), ("ge", "≥"), ("lt", "<"), ("le", "≤"))
_LIMITS = (("minimum", "≥"), ("maximum", "≤"))


def pages() -> Mapping[str, str]:
    """Each page by its path below the root."""
    return {COMMANDS: commands_page(), SETTINGS: settings_page(), HTTP: http_page()}


def commands_page() -> str:
    """All commands and their options."""
    parts = [
        "# Commands\n",
        "For everybody who types commands: each command with its arguments and options.\n",
        _MADE,
        "`kibitz COMMAND --help` shows the same in the terminal. Exit status: 0 fine, 1 findings of severity error, "
        "2 unreadable or misused. What the commands are for: the [tutorials](../index.md), [the desk](../desk.md) and "
        "[operations](../operations.md).\n",
    ]
    for panel, commands in PANELS.items():
        parts.append(f"## {panel}\n")
        for name, target, summary in commands:
            members = GROUPS.get(name)
            if members is None:
                parts.append(_command(LazyCommand(name, target, summary), f"kibitz {name}"))
                continue
            parts.append(f"### kibitz {name}\n\n{_cell(summary)}\n")
            parts += [_command(LazyCommand(*member), f"kibitz {name} {member[0]}", "####") for member in members]
    return "\n".join(parts)


def _command(lazy: LazyCommand, title: str, level: str = "###") -> str:
    command = lazy.load()
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    usage = " ".join([title, *map(_placeholder, arguments)])
    rows = [_parameter(parameter) for parameter in command.params if not parameter.hidden]
    table = ["| | | default |", "|---|---|---|", *rows] if rows else []
    paragraphs = [" ".join(part.split()) for part in (command.help or "").split("\n\n")]
    return "\n".join([f"{level} {title}\n", "\n\n".join(map(_escaped, paragraphs)), "", f"    {usage}", "", *table, ""])


def _placeholder(argument: Any) -> str:  # noqa: ANN401 - a parameter of typer, whose class typer keeps to itself
    name = argument.metavar or argument.name.upper()
    return name if argument.required else f"[{name}]"


def _parameter(parameter: Any) -> str:  # noqa: ANN401 - as above
    if parameter.param_type_name == "argument":
        name = f"`{_placeholder(parameter)}`"
    else:
        value = "" if parameter.is_flag else f" {parameter.metavar or _value(parameter.display_type(None))}"
        name = _cell(", ".join(f"`{option}{value}`" for option in (*parameter.opts, *parameter.secondary_opts)))
    text = _cell(parameter.help or "")
    if parameter.envvar:
        text += f" Environment: `{parameter.envvar}`."
    return f"| {name} | {text} | {_parameter_default(parameter)} |"


def _value(kind: str) -> str:
    """What stands for a value of a kind that typer shows as "<path>", "<list[str]>", "<int range>" or "<all|none>"."""
    bare = kind.strip("<>").removeprefix("list[").removesuffix("]").removesuffix(" range")
    return _VALUES.get(bare, bare)


def _parameter_default(parameter: Any) -> str:  # noqa: ANN401 - as above
    if parameter.required:
        return "required"
    if isinstance(parameter.show_default, str):
        return _cell(parameter.show_default)
    default = parameter.default
    if default in (None, False, "", (), []) or callable(default):
        return ""
    return f"`{getattr(default, 'value', default)}`"


def settings_page() -> str:
    """The settings of all services."""
    parts = [
        "# Settings\n",
        "For operators: every setting of every service, as an environment variable.\n",
        _MADE,
        "A service reads its settings once, when it starts; a wrong one ends it with status 2 and a message. "
        "`kibitz up` reads the same variables. Where they are set in containers: [operations](../operations.md). "
        "A meaning that begins with a preposition goes on from the name: `MAX_BYTES` of one file.\n",
        *_class("All services: the bus", BusSettings),
        *_class("All services: logs and health", TelemetrySettings),
    ]
    for folder in sorted((ROOT / "services").glob("*/settings.py")):
        name = folder.parent.name
        settings = importlib.import_module(f"services.{name}.settings").Settings
        parts += _class(name.replace("_", "-"), settings)
    parts += _class("provisioner", provisioner.Settings)
    return "\n".join(parts)


def _class(title: str, settings: type[BaseSettings]) -> list[str]:
    rows = list(setting_rows(settings))
    if not rows:
        return []
    return [f"## {title}\n", "| variable | type | default | meaning |\n|---|---|---|---|", *rows, ""]


def setting_rows(settings: type[BaseSettings]) -> Iterator[str]:
    """A row for each variable of a class of settings, and of those within it; the bus has a table of its own."""
    told = meanings(settings)
    for name, field in settings.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseSettings):
            if kind is not BusSettings:
                yield from setting_rows(kind)
            continue
        variable = f"{settings.model_config.get('env_prefix', '')}{name}".upper()
        bounds = [
            f"{sign} {getattr(bound, key)}"
            for bound in field.metadata
            for key, sign in _BOUNDS
            if getattr(bound, key, None) is not None
        ]
        shown = ", ".join([_type(kind), *bounds])
        meaning = _cell(field.description or told.get(name, ""))
        yield f"| `{variable}` | {shown} | {_default(field)} | {meaning} |"


def _type(kind: Any) -> str:  # noqa: ANN401 - an annotation
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _type(next(part for part in arguments if part is not type(None)))
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in arguments)
    if origin is tuple:
        return "paths"
    return "JSON" if origin is dict else _TYPES[kind]


def _default(field: Any) -> str:  # noqa: ANN401 - a field of pydantic
    if field.default is PydanticUndefined:
        return "by what is installed" if field.default_factory else "required"
    value = field.default.get_secret_value() if isinstance(field.default, SecretStr) else field.default
    if value in (None, "", (), {}) and value is not False:
        return ""
    return _cell(f"`{str(value).lower() if isinstance(value, bool) else value}`")


def _escaped(text: str) -> str:
    return re.sub(r"<", "&lt;", text)


def _cell(text: str) -> str:
    return _escaped(" ".join(text.split())).replace("|", "\\|")


def http_page() -> str:
    """The HTTP interfaces, from their own descriptions."""
    parts = [
        "# HTTP\n",
        "For developers: every address of the two HTTP interfaces, what it takes, and what it answers.\n",
        _MADE,
        "A server has two ports: one for its page and [the feed](../feed.md#plain-http), 8080 unless it is set "
        "otherwise, and one for the intake, which takes files, 8081. Each describes itself at `/openapi.json`, which "
        "this page is made from, and `/docs` on the port of the page shows the fields of its answers. How files are "
        "sent: [results from a program](../sending.md).\n",
        *interface("Page and feed", json.loads(_beside_the_feed())),
        *interface("Intake", json.loads(intake.document())),
    ]
    return "\n".join(parts)


def _beside_the_feed() -> bytes:
    """The description of what is served beside the feed; nobody asks, so there is neither bus nor desk behind it."""
    hub, nothing = Hub(clock), cast(Any, None)
    routes = Routes(Deps(bus=Bus("broadcast"), hub=hub, ready=asyncio.Event()))
    screens = DeskScreens(nothing, nothing)
    return HttpApi(hub, extra_routes=[*routes.routes(), *screens.public_routes()]).description()


def interface(title: str, described: Mapping[str, Any]) -> Iterator[str]:
    """A section for an interface, with one for each operation; what every guarded one may answer is said once."""
    operations = {
        f"{method.upper()} {path}": operation
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    }
    guarded = [operation["responses"] for operation in operations.values() if "security" not in operation]
    common = {
        status: answer["description"]
        for status, answer in guarded[0].items()
        if status >= "400" and all(each.get(status, {}).get("description") == answer["description"] for each in guarded)
    }
    yield f"## {title}\n\n{described['info']['description']}\n"
    yield "Any address below `/v1/` may also answer:\n"
    yield "\n".join(["| status | |", "|---|---|", *(f"| {status} | {text} |" for status, text in common.items()), ""])
    for name, operation in operations.items():
        yield f"### {name}\n\n{_cell(operation['summary'])}.\n"
        yield from _operation(operation, common)


def _operation(operation: Mapping[str, Any], common: Mapping[str, str]) -> Iterator[str]:
    """What an operation takes and answers."""
    body = operation.get("requestBody", {})
    taken = [
        f"| `{each['name']}` | {each['in']} | {_cell(each['description'])}{_values(each['schema'])} |"
        for each in operation.get("parameters", ())
    ]
    if body:
        taken.append(f"| body | {_media(body)} | {_cell(body.get('description', 'JSON'))} |")
    if taken:
        yield "\n".join(["| takes | | |", "|---|---|---|", *taken, ""])
    answers = [
        f"| {status} | {_media(answer)} | {_cell(answer['description'])} |"
        for status, answer in operation["responses"].items()
        if common.get(status) != answer["description"] or "security" in operation
    ]
    yield "\n".join(["| answers | | |", "|---|---|---|", *answers, ""])


def _media(content: Mapping[str, Any]) -> str:
    """The class of a value in JSON, else its media type."""
    [(media_type, described)] = content["content"].items()
    reference = described.get("schema", {}).get("$ref", "")
    return f"`{reference.rpartition('/')[2] or media_type}`"


def _values(schema: Mapping[str, Any]) -> str:
    """What a parameter may be, where it is not any text."""
    said: Sequence[str] = [f"`{value}`" for value in schema.get("enum", ())]
    if schema["type"] != "string":
        said = [_TYPES[int], *(f"{sign} {schema[key]}" for key, sign in _LIMITS if key in schema)]
    if "format" in schema:
        said = ["date and time with its offset, RFC 3339"]
    return f" ({', '.join(said)})" if said else ""


def out_of_date(made: Mapping[str, str], root: Path = ROOT) -> list[str]:
    """Pages that are not there, or not as the code is."""
    return [
        name
        for name, text in made.items()
        if not (root / name).is_file() or (root / name).read_text(encoding="utf-8") != text
    ]


def main() -> int:
    """Write the pages, or with `--check` name those that are out of date."""
    made = pages()
    if "--check" in sys.argv[1:]:
        old = out_of_date(made)
        for name in old:
            print(f"{name} is out of date: run `make docs`", file=sys.stderr)
        return int(bool(old))
    for name, text in made.items():
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
