import type { LobbyParts } from "../../../table/game-parts";
import { t } from "../words";
import LastResults from "./LastResults.svelte";
import Picture from "./Picture.svelte";

export const parts: LobbyParts = { title: () => t("lobby.game"), Picture, LastResults };
