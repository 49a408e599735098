/**
 * What goes over plain requests. Table wishes that are not moves are small POSTs, answered in JSON;
 * their effect comes as table facts.
 */

import { complain } from "./toast.js";

/**
 * @param {string} url
 * @param {string} csrf
 * @param {Record<string, string>} [fields]
 */
export function post(url, csrf, fields = {}) {
  // Signing in elsewhere in this browser renews the token; the cookie has the present one.
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? csrf;
  const headers = { "X-CSRFToken": token, Accept: "application/json" };
  return answered(url, { method: "POST", headers, body: new URLSearchParams(fields) });
}

/**
 * @param {string} url
 * @param {Record<string, string>} fields
 */
export const get = (url, fields) => answered(`${url}?${new URLSearchParams(fields)}`, {});

/**
 * @param {string} url
 * @param {RequestInit} request
 * @returns {Promise<any | null>} the answer, or null if it was refused (the player has been told)
 */
async function answered(url, request) {
  try {
    const response = await fetch(url, request);
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
