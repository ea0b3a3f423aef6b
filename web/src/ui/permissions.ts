import { session, type Role } from "../lib/session.svelte";

/** Whether this person may give a command, as the house told it: what a person may not do is not offered to them. */
export function canSend(command: string): boolean {
  return session.me?.may.includes(command) ?? false;
}

/** A screen belongs to those whose work is done at it: each is opened by the command it is there for. */
const SCREEN_PERMISSION = { dealer: "read-card", pit: "search-events", cage: "reprint-voucher", office: "view-reports", surveillance: "send-notice" } as const;
export type StaffScreen = keyof typeof SCREEN_PERMISSION;
export const STAFF_SCREENS = ["dealer", "pit", "cage", "office", "surveillance"] as const;

/** Where each kind of work is done: a person lands there after signing in. A player chooses a table first. */
const HOME_SCREEN: Record<Role, StaffScreen | null> = { player: null, dealer: "dealer", supervisor: "pit", cashier: "cage", auditor: "office", admin: "office", surveillance: "surveillance" };
export const homeScreenOf = (role: Role): StaffScreen | null => HOME_SCREEN[role];

export function canOpen(screen: StaffScreen): boolean {
  return canSend(SCREEN_PERMISSION[screen]);
}
