/** Events and actions as the server sends them. Made by `make browser-types`; do not edit. */

declare namespace Nana {
  /** The options of a table; RULES.md explains each value. */
  type NanaOptions = {
    first: number | null;
    win: "nana" | "simple" | "spicy";
    teams: "none" | "pairs";
    memory: "notes" | "pure";
    turn_after_trio: "continue" | "end";
    edition: "nana" | "trio";
    turn_cap: number;
  };
  /** Cards were dealt; `first` begins. */
  type Dealt = {
    type: "Dealt";
    options: NanaOptions;
    hands: ((number | null)[])[];
    centre: (number | null)[];
    first: number;
  };
  /** A seat gave its partner a card, face down (R24). */
  type Gave = {
    type: "Gave";
    by: number;
    number: number | null;
  };
  /** Every seat took up the card its partner gave, and sorted its hand (R25). */
  type Exchanged = {
    type: "Exchanged";
    hands: ((number | null)[])[];
    given: (number | null)[];
  };
  /** A card was flipped; `match` is false if its number broke the chain. */
  type Revealed = {
    type: "Revealed";
    by: number;
    turn: number;
    seat: number | null;
    place: number;
    end: "high" | "low" | null;
    number: number | null;
    match: boolean;
  };
  /** The chain broke and its cards were turned face down again (R7). */
  type TurnedBack = {
    type: "TurnedBack";
    by: number;
    turn: number;
  };
  /** The chain became a trio (R8). */
  type Collected = {
    type: "Collected";
    by: number;
    turn: number;
    number: number;
  };
  /** The turn went to the next seat. */
  type Passed = {
    type: "Passed";
    to: number;
    turn: number;
  };
  /** The game ended and every card was revealed (R21). */
  type Ended = {
    type: "Ended";
    winners: number[];
    reason: "linked" | "sevens" | "three_trios" | "turn_cap";
    hands: ((number | null)[])[];
    centre: (number | null)[];
  };
  /** Flip the lowest or highest face-down card of a seat's hand (R5). */
  type FlipHand = {
    type: "FlipHand";
    seat: number;
    end: "high" | "low";
  };
  /** Flip a face-down card of the centre (R5). */
  type FlipCentre = {
    type: "FlipCentre";
    slot: number;
  };
  /** Give the partner a card of this number (R24). */
  type Give = {
    type: "Give";
    number: number;
  };
  type Event = Dealt | Gave | Exchanged | Revealed | TurnedBack | Collected | Passed | Ended;
  type Action = FlipHand | FlipCentre | Give;
}

declare namespace Battleship {
  /** The options of a table; RULES.md explains each value. */
  type BattleshipOptions = {
    first: number | null;
    variant: "arms" | "classic";
    size: number;
    ruleset: "head" | "v2.6";
    last_reply: boolean;
    turn_cap: number;
  };
  /** Where a ship is: its first cell, and whether it extends down from there or to the right. */
  type Placement = {
    cell: number;
    down: boolean;
  };
  /** The game started: each side was dealt fleets it may use (R4). */
  type FleetsDealt = {
    type: "Mustered";
    options: BattleshipOptions;
    suggestions: (Placement[][] | null)[];
    first: number;
  };
  /** A side has placed its fleet (R3). */
  type Deployed = {
    type: "Deployed";
    by: number;
    berths: Placement[] | null;
  };
  /** What an attack showed about one cell. */
  type Mark = {
    cell: number;
    now: "destroyed" | "hit" | "miss" | "suspect";
  };
  /** A side attacked the other sea; `marks` is everything the attack showed (R9 to R13). */
  type Fired = {
    type: "Fired";
    by: number;
    turn: number;
    weapon: "AP" | "HE" | "SONAR";
    cell: number;
    damage: number;
    marks: Mark[];
    signal: boolean | null;
  };
  /** A ship sank; its class and placement became public (R14). */
  type Sank = {
    type: "Sank";
    by: number;
    turn: number;
    ship: "BB" | "CL" | "CV" | "DD" | "SS";
    berth: Placement;
  };
  /** The turn went to the seat `to` (R7). */
  type Passed = {
    type: "Passed";
    to: number;
    turn: number;
  };
  /** The game ended and both fleets were revealed (R15, R17 to R19). */
  type Ended = {
    type: "Ended";
    winners: number[];
    reason: "both_sunk" | "fleet_sunk" | "turn_cap";
    fleets: Placement[][];
  };
  /** Place the whole fleet, in the order of the class list (R3). */
  type Deploy = {
    type: "Deploy";
    berths: (Placement | null)[] | null;
  };
  /** Attack the other sea with one weapon (R8). */
  type Fire = {
    type: "Fire";
    weapon: "AP" | "HE" | "SONAR";
    cell: number | null;
  };
  type Event = FleetsDealt | Deployed | Fired | Sank | Passed | Ended;
  type Action = Deploy | Fire;
}

declare namespace Datongzi {
  /** The options of a table; RULES.md explains each value. */
  type DatongziOptions = {
    first: number | null;
    target: "1000" | "600" | "hand";
    teams: "none" | "pairs";
    decks: "four" | "three";
    two_seats: "33" | "60";
    must_beat: "no" | "yes";
    kickers: "no" | "standard" | "yes";
    bonuses: "doubled" | "standard";
    closing: "0" | "100" | "200" | "300" | "500";
    lead: "random" | "winner";
    counter: "hidden" | "shown";
  };
  /** The match began; nothing is dealt yet. */
  type Opened = {
    type: "Opened";
    options: DatongziOptions;
    seats: number;
  };
  /** A hand was dealt. Keyframe: nothing before it is needed to go on. */
  type Dealt = {
    type: "Dealt";
    options: DatongziOptions;
    deal: number;
    history: number[][];
    leader: number;
    hands: ((number | null)[])[];
    hidden: (number | null)[];
  };
  /** One reading of a play (R16), without saying which cards the kickers are. */
  type Pattern = {
    kind: "airplane" | "bomb" | "dizha" | "pair" | "pairs" | "single" | "tongzi" | "triple";
    rank: number;
    length: number;
    size: number;
    kickers: number;
    suit: number | null;
  };
  /** A seat played cards, read in one way (R16). */
  type Played = {
    type: "Played";
    seat: number;
    cards: number[];
    pattern: Pattern;
  };
  /** A seat passed. `forced`: it could not beat, and everybody knows it (R22, R26). */
  type Passed = {
    type: "Passed";
    seat: number;
    forced: boolean;
  };
  /** A seat played its last card. */
  type Finished = {
    type: "Finished";
    seat: number;
    place: number;
  };
  /** The trick ended (R21, R29, R30). */
  type TrickTaken = {
    type: "TrickTaken";
    seat: number;
    points: number;
    bonus: number;
    leader: number | null;
  };
  /** One seat's score of a hand, in its parts (R29 to R33). */
  type Sheet = {
    place: number;
    cards: [number, number, number];
    points: number;
    tongzi: number;
    dizha: number;
    bonus: number;
    finish: number;
  };
  /** The hand is over: cards left and hidden are shown, scores written (R27, R28, R33). */
  type HandEnded = {
    type: "HandEnded";
    order: number[];
    hands: ((number | null)[])[];
    hidden: (number | null)[];
    sheets: Sheet[];
  };
  /** The match is over and settled (R34 to R36). */
  type MatchEnded = {
    type: "MatchEnded";
    winners: number[];
    scores: number[];
    settlement: number[];
    reason: "hand" | "hands" | "target";
  };
  /** Play these cards, read in this way or in the usual one (R16). */
  type Play = {
    type: "Play";
    cards: number[] | null;
    reading: Pattern | null;
  };
  /** Let the latest play stand, where passing is free (R23). */
  type Pass = {
    type: "Pass";
  };
  type Event = Opened | Dealt | Played | Passed | Finished | TrickTaken | HandEnded | MatchEnded;
  type Action = Play | Pass;
}

declare namespace Stud {
  /** The options of a table; RULES.md explains each value. */
  type StudOptions = {
    first: number | null;
    sequence: ("razz" | "stud" | "stud8")[];
    deals_per_game: number;
    match: "cash" | "deals" | "freezeout";
    deals: number;
    stakes: "free" | "high" | "low" | "mid";
    ante: number;
    bring_in: number;
    small_bet: number;
    big_bet: number;
    stack: number;
    cap: "4" | "5";
    heads_up: "capped" | "uncapped";
    folded_cards: "recall" | "remember";
    rebuy: "ask" | "auto" | "never";
  };
  /** The match began; nothing is dealt yet. */
  type Opened = {
    type: "Opened";
    options: StudOptions;
    seats: number;
  };
  /** The four amounts of a deal (R2). */
  type Stakes = {
    ante: number;
    bring_in: number;
    small_bet: number;
    big_bet: number;
  };
  /** How often a seat did what on one street, in the deals before this one. Public. */
  type Habits = {
    checks?: number;
    bets?: number;
    folds?: number;
    calls?: number;
    raises?: number;
  };
  /** A deal began. Keyframe: nothing before it is needed to go on. */
  type DealStarted = {
    type: "DealStarted";
    options: StudOptions;
    deal: number;
    game: "razz" | "stud" | "stud8";
    stakes: Stakes;
    marker: number;
    stacks: number[];
    bought: number[];
    dealt_in: boolean[];
    away: boolean[];
    gone: boolean[];
    habits: Habits[][];
  };
  /** The deck was shuffled; nobody sees its order. */
  type Shuffled = {
    type: "Shuffled";
    deck: (number | null)[];
  };
  /** A seat posted its ante (R13). */
  type AntePosted = {
    type: "AntePosted";
    seat: number;
    amount: number;
    all_in: boolean;
  };
  /** A street was dealt; the street before it has ended (R7). */
  type CardsDealt = {
    type: "CardsDealt";
    street: number;
    down: ((number | null)[])[];
    up: number[][];
    opener: number | null;
    open: boolean;
  };
  /** A card for all live seats, instead of the last one of each (R12). */
  type CommonCardDealt = {
    type: "CommonCardDealt";
    card: number;
    opener: number | null;
  };
  /** A seat brought in. `amount`: the chips it paid; `to`: what it has bet on this street. */
  type BroughtIn = {
    type: "BroughtIn";
    seat: number;
    amount: number;
    to: number;
    all_in: boolean;
  };
  /** A seat completed the bring-in. */
  type Completed = {
    type: "Completed";
    seat: number;
    amount: number;
    to: number;
    all_in: boolean;
  };
  /** A seat made the first bet of a street. */
  type BetMade = {
    type: "BetMade";
    seat: number;
    amount: number;
    to: number;
    all_in: boolean;
  };
  /** A seat raised. */
  type Raised = {
    type: "Raised";
    seat: number;
    amount: number;
    to: number;
    all_in: boolean;
  };
  /** A seat called. */
  type Called = {
    type: "Called";
    seat: number;
    amount: number;
    to: number;
    all_in: boolean;
  };
  /** A seat checked. */
  type Checked = {
    type: "Checked";
    seat: number;
  };
  /** A seat folded. `left`: it was folded because its player has left (R40). */
  type Folded = {
    type: "Folded";
    seat: number;
    left: boolean;
  };
  /** What nobody matched went back (R26). */
  type BetReturned = {
    type: "BetReturned";
    seat: number;
    amount: number;
  };
  /** A seat's cards dealt face down were shown to all (R24, R28, R43). */
  type HandShown = {
    type: "HandShown";
    seat: number;
    cards: number[];
  };
  /** A seat lost at the showdown without showing (R28). */
  type HandMucked = {
    type: "HandMucked";
    seat: number;
  };
  /** A share of a pot went to a seat (R25, R27, R32). */
  type PotAwarded = {
    type: "PotAwarded";
    pot: number;
    half: "all" | "high" | "low";
    seat: number;
    amount: number;
    strength: number | null;
  };
  /** The deal is over. `net`: what each seat won or lost in it. */
  type DealEnded = {
    type: "DealEnded";
    net: number[];
  };
  /** A seat will be filled up with the next deal (R38). */
  type RebuyAsked = {
    type: "RebuyAsked";
    seat: number;
  };
  /** A seat takes no part from the next deal on (R36). */
  type SatOut = {
    type: "SatOut";
    seat: number;
  };
  /** A seat takes part again from the next deal on (R36). */
  type SatIn = {
    type: "SatIn";
    seat: number;
  };
  /** A seat's player left for good (R40). */
  type Left = {
    type: "Left";
    seat: number;
  };
  /** The match is over (R34 to R36, R39, R41). */
  type MatchEnded = {
    type: "MatchEnded";
    winners: number[];
    scores: number[];
    reason: "deals" | "empty" | "last" | "limit";
  };
  /** Bring in (R14). */
  type BringIn = {
    type: "BRING_IN";
  };
  /** Complete the bring-in to the small bet (R14, R15). */
  type Complete = {
    type: "COMPLETE";
  };
  /** Make the first bet of a street (R19). */
  type Bet = {
    type: "BET";
  };
  /** Raise by one bet (R19). */
  type Raise = {
    type: "RAISE";
  };
  /** Pay what is owed, or all one has (R19). */
  type Call = {
    type: "CALL";
  };
  /** Let the others go on without a bet (R19). */
  type Check = {
    type: "CHECK";
  };
  /** Give up the deal (R19). */
  type Fold = {
    type: "FOLD";
  };
  /** Ask to be filled up to the starting stack with the next deal (R38). */
  type Rebuy = {
    type: "REBUY";
  };
  /** Take no part from the next deal on (R36). */
  type SitOut = {
    type: "SIT_OUT";
  };
  /** Take part again from the next deal on (R36). */
  type SitIn = {
    type: "SIT_IN";
  };
  /** Show the hand held in the deal that is over (R43). */
  type ShowHand = {
    type: "SHOW_HAND";
  };
  /** Leave a cash game for good (R40). */
  type Leave = {
    type: "LEAVE";
  };
  type Event = Opened | DealStarted | Shuffled | AntePosted | CardsDealt | CommonCardDealt | BroughtIn | Completed | BetMade | Raised | Called | Checked | Folded | BetReturned | HandShown | HandMucked | PotAwarded | DealEnded | RebuyAsked | SatOut | SatIn | Left | MatchEnded;
  type Action = BringIn | Complete | Bet | Raise | Call | Check | Fold | Rebuy | SitOut | SitIn | ShowHand | Leave;
}

declare namespace Turn {
  /** The options of a table. */
  type TurnOptions = {
    first: number | null;
    deals: number;
    spot: "3bp-dry" | "3bp-monotone" | "all" | "bvb-draw" | "bvb-paired" | "polar-draw" | "polar-dry" | "srp-dry" | "srp-wet";
    lab_spot: string;
  };
  /** The match began; nothing is dealt yet. */
  type Opened = {
    type: "Opened";
    options: TurnOptions;
    seats: number;
  };
  /** The bet sizes of a spot, as in a spot file. */
  type Sizes = {
    turn_bet_oop: string;
    turn_bet_ip: string;
    turn_raise: string;
    river_bet_oop: string;
    river_bet_ip: string;
    river_raise: string;
    add_allin_threshold: number;
    force_allin_threshold: number;
    merging_threshold: number;
  };
  /** A hand was dealt to each seat (R2 to R4). A keyframe. */
  type Dealt = {
    type: "Dealt";
    options: TurnOptions;
    round: number;
    scores: number[];
    oop: number;
    spot: string;
    title: string;
    board: number[];
    pot: number;
    stack: number;
    sizes: Sizes;
    hands: ((number | null)[])[];
    river: number | null;
  };
  /** A seat acted (R5); the action is named as in the tree, for instance "bet 60". */
  type Acted = {
    type: "Acted";
    seat: number;
    action: string;
  };
  /** The river card was dealt (R6). */
  type RiverDealt = {
    type: "RiverDealt";
    card: number;
  };
  /** A seat's hand was shown (R7). */
  type HandShown = {
    type: "HandShown";
    seat: number;
    cards: number[];
  };
  /** The deal is over (R7, R8). */
  type DealEnded = {
    type: "DealEnded";
    reason: "fold" | "showdown";
    won: number[];
    scores: number[];
  };
  /** The match is over (R9). */
  type Finished = {
    type: "Finished";
    winners: number[];
  };
  /** Give up the hand (R7). */
  type Fold = {
    type: "Fold";
  };
  /** Bet nothing (R5). */
  type Check = {
    type: "Check";
  };
  /** Pay as much as the other seat (R5). */
  type Call = {
    type: "Call";
  };
  /** Bet or raise to a total on this street (R5); `None`: still to be chosen. */
  type Bet = {
    type: "Bet";
    to: number | null;
  };
  type Event = Opened | Dealt | Acted | RiverDealt | HandShown | DealEnded | Finished;
  type Action = Fold | Check | Call | Bet;
}

declare namespace Tiny {
  /** The options of a table. */
  type PeakOptions = {
    first: number | null;
    rounds: number;
    showdowns: number;
    chips: number;
    ante: number;
    rebuy: "ask" | "auto" | "never";
  };
  /** The match began with this many seats; nothing is dealt yet. */
  type Opened = {
    type: "Opened";
    options: PeakOptions;
    seats: number;
  };
  /** The antes were paid and a round was dealt (R1, R2). A keyframe. */
  type Dealt = {
    type: "Dealt";
    options: PeakOptions;
    round: number;
    presence: ("in" | "left" | "out")[];
    chips: number[];
    bought: number[];
    pot: number;
    hands: ((number | null)[])[];
  };
  /** A card was chosen, face down (R3). */
  type Chosen = {
    type: "Chosen";
    seat: number;
    card: number | null;
  };
  /** All chosen cards were shown; the winner took a point (R4). */
  type Shown = {
    type: "Shown";
    cards: (number | null)[];
    winner: number | null;
  };
  /** The deal is over and the pot is shared (R5, R7). */
  type DealEnded = {
    type: "DealEnded";
    winners: number[];
    chips: number[];
    pot: number;
    presence: ("in" | "left" | "out")[];
  };
  /** A seat showed the cards left over (R6). */
  type HandShown = {
    type: "HandShown";
    seat: number;
    cards: number[];
  };
  /** A seat without chips bought as many as it began with (R7). */
  type Rebought = {
    type: "Rebought";
    seat: number;
  };
  /** A seat left the match for good (R8). */
  type Left = {
    type: "Left";
    seat: number;
  };
  /** The match is over (R9). */
  type Finished = {
    type: "Finished";
    winners: number[];
  };
  /** Choose a card of the own hand, face down (R3); `None`: still to be chosen. */
  type Choose = {
    type: "Choose";
    card: number | null;
  };
  /** Show the cards left over after a deal (R6). */
  type ShowHand = {
    type: "ShowHand";
  };
  /** Buy chips again (R7). */
  type Rebuy = {
    type: "Rebuy";
  };
  /** Leave the match for good (R8). */
  type Leave = {
    type: "Leave";
  };
  type Event = Opened | Dealt | Chosen | Shown | DealEnded | HandShown | Rebought | Left | Finished;
  type Action = Choose | ShowHand | Rebuy | Leave;
}

declare namespace Tables {
  /** A seat of a rematch that is kept for the person who had it in the game before. */
  type Awaited = {
    seat: number;
    name: string;
    face: number;
  };
  /** The table was created with these settings. */
  type Opened = {
    type: "Opened";
    game: string;
    size: number;
    options: Record<string, unknown>;
    speed: string;
    visibility: string;
    clock: string;
    spectators: boolean;
    hints: boolean;
    open_after: string;
    stand_in: string;
    starts_at: number | null;
    show: boolean;
    wins: number[];
    awaits: Awaited[];
    code: string;
    seal: string;
    chain: number;
    follows: string | null;
  };
  type Sat = {
    type: "Sat";
    seat: number;
    name: string;
    face: number;
    host: boolean;
  };
  type BotSat = {
    type: "BotSat";
    seat: number;
    name: string;
    face: number;
    level: string;
  };
  type Left = {
    type: "Left";
    seat: number;
  };
  type Renamed = {
    type: "Renamed";
    seat: number;
    name: string;
    face: number | null;
  };
  /** The host left before the game; the person on this seat is the host now. */
  type HostChanged = {
    type: "HostChanged";
    seat: number;
  };
  type Started = {
    type: "Started";
    nonces: string[];
  };
  /** A bot plays a person's seat from here on. */
  type HandedOver = {
    type: "HandedOver";
    seat: number;
    level: string;
    reason: string;
    for_good: boolean;
  };
  /** The person plays their seat again. */
  type TakenBack = {
    type: "TakenBack";
    seat: number;
  };
  /** A person's time ran out: the next move of this seat was made for them. */
  type TimedOut = {
    type: "TimedOut";
    seat: number;
  };
  /** A person gave up; with two seats the other has won. */
  type Resigned = {
    type: "Resigned";
    seat: number;
    winners: number[];
    scores: number[];
  };
  /** A person left a running match for good; the rules sit their seat out, and no bot plays it. */
  type Departed = {
    type: "Departed";
    seat: number;
    reason: string;
  };
  /** A person wants the next deal at once; when everybody does, it comes. */
  type AgreedToDeal = {
    type: "AgreedToDeal";
    seat: number;
    deal: number;
  };
  /** Staff opened hidden information while the game ran. Added when the game is over. */
  type Inspected = {
    type: "Inspected";
    who: string;
    what: string;
    reason: string;
    at: number;
  };
  /** The commitment of a later round was published. */
  type CommitmentPublished = {
    type: "Sealed";
    round: number;
    seal: string;
  };
  /** These people play on at another table. */
  type RematchCreated = {
    type: "Followed";
    code: string;
    seat: number | null;
  };
  /** Everybody who had agreed to the rematch left it again. */
  type RematchCancelled = {
    type: "RematchCancelled";
  };
  type Closed = {
    type: "Closed";
    reason: string;
  };
  type Event = Opened | Sat | BotSat | Left | Renamed | HostChanged | Started | HandedOver | TakenBack | TimedOut | Resigned | Departed | AgreedToDeal | Inspected | CommitmentPublished | RematchCreated | RematchCancelled | Closed;
}
