/** Questions what an action would do; answers are told apart by their number. */

/** @param {(message: object) => void} send */
export function createPreviews(send) {
  let lastId = 0;
  /** @type {Map<number, (answer: any) => void>} */
  const pending = new Map();

  return {
    /** @param {Action} action @returns {Promise<any>} */
    ask(action) {
      lastId += 1;
      const id = lastId;
      send({ type: "ask", id, action });
      return new Promise((resolve) => pending.set(id, resolve));
    },
    /** @param {{id: number}} message */
    answer(message) {
      pending.get(message.id)?.(message);
      pending.delete(message.id);
    },
  };
}
