import type { Translation } from "../../../lib/i18n.svelte";

/** What an idle cabinet says. */
export const words = {
  limits: "Wager",
  seats: "Seats free",
  touch: "Touch to play",
};
export type Words = Translation<typeof words>;
