import { inEvery } from "../../../lib/words.svelte";
import type { LobbyParts } from "../../parts";
import Last from "./Last.svelte";
import Picture from "./Picture.svelte";

const TITLE = { en: "War", es: "Guerra", vi: "War (so bài)", zh: "比大小（War）" };

export const parts: LobbyParts = { title: inEvery(TITLE), Picture, Last };
