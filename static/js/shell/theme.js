/** Light or dark: the system's choice until the reader makes his own, which `js/theme.js` restores. */

export function toggleTheme() {
  const { dataset } = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  dataset.theme = (dataset.theme ?? system) === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("theme", dataset.theme);
  } catch {
    // It holds for this page then.
  }
}
