import type { Wager } from "../lib/types";
import type { PlayerBets } from "./player-bets.svelte";

/** How the chips of a spot are taken back: by the second button of a mouse, by a long touch, or by a key. */
export function removeChipHandlers(play: () => PlayerBets, wager: () => Wager): { onkeydown: (event: KeyboardEvent) => void; oncontextmenu: (event: Event) => void } {
  return {
    onkeydown: (event) => {
      if (event.key === "Delete" || event.key === "Backspace") play().removeChips(wager());
    },
    oncontextmenu: (event) => {
      event.preventDefault();
      play().removeChips(wager());
    },
  };
}
