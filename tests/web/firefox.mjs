// Opens the page as one file in Firefox, from the disk, and plays a step there: node firefox.mjs FIREFOX FILE PROFILE.
// Prints what the page then says. It speaks WebDriver BiDi, for Playwright drives a Firefox of its own only.
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";

const [firefox, file, profile] = process.argv.slice(2);
const browser = spawn(firefox, ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile]);
process.on("exit", () => browser.kill());

const address = await new Promise((resolve, reject) => {
  let told = "";
  browser.stderr.on("data", (data) => {
    told += data;
    const found = told.match(/WebDriver BiDi listening on (ws:\S+)/);
    if (found) resolve(found[1]);
  });
  browser.on("exit", () => reject(new Error(told)));
});

const socket = new WebSocket(`${address}/session`);
await new Promise((resolve) => socket.addEventListener("open", resolve));
const waiting = new Map();
socket.addEventListener("message", ({ data }) => {
  const { id, type, result, message } = JSON.parse(data);
  const { resolve, reject } = waiting.get(id) ?? {};
  if (type === "success") resolve?.(result);
  else reject?.(new Error(message));
});
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    const id = waiting.size + 1;
    waiting.set(id, { resolve, reject });
    socket.send(JSON.stringify({ id, method, params }));
  });

await ask("session.new", { capabilities: {} });
const { contexts } = await ask("browsingContext.getTree", {});
const { context } = contexts[0];

const evaluate = async (expression) => {
  const told = await ask("script.evaluate", { expression, target: { context }, awaitPromise: true });
  if (told.type === "exception") throw new Error(told.exceptionDetails.text);
  return told.result.value;
};
const until = async (expression) => {
  for (let left = 600; left; left -= 1) {
    if (await evaluate(`Boolean(${expression})`)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`it never came: ${expression}; the page says ${await evaluate("document.body.innerText")}`);
};
const type = (keys) =>
  ask("input.performActions", {
    context,
    actions: [
      {
        type: "key",
        id: "keys",
        actions: [...keys].flatMap((value) => ["keyDown", "keyUp"].map((kind) => ({ type: kind, value }))),
      },
    ],
  });

const ENTER = "\uE007";
await ask("browsingContext.navigate", { context, url: pathToFileURL(file).href, wait: "complete" });
await until('document.querySelector(".play-word b")');
await type(`slate${ENTER}`);
await type(`00010${ENTER}`);
await until(
  'document.querySelector(".badge.proved") && document.querySelector(".fits").textContent.includes("guess 2")',
);
const said = '[location.hash, document.querySelector(".play-word b").textContent].join(" ")';
process.stdout.write(await evaluate(said));
await ask("browser.close", {});
socket.close();
