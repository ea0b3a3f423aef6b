import LastWinners from "../../../lobby/LastWinners.svelte";
import { inCurrentLanguage } from "../../../lib/i18n.svelte";
import type { LobbyParts } from "../../parts";
import Picture from "./Picture.svelte";

const TITLE = { en: "Baccarat", es: "Bacará", vi: "Baccarat", zh: "百家乐" };

export const parts: LobbyParts = { title: inCurrentLanguage(TITLE), Picture, LastResults: LastWinners };
