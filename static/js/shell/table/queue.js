/**
 * Show frames one after the other, each for its display time; skip none.
 *
 * Invariant: the current state (with the legal actions) is passed on only when every frame before it has been shown.
 * A new deal ends the display of the last: what is left of it is shown without its display time.
 */

const MAX_BACKLOG_SECONDS = 8;

/**
 * @param {{show: (frame: Frame) => void, showPresent: (update: Update) => void, settle: (settled: boolean) =>
 *   void}} on `settle` is called with true when the last frame has been shown for its display time
 */
export function createQueue({ show, showPresent, settle }) {
  /** @type {Frame[]} */
  let waiting = [];
  /** @type {Update | null} */
  let present = null;
  let timer = 0;

  /** @param {Frame} frame */
  function displaySeconds(frame) {
    if (document.hidden || frame.view === undefined) return 0;
    const backlog = waiting.reduce((sum, { dwell, view }) => sum + (view ? dwell : 0), frame.dwell);
    return frame.dwell * Math.min(1, MAX_BACKLOG_SECONDS / backlog);
  }

  function next() {
    timer = 0;
    while (waiting.length) {
      const frame = /** @type {Frame} */ (waiting.shift());
      show(frame);
      const seconds = displaySeconds(frame);
      if (seconds > 0) {
        timer = setTimeout(next, seconds * 1000);
        break;
      }
    }
    if (!waiting.length && present) {
      showPresent(present);
      present = null;
    }
    settle(!timer);
  }

  function stopTimer() {
    clearTimeout(timer);
    timer = 0;
  }

  return {
    /**
     * @param {Frame[]} frames
     * @param {Update} update
     */
    push(frames, update) {
      waiting.push(...frames);
      present = update;
      const dealt = waiting.findLastIndex(({ deal }) => deal);
      if (dealt >= 0) {
        stopTimer();
        for (const frame of waiting.splice(0, dealt)) show(frame);
      }
      if (!timer) next();
    },
    /** Forget the frames that are still to be shown. */
    clear() {
      stopTimer();
      waiting = [];
    },
  };
}
