import type { Translation } from "../../../lib/i18n.svelte";

/** Several tables side by side. */
export const words = {
  title: { one: "One table", "=2": "Two tables", "=3": "Three tables", "=4": "Four tables", other: "{count} tables" },
  swap: "Change places",
  add: "Add a table",
  touch: "The chip goes where you touch.",
  waits: { one: "Table {number} waits for you, 1 second.", other: "Table {number} waits for you, {count} seconds." },
  turn: "Your turn",
  betting: "Betting",
  at_zero: "at zero this is done for you",
  more: "{amount} more",
  staked: "Staked here",
  staked_all: { one: "Staked, 1 table", other: "Staked, {count} tables" },
  last_all: "Last rounds",
};
export type Words = Translation<typeof words>;
