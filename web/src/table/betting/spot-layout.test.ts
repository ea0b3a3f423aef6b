import { describe, expect, it } from "vitest";
import { BANKER, PLAYER, TIE, wager } from "../../games/testing/table-view";
import { layOutPhoneSpots, layOutSpots, splitEvenly, spotTitle, zoneOf, type SpotLayout } from "./spot-layout";

const placed = (plan: SpotLayout): string[] =>
  [...plan.upperRows.flat(), ...plan.leftWing, ...plan.firstLines, ...plan.tie, ...plan.secondLines, ...plan.rightWing].map(
    (spot) => spot.wager.id,
  );
const many = (count: number, given = {}) =>
  Array.from({ length: count }, (_, nth) => wager(`side-${nth}`, { title: `Side ${nth}`, ...given }));

describe("the zone of a wager", () => {
  it("is the one that the server gives", () => expect([zoneOf(PLAYER), zoneOf(BANKER), zoneOf(TIE)]).toEqual(["player", "banker", "tie"]));
  it("does not depend on its title", () => expect(zoneOf(wager("panda-8", { title: "Panda 8", zone: "player" }))).toBe("player"));
  it("is both if the server gives none", () => expect(zoneOf(wager("pair", { title: "Pair" }))).toBe("both"));
});

describe("the layout of the spots", () => {
  it("places every wager exactly once", () => {
    for (const isNarrow of [false, true]) {
      for (let count = 0; count <= 24; count += 1) {
        const sides = [
          ...many(count),
          ...many(count % 5, { title: "Player's own", zone: "player" }).map((one) => ({ ...one, id: `own-${one.id}` })),
        ];
        const wagers = [PLAYER, TIE, BANKER, ...sides];
        expect(placed(layOutSpots(wagers, isNarrow)).sort()).toEqual(wagers.map((one) => one.id).sort());
      }
    }
  });

  it("puts the tie between the lines and side bets beside their hand", () => {
    const mine = wager("player-pair", { title: "Pair, Player", zone: "player" });
    const theirs = wager("banker-pair", { title: "Pair, Banker", zone: "banker" });
    const plan = layOutSpots([BANKER, theirs, TIE, mine, PLAYER]);
    expect(
      [plan.leftWing, plan.firstLines, plan.tie, plan.secondLines, plan.rightWing].map((spots) => spots.map((spot) => spot.wager.id)),
    ).toEqual([["player-pair"], ["player"], ["tie"], ["banker"], ["banker-pair"]]);
    const middles = [plan.leftWing, plan.firstLines, plan.tie, plan.secondLines, plan.rightWing].map((spots) => spots[0]?.x ?? NaN);
    expect(middles).toEqual([...middles].sort((one, other) => one - other));
  });

  it("follows the order of the hands from left to right", () => {
    const plan = layOutSpots([PLAYER, BANKER, wager("theirs", { zone: "banker" }), wager("between", { zone: "tie" })], false, [
      "banker",
      "player",
    ]);
    expect(
      [plan.leftWing, plan.firstLines, plan.tie, plan.secondLines, plan.rightWing].map((spots) => spots.map((spot) => spot.wager.id)),
    ).toEqual([["theirs"], ["banker"], ["between"], ["player"], []]);
  });

  it("puts an unknown wager into the band above", () => {
    const plan = layOutSpots([PLAYER, TIE, BANKER, wager("panda-9", { title: "Panda 9" })]);
    expect(plan.upperRows.flat().map((spot) => spot.wager.id)).toEqual(["panda-9"]);
  });

  it("keeps progressives in the band above, also those of a hand", () => {
    const plan = layOutSpots([PLAYER, BANKER, wager("meter", { title: "Banker Progressive", group: "progressive", zone: "banker" })]);
    expect(plan.upperRows.flat()).toHaveLength(1);
    expect(plan.rightWing).toEqual([]);
  });

  it("splits spots evenly into rows", () => {
    expect(splitEvenly([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([
      [1, 2, 3],
      [4, 5],
      [6, 7],
    ]);
    expect(splitEvenly([], 3)).toEqual([]);
    for (let count = 1; count <= 24; count += 1) expect(splitEvenly(many(count), 5).flat()).toHaveLength(count);
  });

  it("has at most six spots in a row", () => {
    for (let count = 1; count <= 24; count += 1)
      for (const row of layOutSpots([PLAYER, BANKER, ...many(count)]).upperRows) expect(row.length).toBeLessThanOrEqual(6);
  });
});

describe("the spots of a phone", () => {
  const side = (id: string, zone: string, title = id) => wager(id, { title, zone });
  const ids = (spots: readonly { wager: { id: string } }[] | undefined) => spots?.map((spot) => spot.wager.id);

  it("have the first hand's bets on the left, the second's on the right, and a bet without a partner between them", () => {
    const sides = [
      side("emperor-player", "player", "Emperor"),
      side("emperor-banker", "banker", "Emperor"),
      side("koi-7", "banker"),
      side("frog-6", "player"),
      side("super-6", "banker"),
    ];
    const { lines, columns } = layOutPhoneSpots([PLAYER, BANKER, TIE, ...sides], ["player", "banker"], 3);
    expect(ids(lines)).toEqual(["player", "tie", "banker"]);
    expect([ids(columns?.left), ids(columns?.middle), ids(columns?.right)]).toEqual([
      ["emperor-player", "frog-6"],
      ["super-6"],
      ["emperor-banker", "koi-7"],
    ]);
  });

  it("are in rows if there are too many between the hands", () => {
    const { columns, rows } = layOutPhoneSpots([PLAYER, TIE, BANKER, ...many(5)], ["player", "banker"], 3);
    expect(columns).toBeNull();
    expect(rows.map((row) => row.length)).toEqual([3, 2]);
  });

  it("place every wager exactly once", () => {
    for (let count = 0; count <= 12; count += 1) {
      const wagers = [
        PLAYER,
        TIE,
        BANKER,
        ...many(count),
        ...many(count % 4, { zone: "player" }).map((one) => ({ ...one, id: `own-${one.id}` })),
      ];
      const { lines, columns, rows } = layOutPhoneSpots(wagers, ["player", "banker"], 3);
      const placedSpots = [...lines, ...Object.values(columns ?? {}).flat(), ...rows.flat()];
      expect(ids(placedSpots)?.sort()).toEqual(wagers.map((one) => one.id).sort());
    }
  });
});

describe("the title on a spot", () => {
  const pair = { short_title: "Match Pair, Player", spot_title: "Match Pair" };
  it("leaves out the name of the hand beside that hand", () => expect(spotTitle(pair, "player")).toBe("Match Pair"));
  it("is the short title elsewhere", () => expect(spotTitle(pair, "both")).toBe("Match Pair, Player"));
});
