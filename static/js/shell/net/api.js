/**
 * Plain HTTP requests. Commands about the table that are not moves are small POSTs, answered in JSON;
 * their effect arrives as table events.
 */

import { showRefusal } from "../ui/toast.js";

/**
 * @param {string} url
 * @param {string} csrf
 * @param {Record<string, string>} [fields]
 */
export function post(url, csrf, fields = {}) {
  // Signing in in another tab renews the token; the cookie contains the current one.
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? csrf;
  const headers = { "X-CSRFToken": token, Accept: "application/json" };
  return fetchJson(url, { method: "POST", headers, body: new URLSearchParams(fields) });
}

/**
 * @param {string} url
 * @param {Record<string, string>} fields
 */
export const get = (url, fields) => fetchJson(`${url}?${new URLSearchParams(fields)}`, {});

/** Milliseconds before a request is repeated whose answer is not ready. */
const REPEAT_DELAY = 400;

/** Wait, or less if the signal is aborted. @param {number} milliseconds @param {AbortSignal} abort */
function pause(milliseconds, abort) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    abort.addEventListener("abort", resolve, { once: true });
  });
}

/**
 * Request something the server may still be working on; repeat the request until the answer is ready.
 * @param {string} url
 * @param {Record<string, string>} fields
 * @param {AbortSignal} abort
 * @returns {Promise<any | null>} the answer, or null if it was refused, failed or was aborted
 */
export async function getWhenReady(url, fields, abort) {
  const address = `${url}?${new URLSearchParams(fields)}`;
  try {
    while (!abort.aborted) {
      const response = await fetch(address, { signal: abort });
      if (response.status !== 202 && response.status !== 429) return response.ok ? await response.json() : null;
      const seconds = Number(response.headers.get("Retry-After"));
      await pause(seconds > 0 ? 1000 * seconds : REPEAT_DELAY, abort);
    }
  } catch {
    // Aborted or offline: there is no answer.
  }
  return null;
}

/**
 * @param {string} url
 * @param {RequestInit} request
 * @returns {Promise<any | null>} the answer, or null if it was refused (a toast has shown the reason)
 */
async function fetchJson(url, request) {
  try {
    const response = await fetch(url, request);
    const answer = await response.json();
    if (response.ok) return answer;
    showRefusal(answer.code, answer.message);
  } catch {
    showRefusal("offline", "");
  }
  return null;
}

/** The page's JSON data. @param {string} id */
export function data(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}
