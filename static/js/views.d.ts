/**
 * What a board draws: the view of each game, as its `view` function returns it.
 * tests/test_browser_types.py compares real views with these types.
 */

declare namespace Nana {
  type Card = { place: number; number: number | null; up: boolean };
  /** A card of a hand; `end` marks the two that may be flipped. */
  type HandCard = Card & { end: "low" | "high" | null };
  /** A place of the centre; `gone`: it is empty. */
  type CentreCard = Card & { gone: boolean };
  type Flip = { by: number; seat: number | null; place: number; end: "low" | "high" | null; number: number | null };
  type View = {
    /** The turn from which numbers are still shown. */
    told_from: number;
    /** Whether everything is revealed. */
    open: boolean;
    me: number | null;
    active: number | null;
    /** By seat: its team; empty without teams. */
    sides: number[];
    giving: number[];
    given: (number | null)[];
    turn: number;
    top: number;
    win: NanaOptions["win"];
    hands: HandCard[][];
    centre: CentreCard[];
    trios: number[][];
    /** By number of a trio: the numbers linked to it. */
    partners: Record<string, number[]>;
    /** By seat: the numbers whose trio would win now. */
    wanted: number[][];
    target: number | null;
    trace: Flip[];
    last: Flip[];
    outcome: Outcome | null;
  };
  type Props = BoardProps<View, Action, Event>;
  type Analysis = BotAnalysis<Action>;
  type Context = TextContext<View, Event>;
  type Frame = FrameOf<View, Event>;
}

declare namespace Battleship {
  /** `left` has the hit points of each of `cells`. */
  type ShipInView = {
    code: Sank["ship"];
    length: number;
    hp: number;
    sunk: boolean;
    berth: Placement | null;
    cells: number[];
    left: number[];
    costs: { he: boolean; sonar: boolean; ap: [number, number] | null };
  };
  /** `shut`: the cells that AP cannot target. */
  type SeaInView = { marks: number[]; withstood: number[]; ready: boolean; shut: number[]; ships: ShipInView[] };
  type View = {
    me: number | null;
    size: number;
    variant: BattleshipOptions["variant"];
    phase: "deploy" | "battle" | "over";
    active: number | null;
    first: number;
    turn: number;
    seas: SeaInView[];
    /** By seat: its weapons. */
    arms: { ap: number; he: boolean; sonar: boolean }[];
    reply: boolean;
    offsets: Record<Fired["weapon"], [number, number][]>;
    suggestions: Placement[][] | null;
    last: Fired | null;
    outcome: Outcome | null;
  };
  /** The view of a player, while the fleets are being placed. */
  type OwnView = View & { me: number };
  type Props = BoardProps<View, Action, Event>;
  type Analysis = BotAnalysis<Action>;
  type Context = TextContext<View, Event>;
  type Frame = FrameOf<View, Event>;
}

declare namespace Datongzi {
  /** `cards` and the trumps in them are those the viewer knows. */
  type HandInView = { count: number; cards: number[] | null; bombs?: number[]; tongzi?: number[]; dizha?: number[] };
  type PlayInView = { seat: number; cards: number[]; pattern: Pattern; name: string; chinese: string };
  type PassInView = { seat: number; pass: true; forced: boolean };
  type StepInView = (PlayInView & { pass?: undefined }) | (PassInView & { pattern?: undefined; cards?: undefined });
  type View = {
    me: number | null;
    deal: number;
    active: number | null;
    hands: HandInView[];
    hidden: HandInView;
    order: number[];
    trick: StepInView[];
    last_trick: StepInView[];
    trick_points: number;
    trick_bonus: number;
    owner: number | null;
    captured: number[];
    captured_cards: [number, number, number][];
    bonus: number[];
    sheets: (Sheet & { score: number })[];
    history: number[][];
    scores: number[];
    side_scores: number[];
    settlement: number[];
    rules: { target: DatongziOptions["target"]; must_beat: boolean; kickers: boolean; sides: number[] };
    /** By rank: the cards that are still out. */
    unseen: Record<string, number> | null;
    outcome: Outcome | null;
  };
  type Props = BoardProps<View, Action, Event>;
  type Analysis = BotAnalysis<Action>;
  type Context = TextContext<View, Event>;
  type Frame = FrameOf<View, Event>;
}

/** The name of a poker hand: in English, and in parts to translate. */
type HandName = { text: string; template: string; values: Record<string, string> };

declare namespace Stud {
  type Act = {
    street: number;
    seat: number;
    kind: "BRING_IN" | "COMPLETE" | "BET" | "RAISE" | "CALL" | "CHECK" | "FOLD";
    amount: number;
    to: number;
    all_in: boolean;
    left: boolean;
  };
  type Pot = { amount: number; seats: number[] };
  type Price = { amount: number; to: number; all_in: boolean };
  type Place = {
    stack: number;
    net: number;
    bought: number;
    dealt_in: boolean;
    folded: boolean;
    all_in: boolean;
    away: boolean;
    gone: boolean;
    out: boolean;
    rebuy_asked: boolean;
    bet: number;
    paid: number;
    down: (number | null)[];
    up: number[];
    shown: boolean;
    mucked: boolean;
    last: Act["kind"] | null;
    last_act: Act | null;
    hand: { high: HandName | null; low: HandName | null } | null;
  };
  type TableInView = {
    street: number;
    unit: number;
    pot: number;
    pots: Pot[];
    first: { rule: string; decides: number; cards: number[] } | null;
    common: number | null;
    marker: number;
    order: number[];
    bring_in: number | null;
    opener: number | null;
    active: number | null;
    to_match: number;
    full_bets: number;
    cap: number | null;
    capped: boolean;
  };
  type Award = { pot: number; half: "all" | "high" | "low"; seat: number; amount: number; hand: HandName | null };
  type View = {
    me: number | null;
    deal: number;
    game: DealStarted["game"];
    title: string;
    stakes: Stakes;
    seats: Place[];
    /** Without fields before the first deal. */
    table: Partial<TableInView>;
    turn: { actions: Partial<Record<Act["kind"], Price>>; call: number; pot_odds: number } | null;
    aside: string[];
    acts: Act[];
    result: { returned: [number, number] | null; awards: Award[]; pots: Pot[]; net: number[] } | null;
    mix: {
      sequence: DealStarted["game"][];
      left: number;
      next: DealStarted["game"];
      next_title: string;
      changed: boolean;
    };
    match: {
      form: StudOptions["match"];
      deals: number | null;
      rebuy: StudOptions["rebuy"];
      folded_cards: StudOptions["folded_cards"];
      starting_stack: number;
    };
    outcome: Outcome | null;
  };
  type Props = BoardProps<View, Action, Event>;
  type Analysis = BotAnalysis<Action>;
  type Context = TextContext<View, Event>;
  type Frame = FrameOf<View, Event>;
}

declare namespace Turn {
  /** `percent` is null for what is no bet. */
  type Choice = { action: string; kind: string; to: number; chips: number; percent: number | null };
  type View = {
    me: number | null;
    round: number;
    deals: number;
    running: boolean;
    /** The spot's hash. */
    spot: string;
    title: string;
    /** The seat that acts first. */
    oop: number;
    active: number | null;
    board: string[];
    hands: (string | null)[][];
    shown: boolean[];
    names: (HandName | null)[];
    first_pot: number;
    pot: number;
    bets: number[];
    stacks: number[];
    line: string;
    last: (string | null)[];
    choices: Choice[];
    won: number[];
    scores: number[];
    outcome: Outcome | null;
  };
  type Props = BoardProps<View, Action, Event>;
  type Analysis = BotAnalysis<Action>;
  type Context = TextContext<View, Event>;
  type Frame = FrameOf<View, Event>;
}

declare namespace Tiny {
  type View = {
    me: number | null;
    round: number;
    showdowns_left: number;
    running: boolean;
    presence: ("in" | "out" | "left")[];
    chips: number[];
    bought: number[];
    pot: number;
    hands: (number | null)[][];
    chosen: (number | null)[][];
    open: (number | null)[][];
    points: number[];
    last: (number | null)[];
    outcome: Outcome | null;
  };
  type Props = BoardProps<View, Action, Event>;
  type Analysis = BotAnalysis<Action>;
  type Context = TextContext<View, Event>;
  type Frame = FrameOf<View, Event>;
}

declare namespace Tables {
  /** What the page says in a sentence: an event, or that the visitor has lost their seat. */
  type Notice = Event | { type: "Unseated" };
}
