"""The words of a rule page as JSON Schema, which `mjstats rules --schema` writes out."""

from typing import Any

from mjstats.rules.schema import PageWords


def page_schema() -> dict[str, Any]:
    """The words of a page as JSON Schema, for editors that complete and check TOML.

    A page that extends another may leave out whatever it does not change; that is why only the ids of rows are required here.
    Loading checks the whole.

    >>> page_schema()["$defs"]["Limits"]["properties"]["cap"]["description"]
    'raw payment from which the steps hold'
    """
    schema = PageWords.model_json_schema(by_alias=True)
    for part in schema["$defs"].values():
        part["required"] = [word for word in part.get("required", []) if word == "id"]
    whole = schema.pop("required")
    extends = {"type": "string", "description": "id of the rule set, or .toml file, that this page changes"}
    without = {
        "type": "array",
        "items": {"type": "string"},
        "description": "words and rows of that page to leave out, such as options.rate or pattern.last-tile-draw",
    }
    schema["properties"] = {"extends": extends, "without": without, **schema["properties"]}
    schema["anyOf"] = [{"required": ["extends"]}, {"required": whole}]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
