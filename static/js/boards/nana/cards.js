/** Names, labels and marks of NANA's cards, and the hands and the centre they lie in. */

import { html } from "htm/preact";
import { Card, Numeral } from "../../shell/ui/cards.js";
import { Portrait } from "../../shell/ui/portrait.js";
import { fill } from "../../shell/ui/texts.js";
import { analysisProps } from "./analysis.js";
import { cardId } from "./card-ids.js";
import { partnerOf } from "./partners.js";

/** @typedef {{by: number, number: number | null}} Mark */
/**
 * @typedef {Nana.Props & {marks: Map<string, Mark>, cardAnalysis: import("./analysis.js").CardAnalysis | null}}
 *   Table
 */

/**
 * By card: who turned it in this turn or the last one.
 * @param {Nana.View} view
 */
export function marksOf(view) {
  /** @type {Map<string, Mark>} */
  const marks = new Map();
  for (const flip of [...view.last, ...view.trace]) marks.set(cardId(flip.seat, flip.place), flip);
  return marks;
}

/** The badge on a card that was turned: who turned it and, once it is face down again, its number.
 * @param {{mark: Mark | undefined, up: boolean, seats: Seat[]}} props */
function Badge({ mark, up, seats }) {
  if (!mark) return null;
  return html`<span class="badge" aria-hidden="true">
    <${Portrait} face=${seats[mark.by]?.face ?? 0} />
    ${!up && mark.number !== null && html`<b>${mark.number}</b>`}
  </span>`;
}

/** @param {{end: string | null, note: number | null}} props */
function BackMark({ end, note }) {
  return html`${note !== null && html`<span class="note"><${Numeral} number=${note} /></span>`}
  ${end && html`<svg class=${`end ${end}`} viewBox="0 0 16 10"><path d=${end === "low" ? "M2 2l6 6 6-6" : "M2 8l6-6 6 6"} /></svg>`}`;
}

/** @param {Nana.HandCard} card @param {string} owner @param {boolean} mine @param {Mark | undefined} mark */
function handLabel({ number, up, end }, owner, mine, mark) {
  const values = { owner, number };
  if (up)
    return fill(mine ? gettext("Your %(number)s, turned up") : gettext("%(number)s of %(owner)s, turned up"), values);
  if (mine && number !== null) {
    if (end === "low") return fill(gettext("Your lowest card, %(number)s"), values);
    if (end === "high") return fill(gettext("Your highest card, %(number)s"), values);
    return fill(gettext("Your %(number)s"), values);
  }
  const name = end === "low" ? gettext("Lowest card of %(owner)s") : gettext("Highest card of %(owner)s");
  return withLastSeen(fill(end ? name : gettext("Card of %(owner)s"), values), mark);
}

/** The places in my hand of the card I give, until the exchange, and of the card I received, after it; -1 for none.
 * @param {Nana.View} view @param {number} seat @returns {{gone: number, come: number, partner: number | null}} */
function gifts(view, seat) {
  const partner = partnerOf(view, seat);
  if (partner === null || seat !== view.me) return { gone: -1, come: -1, partner };
  const cards = view.hands[seat];
  /** @param {number | null} number */
  const find = (number) => (number === null ? -1 : cards.findIndex((card) => card.number === number));
  const waiting = view.giving.length > 0;
  return {
    gone: waiting ? find(view.given[seat]) : -1,
    come: waiting || view.outcome ? -1 : find(view.given[partner]),
    partner,
  };
}

/** @param {string} label @param {Mark | undefined} mark */
const withLastSeen = (label, mark) =>
  mark && mark.number !== null
    ? fill(gettext("%(label)s, just seen: %(number)s"), { label, number: mark.number })
    : label;

/**
 * The positions of the cards in a fan: wide cards show their whole face, the others share the space that is left.
 * The style sheet computes lengths from these counts, so a hand fits any width.
 * @param {boolean[]} wide
 */
function fan(wide) {
  let full = 0;
  let tight = 0;
  const places = wide.map((isWide) => {
    const at = { "--full": full, "--tight": tight };
    if (isWide) full += 1;
    else tight += 1;
    return at;
  });
  const last = wide.at(-1);
  const total = { "--fulls": full - (last ? 1 : 0), "--tights": tight - (last === false ? 1 : 0) };
  return { places, total };
}

/** @param {Nana.Action | undefined} action @param {Nana.Action | null | undefined} hint */
const isSame = (action, hint) =>
  !!action && !!hint && Object.entries(hint).every(([field, value]) => Reflect.get(action, field) === value);

/** @param {Table & {seat: number}} props */
export function Hand({ view, legal, seats, act, busy, hint, marks, cardAnalysis, seat }) {
  const cards = view.hands[seat];
  const mine = seat === view.me;
  const over = view.outcome !== null;
  /** @type {boolean} */
  const revealed = view.open;
  const owner = seats[seat]?.name ?? "";
  const wide = cards.map(
    (card) =>
      cardAnalysis !== null ||
      (!mine && (revealed || card.up || card.end !== null || marks.has(cardId(seat, card.place)))),
  );
  const { places, total } = fan(wide);
  const gift = gifts(view, seat);
  return html`<div class="hand" style=${total}>
    ${cards.map((card, i) => {
      const id = cardId(seat, card.place);
      const open = card.up || revealed || (mine && card.number !== null);
      const action = legal.find((one) =>
        one.type === "Give"
          ? mine && one.number === card.number
          : one.type === "FlipHand" && one.seat === seat && one.end === card.end,
      );
      const come = i === gift.come && !marks.has(id) && gift.partner !== null;
      const mark = come ? { by: /** @type {number} */ (gift.partner), number: null } : marks.get(id);
      const name =
        action?.type === "Give"
          ? fill(gettext("Give your %(number)s"), { number: card.number })
          : handLabel(card, owner, mine, marks.get(id));
      const { classes, ...shown } = analysisProps(cardAnalysis, id, name, card.number);
      return html`<${Card}
        key=${id}
        id=${id}
        ...${shown}
        number=${card.number}
        open=${open}
        raised=${card.up}
        hidden=${!open && card.end === null && !cardAnalysis}
        kind=${`${wide[i] || i === cards.length - 1 ? "wide" : ""} ${isSame(action, hint) ? "hinted" : ""} ${i === gift.gone ? "leaving" : ""} ${come ? "received" : ""} ${classes ?? ""}`}
        pending=${action !== undefined && action === busy}
        mark=${html`<${BackMark} end=${card.end} note=${open ? null : card.number} />`}
        badge=${!over && html`<${Badge} mark=${mark} up=${card.up || view.open} seats=${seats} />`}
        style=${{ ...places[i], "--i": i }}
        flip=${action && !busy ? () => act(action) : null}
      />`;
    })}
  </div>`;
}

/** @param {Table} props */
export function Centre({ view, legal, seats, act, busy, hint, marks, cardAnalysis }) {
  const cards = view.centre;
  const over = view.outcome !== null;
  return html`<section class="centre" data-cards=${cards.length} aria-label=${gettext("The middle")}>
    ${cards.map((card, i) => {
      const id = cardId(null, card.place);
      if (card.gone) return html`<span class="gone" key=${id} data-gone=${id}></span>`;
      const action = legal.find((one) => one.type === "FlipCentre" && one.slot === card.place);
      const open = card.up || view.open;
      const values = { place: card.place + 1, number: card.number };
      const label = open ? gettext("Middle card %(place)s: %(number)s") : gettext("Middle card %(place)s");
      const { classes, ...shown } = analysisProps(
        cardAnalysis,
        id,
        open ? fill(label, values) : withLastSeen(fill(label, values), marks.get(id)),
        card.number,
      );
      return html`<${Card}
        key=${id}
        id=${id}
        ...${shown}
        number=${card.number}
        open=${open}
        raised=${card.up}
        kind=${`wide ${isSame(action, hint) ? "hinted" : ""} ${classes ?? ""}`}
        pending=${action !== undefined && action === busy}
        mark=${html`<${BackMark} end=${null} note=${open ? null : card.number} />`}
        badge=${!over && html`<${Badge} mark=${marks.get(id)} up=${card.up || view.open} seats=${seats} />`}
        style=${{ "--i": i }}
        flip=${action && !busy ? () => act(action) : null}
      />`;
    })}
  </section>`;
}
