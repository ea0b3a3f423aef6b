import type { Translation } from "../../../lib/i18n.svelte";

/** What an idle cabinet says. */
export const words = {
  touch: "Touch to play",
  how: "Touch the screen, sign in and take a seat",
  seats: { one: "{count} seat free", other: "{count} seats free" },
  side_from: "side bets from {amount}",
  last_round: "Last round at this table, round {number}, ended {time}",
  replayed: "dealt again",
  result: "Result",
  no_round: "No round has been dealt here yet",
  pays: "What it pays",
  wins: "wins {chance}",
  wins_by: "{what}, {chance}",
  meters_here: "Jackpots at this table",
  meters_house: "Jackpots in this house, at other tables",
  table: "table {number}",
  bets_open: "Bets are open.",
  bets_after: "Bets open when this round is over.",
  bets_soon: "Bets open shortly.",
};
export type Words = Translation<typeof words>;
