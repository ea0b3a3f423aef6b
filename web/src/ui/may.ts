import { session, type Role } from "../lib/session.svelte";

/** Who may give which command, as the house's own table has it: what a person may not do is not offered to them. */
const MAY: Record<string, readonly Role[]> = {
  "open-table": ["supervisor", "admin"],
  "close-table": ["supervisor", "admin"],
  "pause-table": ["supervisor"],
  "resume-table": ["supervisor"],
  "change-settings": ["supervisor", "admin"],
  "answer-call": ["supervisor"],
  "void-round": ["supervisor"],
  "free-hand": ["supervisor"],
  "request-correction": ["supervisor"],
  "approve-correction": ["supervisor"],
  "reject-correction": ["supervisor"],
  "confirm-jackpot": ["supervisor", "admin"],
  "reject-jackpot": ["supervisor", "admin"],
  "open-dispute": ["supervisor"],
  "close-dispute": ["supervisor"],
  "clear-hold": ["supervisor"],
  "make-bundle": ["supervisor", "auditor", "admin"],
  "void-voucher": ["supervisor"],
  "reprint-voucher": ["supervisor", "cashier"],
  "redeem-voucher": ["cashier"],
  "buy-in": ["cashier"],
  "pay-hand-pay": ["cashier"],
  "open-shift": ["cashier"],
  "fill-drawer": ["supervisor", "cashier"],
  "create-meter": ["admin"],
  "change-meter": ["admin"],
  "adjust-meter": ["supervisor", "admin"],
  "stop-meter": ["supervisor", "admin"],
  "start-meter": ["supervisor", "admin"],
  "create-user": ["admin"],
  "change-user": ["admin"],
  "unlock-user": ["supervisor", "admin"],
  "reset-password": ["admin"],
  "pair-terminal": ["supervisor", "admin"],
  "verify-log": ["auditor", "admin"],
  "export": ["auditor", "admin"],
  "see-reports": ["supervisor", "auditor", "admin"],
  "backup": ["admin"],
};

export function may(command: string): boolean {
  const role = session.me?.role;
  return role !== undefined && (MAY[command] ?? []).includes(role);
}
