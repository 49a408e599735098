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

/** The edited spot, checked by the server: canonical form, size of the tree, link. */
export const checked = answerTo(() => (incomplete.value ? null : { path: "spot/", body: { spot: spotJson.value, target: Number(target.value), clustering: null } }), 350);

/** Whether the edited spot differs from the one on display. */
export const edited = computed(() => {
  const canonical = checked.value.answer?.hash;
  return Boolean(canonical && shownHash.value && canonical !== shownHash.value);
});
const shownHash = signal(boot.hash);

const spotBody = () => ({ spot: shownSpot.value, side: side.value, weighted: weighted.value, bins: boot.defaults.bins });
export const hands = answerTo(() => ({ path: "hands/", body: spotBody() }));
export const handDetail = answerTo(() => (hand.value ? { path: "hand/", body: { ...spotBody(), hand: hand.value, neighbours: 10 } } : null), 60);
export const comparison = answerTo(() =>
  view.value === "compare" && hand.value && otherHand.value ? { path: "compare/", body: { ...spotBody(), hands: [hand.value, otherHand.value] } } : null,
);
/** Asked again when the loss of these clusters has been solved. */
export const costRound = signal(0);
export const clusterBody = () => ({ ...spotBody(), k: clusterCount.value, by: clusterBy.value, solve: solved.value ? solve.value.hash : null });
const clustersWanted = () => view.value === "clusters" || colouring.value === "cluster";
export const clusters = answerTo(() => (clustersWanted() ? { path: "clusters/", body: { ...clusterBody(), round: costRound.value } } : null), 150);

const place = () => ({ line: line.value, ...(line.value.includes("river") ? { river: river.value } : {}) });
export const node = answerTo(() => (solved.value ? { path: `solves/${solve.value.hash}/node/`, query: { ...place(), cells: "1" } } : null));
/** The line whose river cards are shown: of a deal, or of the river decision on display. */
export const dealLine = signal("");
export const rivers = answerTo(() => (solved.value && dealLine.value ? { path: `solves/${solve.value.hash}/rivers/`, query: { line: dealLine.value } } : null));
export const correlation = answerTo(() => (solved.value && view.value === "correlation" ? { path: `solves/${solve.value.hash}/correlation/` } : null));
export const experiment = answerTo(() => (view.value === "experiment" ? { path: "experiment/" } : null));
export const experimentRun = signal(/** @type {any} */ (null));

/** The address of an export of the decision on display. @param {"export.csv" | "export.json" | "answer.json"} file */
export const exportAddress = (file) => `${boot.api}solves/${solve.value.hash}/${file}${file === "answer.json" ? "" : `?${new URLSearchParams(/** @type {Record<string, string>} */ (place()))}`}`;

/** Go to a decision. @param {string} to @param {string} [card] the river card, where the line has one */
export function goTo(to, card = river.value) {
  river.value = card;
  line.value = to;
  dealLine.value = to.includes("river") ? to : "";
}

/** Show a spot and what is known of its solve. @param {{spot: SpotJson, hash: string, solve: any}} found */
export function show(found) {
  shownSpot.value = found.spot;
  shownHash.value = found.hash;
  hand.value = otherHand.value = "";
  goTo("", "");
  setSolve(found.solve);
}

/** Open another spot in the editor and on display. @param {{spot: SpotJson, hash: string, solve: any}} found */
export function openSpot(found) {
  setSpot(found.spot);
  show(found);
}

/** Return the editor to the spot on display. */
export const undoEdits = () => setSpot(shownSpot.value);

/** Solve the edited spot. */
export async function startSolve() {
  refusal.value = null;
  const spot = checked.value.answer?.spot ?? spotJson.value;
  const found = await ask({ path: "solves/", body: { spot: spotJson.value, target: Number(target.value), clustering: null } });
  refusal.value = found.refusal;
  if (!found.answer) return;
  const known = found.answer.solve;
  if (known.spot_hash === shownHash.value) {
    goTo("", "");
    setSolve(known);
  } else show({ spot, hash: known.spot_hash, solve: known });
}

export async function stopSolve() {
  const found = await ask({ path: `solves/${solve.value.hash}/stop/`, body: {} });
  if (found.answer) setSolve(found.answer.solve);
}

/** States of watched solves that are not on display, such as those of clusters. @type {import("@preact/signals").Signal<Record<string, any>>} */
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

/** @param {any} message */
function receive(message) {
  if (message.type === "experiment") experimentRun.value = message.run;
  if (message.type !== "solve") return;
  const state = message.solve;
  if (state.hash === solve.value?.hash) solve.value = state;
  else otherSolves.value = { ...otherSolves.value, [state.hash]: state };
  if (!["queued", "running"].includes(state.status) && watched.delete(state.hash)) socket.send({ type: "unwatch", solve: state.hash });
}

const socket = connect(boot.socket, {
  open: () => {
    for (const hash of watched) socket.send({ type: "watch", solve: hash });
    if (boot.staff) socket.send({ type: "watch", experiment: true });
  },
  probe: () => {},
  state: () => {},
  message: receive,
});

setSpot(boot.spot);
setSolve(boot.solve);
goTo(line.value, river.value);

/** Keep what is shown in the address, so that a reload or a shared link shows the same. */
effect(() => {
  const fields = { view: view.value === "strategy" ? "" : view.value, colour: colouring.value === "strategy" ? "" : colouring.value, line: line.value, river: river.value, side: side.value === "oop" ? "" : side.value, hand: hand.value, other: otherHand.value };
  const text = new URLSearchParams(Object.entries(fields).filter(([, value]) => value)).toString();
  if (text !== location.hash.slice(1)) history.replaceState(history.state, "", location.pathname + location.search + (text ? `#${text}` : ""));
});
