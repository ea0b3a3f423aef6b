import type { LobbyParts } from "../../../parts";
import LastResults from "../../lobby/LastResults.svelte";
import { t } from "../words";
import Picture from "./Picture.svelte";

export const parts: LobbyParts = { title: () => t("lobby.game"), Picture, LastResults };
