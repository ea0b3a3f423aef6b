import { inEvery } from "../../../lib/words.svelte";
import type { LobbyParts } from "../../parts";
import Last from "./Last.svelte";
import Picture from "./Picture.svelte";

const TITLE = { en: "Pai gow", es: "Pai gow", vi: "Pai gow", zh: "牌九" };

export const parts: LobbyParts = { title: inEvery(TITLE), Picture, Last };
