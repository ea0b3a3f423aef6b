import { describe, expect, it } from "vitest";
import type { TableView } from "../../../lib/types";
import { viewDuringSqueeze, revealedCards } from "./squeeze.svelte";

const lying = (...cards: (string | undefined)[]) => cards.map((card, place) => ({ nth: place + 1, place: place + 1, face_down: card === undefined, ...(card === undefined ? {} : { card }) }));
const at = (more: object): TableView => ({ phase: "dealing", is_running: true, last_round: null, reveal: null, betting: { round: "t/7", closes_at: null }, ...more }) as unknown as TableView;
const BEGUN = { viewAtStart: at({ hands: { player: lying(undefined, undefined), banker: lying(undefined, undefined) } }), hand: "player", until: 20_000 };
const TURNED = at({ hands: { player: lying("6s", "4d"), banker: lying("6d", "2c") } });
const SETTLED = at({ phase: "between-rounds", betting: { round: null, closes_at: null }, hands: {}, last_round: { round: "t/7", status: "settled", cards: { player: ["6s", "4d"], banker: ["6d", "2c"] } } });
const next = (closes_at: number | null): TableView => at({ phase: "betting", betting: { round: "t/8", closes_at }, hands: {} });

const held = (told: TableView) => viewDuringSqueeze(BEGUN, told, ["6s", "4d"]);
const cards = (view: TableView | null, hand: string) => view?.hands[hand]?.map((one) => one.card ?? "back");

describe("while a hand is squeezed", () => {
  it("its own cards are known and the other side's are not", () => {
    for (const told of [TURNED, SETTLED, next(null)]) {
      expect(cards(held(told), "player")).toEqual(["6s", "4d"]);
      expect(cards(held(told), "banker")).toEqual(["back", "back"]);
      expect(held(told)?.phase).toBe("dealing");
    }
  });

  it("its cards are read from the felt, or from the result", () => {
    expect([revealedCards(TURNED, "t/7", "player"), revealedCards(SETTLED, "t/7", "player"), revealedCards(next(null), "t/7", "player")]).toEqual([["6s", "4d"], ["6s", "4d"], []]);
  });

  it("bets that would close too soon are not held back", () => {
    expect(held(next(24_000))).toBeNull();
    expect(held(next(26_000))).not.toBeNull();
  });

  it("a round that is broken off is told at once, and a table that stops", () => {
    expect(held(at({ ...SETTLED, last_round: { ...SETTLED.last_round, status: "void" } }))).toBeNull();
    expect(held(at({ ...TURNED, is_running: false }))).toBeNull();
  });
});
