import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

/** Attachment that passes key presses inside an element to `handleKey`, which returns true if it used the key. */
export function onKeys(handleKey: (pressed: string) => boolean, takesFocus: boolean): Attachment<HTMLElement> {
  return (group) => {
    // A dialog first focuses its own first button; move the focus here after that, so that the keys work at once.
    if (takesFocus) void tick().then(() => group.querySelector<HTMLElement>("button")?.focus());
    const onkeydown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !handleKey(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    group.addEventListener("keydown", onkeydown);
    return () => group.removeEventListener("keydown", onkeydown);
  };
}
