// Hugging Face's npm package. Its text generation speaks OpenAI's protocol at the address of the endpoint.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { InferenceClient } from "@huggingface/inference";
import { cases, newTokens, offers, recording, saysWhatWasSpoken, textModel, url } from "./service.js";

const client = new InferenceClient("none");
const [{ inputs, text }] = cases;

async function textGeneration() {
  const answer = await client.endpoint(url).textGeneration({
    model: textModel,
    inputs,
    parameters: { max_new_tokens: newTokens },
  });
  assert.equal(answer.generated_text, text);
}

async function speechRecognition() {
  const data = new Blob([readFileSync(recording)], { type: "audio/wav" });
  saysWhatWasSpoken((await client.endpoint(`${url}/asr`).automaticSpeechRecognition({ data })).text);
}

async function translation() {
  const answer = await client.endpoint(`${url}/translation`).translation({ inputs });
  assert.equal([answer].flat()[0].translation_text, text);
}

async function summarization() {
  const answer = await client.endpoint(`${url}/summarization`).summarization({ inputs });
  assert.equal([answer].flat()[0].summary_text, text);
}

await textGeneration();
if (offers("/asr")) {
  await speechRecognition();
}
if (offers("/translation")) {
  await translation();
}
if (offers("/summarization")) {
  await summarization();
}
