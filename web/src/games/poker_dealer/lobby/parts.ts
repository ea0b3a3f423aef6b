import { inCurrentLanguage } from "../../../lib/i18n.svelte";
import type { LobbyParts } from "../../parts";
import LastResults from "./LastResults.svelte";
import Picture from "./Picture.svelte";

const TITLE = { en: "Poker", es: "Póker", vi: "Poker", zh: "扑克" };

export const parts: LobbyParts = { title: inCurrentLanguage(TITLE), Picture, LastResults };
