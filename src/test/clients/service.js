// The service that the clients talk to, and what it must answer: PORT and ROOT are arguments.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [, , port, root] = process.argv;

export const url = `http://localhost:${port}`;
export const textModel = "g2p-en";
export const speechModel = "whisper-tiny.en";
export const newTokens = 200;
export const cases = JSON.parse(readFileSync(join(root, "models/g2p-en/reference/cases.json"), "utf8")).cases;
export const recording = join(root, "samples/librivox_austen_0870.wav");

const spoken =
  "john dashwood had then leisure to consider how much there might be prudently in his power to do for them";

export function saysWhatWasSpoken(text) {
  const words = text.toLowerCase().match(/[a-z]+/g).join(" ");
  assert.ok(words.includes(spoken), `"${text}" instead of "${spoken}"`);
}
