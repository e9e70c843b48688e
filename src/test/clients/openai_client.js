// OpenAI's npm package: models, completions and audio, whole and streamed.

import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import OpenAI from "openai";
import { cases, newTokens, recording, saysWhatWasSpoken, speechModel, textModel, url } from "./service.js";

const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
const [{ inputs, text }] = cases;
const request = { model: textModel, prompt: inputs, max_tokens: newTokens, temperature: 0 };
const audio = () => ({ model: speechModel, file: createReadStream(recording) });

async function completions() {
  const models = [];
  for await (const model of client.models.list()) {
    models.push(model.id);
  }
  assert.ok(models.includes(textModel));
  assert.equal((await client.completions.create(request)).choices[0].text, text);
  await assert.rejects(client.completions.create({ ...request, model: "no-such-model" }), OpenAI.NotFoundError);
  await assert.rejects(client.completions.create({ ...request, max_tokens: 0 }), OpenAI.BadRequestError);
}

async function streamedCompletion() {
  let joined = "";
  for await (const chunk of await client.completions.create({ ...request, stream: true })) {
    joined += chunk.choices[0]?.text ?? "";
  }
  assert.equal(joined, text);
}

async function transcriptions() {
  saysWhatWasSpoken((await client.audio.transcriptions.create(audio())).text);
  const captions = await client.audio.transcriptions.create({ ...audio(), response_format: "vtt" });
  assert.ok(captions.startsWith("WEBVTT"));

  let done;
  for await (const event of await client.audio.transcriptions.create({ ...audio(), stream: true })) {
    done = event;
  }
  assert.equal(done.type, "transcript.text.done");
  saysWhatWasSpoken(done.text);
}

await completions();
await streamedCompletion();
await transcriptions();
