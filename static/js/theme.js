/** Apply the stored choice of light or dark before the page is first painted, so that it does not flash. */

try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system decides.
}
