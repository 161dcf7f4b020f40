// Shows the OpenAPI description without loading anything from other sites.
import { draw, html } from "./dom.js";

/**
 * @typedef {{ $ref?: string, anyOf?: Schema[], enum?: string[], type?: string, items?: Schema, default?: unknown,
 *   description?: string, properties?: Record<string, Schema>, required?: string[] }} Schema
 * @typedef {{ content: Record<string, { schema: Schema }> }} Body
 * @typedef {{ description?: string, summary: string, requestBody?: Body, responses: Record<string, Body> }} Endpoint
 */

/** @type {{ components: { schemas: Record<string, Schema> }, paths: Record<string, Record<string, Endpoint>> }} */
const { components, paths } = await (await fetch("/api/v1/openapi.json")).json();

/** @param {string} reference */
const nameOf = (reference) => reference.slice(reference.lastIndexOf("/") + 1);

/**
 * The type of a field, as text.
 * @param {Schema} schema
 * @returns {string}
 */
function typeOf(schema) {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  return schema.type ?? "any";
}

/**
 * The fields of a body.
 * @param {{ schema: Schema }} props
 * @returns {any}
 */
function Fields({ schema: given }) {
  const schema = given.$ref ? components.schemas[nameOf(given.$ref)] : given;
  if (schema.type === "array") return html`<p class="dim">A list of:</p><${Fields} schema=${schema.items} />`;
  if (!schema.properties) return null;
  const rows = Object.entries(schema.properties).map(
    ([name, field]) => html`<tr>
      <th scope="row"><code>${name}</code>${schema.required?.includes(name) ? " *" : ""}</th>
      <td>${typeOf(field)}</td>
      <td>${field.default === undefined ? "" : `default ${JSON.stringify(field.default)}`}</td>
      <td>${field.description ?? ""}</td>
    </tr>`,
  );
  return html`<div class="scroll" tabindex="0"><table class="compare"><tbody>${rows}</tbody></table></div>`;
}

/** @param {{ title: string, body: Body }} props */
const Details = ({ title, body }) =>
  html`<details><summary>${title}</summary><${Fields} schema=${body.content["application/json"].schema} /></details>`;

draw(
  /** @type {Element} */ (document.getElementById("list")),
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { description, summary, requestBody, responses }]) => html`<section class="card endpoint">
        <h2>${method.toUpperCase()} ${path}</h2>
        <p>${description ?? summary}</p>
        ${requestBody && html`<${Details} title="Request" body=${requestBody} />`}
        <${Details} title="Response" body=${responses["200"]} />
      </section>`,
    ),
  ),
);
