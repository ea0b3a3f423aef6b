import type { StaffRound } from "../../lib/types";

export type { ArchivedBank, StaffCorrection, NamedStaffResult, PaidJackpot, Settings, StaffResult } from "../../lib/types";

/** An archived round with typed answers: the fields of the decisions. */
export type ArchivedStaffRound = Omit<StaffRound, "answers"> & { answers?: { seat?: number; decided?: string; mark?: string }[] };

/** A row of the `tables` report. */
export type TableReportRow = {
  table: string;
  rounds: number;
  voided: number;
  corrections: number;
  drop_cents: number;
  wagered_cents: number;
  hold_cents: number;
  hold_percent: string | null;
  /** What the player-dealers won from the bettors; negative if they lost. */
  bank_cents: number;
  /** What the casino earned: its hold and its collection. */
  revenue_cents: number;
  house_cents: number;
  collection_cents: number;
  commission_cents: number;
  contributed_cents: number;
};
