import type { LobbyParts } from "../../../parts";
import Last from "../../lobby/Last.svelte";
import { t } from "../words";
import Picture from "./Picture.svelte";

export const parts: LobbyParts = { title: () => t("lobby.game"), Picture, Last };
