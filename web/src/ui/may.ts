import { session, type Role } from "../lib/session.svelte";

/** Whether this person may give a command, as the house told it: what a person may not do is not offered to them. */
export function may(command: string): boolean {
  return session.me?.may.includes(command) ?? false;
}

/** A screen belongs to those whose work is done at it: each is opened by the command it is there for. */
const DOORS = { dealer: "read-card", pit: "search-events", cage: "reprint-voucher", office: "view-reports", surveillance: "send-notice" } as const;
export type StaffScreen = keyof typeof DOORS;
export const STAFF_SCREENS = ["dealer", "pit", "cage", "office", "surveillance"] as const;

/** Where each kind of work is done: a person lands there after signing in. A player chooses a table first. */
const DESKS: Record<Role, StaffScreen | null> = { player: null, dealer: "dealer", supervisor: "pit", cashier: "cage", auditor: "office", admin: "office", surveillance: "surveillance" };
export const deskOf = (role: Role): StaffScreen | null => DESKS[role];

export function mayOpen(screen: StaffScreen): boolean {
  return may(DOORS[screen]);
}
