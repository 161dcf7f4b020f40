// Answers questions with the engine of the page: node engine.mjs ENGINE WASM DATA QUESTIONS ANSWERS.
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [engine, wasm, data, questions, answers] = process.argv.slice(2);
const { answer, start } = await import(pathToFileURL(engine).href);
await start(await WebAssembly.compile(await readFile(wasm)), JSON.parse(await readFile(data, "utf8")));
const found = [];
for (const [path, body] of JSON.parse(await readFile(questions, "utf8"))) {
  const began = performance.now();
  const outcome = await answer(path, body).then(
    (each) => ({ answer: each }),
    (error) => ({ error: error.toJson ? error.toJson() : String(error.stack) }),
  );
  found.push({ ...outcome, milliseconds: performance.now() - began });
}
await writeFile(answers, JSON.stringify(found));
