"""The description of the HTTP interface for programs (OpenAPI 3.1), made from the answers' own classes."""

import json
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from contracts.questions import FileStatus
from services.intake.adapters.answers import FileList, FolderList, Health, Problem, Receipt
from services.intake.domain.request import FEWEST_DIGITS, LISTED, LISTED_MOST
from shared.formats import registry

_ANSWERS: tuple[type[BaseModel], ...] = (Receipt, FileStatus, FileList, FolderList, Health, Problem)
_EVENT: dict[str, Any] = {"maxLength": 96, "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}
_REFUSALS = {
    "401": "No token, or an unknown one",
    "403": "This intake has no tokens and answers its own machine only",
    "500": "The intake itself failed",
    "503": "Too much at once, or the bus does not answer; the header Retry-After says when to try again",
}


@cache
def document() -> bytes:
    """The description as JSON."""
    _, definitions = models_json_schema(
        [(model, "validation") for model in _ANSWERS], ref_template="#/components/schemas/{model}"
    )
    described = {
        "openapi": "3.1.0",
        "info": {
            "title": "Kibitz intake",
            "version": "1",
            "description": "Tournament files come in here; the standings made of them go out over the feed.",
        },
        "paths": _paths(),
        "components": {
            "schemas": definitions["$defs"],
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "One token for each sender. An intake without tokens answers its own machine only.",
                }
            },
        },
        "security": [{"token": []}],
    }
    return json.dumps(described, indent=1).encode()


def _paths() -> dict[str, Any]:
    return {
        "/v1/files/{name}": {"put": _put()},
        "/v1/files/{sha256}": {
            "get": _get(
                "fileStatus",
                "Where a file stands, and what was found about it",
                FileStatus,
                [
                    _parameter(
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
                [_parameter("limit", "how many", type="integer", minimum=1, maximum=LISTED_MOST, default=LISTED)],
                {"400": "The limit is none"},
            )
        },
        "/v1/folders": {
            "get": _get("listFolders", "The watched folders and what is wrong in them", FolderList, [], {})
        },
        "/healthz": {
            "get": {
                "operationId": "health",
                "summary": "Whether the intake is well",
                "security": [],
                "responses": {
                    "200": _answer("Whether the intake is well", Health),
                    "503": _answer("It is not", Health),
                },
            }
        },
        "/openapi.json": {
            "get": {
                "operationId": "description",
                "summary": "This description",
                "security": [],
                "responses": {"200": _answer("This description", None)},
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
            _parameter("name", "what the file is called; only its last component is kept, and never as a path", "path"),
            _parameter("event", "identity of the event, in place of the one that the file's words give", **_EVENT),
            _parameter("X-Kibitz-Event", "the same as `event`", "header", **_EVENT),
            _parameter("written_at", "the file's own time stamp", format="date-time"),
        ],
        "requestBody": {"required": True, "description": accepted, "content": {"application/octet-stream": {}}},
        "responses": {
            "201": _answer("The file is kept and will be read", Receipt),
            "200": _answer("These bytes are known; this is where the file stands", Receipt),
            **{status: _answer(text, Problem) for status, text in (refused | _REFUSALS).items()},
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
            "200": _answer(summary, model),
            **{status: _answer(text, Problem) for status, text in (also | _REFUSALS).items()},
        },
    }


def _answer(text: str, model: type[BaseModel] | None) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{model.__name__}"} if model is not None else {"type": "object"}
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def _parameter(name: str, text: str, place: str = "query", **schema: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """A parameter, a string unless its schema states another type; those of the path are required."""
    schema = {"type": "string", **schema}
    return {"name": name, "in": place, "required": place == "path", "description": text, "schema": schema}
