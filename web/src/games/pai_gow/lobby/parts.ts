import type { LobbyParts } from "../../parts";
import Last from "./Last.svelte";

export const parts: LobbyParts = { Last };
