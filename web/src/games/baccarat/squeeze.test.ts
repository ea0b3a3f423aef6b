import { describe, expect, it } from "vitest";
import type { TableView } from "../../lib/types";
import { viewDuringSqueeze, revealedCards } from "./squeeze.svelte";

const shownCards = (...cards: (string | undefined)[]) =>
  cards.map((card, index) => ({
    position_in_hand: index + 1,
    card_number: index + 1,
    is_face_down: card === undefined,
    ...(card === undefined ? {} : { card }),
  }));
const viewWith = (more: object): TableView =>
  ({
    phase: "dealing",
    is_running: true,
    last_round: null,
    reveal: null,
    betting: { round: "t/7", closes_at: null },
    ...more,
  }) as unknown as TableView;
const START = {
  viewAtStart: viewWith({ hands: { player: shownCards(undefined, undefined), banker: shownCards(undefined, undefined) } }),
  hand: "player",
  until: 20_000,
};
const TURNED = viewWith({ hands: { player: shownCards("6s", "4d"), banker: shownCards("6d", "2c") } });
const SETTLED = viewWith({
  phase: "between-rounds",
  betting: { round: null, closes_at: null },
  hands: {},
  last_round: { round: "t/7", status: "settled", cards: { player: ["6s", "4d"], banker: ["6d", "2c"] } },
});
const next = (closes_at: number | null): TableView => viewWith({ phase: "betting", betting: { round: "t/8", closes_at }, hands: {} });

const shownDuringSqueeze = (serverView: TableView) => viewDuringSqueeze(START, serverView, ["6s", "4d"]);
const cards = (view: TableView | null, hand: string) => view?.hands[hand]?.map((card) => card.card ?? "back");

describe("while a hand is squeezed", () => {
  it("the squeezed cards are known and the other side's are not", () => {
    for (const serverView of [TURNED, SETTLED, next(null)]) {
      expect(cards(shownDuringSqueeze(serverView), "player")).toEqual(["6s", "4d"]);
      expect(cards(shownDuringSqueeze(serverView), "banker")).toEqual(["back", "back"]);
      expect(shownDuringSqueeze(serverView)?.phase).toBe("dealing");
    }
  });

  it("its cards come from the round in progress or from the result", () => {
    expect([
      revealedCards(TURNED, "t/7", "player"),
      revealedCards(SETTLED, "t/7", "player"),
      revealedCards(next(null), "t/7", "player"),
    ]).toEqual([["6s", "4d"], ["6s", "4d"], []]);
  });

  it("the squeeze ends if the next betting would close too soon", () => {
    expect(shownDuringSqueeze(next(24_000))).toBeNull();
    expect(shownDuringSqueeze(next(26_000))).not.toBeNull();
  });

  it("the countdown is the squeeze's own and the hand cannot be passed", () => {
    const reveal = { hand_to_reveal: "player", deadline_at: 90_000, time_limit_seconds: 70, seats_to_pass_to: [2, 3] };
    const during = viewDuringSqueeze({ ...START, viewAtStart: viewWith({ reveal, hands: START.viewAtStart.hands }) }, TURNED, []);
    expect(during?.reveal).toMatchObject({ deadline_at: START.until, time_limit_seconds: 15, seats_to_pass_to: [] });
  });

  it("a void round and a stopped table are shown at once", () => {
    expect(shownDuringSqueeze(viewWith({ ...SETTLED, last_round: { ...SETTLED.last_round, status: "void" } }))).toBeNull();
    expect(shownDuringSqueeze(viewWith({ ...TURNED, is_running: false }))).toBeNull();
  });
});
