"""Options and arguments that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

Files = Annotated[list[Path], typer.Argument(help="Files in any format that Kibitz reads.", metavar="FILE…")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Top = Annotated[int, typer.Option(help="Rows to show of each ranking.", min=1)]
DoubleDummy = Annotated[
    bool, typer.Option("--double-dummy", help="Analyse deals double dummy as well (extra double-dummy).")
]

Data = Annotated[
    Path | None, typer.Option(help="Data folder of the running server.", show_default="kibitz-data, else usual ports")
]
Token = Annotated[str | None, typer.Option(envvar="KIBITZ_TOKEN", help="Bearer token of the sender.")]
Intake = Annotated[
    str | None, typer.Option("--to", help="Address of the intake.", show_default="the server on this machine")
]
Page = Annotated[str | None, typer.Option(help="Address of the scoreboard.", show_default="the server on this machine")]
Nats = Annotated[
    str | None,
    typer.Option(
        envvar="KIBITZ_NATS_URL", help="Address of the NATS server.", show_default="the server on this machine"
    ),
]

Event = Annotated[
    str, typer.Argument(help="The event, or the beginning of its name in `kibitz events list`.", metavar="EVENT")
]
Reason = Annotated[str | None, typer.Option(help="The reason, in one sentence; the standings show it.")]
By = Annotated[str, typer.Option(envvar="KIBITZ_DIRECTOR", help="Name of the director who decides.")]
Session = Annotated[str | None, typer.Option(help="The session, where the event has several.")]
AfterRound = Annotated[int | None, typer.Option("--after-round", help="Count only the rounds up to this one.", min=1)]
SessionOfRound = Annotated[
    str | None, typer.Option("--session", help="Session of that round.", show_default="the last that has begun")
]
