import { describe, expect, it } from "vitest";
import type { TableView } from "../../lib/types";
import { loadParts } from "../../table/game-loader";
import { GAME, settledRound, tableView } from "../testing/table-view";
import { drawRule, handPoints, handsOnTable, totalIfAllFaceUp, totalOfFaceUp } from "./hands";
import { drawRuleText, resultSentence, winningSide, winningWay } from "./sentences";

describe("the points of a hand", () => {
  it.each([
    [[], 0],
    [["9s", "Kd"], 9],
    [["7h", "8h", "As"], 6],
    [["Ts", "Jd", "Qc"], 0],
  ])("%j counts %i", (cards, total) => expect(handPoints(cards)).toBe(total));
  it("are unknown while a card is face down", () =>
    expect([totalIfAllFaceUp(["9s", null]), totalIfAllFaceUp([]), totalIfAllFaceUp(["9s", "4h"])]).toEqual([null, null, 3]));
});

describe("a finished round", () => {
  it("has a winner and a result sentence", () => {
    expect(winningSide({ player: ["9s", "Kd"], banker: ["Kh", "2c"] })).toBe("player");
    expect(winningSide({ player: ["2s"], banker: ["3h"] })).toBe("banker");
    expect(resultSentence({ player: ["9s"], banker: ["9h"] })).toBe("Tie, 9 all");
    expect(resultSentence({ player: ["9s", "Kd"], banker: ["Kh", "2c", "3c"] }, true)).toBe("Player wins, 9 over 5, 5 cards");
  });
});

describe("the announcement of the dealer", async () => {
  const { nextStepReason } = await loadParts("dealer", "baccarat");
  const card = (card: string, nth: number) => ({ position_in_hand: nth, card_number: nth, is_face_down: false, card });
  const hands = { player: ["2s", "3d", "3h"].map(card), banker: ["Kh", "7c"].map(card) };
  const staff = { next_step: { command: "call-result", text: "" } } as unknown as TableView["staff"];
  const announcement = (counts_cards: boolean) =>
    nextStepReason(tableView({ phase: "dealing", hands, ...(staff && { staff }), game: { ...GAME, counts_cards } }));

  it("includes the number of cards if there is a wager on it", () => expect(announcement(true)).toBe("Player wins, 8 over 7, 5 cards"));
  it("is the result alone otherwise", () => expect(announcement(false)).toBe("Player wins, 8 over 7"));
});

describe("the hands on the table", () => {
  const last = settledRound([]);
  it("are those of the last round until the first chip of the next one", () =>
    expect(handsOnTable(tableView(), last, false).player.map((card) => card.card)).toEqual(["9s", "Kd"]));
  it("are empty after the first chip", () => expect(handsOnTable(tableView(), last, true)).toMatchObject({ player: [], isLast: false }));
  it("stand if the drawing rule says so or the round is settled, not if it is void", () => {
    const drawing = { next: { hand: "banker", position_in_hand: 3 }, standing_hands: ["player"] };
    expect(handsOnTable(tableView({ phase: "dealing", next_draw: drawing }), last, true).standingHands).toEqual(["player"]);
    expect(handsOnTable(tableView(), last, false).standingHands).toEqual(["player", "banker"]);
    expect(handsOnTable(tableView(), { ...last, status: "void" }, false).standingHands).toEqual([]);
  });
  it("do not show face-down cards", () => {
    const hands = { player: [{ position_in_hand: 1, card_number: 1, is_face_down: true }], banker: [] };
    expect(handsOnTable(tableView({ phase: "dealing", hands }), last, true).player).toEqual([{ nth: 1, card: null }]);
  });
});

describe("the rule of the third cards", () => {
  it("is named once the first four cards are face up", () => {
    expect(drawRule(["Ks", null], ["2c", "5h"], null)).toBeNull();
    expect(drawRule(["Ks", "8d"], ["2c", "5h"], null)).toEqual({ kind: "natural", points: 8 });
    expect(drawRule(["Ks", "5h"], ["Ac", "Ad"], "player")).toEqual({ kind: "under", hand: "player", total: 5 });
    expect(drawRule(["Ks", "7h"], ["Ac", "4d"], "banker")).toEqual({ kind: "under", hand: "banker", total: 5 });
    expect(drawRule(["Ks", "5h", "8d"], ["Ac", "Ad"], "banker")).toEqual({ kind: "against", hand: "banker", total: 2, card: 8 });
    expect(drawRule(["Ks", "5h", null], ["Ac", "Ad"], "banker")).toBeNull();
    expect(drawRule(["Ks", "7h"], ["Kc", "6d"], null)).toEqual({ kind: "stand" });
  });

  it("and the totals count face-up cards only", () => {
    expect([totalOfFaceUp(["5h", null]), totalOfFaceUp([null]), totalOfFaceUp(["5h", "7d"])]).toEqual([5, null, 2]);
  });

  it("and the winner's way are said in a line", () => {
    expect(drawRuleText({ kind: "under", hand: "player", total: 5 })).toBe("Player draws: 5 is under 6");
    expect(winningWay({ player: ["Ks", "5h", "8d"], banker: ["Ac", "Ad", "4s"] })).toBe("With three cards");
    expect(winningWay({ player: ["Ks", "9h"], banker: ["Ac", "Ad"] })).toBe("With a natural 9");
  });
});
