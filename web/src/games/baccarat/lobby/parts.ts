import LastWinners from "../../../lobby/LastWinners.svelte";
import type { LobbyParts } from "../../parts";
import { t } from "../words";
import Picture from "./Picture.svelte";

export const parts: LobbyParts = { title: () => t("lobby.game"), Picture, LastResults: LastWinners };
