/** The own hand: one column for each rank, its copies stacked so that every suit stays readable. */

import { html } from "htm/preact";
import { fill } from "../../shell/ui/texts.js";
import { byGroup, cardLabel, groupsOf, rankName, Suit } from "./cards.js";
import { useGestures } from "./gestures.js";

/** @typedef {import("./cards.js").Group} Group */
/** @typedef {import("./selection.js").Selection} Selection */

/** On a phone so many columns are in one row. */
const MAX_NARROW_COLUMNS = 6;
const MARKS = { bomb: "", tongzi: "筒", dizha: "地" };

/** @param {Group} group @param {number} chosen */
function groupLabel({ rank, cards, mark }, chosen) {
  const names = { bomb: gettext("bomb"), tongzi: gettext("tongzi"), dizha: gettext("dizha"), "": "" };
  const parts = [
    fill(ngettext("%(rank)s, %(count)s card", "%(rank)s, %(count)s cards", cards.length), {
      rank: rankName(rank),
      count: cards.length,
    }),
    names[mark],
    chosen && fill(gettext("%(chosen)s chosen"), { chosen }),
    cards.map(({ card }) => cardLabel(card)).join(", "),
  ];
  return parts.filter(Boolean).join("; ");
}

/** @param {{group: Group, selection: Selection, tongzi: number[], tab: boolean}} props */
function RankColumn({ group, selection, tongzi, tab }) {
  const { rank, cards, mark } = group;
  const { help, chosen, mine } = selection;
  const useful = cards.some(({ card }) => !mine || !help || help.useful.includes(card));
  const count = cards.filter(({ key }) => chosen.has(key)).length;
  /**
   * Pointers are handled by the gestures of the hand; this is for keys and screen readers.
   * @param {MouseEvent} event
   */
  const pressed = (event) => event.detail === 0 && selection.active && selection.tap(rank);
  return html`<button
    type="button"
    class=${`rank-column ${mark} ${useful ? "" : "useless"} ${count ? "some-chosen" : ""}`}
    data-rank=${rank}
    data-count=${cards.length}
    aria-pressed=${count ? "true" : "false"}
    aria-disabled=${selection.active ? null : "true"}
    tabindex=${tab ? 0 : -1}
    style=${{ "--copies": cards.length }}
    onClick=${pressed}
  >
    <span class="sr">${groupLabel(group, count)}</span>
    ${cards.map(
      ({ key, card, suit }, i) =>
        html`<span
          key=${key}
          class=${`hand-card s${suit} ${chosen.has(key) ? "chosen" : ""} ${tongzi.includes(card) ? "of-tongzi" : ""} ${mine && help && !help.useful.includes(card) ? "dim" : ""}`}
          aria-hidden="true"
          data-key=${key}
          data-card=${card}
          style=${{ "--i": i }}
        >
          <b>${rankName(rank)}</b><${Suit} suit=${suit} />
        </span>`,
    )}
    ${cards.length > 1 && html`<span class="copies" aria-hidden="true">${MARKS[mark || "bomb"]}<b>${cards.length}</b></span>`}
  </button>`;
}

/**
 * @param {{view: Datongzi.View, seat: number, selection: Selection, sort: "rank" | "group", dealing: boolean}}
 *   props
 */
export function OwnHand({ view, seat, selection, sort, dealing }) {
  const hand = view.hands[seat];
  const groups = sort === "group" ? byGroup(groupsOf(hand)) : groupsOf(hand);
  const most = Math.max(1, ...groups.map(({ cards }) => cards.length));
  const half = groups.length > MAX_NARROW_COLUMNS ? Math.ceil(groups.length / 2) : groups.length;
  return html`<div
    class=${`own-hand ${dealing ? "dealing" : ""} ${selection.active ? "" : "resting"}`}
    role="group"
    aria-label=${fill(ngettext("Your hand, %(count)s card", "Your hand, %(count)s cards", hand.count), { count: hand.count })}
    data-testid="hand"
    data-cards=${hand.count}
    style=${{ "--most": most, "--ranks": groups.length, "--half": half }}
    ...${useGestures(selection)}
  >
    ${groups.map((group, i) => html`<${RankColumn} key=${group.rank} group=${group} selection=${selection} tongzi=${hand.tongzi} tab=${i === 0} />`)}
  </div>`;
}
