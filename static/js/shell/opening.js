/** The form that opens a table: it shows as many seats as chosen, and no choice that would be refused. */

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

/** Some rules are for some numbers of seats. @param {HTMLFormElement} form */
function fitRules(form) {
  const size = field(form, "seats").value;
  for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (form.querySelectorAll("option[data-seats]"))) {
    option.disabled = !option.dataset.seats?.split(" ").includes(size);
    const select = /** @type {HTMLSelectElement} */ (option.closest("select"));
    if (option.disabled && option.selected) select.selectedIndex = [...select.options].findIndex((one) => one.defaultSelected);
  }
}

/** Strangers may walk away, so a table for anybody has a clock. @param {HTMLFormElement} form */
function fitClock(form) {
  const clock = field(form, "clock");
  const open = field(form, "visibility").value === "public";
  clock.options[0].disabled = open;
  if (open && clock.value === "") clock.value = "relaxed";
}

/** What few change is folded away. @param {HTMLFormElement} form */
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
export function watch(form) {
  fold(form);
  const fit = () => {
    fitSeats(form);
    fitRules(form);
    fitClock(form);
  };
  form.addEventListener("change", fit);
  fit();
}
