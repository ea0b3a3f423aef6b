import { inEvery } from "../../../lib/words.svelte";
import type { LobbyParts } from "../../parts";
import Last from "./Last.svelte";
import Picture from "./Picture.svelte";

const TITLE = { en: "Poker", es: "Póker", vi: "Poker", zh: "扑克" };

export const parts: LobbyParts = { title: inEvery(TITLE), Picture, Last };
