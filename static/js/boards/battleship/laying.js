/**
 * The fleet being placed: where each ship lies, which one is picked up, and where each may lie.
 *
 * Invariant: `free` is the server's answer for the ships as they lie; no ship is placed where `free` does not allow
 * it.
 */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { complain, tell } from "../../shell/toast.js";
import { isSameBerth, spread } from "./chart.js";
import { keep, recalled } from "./draft.js";

/** @typedef {import("./chart.js").Berth} Berth */
/** @typedef {import("./sea.js").Ship} Ship */
/** @typedef {(Berth | null)[]} Berths */
/** @typedef {ReturnType<typeof useLaying>} Laying */

const PATIENCE = 2000;

/** Ask the server where each ship may lie, and again if the line was down. Its last answer is `lately`, which
 * may be of the ships as they lay before; `told` is of the ships as they lie.
 * @param {Berths} berths @param {BoardProps["ask"]} ask @param {boolean} asking */
function useFree(berths, ask, asking) {
  const [told, setTold] = useState(/** @type {{berths: Berths, free: Record<string, Berth[]>, legal: boolean} | null} */ (null));
  useEffect(() => {
    if (!asking) return undefined;
    let waiting = true;
    const inquire = async () => {
      const { free, legal } = await ask({ type: "Deploy", berths });
      if (waiting && free) setTold({ berths, free, legal });
      waiting = false;
    };
    void inquire();
    const again = setInterval(() => waiting && void inquire(), PATIENCE);
    return () => {
      waiting = false;
      clearInterval(again);
    };
  }, [berths, asking]);
  return { told: told?.berths === berths ? told : null, lately: told };
}

/** The legal berth in one direction that covers a cell; the one that begins there if it can be.
 * @param {Berth[]} free @param {number} size @param {number} length @param {boolean} down @param {number} cell */
export function fitting(free, size, length, down, cell) {
  const way = down && length > 1;
  const fits = free.filter((berth) => berth.down === way && spread(size, length, berth).includes(cell));
  return fits.sort((a, b) => Math.abs(a.cell - cell) - Math.abs(b.cell - cell))[0] ?? null;
}

/** The first ship still to be laid, if not the one in hand. @param {Berths} berths @param {number | null} hand */
function nextOf(berths, hand = null) {
  const next = berths.findIndex((berth, i) => berth === null && i !== hand);
  return next === -1 ? null : next;
}

/** @param {BoardProps} props */
export function useLaying({ view, ask, act, legal, busy, hint }) {
  const { size, me, suggestions } = view;
  /** @type {Ship[]} */
  const ships = view.seas[me].ships;
  const [berths, setBerths] = useState(() => recalled(ships.length));
  const [downs, setDowns] = useState(berths.map((berth) => berth?.down ?? false));
  const [chosen, choose] = useState(/** @type {number | null} */ (nextOf(berths)));
  const [shown, setShown] = useState(-1);
  const offer = legal.find((one) => one.type === "Deploy") ?? null;
  const { told, lately } = useFree(berths, ask, offer !== null);
  useEffect(() => keep(berths), [berths]);
  const wish = useRef(/** @type {(() => void) | null} */ (null));

  /** @param {number} index */
  const freeFor = (index) => told?.free[ships[index].code] ?? [];
  /** @param {number} index @param {Berth | null} berth */
  const put = (index, berth) => setBerths(berths.map((one, i) => (i === index ? berth : one)));
  /** @param {number} index @param {boolean} down */
  const face = (index, down) => setDowns(downs.map((one, i) => (i === index ? down : one)));

  /** Lay a whole fleet at once. @param {Berth[]} fleet */
  const layAll = (fleet) => {
    wish.current = null;
    setBerths(fleet);
    setDowns(fleet.map(({ down }) => down));
    choose(null);
  };
  // What a bot advises is laid, and may be changed.
  useEffect(() => {
    if (hint?.type === "Deploy" && hint.berths) layAll(hint.berths);
  }, [hint]);

  /** Say in the server's words why a berth will not do. @param {number} index @param {Berth} berth */
  const explain = async (index, berth) => {
    const { code, message } = await ask({ type: "Deploy", berths: berths.map((one, i) => (i === index ? berth : one)) });
    if (code) complain(code, message);
  };

  /** @param {number} index @param {Berth} berth @param {boolean} down how it is turned, also if it has one cell */
  const lay = (index, berth, down = berth.down || downs[index]) => {
    const free = freeFor(index).some((one) => isSameBerth(one, berth));
    if (!free) {
      void explain(index, berth);
      return false;
    }
    put(index, berth);
    face(index, down);
    return true;
  };

  /** Lay the ship in hand over a cell and take up the next. @param {number} cell */
  const drop = (cell) => {
    if (chosen === null) return;
    const { length } = ships[chosen];
    const berth = fitting(freeFor(chosen), size, length, downs[chosen], cell);
    if (!lay(chosen, berth ?? { cell, down: downs[chosen] && length > 1 })) return;
    choose(nextOf(berths, chosen));
  };

  /** Turn a ship; one that lies is turned where it is, or as near as there is room. @param {number} index */
  const turn = (index) => {
    const down = !downs[index];
    const lies = berths[index];
    const { length } = ships[index];
    if (!lies) return face(index, down);
    const cells = spread(size, length, lies);
    const berth = cells.map((cell) => fitting(freeFor(index), size, length, down, cell)).find(Boolean);
    if (length > 1 && !berth) return tell(gettext("There is no room to turn here."));
    if (berth && length > 1) put(index, berth);
    return face(index, down);
  };

  // If the player acts before the server has answered which placements are allowed, store the action and
  // run it when the answer arrives.
  const deeds = useRef({ lay, drop, turn });
  deeds.current = { lay, drop, turn };
  useLayoutEffect(() => {
    const deed = told && wish.current;
    if (!deed) return;
    wish.current = null;
    deed();
  }, [told]);
  /** @param {() => void} deed */
  const inTime = (deed) => (told ? deed() : void (wish.current = deed));

  return {
    size,
    ships,
    berths,
    downs,
    chosen,
    choose,
    freeFor,
    /** Where there was room by the last answer, to be shown until the next. @param {number} index */
    roomFor: (index) => lately?.free[ships[index].code] ?? [],
    known: told !== null,
    /** @param {Parameters<typeof lay>} how */
    lay: (...how) => inTime(() => deeds.current.lay(...how)),
    /** @param {number} cell */
    drop: (cell) => inTime(() => deeds.current.drop(cell)),
    /** What is only in hand is turned without asking. @param {number} index */
    turn: (index) => (berths[index] ? inTime(() => void deeds.current.turn(index)) : turn(index)),
    /** @param {number} index */
    lift: (index) => {
      put(index, null);
      choose(index);
    },
    /** The next of the fleets that were dealt to this seat. */
    suggest: () => {
      const next = (shown + 1) % suggestions.length;
      setShown(next);
      layAll(suggestions[next]);
    },
    clear: () => {
      wish.current = null;
      setBerths(ships.map(() => null));
      choose(0);
    },
    left: berths.filter((berth) => berth === null).length,
    complete: offer !== null && !busy && Boolean(told?.legal),
    ready: () => offer && act({ ...offer, berths }),
  };
}
