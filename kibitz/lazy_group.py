"""Groups of commands whose modules are imported when a command is called, not before.

Help and completion list commands by the one-line help that stands in the table of commands. So `kibitz --version` and
`kibitz --help` import no command at all, and each command imports only what it needs itself.

Options that several commands have are a dataclass: a parameter of that class stands for an option for each field. Such
a class may complete the other arguments of its command, as `Arguments` says.
"""

import importlib
import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, Protocol, runtime_checkable

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from shared.gc_control import freeze_after_import, gc_paused


@runtime_checkable
class Arguments(Protocol):
    """Options that know how the other arguments of a command are to be read."""

    def complete(self, arguments: dict[str, Any]) -> None:
        """Put what is meant in the place of what was given."""


class LazyCommand(TyperCommand):
    """A command, such as "files.check:check", that is known by name and one-line help until it is called."""

    def __init__(self, name: str, target: str, summary: str, panel: str | None = None) -> None:
        """Describe a command without importing it."""
        super().__init__(name, help=summary, rich_help_panel=panel)
        self.target = target

    def load(self) -> Any:  # noqa: ANN401 - a command of typer, whose class typer keeps to itself
        """Import the command."""
        module, _, function = self.target.partition(":")
        with gc_paused():
            imported = importlib.import_module(f"kibitz.commands.{module}")
        freeze_after_import()
        app = typer.Typer(add_completion=False)
        app.command(self.name, rich_help_panel=self.rich_help_panel)(with_options(getattr(imported, function)))
        return get_command(app)


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """The same command with an option for each field of the dataclasses among its parameters."""
    parameters = inspect.signature(command).parameters.values()
    groups: dict[str, Any] = {
        parameter.name: parameter.annotation for parameter in parameters if is_dataclass(parameter.annotation)
    }

    def invoked(**values: object) -> None:
        for name, group in groups.items():
            values[name] = options = group(**{field.name: values.pop(field.name) for field in fields(group)})
            if isinstance(options, Arguments):
                options.complete(values)
        command(**values)

    options = [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
        for group in groups.values()
        for field in fields(group)
    ]
    plain = [parameter for parameter in parameters if parameter.name not in groups]
    invoked.__signature__ = inspect.Signature([*plain, *options])  # type: ignore[attr-defined]
    invoked.__annotations__ = {parameter.name: parameter.annotation for parameter in (*plain, *options)}
    invoked.__doc__ = command.__doc__
    return invoked


class LazyGroup(TyperGroup):
    """A group that imports a command when it is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - as above
        """The command that is called, imported."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command.load() if isinstance(command, LazyCommand) else command, rest


class DefaultGroup(LazyGroup):
    """A group whose first command is meant where no command is named: `kibitz seat FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - as above
        """Insert the command that is left out."""
        if args and args[0] not in self.commands and args[0] != "--help":
            args = [next(iter(self.commands)), *args]
        return super().parse_args(ctx, args)


class RootGroup(LazyGroup):
    """All commands: it decides how errors are written."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - as above
        """Remember whether the command is asked for JSON."""
        self.as_json = "--json" in args
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as above
        """Run the command."""
        from kibitz import console  # noqa: PLC0415 - brings rich in, which `--version` does without

        console.set_error_style(as_json=self.as_json)
        try:
            return super().invoke(ctx)
        except typer.TyperException as error:
            if not self.as_json:
                raise
            console.fail(error.format_message())
            raise typer.Exit(error.exit_code) from error
