/** The names of patterns, each with its Chinese name. */

import { fill } from "../../shell/ui/texts.js";
import { rankName } from "./cards.js";

/** @typedef {Datongzi.Pattern} Pattern */

const CHINESE = {
  single: "单张",
  pair: "对子",
  pairs: "连对",
  triple: "三张",
  airplane: "飞机",
  bomb: "炸弹",
  tongzi: "筒子",
  dizha: "地炸",
};
/** Kinds that beat every other play: they are announced. */
const TRUMPS = ["bomb", "tongzi", "dizha"];

/** @param {Pattern} pattern */
export const chineseName = ({ kind }) => CHINESE[/** @type {keyof typeof CHINESE} */ (kind)] ?? "";

/** @param {Pattern} pattern */
export const isTrump = ({ kind }) => TRUMPS.includes(kind);

/** The ranks of the body, as "9" or "7–8". @param {Pattern} pattern */
function ranksOf({ rank, length }) {
  return length > 1 ? `${rankName(rank - length + 1)}–${rankName(rank)}` : rankName(rank);
}

/** A kind of play, without ranks: what the table asks for. @param {Pattern} pattern */
export function kindName({ kind, length }) {
  switch (kind) {
    case "single":
      return gettext("single card");
    case "pair":
      return gettext("pair");
    case "pairs":
      return fill(gettext("%(length)s consecutive pairs"), { length });
    case "triple":
      return gettext("triple");
    case "airplane":
      return fill(gettext("airplane of %(length)s triples"), { length });
    default:
      return trumpName(kind);
  }
}

/** @param {string} kind */
function trumpName(kind) {
  return kind === "bomb" ? gettext("bomb") : kind === "tongzi" ? gettext("tongzi") : gettext("dizha");
}

/** @param {Pattern} pattern */
function bodyName(pattern) {
  const values = { ranks: ranksOf(pattern), size: pattern.size };
  switch (pattern.kind) {
    case "single":
      return fill(gettext("single %(ranks)s"), values);
    case "pair":
      return fill(gettext("pair of %(ranks)s"), values);
    case "pairs":
      return fill(gettext("consecutive pairs %(ranks)s"), values);
    case "triple":
      return fill(gettext("triple %(ranks)s"), values);
    case "airplane":
      return fill(gettext("airplane %(ranks)s"), values);
    case "bomb":
      return fill(gettext("bomb of %(size)s, %(ranks)s"), values);
    case "tongzi":
      return fill(gettext("tongzi %(ranks)s"), values);
    default:
      return fill(gettext("dizha %(ranks)s"), values);
  }
}

/** Name a play: "airplane 7–8 with 2 wings". @param {Pattern} pattern */
export function patternName(pattern) {
  const body = bodyName(pattern);
  if (!pattern.kickers) return body;
  const values = { body, count: pattern.kickers };
  if (pattern.kind === "airplane")
    return fill(ngettext("%(body)s with %(count)s wing", "%(body)s with %(count)s wings", pattern.kickers), values);
  return fill(ngettext("%(body)s with %(count)s kicker", "%(body)s with %(count)s kickers", pattern.kickers), values);
}

/** With the Chinese name. @param {Pattern} pattern */
export const fullName = (pattern) => `${patternName(pattern)} ${chineseName(pattern)}`;

/**
 * Say why the chosen cards are refused.
 * @param {{code: string, message: string}} answer
 * @param {Pattern | null} table the play to beat
 */
export function refusalOf({ code, message }, table) {
  const kind = table ? kindName(table) : "";
  switch (code) {
    case "no_pattern":
      return gettext("These cards are no pattern");
    case "wrong_kind":
      return fill(gettext("Needs a higher %(kind)s, or a bomb"), { kind });
    case "too_low":
      return table ? fill(gettext("Too low: the table has %(name)s"), { name: patternName(table) }) : message;
    case "no_kickers":
      return gettext("Kickers are not allowed at this table");
    default:
      return message;
  }
}
