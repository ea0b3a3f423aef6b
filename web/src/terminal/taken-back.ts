import type { Wager } from "../lib/types";
import type { Play } from "./play.svelte";

/** How the chips of a spot are taken back: by the second button of a mouse, by a long touch, or by a key. */
export function takenBack(play: () => Play, wager: () => Wager): { onkeydown: (event: KeyboardEvent) => void; oncontextmenu: (event: Event) => void } {
  return {
    onkeydown: (event) => {
      if (event.key === "Delete" || event.key === "Backspace") play().takeBack(wager());
    },
    oncontextmenu: (event) => {
      event.preventDefault();
      play().takeBack(wager());
    },
  };
}
