import LastSides from "../../../lobby/LastSides.svelte";
import { inEvery } from "../../../lib/words.svelte";
import type { LobbyParts } from "../../parts";
import Picture from "./Picture.svelte";

const TITLE = { en: "Baccarat", es: "Bacará", vi: "Baccarat", zh: "百家乐" };

export const parts: LobbyParts = { title: inEvery(TITLE), Picture, Last: LastSides };
