"""The description of the HTTP interface for programs (OpenAPI 3.1), made from the answers' own classes."""

import json
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from contracts.messages import FileStatus
from services.intake.adapters.answers import FileList, FolderList, Health, Problem, Receipt
from services.intake.domain.request import LISTED, LISTED_MOST
from shared.formats import registry

_ANSWERS: tuple[type[BaseModel], ...] = (Receipt, FileStatus, FileList, FolderList, Health, Problem)
_SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$"


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
                [_path("sha256", "SHA-256 of the bytes", {"type": "string", "pattern": "^[0-9A-Fa-f]{64}$"})],
                {"400": "The digest is none", "404": "No such file has arrived"},
            )
        },
        "/v1/files": {
            "get": _get(
                "listFiles",
                "The files that arrived last, the newest first",
                FileList,
                [
                    _query(
                        "limit",
                        "how many",
                        {"type": "integer", "minimum": 1, "maximum": LISTED_MOST, "default": LISTED},
                    )
                ],
                {"400": "The limit is none"},
            )
        },
        "/v1/folders": {
            "get": _get("listFolders", "The watched folders and what is wrong in them", FolderList, [], {})
        },
        "/healthz": {"get": _open("health", "Whether the intake is well", Health, also={"503": Health})},
        "/openapi.json": {"get": _open("description", "This description", None)},
    }


def _put() -> dict[str, Any]:
    refused = {
        "400": "The file holds nothing, or a parameter cannot be read",
        "408": "The body did not end in time",
        "413": "The file is too large",
        "415": "The content is none of the formats, or it is packed",
    }
    event = {"type": "string", "maxLength": 96, "pattern": _SLUG}
    return {
        "operationId": "putFile",
        "summary": "Send a file; the same bytes twice are one file",
        "parameters": [
            _path(
                "name",
                "what the file is called; only its last component is kept, and never as a path",
                {"type": "string"},
            ),
            _query("event", "identity of the event, in place of the one that the file's words give", event),
            {**_query("X-Kibitz-Event", "the same as `event`", event), "in": "header"},
            _query("written_at", "the file's own time stamp", {"type": "string", "format": "date-time"}),
        ],
        "requestBody": {"required": True, "description": _accepted(), "content": {"application/octet-stream": {}}},
        "responses": {
            "201": _answer("The file is kept and will be read", Receipt),
            "200": _answer("These bytes are known; this is where the file stands", Receipt),
            **{status: _answer(text, Problem) for status, text in (refused | _refusals()).items()},
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
            **{status: _answer(text, Problem) for status, text in (also | _refusals()).items()},
        },
    }


def _open(
    name: str, summary: str, model: type[BaseModel] | None, also: dict[str, type[BaseModel]] | None = None
) -> dict[str, Any]:
    return {
        "operationId": name,
        "summary": summary,
        "security": [],
        "responses": {
            "200": _answer(summary, model),
            **{status: _answer("It is not", other) for status, other in (also or {}).items()},
        },
    }


def _refusals() -> dict[str, str]:
    return {
        "401": "No token, or an unknown one",
        "403": "This intake has no tokens and answers its own machine only",
        "500": "The intake itself failed",
        "503": "Too much at once, or the bus does not answer; the header Retry-After says when to try again",
    }


def _answer(text: str, model: type[BaseModel] | None) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{model.__name__}"} if model is not None else {"type": "object"}
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def _path(name: str, text: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "description": text, "schema": schema}


def _query(name: str, text: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "description": text, "schema": schema}


def _accepted() -> str:
    *titles, last = (form.title for form in registry.readable())
    return f"The bytes of a file of {', '.join(titles)} or {last}; the content decides which."
