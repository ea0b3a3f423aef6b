import type { Translation } from "../../../lib/i18n.svelte";

/** How a second factor is set up. */
export const words = {
  title: "Your second factor",
  why: "In this house your work is protected by a code from your phone as well. Set it up once, before anything else.",
  scan: "Scan this with an authenticator app",
  or_type: "Or type this key into it",
  link: "Open the authenticator on this device",
  code: "The six digits it shows now",
  prove: "Use it from now on",
  again: "Make another key",
  recovery: "Your recovery codes",
  recovery_why:
    "Each lets you in once if the phone is lost. Write them down now and keep them apart from your password: they are not shown again.",
  done: "I have written them down",
};
export type Words = Translation<typeof words>;
