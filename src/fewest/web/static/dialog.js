// Panels over the page: questions with buttons, forms and the help.
/** @import { VNode } from "preact" */
import { draw, html } from "./dom.js";

/**
 * Open a panel. Escape, its cross, or a press outside closes it. Returns its element.
 * @param {string} title
 * @param {(close: (value?: string) => void) => VNode} content
 * @param {(value: string) => void} [onClose] Called with the value that the panel was closed with.
 */
export function openPanel(title, content, onClose = () => {}) {
  const panel = document.createElement("dialog");
  panel.className = "panel";
  panel.setAttribute("aria-labelledby", "panel-title");
  document.body.append(panel);
  const close = (value = "") => panel.close(value);
  panel.addEventListener("click", ({ target }) => target === panel && close());
  panel.addEventListener("close", () => {
    panel.remove();
    onClose(panel.returnValue);
  });
  draw(
    panel,
    html`<div class="panel-body">
      <div class="panel-head">
        <h2 id="panel-title">${title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onclick=${() => close()}>✕</button>
      </div>
      ${content(close)}
    </div>`,
  );
  panel.showModal();
  return panel;
}

/**
 * Ask a question with several answers, the proposed one first. Returns the name of the chosen one, or an empty text.
 * @param {string} title
 * @param {string} text
 * @param {Record<string, string>} answers The texts of the buttons by name.
 * @returns {Promise<string>}
 */
export function choose(title, text, answers) {
  return new Promise((resolve) => {
    const buttons = (/** @type {(value: string) => void} */ close) =>
      Object.entries(answers).map(
        ([name, label], index) =>
          html`<button type="button" class=${`button${index ? "" : " main"}`} onclick=${() => close(name)}>${label}</button>`,
      );
    openPanel(
      title,
      (close) => html`<p>${text}</p>
        <div class="buttons">
          ${buttons(close)}
          <button type="button" class="button" onclick=${() => close()}>Cancel</button>
        </div>`,
      resolve,
    );
  });
}
