/** Run before the first paint, so that the reader's choice of light or dark does not flash. */

try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to us; the system's choice stands.
}
