// Answers the questions of its input with the engine of the page: node engine.mjs ENGINE WASM DATA.
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const [engine, wasm, data] = process.argv.slice(2);
const { answer, start } = await import(pathToFileURL(engine).href);
await start(await readFile(wasm), JSON.parse(await readFile(data, "utf8")));
const outcomes = [];
for (const [path, body] of JSON.parse(await text(process.stdin))) {
  const outcome = await answer(path, body).then(
    (found) => ({ answer: found }),
    (error) => ({ error: error.toJson ? error.toJson() : String(error.stack) }),
  );
  outcomes.push(outcome);
}
process.stdout.write(JSON.stringify(outcomes));
