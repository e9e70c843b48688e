// Hugging Face's npm package. Its text generation speaks OpenAI's protocol at the address of the endpoint.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { InferenceClient } from "@huggingface/inference";
import { cases, newTokens, recording, saysWhatWasSpoken, textModel, url } from "./service.js";

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
  assert.equal(answer.translation_text, text);
}

async function summarization() {
  const parameters = { truncation: "only_first", generate_parameters: { max_new_tokens: newTokens } };
  const answer = await client.endpoint(`${url}/summarization`).summarization({ inputs, parameters });
  assert.equal(answer.summary_text, text);
}

await textGeneration();
await speechRecognition();
await translation();
await summarization();
