/** The sheet after a deal: the result in words, the hands, and the review of my decisions. */

import { html } from "htm/preact";
import { handName } from "../../shell/ui/hand-name.js";
import { useKeys } from "../../shell/ui/keys.js";
import { CardRow, fourColours, parseCard } from "../../shell/ui/playing-cards.js";
import { endText } from "./events.js";
import { MatchReview } from "./review-match.js";
import { DealReview } from "./review-steps.js";
import { foldedDeal, useReview, useReviewSwitch } from "./review.js";

const REVIEW_KEY = "v";

/** Every hand the viewer may see, with its name. @param {{view: Turn.View, seats: Seat[]}} props */
function Hands({ view, seats }) {
  return html`<dl class="hands-shown">
    ${[0, 1].map((seat) => {
      const name = view.names[seat];
      if (!name) return null;
      return html`<div key=${seat}>
        <dt>${seats[seat]?.name}${!view.shown[seat] && html` <small>${gettext("(only you see this)")}</small>`}</dt>
        <dd>
          <${CardRow} cards=${view.hands[seat].flatMap((card) => (card === null ? [] : [parseCard(card)]))} /><span
            >${handName(name)}</span
          >
        </dd>
      </div>`;
    })}
  </dl>`;
}

/** What there is to see of the review: its figures, or why there are none yet. @param {{deal: number}} props */
function ReviewContent({ deal }) {
  const answer = useReview(deal, true);
  if (!answer || answer.status === "pending")
    return html`<p class="soft review-pending" role="status" data-testid="review-pending">
      ${gettext("The review is being computed …")}
    </p>`;
  if (answer.status === "none" || !answer.review)
    return html`<p class="soft" role="status" data-testid="review-none">
      ${gettext("There is no review of this deal.")}
    </p>`;
  return html`<${DealReview}
      review=${answer.review}
    />${answer.match && html`<${MatchReview} match=${answer.match} />`}`;
}

/** The review with the ways to skip it: for this deal, or for the match. @param {{view: Turn.View}} props */
function ReviewPart({ view }) {
  const deal = view.round + 1;
  const { off, turn } = useReviewSwitch();
  const folded = off || foldedDeal.value === deal;
  const toggle = () => {
    if (off) turn(false);
    foldedDeal.value = folded ? 0 : deal;
  };
  useKeys(({ key }) => (key.toLowerCase() === REVIEW_KEY ? (toggle(), true) : false));
  return html`<section class="review" data-testid="review-part" aria-label=${gettext("Review")}>
    <div class="review-head">
      <h3>${gettext("Review")}</h3>
      <button
        type="button"
        class="quiet"
        data-testid="skip-review"
        aria-expanded=${folded ? "false" : "true"}
        aria-keyshortcuts="V"
        onClick=${toggle}
      >
        ${folded ? gettext("Show") : gettext("Skip")}${" "}<kbd class="for-hover" aria-hidden="true">V</kbd>
      </button>
      <label class="review-switch"
        ><input
          type="checkbox"
          data-testid="review-off"
          checked=${off}
          onChange=${(/** @type {any} */ { target }) => turn(target.checked)}
        />${" "}<span>${gettext("not in this match")}</span></label
      >
    </div>
    ${!folded && html`<${ReviewContent} deal=${deal} />`}
  </section>`;
}

/** What happened in the deal that is over. @param {DealSummaryProps<Turn.View, Turn.Event>} props */
export function DealSummary({ view, seats, me }) {
  if (!view.won.length) return null;
  const reason = view.last.includes("fold") ? "fold" : "showdown";
  return html`<div
    class=${`board-turn poker deal-summary ${fourColours.value ? "four-colours" : ""}`}
    data-testid="deal-summary"
    tabindex="0"
    role="group"
    aria-label=${gettext("Result of the deal")}
  >
    <p class="deal-result" data-testid="deal-result">
      <b>${endText({ reason, won: view.won }, { seats, me, view, event: null })}</b>
    </p>
    <${Hands} view=${view} seats=${seats} />
    ${me !== null && html`<${ReviewPart} view=${view} />`}
  </div>`;
}
