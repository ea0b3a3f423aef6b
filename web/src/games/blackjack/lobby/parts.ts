import { inEvery } from "../../../lib/words.svelte";
import type { LobbyParts } from "../../parts";
import Last from "./Last.svelte";
import Picture from "./Picture.svelte";

const TITLE = { en: "Blackjack", es: "Blackjack", vi: "Xì dách", zh: "二十一点" };

export const parts: LobbyParts = { title: inEvery(TITLE), Picture, Last };
