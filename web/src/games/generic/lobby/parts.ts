import { inCurrentLanguage } from "../../../lib/i18n.svelte";
import type { LobbyParts } from "../../parts";
import LastResults from "./LastResults.svelte";
import Picture from "./Picture.svelte";

const TITLE = { en: "Other games", es: "Otros juegos", vi: "Trò chơi khác", zh: "其他游戏" };

export const parts: LobbyParts = { title: inCurrentLanguage(TITLE), Picture, LastResults };
