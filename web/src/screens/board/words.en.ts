import type { Translation } from "../../lib/i18n.svelte";

/** Texts of the wall of all tables. Keep them short: they are read from ten metres. */
export const words = {
  clock: "Time of the house",
  free: "{count} free",
  full: "full",
  in_play: "Also in play: {count}",
  open: "Open, the first chip starts the round: {count}",
  open_only: "Open tables: {count}",
  closed: "Closed: {tables}",
  tables: { one: "table {tables}", other: "tables {tables}" },
  hit: "hit",
  jackpot_hit: "Jackpot hit, being checked",
  "now.betting": "Betting",
  "now.dealing": "Dealing",
  "now.paused": "Paused",
  "now.between": "Next round",
  "seats.deciding": { one: "{count} decides", other: "{count} decide" },
  "seats.played": { one: "{count} has played", other: "{count} have played" },
  "seats.folded": { one: "{count} folded", other: "{count} folded" },
  "seats.setting": { one: "{count} setting", other: "{count} setting" },
  "seats.set": { one: "{count} ready", other: "{count} ready" },
  "seats.won": { one: "{count} wins", other: "{count} win" },
  "seats.pushed": { one: "{count} pushes", other: "{count} push" },
  "seats.lost": { one: "{count} loses", other: "{count} lose" },
};
export type Words = Translation<typeof words>;
