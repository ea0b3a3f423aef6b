import { inCurrentLanguage } from "../../../lib/i18n.svelte";
import type { LobbyParts } from "../../parts";
import LastResults from "./LastResults.svelte";
import Picture from "./Picture.svelte";

const TITLE = { en: "Blackjack", es: "Blackjack", vi: "Xì dách", zh: "二十一点" };

export const parts: LobbyParts = { title: inCurrentLanguage(TITLE), Picture, LastResults };
