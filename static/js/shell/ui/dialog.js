/** A modal dialog. It uses the dialog element of the browser, which handles focus and Escape. */

import { html } from "htm/preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "./icons.js";

/**
 * @param {{open: boolean, title: string, close: () => void, kind?: string, children?: any}} props
 */
export function Dialog({ open, title, close, kind = "", children }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const heading = useId();
  useEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal();
    if (!open && ref.current?.open) ref.current.close();
  }, [open]);
  /** @param {MouseEvent} event */
  const outside = (event) => {
    if (event.target === ref.current) close();
  };
  return html`<dialog
    ref=${ref}
    role="dialog"
    class=${`modal ${kind}`}
    aria-labelledby=${heading}
    onClose=${close}
    onClick=${outside}
  >
    <div class="sheet">
      <div class="sheet-header">
        <h2 id=${heading}>${title}</h2>
        <button type="button" class="icon" aria-label=${gettext("Close")} onClick=${close}>
          <${Icon} name="close" />
        </button>
      </div>
      ${open && children}
    </div>
  </dialog>`;
}
