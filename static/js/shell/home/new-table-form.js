/** The form for a new table: show as many seats as chosen, and disable choices that the server would refuse. */

/** @param {HTMLFormElement} form @param {string} name */
const field = (form, name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));

/** @param {HTMLFormElement} form */
function fitSeats(form) {
  const size = Number(field(form, "seats").value);
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll("select[data-seat]"))) {
    const extra = Number(select.dataset.seat) >= size;
    select.disabled = extra;
    /** @type {HTMLElement} */ (select.parentElement).hidden = extra;
  }
}

/** Disable rules that do not support the chosen number of seats. @param {HTMLFormElement} form */
function fitRules(form) {
  const size = field(form, "seats").value;
  for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (form.querySelectorAll("option[data-seats]"))) {
    option.disabled = !option.dataset.seats?.split(" ").includes(size);
    const select = /** @type {HTMLSelectElement} */ (option.closest("select"));
    if (option.disabled && option.selected)
      select.selectedIndex = [...select.options].findIndex((one) => one.defaultSelected);
  }
}

/** A public table needs a clock, because strangers may leave without a word. @param {HTMLFormElement} form */
function fitClock(form) {
  const clock = field(form, "clock");
  const open = field(form, "visibility").value === "public";
  clock.options[0].disabled = open;
  if (open && clock.value === "") clock.value = "relaxed";
}

/** Explain only the chosen answer to the question when hands are revealed. @param {HTMLFormElement} form */
function fitReveal(form) {
  const chosen = field(form, "open_after")?.value;
  for (const help of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-reveal]")))
    help.hidden = help.dataset.reveal !== chosen;
}

/** Hide the settings that few people change behind a button. @param {HTMLFormElement} form */
function fold(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[aria-expanded]"));
  const rest = /** @type {HTMLElement} */ (document.getElementById(button.getAttribute("aria-controls") ?? ""));
  /** @param {boolean} open */
  const set = (open) => {
    rest.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  button.hidden = false;
  button.addEventListener("click", () => set(Boolean(rest.hidden)));
  set(false);
}

/** @param {HTMLFormElement} form */
export function watchNewTableForm(form) {
  fold(form);
  const fit = () => {
    fitSeats(form);
    fitRules(form);
    fitClock(form);
    fitReveal(form);
  };
  form.addEventListener("change", fit);
  fit();
}
