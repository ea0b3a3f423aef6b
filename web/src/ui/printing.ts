export type Trouble = "offline" | "paper" | "fault";
/** A page that was asked for, and what came of it. */
export type PrintJob = {
  id: string;
  what: "ticket" | "slip" | "page" | "coupon";
  about: string;
  printer: string;
  at: number;
  by: string;
  copy_number: number;
  state: "printing" | "printed" | "failed";
  trouble: Trouble | null;
  said: string;
  still_wanted: boolean;
};
/** A printer of the house. */
export type HousePrinter = { name: string; title: string; prints: string[]; terminals: string[]; trouble: Trouble | null; said: string };

export const PRINTERS_MS = 10_000;
