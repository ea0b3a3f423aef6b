import { expect, it } from "vitest";
import { tableStage } from "../../../table/board/stage";
import { PLAYER_DEALER, tableView } from "../../testing/table-view";

const between = { phase: "between-rounds" as const };
const poker = { family: "ultimate-holdem" } as never;
const card = (face_down: boolean) => ({ position_in_hand: 1, card_number: 1, is_face_down: face_down });

it.each([
  [{ phase: "dealing" as const, game: poker, hands: { dealer: [card(true)] } }, "dealing"],
  [{ phase: "dealing" as const, game: poker, hands: { dealer: [card(false)] } }, "showdown"],
  [{ ...between, game: poker, shoe: null, player_dealer: PLAYER_DEALER }, "deck"],
  [{ ...between, game: poker, shoe: null, player_dealer: { ...PLAYER_DEALER, posted_cents: null } }, "posting"],
])("the stage of %j is %s", (given, name) => expect(tableStage(tableView(given), 1000).name).toBe(name));
