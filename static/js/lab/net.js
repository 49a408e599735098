/**
 * Questions to the lab's server (docs/lab-api.md), and signals that hold the answer to the question of the
 * moment.
 */

import { effect, signal } from "@preact/signals";
import { data } from "../shell/net/api.js";

/** @typedef {{code: string, message: string, field?: string, retry_after?: number}} Refusal */
/**
 * @typedef {{path: string, body?: object, query?: Record<string, string>}} Question a POST with a body, else a
 *   GET
 */
/**
 * @typedef {{loading: boolean, answer: any, refusal: Refusal | null}} Answer `answer` is the last one while the
 *   next is loading
 */

export const boot = data("boot");
const MAX_REPEATS = 20;

/** @param {Question} question */
export function addressOf({ path, query }) {
  return boot.api + path + (query ? `?${new URLSearchParams(query)}` : "");
}

/** @param {Question} question @param {AbortSignal} [abort] */
function send(question, abort) {
  if (!question.body) return fetch(addressOf(question), { signal: abort });
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=csrfmiddlewaretoken]"));
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? field?.value ?? "";
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token };
  return fetch(addressOf(question), { method: "POST", headers, body: JSON.stringify(question.body), signal: abort });
}

/**
 * Ask once; while the server is busy, ask again.
 * @param {Question} question
 * @param {AbortSignal} [abort]
 * @returns {Promise<{answer: any, refusal: Refusal | null}>}
 */
export async function ask(question, abort) {
  for (let repeat = 0; ; repeat++) {
    try {
      const response = await send(question, abort);
      const answer = await response.json();
      if (response.ok) return { answer, refusal: null };
      if (response.status !== 503 || repeat >= MAX_REPEATS) return { answer: null, refusal: answer };
      await new Promise((resolve) => setTimeout(resolve, 1000 * (answer.retry_after ?? 1)));
    } catch {
      return { answer: null, refusal: { code: "offline", message: gettext("No answer. Are you online?") } };
    }
    if (abort?.aborted) return { answer: null, refusal: null };
  }
}

/**
 * A signal with the answer to the present question. A question that has been answered is not asked again.
 * @param {() => Question | null} question reads signals; null: nothing to ask now
 * @param {number} [delay] milliseconds to wait for further changes
 */
export function answerTo(question, delay = 0) {
  const state = signal(/** @type {Answer} */ ({ loading: false, answer: null, refusal: null }));
  let asked = "";
  let abort = new AbortController();
  let timer = 0;
  effect(() => {
    const wanted = question();
    const key = JSON.stringify(wanted);
    if (!wanted || key === asked) return;
    asked = key;
    abort.abort();
    clearTimeout(timer);
    const mine = (abort = new AbortController());
    state.value = { ...state.peek(), loading: true };
    timer = setTimeout(async () => {
      const found = await ask(wanted, mine.signal);
      if (!mine.signal.aborted) state.value = { loading: false, ...found };
    }, delay);
  });
  return state;
}

/** Save the answer to a POST as a file. @param {Question} question @param {string} name */
export async function download(question, name) {
  const response = await send(question);
  if (!response.ok) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
