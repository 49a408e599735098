/** Shapes of the wire (docs/protocol.md) and of what a board is given. Types only; nothing here runs. */

declare function gettext(text: string): string;
declare function ngettext(one: string, many: string, count: number): string;
declare function interpolate(text: string, values: Record<string, unknown>, named: true): string;

/** What every game's actions, events and views have in common; those of each game are in events.d.ts and views.d.ts. */
type Action = { type: string; [field: string]: unknown };
type GameEvent = { type: string; [field: string]: unknown };
type View = { me: number | null; outcome: Outcome | null; [field: string]: unknown };

interface Seat {
  seat: number;
  name: string | null;
  face: number;
  /** The level of the bot that plays this seat now: its player, or a stand-in. */
  bot: string | null;
  host: boolean;
  person: boolean;
  /** The player resigned: the bot stays. */
  for_good: boolean;
  /** The player left the match for good, and nobody plays the seat. */
  departed: boolean;
  /** Seconds in the time bank. */
  bank: number;
  /** When the player's time is up, on the server's clock; the last `bank` seconds before it are the bank. */
  deadline: number | null;
  /** Connected now; added by the shell from `people`. */
  here?: boolean;
  /** Replaces the line under the name, which says who plays the seat and whether they are connected. */
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
  open_after: RevealTime;
  stand_in: string;
  starts_at: number | null;
  follows: string | null;
  next: string | null;
  /** The seat that asked for the rematch. */
  next_by: number | null;
  /** By seat: games won before this one, in a rematch. */
  wins: number[];
  /** Persons for whom a rematch reserves seats. */
  awaits: { seat: number; name: string; face: number }[];
  closed: string | null;
  /** How it ended, if not by the game's own rules. */
  result: Outcome | null;
  seats: Seat[];
  seals: string[];
  /** Between two deals: when the next one comes at the latest, on the server's clock. */
  deals_at: number | null;
  /** The seats that want it at once. */
  agreed: number[];
  /** By seat: the running scores before the present deal; empty in games of one deal. */
  scores_before: number[];
}

/** When hands are revealed: after the match, after each deal, or only what was shown. */
type RevealTime = "match" | "round" | "shown";

type ClockName = "off" | "relaxed" | "quick" | "days";

/** One event of the log: of the game or of the table. */
type FrameOf<V, E> = FrameParts<V> & ({ kind: "game"; event: E } | { kind: "table"; event: Tables.Event });
interface FrameParts<V> {
  seq: number;
  dwell: number;
  view?: V | null;
  /** The number, from 1, of the deal that begins with this event. */
  deal?: number;
}
type Frame = FrameOf<View, GameEvent>;

/** Where a match of many deals stands. */
interface Standing {
  /** By seat. */
  scores: number[];
  /** The seats that take no further part. */
  out: number[];
  /** The number of the current or last deal, from 1. */
  deal: number;
  /** How many deals there are at most, if that is known. */
  deals: number | null;
  /** The score that ends the match, if one does. */
  target: number | null;
  /** What is played in this deal, if deals differ. */
  title: string;
}

interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
}

interface Update {
  type: "page";
  seat: number | null;
  from: number;
  seq: number;
  frames: Frame[];
  view: View | null;
  legal: Action[];
  /** What I may do at any time, without holding anything up; absent for everybody who does not play. */
  aside?: Action[];
  /** In games of many deals. */
  standing?: Standing;
  /** The update begins at the present deal and leaves out older rows. */
  reset?: boolean;
  outcome: Outcome | null;
  table: TableInfo;
  clock: { now: number };
}

interface ChatMessage {
  id: number;
  /** Names the speaker, for muting and reporting. */
  who: string;
  /** Whether the visitor wrote it. */
  own: boolean;
  /** The code of the table where it was written: this one, or one before or after it in a row of rematches. */
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
  /** What people read for each level. */
  level_names: Record<string, string>;
  /** Whether the game is played over many deals. */
  many_deals: boolean;
  deal_file: string | null;
  /** Whether the rules decide for a player whose time is up; otherwise a bot does. */
  lapses: boolean;
  /** Whether leaving the table ends the match for the player, without a bot in their seat. */
  departs: boolean;
  title: string;
  seat: number | null;
  /** The game's picture. */
  picture: string;
  /** Where to agree to this rematch, for a person who has a reserved seat here. */
  rematch: string | null;
  invite: string;
  loopback: boolean;
  reactions: string[];
  urls: { [name: string]: string };
}

interface ReplayBoot extends Boot {
  table: TableInfo;
  /** The viewers the visitor may choose, the default first: "0", "1" ..., "spectator", "all". */
  viewers: string[];
  /** Whether hidden information of the deal is revealed. */
  open: boolean;
  /** The seats whose hidden information in the deal everybody may see. */
  revealed: number[];
  /** Whether the match is over. */
  over: boolean;
  /** The number of the deal, from 1. */
  deal: number;
  /** How many deals have been dealt. */
  deals: number;
  /** How many steps the deal has. */
  total: number;
  /** How many are sent at once, with their views and without. */
  chunk: number;
  history_chunk: number;
}

interface BoardProps<V = View, A = Action, E = GameEvent> {
  view: V;
  /** The legal actions of the viewer; the board enables exactly these. */
  legal: A[];
  /** What the viewer may do at any time. */
  aside: A[];
  /** The event just shown, so that the board can animate it. */
  event: E | null;
  seats: Seat[];
  act: (action: A) => void;
  /** Ask the server what an action would do. Nothing is played. */
  preview: (action: A) => Promise<any>;
  /** My action that is being sent, or null. */
  busy: A | null;
  /** The action a bot advises, if the player asked for a hint. */
  hint?: A | null;
  /** The bot's analysis to be shown; only boards with `showsAnalysis` get one. */
  analysis?: BotAnalysis<A>;
  /** For display only, as in a replay: no keys, no buttons that play, nothing to drag. */
  readonly?: boolean;
}

/** A bot's analysis at a step of a finished game; ids are the view's. */
interface BotAnalysis<A = Action> {
  seat: number;
  /** The replay step it belongs to. */
  step: number;
  /** Set by the shell while there is no content: still loading, failed, or no bot played then. */
  state?: "loading" | "failed" | "none";
  level: string;
  /** One plain sentence: what it decides, or what the last event meant to it. */
  summary: string;
  /** What the last event taught it, in sentences. */
  learned: string[];
  certain: { about: string; value: any; since: number | null }[];
  /** `why` is the argument as a sentence. */
  deduced: { about: string; value: any; since: number | null; why: string }[];
  beliefs: { [id: string]: { [value: string]: number } };
  /** What it has seen and forgotten. */
  forgotten: string[];
  /** Further figures, which differ by game. */
  notes: { [figure: string]: any };
  /** What it decides now, or had just decided. */
  decision: Decision<A> | null;
}

interface Decision<A = Action> {
  action: A;
  confidence: number;
  reason: string;
  candidates: Candidate<A>[];
  /** Whether the move has been made: the view is then later than the decision. */
  made: boolean;
  /** Whether it was chosen at random instead of by its score. */
  random: boolean;
}

interface Candidate<A = Action> {
  action: A;
  score: number;
  parts: { [part: string]: number };
  note: string;
}

/** One turn of the history: who played, and what happened. */
interface HistoryTurn {
  key: string;
  /** The row it begins with. */
  seq: number;
  seat: number | null;
  title: string;
  /** `index` is that of the frame a step was made from. */
  steps: { index: number; text: string; tone: "plain" | "good" | "bad" }[];
}

interface TextContext<V, E> {
  seats: Seat[];
  me: number | null;
  /** Null before the game and in the history of a replay, where every given frame may be shown. */
  view: V | null;
  /** The event on display. */
  event: E | null;
}
type Context = TextContext<View, GameEvent>;

/** What a board adds to the sheet between two deals. */
interface DealSummaryProps<V = View, E = GameEvent> {
  view: V;
  seats: Seat[];
  me: number | null;
  /** The frames of the deal that is over. */
  frames: FrameOf<V, E>[];
}

interface Result {
  title: string;
  reason: string;
  /** `drawing` is what the board draws beside the score, if anything: cards that were taken. */
  rows: { seat: number; text: string; drawing?: any; won: boolean }[];
}

/** A sound made of notes: [frequency in hertz, start, length] in seconds; a frequency of 0 is noise. */
interface Sound {
  notes: number[][];
  gain: number;
}

/** What `boards/<slug>.js` exports besides its default component. */
interface GameModule {
  default: (props: BoardProps) => any;
  /** Whether the board can draw a bot's analysis. */
  showsAnalysis?: boolean;
  /** `readonly` leaves out how to play by keyboard. */
  Rules: (props: { options: { [field: string]: any }; readonly?: boolean }) => any;
  /** What happened in the deal that is over; without it the sheet between deals shows the last event. */
  DealSummary?: (props: DealSummaryProps) => any;
  /** Everything the game says in sentences. */
  texts: {
    /** One event, as it happens. */
    describeEvent: (event: GameEvent, context: Context) => string;
    /** Whose turn it is, and what they have to do. */
    prompt: (legal: Action[], context: Context) => string;
    /** Advice for a beginner, or an empty string. */
    tip: (context: Context) => string;
    /** The last turn in one line. */
    recap: (context: Context) => string;
    historyTurns: (frames: Frame[], context: Context) => HistoryTurn[];
    result: (outcome: Outcome, context: Context) => Result;
    /** The options of a table that are worth naming. */
    describeOptions: (options: { [field: string]: any }) => string[];
    /** Why the rules refuse an action, by the refusal's code. */
    refusalText: (code: string) => string | undefined;
    /** The label of a button for an action that may be taken at any time; empty: the shell offers no button. */
    asideLabel?: (action: Action, context: Context) => string;
    /** Explain the signs in a history, where it has any. */
    legend?: (turns: HistoryTurn[]) => string;
    /** The sound of an event, if it has one. */
    soundFor?: (event: GameEvent, context: Context) => Sound | null;
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
  /** The code of the demonstration table. */
  show?: string | null;
  /** The server's time. */
  now?: number;
}
