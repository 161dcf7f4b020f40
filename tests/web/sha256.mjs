// The engine's SHA-256 beside that of Node.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sha256 } from "../../src/fewest/web/static/engine/sha256.js";

for (let length = 0; length < 300; length += 1) {
  const text = Array.from({ length }, (_, at) => "aé字🙂"[at % 4]).join("");
  for (const each of [text, "x".repeat(length)])
    assert.equal(sha256(each), createHash("sha256").update(new TextEncoder().encode(each)).digest("hex"));
}
