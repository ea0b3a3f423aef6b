import { session } from "../lib/session.svelte";
import type { Permission, Role } from "../lib/types";

/** True if the signed-in user may send this command, according to the server. */
export function canSend(command: Permission): boolean {
  return session.me?.may.includes(command) ?? false;
}

/** The command a user must be allowed to send to open each staff screen. */
const SCREEN_PERMISSION = {
  dealer: "read-card",
  pit: "search-events",
  cage: "reprint-voucher",
  office: "view-reports",
  surveillance: "send-notice",
} as const;
export type StaffScreen = keyof typeof SCREEN_PERMISSION;
export const STAFF_SCREENS = ["dealer", "pit", "cage", "office", "surveillance"] as const;

/** The screen each role sees after signing in; null: the lobby. */
const HOME_SCREEN: Record<Role, StaffScreen | null> = {
  player: null,
  dealer: "dealer",
  supervisor: "pit",
  cashier: "cage",
  auditor: "office",
  admin: "office",
  surveillance: "surveillance",
};
export const homeScreenOf = (role: Role): StaffScreen | null => HOME_SCREEN[role];

export function canOpen(screen: StaffScreen): boolean {
  return canSend(SCREEN_PERMISSION[screen]);
}

/** True if the signed-in user may open the Lab: staff in every house, and players where they play with play money. */
export function canOpenLab(): boolean {
  return canSend("use-lab") && (session.me?.role !== "player" || session.house?.demonstration === true);
}
