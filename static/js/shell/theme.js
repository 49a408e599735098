/** Light or dark: the system's choice until the visitor chooses, which `js/theme.js` restores. */

import { signal } from "@preact/signals";

export const theme = signal(document.documentElement.dataset.theme ?? "system");

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
