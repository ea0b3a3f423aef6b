export type PrinterProblem = "offline" | "paper" | "fault";
/** A print job and its state. */
export type PrintJob = {
  id: string;
  what: "ticket" | "slip" | "page" | "coupon";
  about: string;
  printer: string;
  at: number;
  by: string;
  copy_number: number;
  state: "printing" | "printed" | "failed";
  trouble: PrinterProblem | null;
  said: string;
  still_wanted: boolean;
};
export type HousePrinter = {
  name: string;
  title: string;
  prints: string[];
  terminals: string[];
  trouble: PrinterProblem | null;
  said: string;
};

export const PRINTER_POLL_MS = 10_000;
