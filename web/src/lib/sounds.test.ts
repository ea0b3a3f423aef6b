import { beforeEach, describe, expect, it, vi } from "vitest";
import { preferences } from "./preferences.svelte";
import type { WinTier } from "./win-tier";

/** An ear: it counts what is struck and brushed, and when the last of it is over. */
const heard = { struck: 0, brushed: 0, until: 0 };
const line = () => ({ value: 0, setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined });
const node = (more: object = {}) => ({ connect: (next: unknown) => next, gain: line(), frequency: line(), Q: line(), ...more });
const stop = (at: number): void => void (heard.until = Math.max(heard.until, at));
class Ear {
  currentTime = 0;
  sampleRate = 100;
  state = "running";
  destination = node();
  createGain = () => node();
  createDynamicsCompressor = () => node();
  createBiquadFilter = () => node();
  createBuffer = () => ({ getChannelData: () => new Float32Array(50) });
  createOscillator = () => node({ start: () => (heard.struck += 1), stop });
  createBufferSource = () => node({ start: () => (heard.brushed += 1), stop });
}

async function listen(sound: (all: typeof import("./sounds")) => void): Promise<typeof heard> {
  vi.resetModules();
  vi.stubGlobal("AudioContext", Ear);
  const { preferences: fresh } = await import("./preferences.svelte");
  fresh.update({ sounds: preferences.sounds });
  Object.assign(heard, { struck: 0, brushed: 0, until: 0 });
  sound(await import("./sounds"));
  return { ...heard };
}

describe("sounds", () => {
  beforeEach(() => preferences.update({ sounds: true }));

  it("are off until somebody turns them on", async () => {
    preferences.update({ sounds: false });
    expect(await listen((all) => [all.playCardSound(), all.playChipSound(), all.playWinSound("jackpot"), all.playDiceSound(900)])).toEqual({ struck: 0, brushed: 0, until: 0 });
  });

  it("a card is paper, a chip is clay, a second is wood", async () => {
    expect(await listen((all) => all.playCardSound())).toMatchObject({ struck: 0, brushed: 1 });
    expect(await listen((all) => all.playChipSound())).toMatchObject({ struck: 6, brushed: 2 });
    expect((await listen((all) => all.playCountdownSound(3))).until).toBeLessThan(0.1);
  });

  it("a larger win sounds longer, and no win not at all", async () => {
    const lasts: number[] = [];
    for (const tier of ["none", "even", "good", "great", "jackpot"] satisfies WinTier[]) lasts.push((await listen((all) => all.playWinSound(tier))).until);
    expect(lasts[0]).toBe(0);
    expect(lasts).toEqual([...lasts].sort((one, other) => one - other));
    expect(new Set(lasts).size).toBe(5);
  });

  it("dice rattle as long as they roll", async () => {
    const { until } = await listen((all) => all.playDiceSound(900));
    expect(until).toBeGreaterThan(0.7);
    expect(until).toBeLessThan(1.1);
  });
});
