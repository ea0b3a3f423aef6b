import type { StaffRound, TableView } from "../lib/types";

export type { ArchivedBank, StaffCorrection, NamedStaffResult, Settings, StaffResult } from "../lib/types";

/** What staff see of a table besides what everybody does. */
export type StaffView = TableView & { staff: NonNullable<TableView["staff"]> };
export type PaidJackpot = StaffView["staff"]["paid_jackpots"][number];
/** What a round was told; of interest here are the decisions. */
export type ArchivedStaffRound = Omit<StaffRound, "answers"> & { answers?: { seat?: number; decided?: string; mark?: string }[] };

export type TableReportRow = {
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

export type EventEntry = {
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
