/** Light or dark. The choice is stored and applied by `js/theme.js`; without one the system decides. */

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
    // Without storage the choice is lost with the page.
  }
}
