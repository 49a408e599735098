/**
 * Show frames one after the other, each for its display time; skip none.
 *
 * Invariant: the current state (with the legal actions) is passed on only when every frame before it has been shown.
 */

const LONGEST_BACKLOG = 8;

/**
 * @param {{show: (frame: Frame) => void, settle: (page: Page) => void}} on
 */
export function createQueue({ show, settle }) {
  /** @type {Frame[]} */
  let waiting = [];
  /** @type {Page | null} */
  let present = null;
  let timer = 0;

  /** @param {Frame} frame */
  function hold(frame) {
    if (document.hidden || frame.view === undefined) return 0;
    const backlog = waiting.reduce((sum, { dwell, view }) => sum + (view ? dwell : 0), frame.dwell);
    return frame.dwell * Math.min(1, LONGEST_BACKLOG / backlog);
  }

  function next() {
    timer = 0;
    while (waiting.length) {
      const frame = /** @type {Frame} */ (waiting.shift());
      show(frame);
      const seconds = hold(frame);
      if (seconds > 0) {
        timer = setTimeout(next, seconds * 1000);
        break;
      }
    }
    if (!waiting.length && present) {
      settle(present);
      present = null;
    }
  }

  return {
    /**
     * @param {Frame[]} frames
     * @param {Page} page
     */
    push(frames, page) {
      waiting.push(...frames);
      present = page;
      if (!timer) next();
    },
  };
}
