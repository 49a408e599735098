/**
 * Read patched updates: the server sends each view once, and of views and table only what changed on this socket.
 *
 * Invariant: a reader sees every update of one socket, in order, also those that the page then ignores. What it
 * returns is whole, and shares every unchanged part with what it returned before.
 */

/** A change: see docs/protocol.md. @typedef {any[]} Change */

/**
 * Return a value with the changes of a patch made; the given one is not changed.
 * @param {any} value @param {Change[]} patch
 */
export function applyPatch(value, patch) {
  return patch.reduce((changed, [path, ...change]) => changeAt(changed, path, change), value);
}

/** @param {any} value @param {(string | number)[]} path @param {any[]} change */
function changeAt(value, path, change) {
  if (!path.length) return changed(value, change);
  const [key, ...rest] = path;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (!rest.length && !change.length) delete copy[key];
  else copy[key] = changeAt(value[key], rest, change);
  return copy;
}

/** @param {any} value @param {any[]} change */
function changed(value, change) {
  if (change.length === 1) return change[0];
  if (change.length === 2) return { ...value, ...change[1] };
  const [index, count, items] = change;
  return [...value.slice(0, index), ...items, ...value.slice(index + count)];
}

/** Make a reader for one socket; every new socket needs a new one. */
export function createUpdateReader() {
  /** @type {View | null} */
  let view = null;
  /** @type {any} */
  let table = null;

  /** Take the view of a frame or an update, whole or as a patch. @param {any} part */
  function readView(part) {
    if (part.patch) view = applyPatch(view, part.patch);
    else if (part.view !== undefined) view = part.view;
  }

  /** @param {any} frame @returns {Frame} */
  function wholeFrame(frame) {
    const { patch, ...rest } = frame;
    readView(frame);
    return patch ? { ...rest, view } : rest;
  }

  return {
    /** Return an update with every view and the table. @param {any} message @returns {Update} */
    read(message) {
      const { patch, table_patch, ...rest } = message;
      const frames = message.frames.map(wholeFrame);
      readView(message);
      if (table_patch) table = applyPatch(table, table_patch);
      else if (message.table) table = message.table;
      return { ...rest, frames, view, table };
    },
  };
}
