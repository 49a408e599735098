/** Table wishes that are not moves: small POSTs, answered in JSON; their effect comes as table facts. */

import { complain } from "./toast.js";

/**
 * @param {string} url
 * @param {string} csrf
 * @param {Record<string, string>} [fields]
 * @returns {Promise<any | null>} the answer, or null if it was refused (the player has been told)
 */
export async function post(url, csrf, fields = {}) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "X-CSRFToken": csrf, Accept: "application/json" },
      body: new URLSearchParams(fields),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    complain(answer.code, answer.message);
  } catch {
    complain("offline", "");
  }
  return null;
}

/** The page's JSON data. @param {string} id */
export function data(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}
