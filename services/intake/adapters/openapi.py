"""The description of the HTTP interface for programs (OpenAPI 3.1), made from the answers' own classes."""

from functools import cache
from typing import Any

from pydantic import BaseModel

from contracts.questions import FileList, FileStatus, FolderList
from services.intake.adapters.answers import Health, Problem, Receipt
from services.intake.domain.request import FEWEST_DIGITS, LISTED, LISTED_MOST
from shared.formats import registry
from shared.http import openapi
from shared.http.openapi import answer, parameter

_ANSWERS: tuple[type[BaseModel], ...] = (Receipt, FileStatus, FileList, FolderList, Health, Problem)
_EVENT: dict[str, Any] = {"maxLength": 96, "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}
_REFUSALS = {
    "401": "No token, or an unknown one",
    "403": "This intake has no tokens and answers its own machine only",
    "500": "The intake itself failed",
    "507": "The disk of the data is nearly full, or that of the originals is full",
    "503": "Too much at once, or the bus or the folder of originals cannot take it; Retry-After says when to try again",
}


@cache
def document() -> bytes:
    """The description as JSON."""
    security = {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "One token for each sender. An intake without tokens answers its own machine only.",
        }
    }
    about = "Tournament files come in here; the standings made of them go out over the feed."
    return openapi.document("Kibitz intake", about, _paths(), _ANSWERS, security)


def _paths() -> dict[str, Any]:
    return {
        "/v1/files/{name}": {"put": _put()},
        "/v1/files/{sha256}": {
            "get": _get(
                "fileStatus",
                "Where a file stands, and what was found about it",
                FileStatus,
                [
                    parameter(
                        "sha256",
                        "SHA-256 of the bytes; of a file of the last weeks, its first digits are enough",
                        "path",
                        pattern=f"^[0-9A-Fa-f]{{{FEWEST_DIGITS},64}}$",
                    )
                ],
                {"400": "The digest is none, or several begin so", "404": "No such file has arrived"},
            )
        },
        "/v1/files": {
            "get": _get(
                "listFiles",
                "The files that arrived last, the newest first",
                FileList,
                [parameter("limit", "how many", type="integer", minimum=1, maximum=LISTED_MOST, default=LISTED)],
                {"400": "The limit is none"},
            )
        },
        "/v1/folders": {
            "get": _get("listFolders", "The watched folders and what is wrong in them", FolderList, [], {})
        },
        "/healthz": {
            "get": {
                "operationId": "health",
                "summary": "Whether files are taken",
                "security": [],
                "responses": {"200": answer("Files are taken", Health), "503": answer("They are not", Health)},
            }
        },
        "/openapi.json": {
            "get": {
                "operationId": "description",
                "summary": "This description",
                "security": [],
                "responses": {"200": answer("This description", None)},
            }
        },
    }


def _put() -> dict[str, Any]:
    refused = {
        "400": "The file holds nothing, or a parameter cannot be read",
        "408": "The body did not end in time",
        "413": "The file is too large",
        "415": "The content is none of the formats, or it is packed",
    }
    *titles, last = (form.title for form in registry.readable())
    accepted = f"The bytes of a file of {', '.join(titles)} or {last}; the content decides which."
    return {
        "operationId": "putFile",
        "summary": "Send a file; the same bytes twice are one file",
        "parameters": [
            parameter("name", "what the file is called; only its last component is kept, and never as a path", "path"),
            parameter("event", "identity of the event, in place of the one that the file's words give", **_EVENT),
            parameter("X-Kibitz-Event", "the same as `event`", "header", **_EVENT),
            parameter("written_at", "the file's own time stamp", format="date-time"),
        ],
        "requestBody": {"required": True, "description": accepted, "content": {"application/octet-stream": {}}},
        "responses": {
            "201": answer("The file is kept and will be read", Receipt),
            "200": answer("These bytes are known; this is where the file stands", Receipt),
            **{status: answer(text, Problem) for status, text in (refused | _REFUSALS).items()},
        },
    }


def _get(
    name: str, summary: str, model: type[BaseModel], parameters: list[Any], also: dict[str, str]
) -> dict[str, Any]:
    return {
        "operationId": name,
        "summary": summary,
        "parameters": parameters,
        "responses": {
            "200": answer(summary, model),
            **{status: answer(text, Problem) for status, text in (also | _REFUSALS).items()},
        },
    }
