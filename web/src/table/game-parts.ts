import type { Component, Snippet } from "svelte";
import type { Language } from "../lib/languages";
import type { TileKind } from "../lib/tiles";
import type { LastRound, MakeDecision, Result, StaffResult, StaffRound, TableView } from "../lib/types";
import type { PastRounds, RecordSize, RecordSource } from "../records/past-rounds";
import type { RecordSummary } from "../records/summary";
import type { TileHands } from "../records/tile-hands";
import type { Badge, Side } from "../records/side";
import type { Coach } from "./deciding/coach.svelte";
import type { PlayerBets } from "./betting/player-bets.svelte";
import type { PastRound } from "./betting/past-rounds";
import type { DialogName } from "./betting/dialogs";
import type { StatusLine } from "./betting/status-line";

/** Display names of a family's hands and choices. */
export type GameNames = {
  /** Returns the name of a hand, "Banker" or "Seat 2", from the server's id of it. */
  handName: (name: string) => string;
  /** Returns the label of a choice: "Double", "Play 4x". Returns its argument in games without decisions. */
  choiceName: (choice: string) => string;
};

/** The fields of a finished round from which its result sentence is made. */
export type FinishedRound = Pick<LastRound, "round" | "cards" | "facts">;

/** Draws past rounds of one kind: each of the five components in `records` does. */
export type RecordComponent = Component<{ record: PastRounds; size: RecordSize; children?: Snippet }>;

export type TerminalParts = {
  /**
   * Draws the table: hands, countdown, status line and betting spots. `settled` is true between rounds if the viewer had a wager
   * in the last round. `open` opens a dialog, such as the record.
   */
  Table: Component<{
    view: TableView;
    play: PlayerBets;
    coach: Coach;
    now: number;
    settled: boolean;
    open: (dialog: DialogName) => void;
  }>;
  /** Shows past rounds, pay tables or a ranking of hands, in the side panel or, on a phone, in a dialog. */
  Panel: Component<{ view: TableView; size: "panel" | "sheet"; coach: Coach; play: PlayerBets }>;
  /** Titles of the panel: `full` is the heading, `short` the label of the button that opens it. */
  panelTitle: { full: () => string; short: () => string };
  /** True if large screens have room for the panel beside the table. If false, it is always a dialog and the table has the full width. */
  hasSidePanel: boolean;
  /** True if players decide about their own hands. The coach is then available, and small screens show no chips during the deal. */
  hasDecisions: boolean;
  /** Replaces the betting bar under the table while cards are dealt; null if the game needs no bar of its own. */
  ActionBar: Component<{ view: TableView; play: PlayerBets; now: number; open: (sheet: DialogName) => void }> | null;
  /** Returns the amounts of a table-stakes game, "Blinds $2 / $5"; null in games with betting spots. */
  stakesText: ((view: TableView) => string) | null;
  /** Returns the status line while cards are dealt. */
  dealingSentence: (view: TableView) => StatusLine;
  /** Returns the result of a round: "Banker wins, 7 over 6". */
  resultSentence: (round: FinishedRound, view?: TableView) => string;
  /** Returns how the round was won and which side bets it paid, in one line; absent if the game says it elsewhere. */
  resultReason?: (last: LastRound, view: TableView) => string;
  /** Returns what the viewer won or lost; null if the page makes that sentence from the payouts. */
  ownResultSentence: ((view: TableView, last: LastRound) => string) | null;
  /** Returns the same in a few words, shown beside the result; null as above. */
  shortResultText: ((view: TableView, last: LastRound) => string) | null;
  /** True if a returned wager was returned by the rules. If false and the bank is empty, the page says that the bank could not cover it. */
  isReturnedByRule: (last: LastRound, result: Result) => boolean;
  /** Shows the first `shown` dealt cards of a past round. `run` counts the replays and makes the cards fly in again. */
  Replay: Component<{ round: PastRound; view: TableView; shown: number; run: number }>;
  /** True if a replay deals card by card; if false it shows all cards at once. */
  isReplayedCardByCard: boolean;
  /** Returns the side that won a past round, for its badge in the list of rounds; null if the game has no sides. */
  winningSide: ((round: PastRound) => Side | Badge | null) | null;
};

export type BoardParts = {
  /** The left part of a table's board: the hands, and what the game always shows with them. */
  Hands: Component<{ view: TableView; last: LastRound | null; winningWagers: string[] }>;
  /** Past rounds, and the component that draws their kind: in the right part of a board, or in the middle of a tile on the wall. */
  record: (view: TableView) => PastRounds;
  Record: RecordComponent;
  /** What a board shows with the past rounds, such as how often each bonus wager won. */
  BoardStatistics?: Component<{ view: TableView }>;
  /** Returns the hands on a tile of the wall: those of the current round, or of `last` until the next one is dealt. */
  tileHands: (view: TableView, last: LastRound | null) => TileHands;
  /** Replaces the past rounds on a tile. Its sizes are in em: the tile sets the font size. */
  TileRecord?: Component<{ view: TableView }>;
  /** Label of the limits in the board's heading; null for the usual one ("Lines", or "Buy-in" in a table-stakes game). */
  limitsLabel: (() => string) | null;
  /** Returns the bottom line of a tile. */
  summary: (view: TableView) => RecordSummary;
  /** Returns the last result in a few words; null if the tile shows none. */
  lastResultText: ((view: TableView) => string | null) | null;
  /** Returns the amounts of a table-stakes game: "Blinds $2 / $5". */
  stakesText?: (view: TableView) => string;
  /** Additional information for players, such as a pay table or a hand ranking. The board hides it if it does not fit completely. */
  PostedInfo?: Component<{ view: TableView }>;
};

export type LobbyParts = {
  /** Draws a picture of the game that fills its container. Some rulebooks have hands of their own. */
  Picture: Component<{ rulebook?: string }> | Component;
  /** Past rounds of a tile, and the component that draws their kind in one line. */
  record: (tile: RecordSource) => PastRounds;
  Record: RecordComponent;
};

/** Thing on the screen that a step of a guide can point at. */
export type GuideTarget = "hands" | "chips" | "spots" | "clock" | "help";

/** One step of the first-visit guide: its text, and the element of the screen it points at. */
export type GuideStep = { target: GuideTarget; title: string; text: string };
export type GuideParts = { steps: () => readonly GuideStep[] };

/** A component that takes key presses. `handleKey` returns true if it used the key. */
export type KeyHandler = { handleKey: (pressed: string) => boolean };

export type PaymentTexts = {
  /** Result of a seat's hand: "wins both", "pair of aces". */
  handText?: (seat: number) => string;
  /** Title of a payment that is not a wager; null for a wager. */
  extraTitle?: (id: string) => string | null;
  /** Pay table row by which a wager was paid; "" shows none. */
  payRowText?: (result: Result) => string;
};

export type DealerParts = {
  /** Draws the table from the dealer's side. `rank` is the rank already typed for the card that the dealer is entering. */
  Felt: Component<{ view: TableView; rank: string | null }>;
  /** Lets the dealer enter a player's decision; null in games without decisions. */
  Decide: Component<{ view: TableView; disabled: boolean; ondecide: (command: MakeDecision) => void }, KeyHandler> | null;
  /** Lists what the dealer takes and pays after the result. */
  Payments: Component<{ view: TableView; last: LastRound; texts?: PaymentTexts }>;
  /** Returns what `Payments` says of a round seat by seat; absent if it lists the wagers without seats. */
  paymentTexts?: (last: LastRound) => PaymentTexts;
  /** Returns the dealer's next step in one sentence; null if the console's general sentence applies. */
  nextStepSentence: (view: TableView) => string | null;
  /** Returns the explanation under that sentence while cards are dealt; "" if there is none. */
  nextStepReason: (view: TableView) => string;
  resultSentence: (last: LastRound) => string;
};

/** A round as the pit shows it: finished, in progress, or the preview of a correction. */
export type PitRound = Pick<StaffRound, "cards" | "facts"> & Partial<Pick<StaffRound, "hand_values">> & { results: readonly StaffResult[] };

export type PitParts = {
  /** Past rounds of a tile, as in the lobby; null if they do not fit there. */
  record: ((tile: RecordSource) => PastRounds) | null;
  Record: RecordComponent;
  /** Returns the result of a round; "" if it has none. */
  resultSentence: (round: Pick<PitRound, "cards" | "facts">) => string;
  /** Returns the outcome of one hand, for example its total; "" if there is none. */
  handResultText: (round: PitRound, hand: string) => string;
};

/** The parts that a game provides for each screen. `names` is loaded together with every screen except the lobby. */
export type PartsByScreen = {
  names: GameNames;
  terminal: TerminalParts;
  guide: GuideParts;
  board: BoardParts;
  lobby: LobbyParts;
  dealer: DealerParts;
  pit: PitParts;
};
export type ScreenName = keyof PartsByScreen;
export type PartLoaders = { [S in ScreenName]: () => Promise<PartsByScreen[S]> };

/** A family of games: its properties, and a lazy import of its parts for each screen. */
export type GameDefinition = PartLoaders & {
  /** Common name of the game, the same for all its rulebooks, in every language: the search compares with all of them. */
  titles: Readonly<Record<Language, string>>;
  /** Cards or tiles on the button of the game in the lobby: "9h", "?" for a back, "JK" for a joker, "6-6". */
  emblem: readonly string[];
  /** "shoe" if many rounds are dealt from one shoe, "fresh" if every round starts with a full deck. */
  deck: "shoe" | "fresh";
  /** True if all hands stay face down until they are turned at the end of the round. */
  hasShowdown: boolean;
  /** True if the deck contains a joker. */
  hasJoker: boolean;
  /** Kind of the tiles; absent in games with cards. */
  tileKind?: TileKind;
};
