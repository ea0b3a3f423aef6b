import { inCurrentLanguage } from "../../../lib/i18n.svelte";
import type { LobbyParts } from "../../parts";
import LastResults from "./LastResults.svelte";
import Picture from "./Picture.svelte";

const TITLE = { en: "War", es: "Guerra", vi: "War (so bài)", zh: "比大小（War）" };

export const parts: LobbyParts = { title: inCurrentLanguage(TITLE), Picture, LastResults };
