"""Write TypeScript types of the requests and answers of the API from its OpenAPI description, to check the page.

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
    """Convert a JSON schema to a type."""
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
    """Convert a named schema to an interface. Fields with a default are optional in requests, but not in answers."""
    optional = "?" if name.endswith("Request") else ""
    required = schema.get("required", ())
    lines = [
        f"  {key}{'' if key in required else optional}: {type_of(each)};" for key, each in schema["properties"].items()
    ]
    return "\n".join([f"export interface {name} {{", *lines, "}", ""])


def endpoint(path: str, methods: Mapping[str, Any]) -> str:
    """The types of the request and the answer of a path. A parameter in the path becomes any text."""
    (method,) = methods.values()
    name = re.sub(r"{\w+}", "${string}", path.removeprefix("/api/v1/"))
    key = f"[path: `{name}`]" if "$" in name else f'"{name}"'
    asked = body_type(method["requestBody"]) if "requestBody" in method else "null"
    return f"  {key}: {{ request: {asked}; answer: {body_type(method['responses']['200'])} }};"


def body_type(body: Mapping[str, Any]) -> str:
    """The type of a JSON body."""
    return type_of(body["content"]["application/json"]["schema"])


def main() -> None:
    """Write the file named on the command line."""
    path = Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    described = create_app().openapi()
    parts = [interface(name, each) for name, each in described["components"]["schemas"].items()]
    endpoints = [endpoint(each, methods) for each, methods in described["paths"].items()]
    parts.append("\n".join(["export interface Endpoints {", *endpoints, "}", ""]))
    path.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
