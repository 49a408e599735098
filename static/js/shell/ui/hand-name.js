/** Names of poker hands. The rules name a hand by a template and its values; here both are translated. */

/** @typedef {{text: string, template: string, values: Record<string, string>}} HandName */

/** @param {HandName} name */
export function handName({ template, values }) {
  return Object.entries(values).reduce(
    (text, [field, value]) => text.replace(`{${field}}`, field === "cards" ? value : gettext(value)),
    gettext(template),
  );
}
