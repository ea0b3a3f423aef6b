import { beforeEach, describe, expect, it, vi } from "vitest";
import { preferences } from "./preferences.svelte";
import type { WinTier } from "./win-tier";

/** What the fake AudioContext recorded: tones, noises, and the time in seconds at which the last one stops. */
const recorded = { tones: 0, noises: 0, endsAt: 0 };
const audioParam = () => ({ value: 0, setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined });
const node = (members: object = {}) => ({
  connect: (next: unknown) => next,
  gain: audioParam(),
  frequency: audioParam(),
  Q: audioParam(),
  ...members,
});
const stop = (at: number): void => void (recorded.endsAt = Math.max(recorded.endsAt, at));
class FakeAudioContext {
  currentTime = 0;
  sampleRate = 100;
  state = "running";
  destination = node();
  createGain = () => node();
  createDynamicsCompressor = () => node();
  createBiquadFilter = () => node();
  createBuffer = () => ({ getChannelData: () => new Float32Array(50) });
  createOscillator = () => node({ start: () => (recorded.tones += 1), stop });
  createBufferSource = () => node({ start: () => (recorded.noises += 1), stop });
}

async function record(sound: (sounds: typeof import("./sounds")) => void, mutedSounds: readonly "chips"[] = []): Promise<typeof recorded> {
  vi.resetModules();
  vi.stubGlobal("AudioContext", FakeAudioContext);
  const { preferences: freshPreferences } = await import("./preferences.svelte");
  freshPreferences.update({ sounds: preferences.sounds, mutedSounds });
  Object.assign(recorded, { tones: 0, noises: 0, endsAt: 0 });
  sound(await import("./sounds"));
  return { ...recorded };
}

describe("sounds", () => {
  beforeEach(() => preferences.update({ sounds: true, mutedSounds: [] }));

  it("are off until the viewer turns them on", async () => {
    preferences.update({ sounds: false });
    expect(
      await record((sounds) => [sounds.playCardSound(), sounds.playChipSound(), sounds.playWinSound("jackpot"), sounds.playDiceSound(900)]),
    ).toEqual({ tones: 0, noises: 0, endsAt: 0 });
  });

  it("a card is noise, a chip is tones and noise, a countdown tick is short", async () => {
    expect(await record((sounds) => sounds.playCardSound())).toMatchObject({ tones: 0, noises: 1 });
    expect(await record((sounds) => sounds.playChipSound())).toMatchObject({ tones: 6, noises: 2 });
    expect((await record((sounds) => sounds.playCountdownSound(3))).endsAt).toBeLessThan(0.1);
  });

  it("a larger win sounds longer, and no win is silent", async () => {
    const durations: number[] = [];
    for (const tier of ["none", "even", "good", "great", "jackpot"] satisfies WinTier[])
      durations.push((await record((sounds) => sounds.playWinSound(tier))).endsAt);
    expect(durations[0]).toBe(0);
    expect(durations).toEqual([...durations].sort((left, right) => left - right));
    expect(new Set(durations).size).toBe(5);
  });

  it("a kind that is off is silent, and the others sound", async () => {
    expect(await record((sounds) => sounds.playChipSound(), ["chips"])).toMatchObject({ tones: 0, noises: 0 });
    expect(await record((sounds) => sounds.playCardSound(), ["chips"])).toMatchObject({ noises: 1 });
  });

  it("the dice sound is as long as the roll", async () => {
    const { endsAt } = await record((sounds) => sounds.playDiceSound(900));
    expect(endsAt).toBeGreaterThan(0.7);
    expect(endsAt).toBeLessThan(1.1);
  });
});
