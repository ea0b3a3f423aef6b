import type { Wager } from "../../lib/types";
import type { PlayerBets } from "./player-bets.svelte";

/** Event handlers that remove the chips of a spot: Delete or Backspace, right click or long touch. */
export function removeChipHandlers(
  play: () => PlayerBets,
  wager: () => Wager,
): { onkeydown: (event: KeyboardEvent) => void; oncontextmenu: (event: Event) => void } {
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
