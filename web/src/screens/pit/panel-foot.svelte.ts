import { createContext, type Snippet } from "svelte";

/** Foot of a table's panel, which stays in sight. It has the answers to the loudest alert of the table. */
export class PanelFoot {
  answers = $state.raw<Snippet | null>(null);
  /** Whether the controls of the table are shown below the answers. */
  isUnfolded = $state(false);
}

export const [getPanelFoot, setPanelFoot] = createContext<PanelFoot>();
