"""Write TypeScript types of what the API takes and gives, from its own description: for the checks of the page.

python tools/api_types.py build/page/api.d.ts
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fewest.web.server import create_app

NAMES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_of(schema: Mapping[str, Any]) -> str:
    """A JSON schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(map(type_of, schema["anyOf"]))
    if schema.get("type") == "array":
        return f"({type_of(schema.get('items', {}))})[]"
    if schema.get("type") == "object":
        return f"Record<string, {type_of(schema.get('additionalProperties', {}))}>"
    return NAMES.get(schema.get("type", ""), "any")


def interface(name: str, schema: Mapping[str, Any]) -> str:
    """A named schema as an interface; a request may leave out what has a default, an answer leaves out nothing."""
    optional = "?" if name.endswith("Request") else ""
    required = schema.get("required", ())
    lines = [
        f"  {key}{'' if key in required else optional}: {type_of(each)};" for key, each in schema["properties"].items()
    ]
    return "\n".join([f"export interface {name} {{", *lines, "}", ""])


def endpoint(path: str, methods: Mapping[str, Any]) -> str:
    """What a path takes and gives, under its name without the prefix; of a path with a parameter, any text fits."""
    (method,) = methods.values()
    name = re.sub(r"{\w+}", "${string}", path.removeprefix("/api/v1/"))
    key = f"[path: `{name}`]" if "$" in name else f'"{name}"'
    asked = body_type(method["requestBody"]) if "requestBody" in method else "null"
    return f"  {key}: {{ request: {asked}; answer: {body_type(method['responses']['200'])} }};"


def body_type(body: Mapping[str, Any]) -> str:
    """The type of a JSON body."""
    return type_of(body["content"]["application/json"]["schema"])


def main() -> None:
    """Write the file that is named."""
    path = Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    described = create_app().openapi()
    parts = [interface(name, each) for name, each in described["components"]["schemas"].items()]
    endpoints = [endpoint(each, methods) for each, methods in described["paths"].items()]
    parts.append("\n".join(["export interface Endpoints {", *endpoints, "}", ""]))
    path.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
