/**
 * What the lab shows: the spot on display and its solve, the decision, the hand, and the answers of the server.
 *
 * The spot on display is not the spot being edited: it changes when the visitor solves or opens a spot.
 */

import { computed, effect, signal } from "@preact/signals";
import { connect } from "../shell/net/socket.js";
import { answerTo, ask, boot } from "./net.js";
import { incomplete, setSpot, spotJson } from "./spot.js";

/** @typedef {import("./spot.js").SpotJson} SpotJson */
/** @typedef {"strategy" | "rivers" | "compare" | "clusters" | "correlation" | "experiment"} View */
/** @typedef {"strategy" | "equity" | "ev" | "cluster" | "variance"} Colouring */

const view0 = new URLSearchParams(location.hash.slice(1));

export const SIDES = ["oop", "ip"];
/** @type {import("@preact/signals").Signal<SpotJson>} */
export const shownSpot = signal(boot.spot);
export const shownHash = signal(boot.hash);
/** The link of the spot on display; empty for the one that the page shows by itself. */
const shownLink = signal(boot.shared ? boot.link : "");
/** The state of the solve on display. @type {import("@preact/signals").Signal<any>} */
export const solve = signal(boot.solve);
export const refusal = signal(/** @type {import("./net.js").Refusal | null} */ (boot.link_error));
export const target = signal(boot.defaults.target);

export const view = signal(/** @type {View} */ (view0.get("view") ?? "strategy"));
export const colouring = signal(/** @type {Colouring} */ (view0.get("colour") ?? "strategy"));
export const line = signal(view0.get("line") ?? boot.line);
export const river = signal(view0.get("river") ?? boot.river);
export const side = signal(view0.get("side") ?? "oop");
export const hand = signal(view0.get("hand") ?? "");
export const otherHand = signal(view0.get("other") ?? "");
export const weighted = signal(false);
export const clusterCount = signal(Number(view0.get("k")) || boot.defaults.clusters);
export const clusterBy = signal(view0.get("by") ?? boot.defaults.by);

/** Whether there is a result to walk through. */
export const solved = computed(() => Boolean(solve.value?.result) && ["done", "stopped"].includes(solve.value.status));
export const running = computed(() => ["queued", "running"].includes(solve.value?.status));
/**
 * Solves this page asked for. A new visitor's socket was opened before they had a player, so its messages do
 * not say "mine".
 * @type {Set<string>}
 */
const asked = new Set();
/** Whether the visitor asked for the solve on display and may stop it. */
export const mine = computed(() => Boolean(solve.value?.mine || asked.has(solve.value?.hash)));

/** The edited spot, checked by the server: canonical form, size of the tree, link. */
export const checked = answerTo(
  () =>
    incomplete.value
      ? null
      : { path: "spot/", body: { spot: spotJson.value, target: Number(target.value), clustering: null } },
  350,
);

/** Whether the edited spot differs from the one on display. */
export const edited = computed(() => {
  const canonical = checked.value.answer?.hash;
  return Boolean(canonical && shownHash.value && canonical !== shownHash.value);
});

const spotBody = () => ({
  spot: shownSpot.value,
  side: side.value,
  weighted: weighted.value,
  bins: boot.defaults.bins,
});
export const hands = answerTo(() => ({ path: "hands/", body: spotBody() }));
export const handDetail = answerTo(
  () => (hand.value ? { path: "hand/", body: { ...spotBody(), hand: hand.value, neighbours: 10 } } : null),
  60,
);
export const comparison = answerTo(() =>
  view.value === "compare" && hand.value && otherHand.value
    ? { path: "compare/", body: { ...spotBody(), hands: [hand.value, otherHand.value] } }
    : null,
);
/** Asked again when the loss of these clusters has been solved. */
export const costRound = signal(0);
export const clusterBody = () => ({
  ...spotBody(),
  k: clusterCount.value,
  by: clusterBy.value,
  solve: solved.value ? solve.value.hash : null,
});
const clustersWanted = () => ["clusters", "correlation"].includes(view.value) || colouring.value === "cluster";
export const clusters = answerTo(
  () => (clustersWanted() ? { path: "clusters/", body: { ...clusterBody(), round: costRound.value } } : null),
  150,
);

const place = () => ({ line: line.value, ...(line.value.includes("river") ? { river: river.value } : {}) });
export const node = answerTo(() =>
  solved.value ? { path: `solves/${solve.value.hash}/node/`, query: { ...place(), cells: "1" } } : null,
);
/** The line whose river cards are shown: of a deal, or of the river decision on display. Every tree has the first. */
const FIRST_DEAL = "check / check";
export const dealLine = signal(FIRST_DEAL);
export const rivers = answerTo(() =>
  solved.value && view.value === "rivers"
    ? { path: `solves/${solve.value.hash}/rivers/`, query: { line: dealLine.value } }
    : null,
);
export const correlation = answerTo(() =>
  solved.value && view.value === "correlation" ? { path: `solves/${solve.value.hash}/correlation/` } : null,
);
export const experiment = answerTo(() => (view.value === "experiment" ? { path: "experiment/" } : null));
export const experimentRun = signal(/** @type {any} */ (null));

/** The address of an export of the decision on display. @param {"export.csv" | "export.json" | "answer.json"} file */
export const exportAddress = (file) =>
  `${boot.api}solves/${solve.value.hash}/${file}${file === "answer.json" ? "" : `?${new URLSearchParams(/** @type {Record<string, string>} */ (place()))}`}`;

/** Go to a decision. @param {string} to @param {string} [card] the river card, where the line has one */
export function goTo(to, card = river.value) {
  river.value = card;
  line.value = to;
  dealLine.value = to.includes("river") ? to : FIRST_DEAL;
}

/** @typedef {{spot: SpotJson, hash: string, solve: any, link: string}} KnownSpot */

/** Show a spot and what is known of its solve. @param {KnownSpot} found */
export function show(found) {
  shownSpot.value = found.spot;
  shownHash.value = found.hash;
  shownLink.value = found.link;
  hand.value = otherHand.value = "";
  goTo("", "");
  setSolve(found.solve);
}

/** Open another spot in the editor and on display. @param {KnownSpot} found */
export function openSpot(found) {
  setSpot(found.spot);
  show(found);
}

/** Return the editor to the spot on display. */
export const undoEdits = () => setSpot(shownSpot.value);

/** Solve the edited spot. */
export async function startSolve() {
  refusal.value = null;
  const { spot, link } = checked.value.answer;
  const found = await ask({
    path: "solves/",
    body: { spot: spotJson.value, target: Number(target.value), clustering: null },
  });
  refusal.value = found.refusal;
  if (!found.answer) return;
  const known = found.answer.solve;
  asked.add(known.hash);
  if (known.spot_hash === shownHash.value) {
    goTo("", "");
    setSolve(known);
  } else show({ spot, link, hash: known.spot_hash, solve: known });
}

export async function stopSolve() {
  const found = await ask({ path: `solves/${solve.value.hash}/stop/`, body: {} });
  refusal.value = found.refusal;
  if (found.answer) setSolve(found.answer.solve);
}

/**
 * Ask for a solve of the spot on display with clusters, and for the whole one that it is compared with.
 * @param {object} clustering
 */
export async function solveClusters(clustering) {
  const wanted = [...(solved.value ? [] : [null]), clustering];
  for (const one of wanted) {
    const { answer, refusal: refused } = await ask({
      path: "solves/",
      body: { spot: shownSpot.value, target: solve.value?.target ?? boot.defaults.target, clustering: one },
    });
    refusal.value = refused;
    if (!answer) return;
    asked.add(answer.solve.hash);
    if (one === null) setSolve(answer.solve);
    else watch(answer.solve.hash);
  }
}

/**
 * States of watched solves that are not on display, such as those of clusters.
 * @type {import("@preact/signals").Signal<Record<string, any>>}
 */
export const otherSolves = signal({});
const watched = new Set();

/** @param {any} state */
function setSolve(state) {
  solve.value = state;
  if (state && ["queued", "running"].includes(state.status)) watch(state.hash);
}

/** @param {string} hash */
export function watch(hash) {
  watched.add(hash);
  socket.send({ type: "watch", solve: hash });
}

/** Watch the latest run of the experiment; a new run has to be watched anew. */
export const watchExperiment = () => socket.send({ type: "watch", experiment: true });

/**
 * Whether nothing more will come: a solve stopped while it ran stores what it has a moment later.
 * @param {any} state
 */
const isOver = (state) =>
  !["queued", "running"].includes(state.status) && (state.status !== "stopped" || state.result || !state.started_at);

/** @param {any} message */
function receive(message) {
  if (message.type === "experiment") experimentRun.value = message.run;
  if (message.type !== "solve") return;
  const state = message.solve;
  if (state.hash === solve.value?.hash) solve.value = state;
  else {
    otherSolves.value = { ...otherSolves.value, [state.hash]: state };
    if (state.status === "done") costRound.value++;
  }
  if (isOver(state) && watched.delete(state.hash)) socket.send({ type: "unwatch", solve: state.hash });
}

const socket = connect(boot.socket, {
  open: () => {
    for (const hash of watched) socket.send({ type: "watch", solve: hash });
    if (boot.staff) watchExperiment();
  },
  probe: () => {},
  state: () => {},
  message: receive,
});

setSpot(boot.spot);
setSolve(boot.solve);
goTo(line.value, river.value);

/** The player whose hands are shown follows the decision; visitors may then look at the other one. */
let followed = view0.get("side") ? line.value : null;
effect(() => {
  const { answer, loading } = node.value;
  if (!answer || loading || answer.line === followed) return;
  followed = answer.line;
  side.value = answer.player;
});

/** The place of the largest value. @param {number[]} values */
const largest = (values) => values.indexOf(Math.max(...values));

/**
 * Where no hand of the player on display is chosen, choose the one with most variance, and beside it one of
 * about the same equity with little.
 */
effect(() => {
  const { answer, loading } = hands.value;
  if (!answer || loading || !answer.hands.length) return;
  if (!answer.hands.includes(hand.value))
    hand.value = answer.hands[largest(answer.variance.map((/** @type {number | null} */ one) => one ?? -1))];
  if (answer.hands.includes(otherHand.value)) return;
  const equity = answer.equity[answer.hands.indexOf(hand.value)];
  const likeness = (/** @type {number | null} */ one, /** @type {number} */ index) =>
    one === null || answer.hands[index] === hand.value
      ? -9
      : -4 * Math.abs(one - equity) - (answer.variance[index] ?? 9);
  otherHand.value = answer.hands[largest(answer.equity.map(likeness))];
});

/** Keep what is shown in the address, so that a reload or a shared link shows the same. */
effect(() => {
  const fields = {
    view: view.value === "strategy" ? "" : view.value,
    colour: colouring.value === "strategy" ? "" : colouring.value,
    line: line.value,
    river: river.value,
    side: side.value === "oop" ? "" : side.value,
    hand: hand.value,
    other: otherHand.value,
  };
  const text = new URLSearchParams(Object.entries(fields).filter(([, value]) => value)).toString();
  const stored = shownLink.value && solve.value?.result ? `&solve=${solve.value.hash}` : "";
  history.replaceState(
    history.state,
    "",
    (shownLink.value ? shownLink.value + stored : location.pathname) + (text ? `#${text}` : ""),
  );
});

const READY_ATTEMPTS = 30;
const READY_DELAY_MS = 2000;

/**
 * A server that has just started queues its ready-made spots a moment later: ask for the solve until it is
 * there.
 * @param {number} [attempts]
 */
function findReadySolve(attempts = READY_ATTEMPTS) {
  const shown = shownHash.value;
  if (!attempts || solve.value || !boot.ready.some((/** @type {KnownSpot} */ one) => one.hash === shown)) return;
  setTimeout(async () => {
    const { answer } = await ask({
      path: "spot/",
      body: { spot: shownSpot.value, target: boot.defaults.target, clustering: null },
    });
    if (solve.value || shown !== shownHash.value) return;
    if (answer?.solve) setSolve(answer.solve);
    else findReadySolve(attempts - 1);
  }, READY_DELAY_MS);
}

findReadySolve();
