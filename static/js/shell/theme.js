/** Light or dark: the system's choice until the reader makes his own, which `js/theme.js` restores. */

import { signal } from "@preact/signals";

export const theme = signal(document.documentElement.dataset.theme ?? "system");

/** What is dark becomes light. */
export function toggleTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const now = theme.value === "system" ? system : theme.value;
  chooseTheme(now === "dark" ? "light" : "dark");
}

/** @param {string} name */
export function chooseTheme(name) {
  theme.value = name;
  const { dataset } = document.documentElement;
  if (name === "system") delete dataset.theme;
  else dataset.theme = name;
  try {
    if (name === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", name);
  } catch {
    // It holds for this page then.
  }
}
