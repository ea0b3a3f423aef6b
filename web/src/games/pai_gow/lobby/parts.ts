import { inCurrentLanguage } from "../../../lib/i18n.svelte";
import type { LobbyParts } from "../../parts";
import LastResults from "./LastResults.svelte";
import Picture from "./Picture.svelte";

const TITLE = { en: "Pai gow", es: "Pai gow", vi: "Pai gow", zh: "牌九" };

export const parts: LobbyParts = { title: inCurrentLanguage(TITLE), Picture, LastResults };
