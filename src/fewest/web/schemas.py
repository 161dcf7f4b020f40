"""JSON schemas of results: a key for each field that is part of the JSON, computed or not."""

from dataclasses import fields
from typing import Any, get_type_hints

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import DataclassSchema

from fewest.results import Result


def add_computed(schema: JsonSchemaValue, kind: type) -> None:
    """Add the computed fields of a dataclass to its schema, because pydantic leaves them out."""
    hints = get_type_hints(kind)
    for field in fields(kind):
        if field.name not in schema["properties"] and field.metadata.get("json", True):
            schema["properties"][field.name] = TypeAdapter(hints[field.name]).json_schema()
            schema["required"].append(field.name)


class _EveryKey(GenerateJsonSchema):
    """Describes every key of a result, and leaves out fields without JSON, such as the tree of a proof."""

    def dataclass_schema(self, schema: DataclassSchema) -> JsonSchemaValue:
        """The schema of a dataclass."""
        hidden = {each.name for each in fields(schema["cls"]) if not each.metadata.get("json", True)}
        args = schema["schema"]
        assert args["type"] == "dataclass-args"
        shown = [each for each in args["fields"] if each["name"] not in hidden]
        made = super().dataclass_schema({**schema, "schema": {**args, "fields": shown}})
        add_computed(made, schema["cls"])
        return made


def schema_of(kind: type[Result]) -> dict[str, Any]:
    """The JSON schema of a result."""
    return TypeAdapter(kind).json_schema(schema_generator=_EveryKey, mode="serialization")
