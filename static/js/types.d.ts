/** Shapes of the wire (docs/protocol.md) and of what a board is given. Types only; nothing here runs. */

declare function gettext(text: string): string;
declare function ngettext(one: string, many: string, count: number): string;
declare function interpolate(text: string, values: Record<string, unknown>, named: true): string;

/** A legal action as the server sent it; a board sends it back unchanged. */
type Action = { type: string; [field: string]: any };
type GameEvent = { type: string; [field: string]: any };
type View = { [field: string]: any };

interface Seat {
  seat: number;
  name: string | null;
  face: number;
  /** The level of the bot that plays this seat now: its own, or in a person's stead. */
  bot: string | null;
  host: boolean;
  person: boolean;
  /** The player resigned: the bot stays. */
  for_good: boolean;
  /** Seconds in the time bank. */
  bank: number;
  /** When the player's time is up, on the server's clock; the last `bank` seconds before it are the bank. */
  deadline: number | null;
  /** Connected now; added by the shell from `people`. */
  here?: boolean;
  /** Stands under the name instead of whose seat it is and whether its owner is here. */
  note?: string;
}

interface TableInfo {
  code: string;
  game: string;
  status: "open" | "playing" | "over" | "closed";
  visibility: "link" | "public";
  speed: "calm" | "normal" | "brisk";
  options: { [field: string]: any };
  clock: ClockName;
  spectators: boolean;
  hints: boolean;
  open_after: "match" | "round";
  stand_in: string;
  starts_at: number | null;
  follows: string | null;
  next: string | null;
  /** The seat that asked for the rematch. */
  next_by: number | null;
  /** By seat: games won before this one, in a rematch. */
  wins: number[];
  /** Persons for whom a rematch keeps seats. */
  awaits: { seat: number; name: string; face: number }[];
  closed: string | null;
  /** How it ended, if not by the game's own rules. */
  result: Outcome | null;
  seats: Seat[];
  seals: string[];
}

type ClockName = "off" | "relaxed" | "quick" | "days";

interface Frame {
  seq: number;
  kind: "game" | "table";
  dwell: number;
  event: GameEvent;
  view?: View | null;
}

interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
}

interface Page {
  type: "page";
  seat: number | null;
  from: number;
  seq: number;
  frames: Frame[];
  view: View | null;
  legal: Action[];
  outcome: Outcome | null;
  table: TableInfo;
  clock: { now: number };
}

interface ChatLine {
  id: number;
  /** Names the speaker, for muting and reporting. */
  who: string;
  /** Whether I said it. */
  own: boolean;
  /** The code of the table where it was said: this one, or one before or after it. */
  game: string;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

interface Boot {
  code: string;
  game: string;
  csrf: string;
  /** Null until the visitor has done something that makes them a player. */
  me: { name: string; face: number } | null;
  levels: string[];
  title: string;
  seat: number | null;
  /** The game's picture. */
  picture: string;
  /** Where to agree to this rematch, for a person whose seat is kept here. */
  rematch: string | null;
  invite: string;
  loopback: boolean;
  reactions: string[];
  urls: { [wish: string]: string };
}

interface ReplayBoot extends Boot {
  table: TableInfo;
  /** The viewers the visitor may choose, the default first: "0", "1" ..., "spectator", "all". */
  eyes: string[];
  /** Whether what was hidden may be seen. */
  open: boolean;
  /** How many moments there are. */
  total: number;
  /** How many are sent at once, with their views and without. */
  chunk: number;
  story: number;
}

interface BoardProps {
  view: View;
  /** What the rules offer me now; the board enables exactly this. */
  legal: Action[];
  /** The event just shown, so that the board can animate it. */
  event: GameEvent | null;
  seats: Seat[];
  act: (action: Action) => void;
  ask: (action: Action) => Promise<any>;
  /** My action that is being sent, or null. */
  busy: Action | null;
  /** What a bot advises, if I asked. */
  hint?: Action | null;
  /** What a bot believes; drawn by boards that know how. */
  mind?: Mind;
  /** Only to be looked at, as in a replay: no keys, no buttons that play, nothing to drag. */
  readonly?: boolean;
}

/** A bot's analysis at a step of a finished game; ids are the view's. */
interface Mind {
  seat: number;
  /** The replay step it belongs to. */
  step: number;
  /** Set by the shell while there is no content: not there yet, not to be had, or no bot played then. */
  state?: "loading" | "failed" | "none";
  level: string;
  /** One plain sentence: what it decides, or what the last event meant to it. */
  summary: string;
  /** What the last event taught it, in sentences. */
  learned: string[];
  certain: { about: string; value: any; since: number | null }[];
  /** `why` is the argument, in words. */
  deduced: { about: string; value: any; since: number | null; why: string }[];
  beliefs: { [id: string]: { [value: string]: number } };
  /** What it has seen and knows no more. */
  forgotten: string[];
  /** Figures the game's board knows how to show. */
  notes: { [figure: string]: any };
  /** What it decides now, or had just decided. */
  thought: Thought | null;
}

interface Thought {
  action: Action;
  confidence: number;
  reason: string;
  candidates: Weighed[];
  /** The move has been made: the table is no longer the one it was chosen on. */
  made: boolean;
  /** It was chosen at random, not because it had the best score. */
  random: boolean;
}

interface Weighed {
  action: Action;
  score: number;
  parts: { [part: string]: number };
  note: string;
}

/** One turn of the history: who, and what happened in it. */
interface Chapter {
  key: string;
  /** The row it begins with. */
  seq: number;
  seat: number | null;
  title: string;
  /** `at` is the index of the frame a step was made from. */
  steps: { at: number; text: string; tone: "plain" | "good" | "bad" }[];
}

interface Context {
  seats: Seat[];
  me: number | null;
  /** Null where every frame given may be shown: before the game, and in a replay's history. */
  view: View | null;
  /** The event on display. */
  event: GameEvent | null;
}

interface Result {
  title: string;
  reason: string;
  rows: { seat: number; text: string; cards: number[]; won: boolean }[];
}

type SoundName = "flip" | "match" | "good" | "turn" | "win" | "splash" | "boom" | "ping" | "echo" | "sink";

/** What `boards/<slug>.js` exports besides its default component. */
interface GameModule {
  default: (props: BoardProps) => any;
  /** Whether the board can draw a bot's analysis. */
  opensHeads?: boolean;
  /** `readonly` leaves out how to play by keyboard. */
  Rules: (props: { options: { [field: string]: any }; readonly?: boolean }) => any;
  words: {
    say: (event: GameEvent, context: Context) => string;
    todo: (legal: Action[], context: Context) => string;
    lesson: (context: Context) => string;
    trace: (context: Context) => string;
    chapters: (frames: Frame[], context: Context) => Chapter[];
    result: (outcome: Outcome, context: Context) => Result;
    options: (options: { [field: string]: any }) => string[];
    refusal: (code: string) => string | undefined;
    /** Explain the signs in a history, where it has any. */
    legend?: (chapters: Chapter[]) => string;
    /** The sound of an event, if it has one. */
    sound?: (event: GameEvent, context: Context) => SoundName | null;
  };
}

interface LobbyTable {
  code: string;
  game: string;
  title: string;
  host: string;
  face: number;
  taken: number;
  seats: number;
  options: { [field: string]: any };
  speed: string;
  clock: ClockName;
  starts_at: number | null;
}

interface MyTable {
  code: string;
  game: string;
  title: string;
  status: string;
  host: string | null;
  your_turn: boolean;
  /** Somebody waits here for me to agree to a rematch. */
  rematch: boolean;
  names: string[];
  faces: number[];
}

interface Lobby {
  open: LobbyTable[];
  mine: MyTable[];
  /** The table where bots play for whoever looks. */
  show?: string | null;
  /** The server's time. */
  now?: number;
}
