import LastSides from "../../../lobby/LastSides.svelte";
import type { LobbyParts } from "../../parts";

export const parts: LobbyParts = { Last: LastSides };
