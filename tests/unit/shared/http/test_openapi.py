import json

from pydantic import BaseModel

from shared.http.openapi import answer, document, parameter


class Cup(BaseModel):
    height: int


def test_a_description_holds_its_classes_and_who_may_ask() -> None:
    told = json.loads(document("Cups", "Of cups.", {"/cup": {}}, (Cup,), {"token": {"type": "http"}}))
    assert told["components"]["schemas"].keys() == {"Cup"}
    assert told["security"] == [{"token": []}]
    assert told["info"]["title"] == "Cups"


def test_an_answer_refers_to_its_class_or_says_its_media_type() -> None:
    assert answer("A cup", Cup)["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Cup"}
    assert answer("Anything", None)["content"]["application/json"]["schema"] == {"type": "object"}
    assert answer("A file", None, "text/csv")["content"] == {"text/csv": {}}


def test_only_parameters_of_the_path_are_required() -> None:
    assert parameter("id", "which", "path")["required"]
    top = parameter("top", "how many", type="integer", minimum=1)
    assert (top["required"], top["schema"]) == (False, {"type": "integer", "minimum": 1})
