import type { Component } from "svelte";
import type { GuideTarget } from "../guide/guide-position";
import type { TileKind } from "../lib/tiles";
import type { LastRound, LobbyTile, HandValue, Result, TableView } from "../lib/types";
import type { StaffResult } from "../pit/types";
import type { Coach } from "../terminal/deciding/coach.svelte";
import type { PlayerBets } from "../terminal/player-bets.svelte";
import type { PastRound } from "../terminal/past-rounds";
import type { DialogName } from "../terminal/dialogs";
import type { StatusLine } from "../terminal/status-line";

/** What a family calls its hands and what may be done with them. */
export type GameNames = {
  /** "Banker", "Seat 2", for a hand as the server names it. */
  handName: (name: string) => string;
  /** "Double", "Play 4x"; whatever it is given where nobody decides. */
  choiceName: (choice: string) => string;
};

/** A round that is over, as far as its result needs it. */
export type FinishedRound = Pick<LastRound, "round" | "cards" | "facts">;

export type TerminalParts = {
  /** All that lies on the felt: the hands, the clock, the line that tells what happens, the spots. */
  Table: Component<{ view: TableView; play: PlayerBets; coach: Coach; now: number; settled: boolean }>;
  /** What stands beside the felt, and on a phone in a sheet: what the table remembers, or what it pays. */
  Record: Component<{ view: TableView; size: "terminal" | "phone"; coach: Coach; play: PlayerBets }>;
  /** What that is called: over it, and on a button. */
  recordTitle: { full: () => string; short: () => string };
  /** Whether that stands beside the felt where there is room; else it is always a sheet, and the felt has the whole width. */
  hasSidePanel: boolean;
  /** Whether players decide about hands of their own: there is a coach then, and no chips in reach while a hand is played. */
  hasDecisions: boolean;
  /** What takes the chips' place below the felt while a hand is played; null where they stay, or where a phone's doors do. */
  ActionBar: Component<{ view: TableView; play: PlayerBets; now: number; open: (sheet: DialogName) => void }> | null;
  /** The amounts that a table between seats is known by, in a few words; null where its spots tell. */
  stakesText: ((view: TableView) => string) | null;
  /** What is told while the cards are dealt. */
  dealingSentence: (view: TableView) => StatusLine;
  /** "Banker wins, 7 over 6". */
  resultSentence: (round: FinishedRound, view?: TableView) => string;
  /** What the round came to for whoever looks, in full and beside the result; null: it is told by what was paid. */
  ownResultSentence: ((view: TableView, last: LastRound) => string) | null;
  shortResultText: ((view: TableView, last: LastRound) => string) | null;
  /** Whether the rules sent a wager back; where not, it came back because the bank was used up. */
  isReturnedByRule: (last: LastRound, one: Result) => boolean;
  /** A kept round on the felt, `shown` cards of it. */
  Replay: Component<{ round: PastRound; view: TableView; shown: number; run: number }>;
  /** Whether a kept round is shown card by card. */
  isReplayedCardByCard: boolean;
  /** What stands before a round in a list. */
  RoundBadge: Component<{ round: PastRound }> | null;
};

export type BoardParts = {
  /** The left of a table's board: the hands, and what else is always posted. */
  Hands: Component<{ view: TableView; last: LastRound | null; winningWagers: string[] }>;
  /** The right of it: what was played. */
  Record: Component<{ view: TableView }>;
  /** What the limits at its head are the limits of. */
  limitsLabel: () => string;
  /** The middle and the foot of a tile on the wall of many tables, in sizes of the tile's own (em): it may hang small or large. */
  Tile: Component<{ view: TableView }>;
  TileFoot: Component<{ view: TableView }>;
  /** How the last round ended, in a word or two; null: the tile names the table. */
  lastResultText: ((view: TableView) => string | null) | null;
  /** The amounts that a table between seats is known by, in a few words. */
  stakesText?: (view: TableView) => string;
  /** What else is worth reading there, where the board has room for all of it: what is paid for what. */
  PostedInfo?: Component<{ view: TableView }>;
};

export type LobbyParts = {
  /** What people call the game, whatever house rules it is played by: tables are filtered by it. Not from the game's book. */
  title: () => string;
  /** The game in one picture, which fills what it is put in; a rulebook may be known for a hand of its own. */
  Picture: Component<{ rulebook?: string }> | Component;
  /** The last results on a tile of the lobby. */
  LastResults: Component<{ tile: LobbyTile }>;
};

/** One step of the first-visit guide: what it says, and what on the screen it speaks of. */
export type GuideStep = { target: GuideTarget; title: string; text: string };
export type GuideParts = { steps: () => readonly GuideStep[] };

export type KeyHandler = { handleKey: (pressed: string) => boolean };

export type DealerParts = {
  /** The felt as the dealer has it before him; `rank`: of the card that is being entered. */
  Felt: Component<{ view: TableView; rank: string | null }>;
  /** Where the dealer enters what a player says; null where nobody decides. */
  Decide: Component<{ view: TableView; disabled: boolean; ondecide: (command: Record<string, unknown>) => void }, KeyHandler> | null;
  /** After the result: what to take and what to pay. */
  Payments: Component<{ view: TableView; last: LastRound }>;
  /** The one sentence of what is next; null where the console has its own. */
  nextStepSentence: (view: TableView) => string | null;
  /** Why that is next, while the cards are dealt. */
  nextStepReason: (view: TableView) => string;
  resultSentence: (last: LastRound) => string;
};

/** A round as the pit looks at it: kept, corrected on trial, or still played. */
export type PitRound = { cards: Record<string, string[]>; facts: Record<string, unknown>; results: readonly StaffResult[]; hand_values?: Record<string, HandValue> };

export type PitParts = {
  /** The last results on a tile of the floor; null where they say nothing in so little room. */
  LastResults: Component<{ tile: LobbyTile }> | null;
  /** How a round ended. */
  resultSentence: (round: Pick<PitRound, "cards" | "facts">) => string;
  /** What each hand came to. */
  handResultText: (round: PitRound, hand: string) => string;
};

/** What each screen asks of a family. The names go with every screen but the lobby. */
export type PartsByScreen = { names: GameNames; terminal: TerminalParts; guide: GuideParts; board: BoardParts; lobby: LobbyParts; dealer: DealerParts; pit: PitParts };
export type ScreenName = keyof PartsByScreen;
export type PartLoaders = { [S in ScreenName]: () => Promise<{ parts: PartsByScreen[S] }> };

/** A family of games: what is known of it at once, and where its parts for each screen are fetched from. */
export type GameDefinition = PartLoaders & {
  /** Whether many rounds are dealt from one shoe, or each from a whole deck of its own. */
  deck: "shoe" | "fresh";
  /** Whether hands lie face down until all are turned at the end. */
  hasShowdown: boolean;
  /** Whether a joker is among its cards. */
  hasJoker: boolean;
  /** What it is dealt from, where that is no cards. */
  tileKind?: TileKind;
};
