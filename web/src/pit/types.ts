import type { Rule } from "../lib/rules";
import type { Result, TableView } from "../lib/types";

/** What staff see of a table besides what everybody does. */
export type StaffView = TableView & { staff: NonNullable<TableView["staff"]> };
export type Settings = {
  rulebook: string;
  options: Record<string, unknown>;
  mode: string;
  schedule: number | string | null;
  rotation: string;
  betting_seconds: number;
  decision_seconds: number;
  offer_seconds: number;
  card_ms: number;
  result_ms: number;
  meters: Record<string, string>;
};
export type StaffResult = Result & { account: string };
/** One of a kept round: by the title on the felt, and the rule it ended by. */
export type NamedResult = StaffResult & { title: string; rules: Rule[] };
export type BankKept = { seat: number; cents: number; net_cents: number; left_cents: number; account: string } | null;

export type Change = {
  at: number;
  place: number;
  was: string;
  card: string;
  reason: string;
  requested_by: string;
  approved_by: string;
  differences: Record<string, number>;
  before: { cards: Record<string, string[]>; facts: Record<string, unknown>; results: StaffResult[]; bank: BankKept };
};

export type KeptRound = {
  id: string;
  table: string;
  number: number;
  shoe: number;
  hand_in_shoe: [number, number] | null;
  version: number;
  status: "settled" | "void" | "corrected";
  opened_at: number;
  closed_at: number | null;
  ended_at: number;
  dealt: { card: string; hand: string | null; nth: number | null }[];
  /** What the round was told, in order; of interest here are the decisions. */
  answers?: { seat?: number; decided?: string; mark?: string }[];
  cards: Record<string, string[]>;
  facts: Record<string, number | string | boolean>;
  title: string;
  /** Of the game it was a round of. */
  family: string;
  rulebook: string;
  mode: string;
  free_hand: boolean;
  fees: Record<string, number>;
  action_cents: number;
  balances: Record<string, [number, number]>;
  returned?: Record<string, number>;
  reason?: string;
  results: NamedResult[];
  totals: { staked_cents: number; net_cents: number; jackpot_cents: number };
  bank: BankKept;
  corrections: Change[];
};

export type TableLine = {
  table: string;
  rounds: number;
  voided: number;
  corrections: number;
  drop_cents: number;
  wagered_cents: number;
  hold_cents: number;
  hold_percent: string | null;
  /** What players who banked won of the bettors, or lost to them. */
  bank_cents: number;
  /** What the house earned: its hold and its collection. */
  revenue_cents: number;
  house_cents: number;
  collection_cents: number;
  commission_cents: number;
  contributed_cents: number;
};

export type Happening = {
  id: number;
  at: number;
  code: string;
  text: string;
  actor: string | null;
  table_name: string | null;
  device: string | null;
  stream: string | null;
  seq: number | null;
};
