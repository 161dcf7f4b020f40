// The OpenAPI description as a page of our own, for it must work offline.
import { h, put } from "./dom.js";

const described = await (await fetch("/api/v1/openapi.json")).json();
const schemas = described.components.schemas;
const look = (schema) => (schema?.$ref ? schemas[schema.$ref.split("/").at(-1)] : schema);

function kind(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.anyOf) return schema.anyOf.map(kind).join(" or ");
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.type === "array") return `list of ${kind(schema.items ?? {})}`;
  return schema.type ?? "any";
}

function fields(schema) {
  const found = look(schema);
  if (found?.type === "array") return [h("p", { class: "dim" }, "A list of:"), fields(found.items)];
  if (!found?.properties) return null;
  return h(
    "div",
    { class: "scroll", tabindex: "0" },
    h(
      "table",
      { class: "compare" },
      h(
        "tbody",
        {},
        Object.entries(found.properties).map(([name, each]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("code", {}, name), found.required?.includes(name) ? " *" : ""),
            h("td", {}, kind(each)),
            h("td", {}, each.default === undefined ? "" : `default ${JSON.stringify(each.default)}`),
            h("td", {}, each.description ?? ""),
          ),
        ),
      ),
    ),
  );
}

put(
  document.getElementById("list"),
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) =>
      h(
        "section",
        { class: "card endpoint" },
        h("h2", {}, `${method.toUpperCase()} ${path}`),
        h("p", {}, each.description ?? each.summary),
        each.requestBody
          ? h(
              "details",
              {},
              h("summary", {}, "What it takes"),
              fields(each.requestBody.content["application/json"].schema),
            )
          : null,
        h(
          "details",
          {},
          h("summary", {}, "What it gives"),
          fields(each.responses["200"].content["application/json"].schema),
        ),
      ),
    ),
  ),
);
