import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

/** Keys by which a piece is entered: `key` does what one of the keyboard means there, and says whether it meant something. */
export function onKeys(handleKey: (pressed: string) => boolean, takesFocus: boolean): Attachment<HTMLElement> {
  return (group) => {
    // In a dialog the keys work at once, as they do on the console itself; the dialog takes the focus first, to its own first button.
    if (takesFocus) void tick().then(() => group.querySelector<HTMLElement>("button")?.focus());
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !handleKey(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    group.addEventListener("keydown", pressed);
    return () => group.removeEventListener("keydown", pressed);
  };
}
