import { preferences, type SoundKind } from "./preferences.svelte";
import type { WinTier } from "./win-tier";

/** Synthesized sounds of the table (Web Audio, no recordings). Silent unless the viewer turned sounds on. */
type AudioOutput = { context: BaseAudioContext; destination: AudioNode; noise: AudioBuffer };
type ToneOptions = { hertz: number; ms: number; gain: number; delayMs?: number; waveform?: OscillatorType; attackMs?: number };
/** The band-pass filter moves from `fromHertz` to `toHertz`; `q` is its quality factor. */
type NoiseOptions = { fromHertz: number; toHertz: number; ms: number; gain: number; delayMs?: number; q?: number };

type LiveOutput = AudioOutput & { context: AudioContext; volume: GainNode };

const RENDER_RATE_HERTZ = 44_100;
/** Not 0: an exponential ramp cannot reach zero. */
const SILENT_GAIN = 0.0001;
let liveOutput: LiveOutput | null = null;

/** Return an audio output in a context: a volume, and after it a compressor for many chips that sound at once. */
function connectOutput<C extends BaseAudioContext>(context: C): AudioOutput & { context: C; volume: GainNode } {
  const volume = context.createGain();
  volume.connect(context.createDynamicsCompressor()).connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return { context, destination: volume, volume, noise };
}

/** Return the audio output, created on first use; null if sounds of the kind are off or the browser has no Web Audio. */
function openAudioOutput(kind: SoundKind): AudioOutput | null {
  if (!preferences.hasSound(kind) || typeof AudioContext === "undefined") return null;
  liveOutput ??= connectOutput(new AudioContext());
  liveOutput.volume.gain.value = preferences.volume / 100;
  if (liveOutput.context.state === "suspended") void liveOutput.context.resume();
  return liveOutput;
}

/** Play a tone that fades out, like something struck. */
function playTone(output: AudioOutput, { hertz, ms, gain, delayMs = 0, waveform = "sine", attackMs = 2 }: ToneOptions): void {
  const { context, destination } = output;
  const start = context.currentTime + delayMs / 1000;
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.type = waveform;
  oscillator.frequency.value = hertz;
  volume.gain.setValueAtTime(SILENT_GAIN, start);
  volume.gain.exponentialRampToValueAtTime(gain, start + attackMs / 1000);
  volume.gain.exponentialRampToValueAtTime(SILENT_GAIN, start + (attackMs + ms) / 1000);
  oscillator.connect(volume).connect(destination);
  oscillator.start(start);
  oscillator.stop(start + (attackMs + ms) / 1000);
}

/** Play noise through a moving band-pass filter, like paper on felt. */
function playNoise(output: AudioOutput, { fromHertz, toHertz, ms, gain, delayMs = 0, q = 1 }: NoiseOptions): void {
  const { context, destination } = output;
  const start = context.currentTime + delayMs / 1000;
  const end = start + ms / 1000;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const volume = context.createGain();
  source.buffer = output.noise;
  filter.type = "bandpass";
  filter.Q.value = q;
  filter.frequency.setValueAtTime(fromHertz, start);
  filter.frequency.exponentialRampToValueAtTime(toHertz, end);
  volume.gain.setValueAtTime(SILENT_GAIN, start);
  volume.gain.exponentialRampToValueAtTime(gain, start + ms / 4000);
  volume.gain.exponentialRampToValueAtTime(SILENT_GAIN, end);
  source.connect(filter).connect(volume).connect(destination);
  source.start(start, Math.random() * 0.3);
  source.stop(end);
}

/** Return the value changed at random by at most 3%, so that no two sounds are alike. */
const withVariation = (value: number): number => value * (0.97 + Math.random() * 0.06);

/** Play one chip on another: three inharmonic tones and a short noise. */
function playChipClick(output: AudioOutput, delayMs: number, gain: number): void {
  for (const [hertz, share] of [
    [2350, 1],
    [3870, 0.55],
    [5600, 0.3],
  ] as const)
    playTone(output, { hertz: withVariation(hertz), ms: 46, gain: gain * share, delayMs, attackMs: 1 });
  playNoise(output, { fromHertz: 5200, toHertz: 3200, ms: 18, gain: gain * 0.6, delayMs });
}

/** Play a small bell: the tone, its octave and the fifth above, each shorter than the one below. */
function playBell(output: AudioOutput, hertz: number, delayMs: number, gain: number, ms: number): void {
  for (const [multiple, share, duration] of [
    [1, 1, 1],
    [2, 0.35, 0.6],
    [3.01, 0.16, 0.35],
  ] as const)
    playTone(output, { hertz: hertz * multiple, ms: ms * duration, gain: gain * share, delayMs, attackMs: 4 });
}

/** A sound: its kind, its longest duration, and the function that plays it. */
type Sound = { kind: SoundKind; ms: number; play: (output: AudioOutput) => void };

function playIfEnabled({ kind, play }: Sound): void {
  const output = openAudioOutput(kind);
  if (output !== null) play(output);
}

/** A card that slides over the felt. */
const CARD: Sound = {
  kind: "cards",
  ms: 130,
  play: (output) => playNoise(output, { fromHertz: withVariation(2600), toHertz: 900, ms: 110, gain: 0.12 }),
};

/** A card that is turned: the flick of its edge, then the tap on the table. */
const CARD_TURN: Sound = {
  kind: "cards",
  ms: 120,
  play: (output) => {
    playNoise(output, { fromHertz: withVariation(3800), toHertz: 1500, ms: 36, gain: 0.16 });
    playTone(output, { hertz: 150, ms: 70, gain: 0.1, delayMs: 28 });
  },
};

/** A chip that is set on another. */
const CHIP: Sound = {
  kind: "chips",
  ms: 120,
  play: (output) => {
    playChipClick(output, 0, 0.085);
    playChipClick(output, withVariation(46), 0.04);
  },
};

/** Chips that are pushed: one click for each chip, at most seven. */
const pushedChips = (chips: number): Sound => ({
  kind: "chips",
  ms: 500,
  play: (output) => Array.from({ length: Math.min(7, chips) }, (_, index) => playChipClick(output, index * withVariation(52), 0.05)),
});

/** The tick of a countdown, a wooden click; higher in the last second. */
const tick = (secondsLeft: number): Sound => ({
  kind: "clock",
  ms: 80,
  play: (output) => {
    playTone(output, { hertz: secondsLeft === 1 ? 988 : 740, ms: 60, gain: 0.09, waveform: "triangle", attackMs: 1 });
    playNoise(output, { fromHertz: 1800, toHertz: 1200, ms: 16, gain: 0.05 });
  },
});

/** Dice in the shaker for the first half of the time, then slowing down on the felt. */
const dice = (ms: number): Sound => ({
  kind: "cards",
  ms: ms + 100,
  play: (output) => {
    for (let at = 0; at < ms; at += withVariation(at < ms / 2 ? 48 : 48 + (at / ms) * 110)) {
      playNoise(output, { fromHertz: withVariation(2900), toHertz: 1900, ms: 20, gain: 0.1 * (1 - (at / ms) * 0.6), delayMs: at, q: 3 });
      playTone(output, { hertz: withVariation(880), ms: 24, gain: 0.03, delayMs: at, waveform: "triangle", attackMs: 1 });
    }
  },
});

const G4 = 392;
/** Frequency so many semitones above G4. */
const frequencyAbove = (semitones: number): number => G4 * 2 ** (semitones / 12);
/** Notes in semitones above G4, the milliseconds between them and the length of each. */
const WIN_TUNES: Record<Exclude<WinTier, "none">, { notes: readonly number[]; intervalMs: number; noteMs: number; gain: number }> = {
  even: { notes: [0, 7], intervalMs: 90, noteMs: 320, gain: 0.05 },
  good: { notes: [0, 4, 7, 12], intervalMs: 95, noteMs: 480, gain: 0.06 },
  great: { notes: [0, 4, 7, 12, 7, 12, 16, 19], intervalMs: 105, noteMs: 800, gain: 0.07 },
  jackpot: { notes: [0, 4, 7, 12, 16, 12, 16, 19, 24, 19, 24, 28], intervalMs: 130, noteMs: 1400, gain: 0.07 },
};

/** A tune for a win; the higher the tier, the longer. */
const win = (tier: Exclude<WinTier, "none">): Sound => {
  const { notes, intervalMs, noteMs, gain } = WIN_TUNES[tier];
  const isLarge = tier === "great" || tier === "jackpot";
  return {
    kind: "wins",
    ms: (notes.length + (tier === "jackpot" ? 10 : 0)) * intervalMs + noteMs * (isLarge ? 1.6 : 1) + 100,
    play: (output) => {
      notes.forEach((note, index) => playBell(output, frequencyAbove(note), index * intervalMs, gain, noteMs));
      if (!isLarge) return;
      for (const note of [0, 7, 12, 16])
        playTone(output, {
          hertz: frequencyAbove(note - 12),
          ms: noteMs * 1.6,
          gain: 0.025,
          delayMs: notes.length * intervalMs,
          waveform: "triangle",
          attackMs: 60,
        });
      if (tier === "jackpot")
        for (let index = 0; index < 10; index += 1)
          playBell(output, frequencyAbove(24 + [0, 4, 7, 12][index % 4]!), (notes.length + index) * intervalMs, 0.03, 500);
    },
  };
};

export const playCardSound = (): void => playIfEnabled(CARD);
export const playCardTurnSound = (): void => playIfEnabled(CARD_TURN);
export const playChipSound = (): void => playIfEnabled(CHIP);
export const playChipsSound = (chips: number): void => playIfEnabled(pushedChips(chips));
export const playCountdownSound = (secondsLeft: number): void => playIfEnabled(tick(secondsLeft));
export const playDiceSound = (ms: number): void => playIfEnabled(dice(ms));
export function playWinSound(tier: WinTier): void {
  if (tier !== "none") playIfEnabled(win(tier));
}

/** Every sound by name, for the style guide and for its test. */
export const SAMPLES = {
  card: CARD,
  "card-turn": CARD_TURN,
  chip: CHIP,
  chips: pushedChips(7),
  tick: tick(3),
  "last-tick": tick(1),
  dice: dice(900),
  even: win("even"),
  good: win("good"),
  great: win("great"),
  jackpot: win("jackpot"),
} satisfies Record<string, Sound>;
export type SampleName = keyof typeof SAMPLES;

/** Play a sound by name, if the viewer has sounds of its kind. */
export const playSample = (name: SampleName): void => playIfEnabled(SAMPLES[name]);

/** Return a sound at full volume as samples between -1 and 1, 44,100 each second. */
export async function renderSample(name: SampleName): Promise<Float32Array> {
  const sound = SAMPLES[name];
  const output = connectOutput(new OfflineAudioContext(1, Math.ceil((sound.ms / 1000) * RENDER_RATE_HERTZ), RENDER_RATE_HERTZ));
  sound.play(output);
  return (await output.context.startRendering()).getChannelData(0);
}

/**
 * Vibrate for a moment where the device can and the viewer has not turned it off; iPhones have no such function.
 * Before the first tap on a page browsers refuse it with a warning, so a page that was reloaded stays still.
 */
export function vibrate(ms: number | number[]): void {
  const wasTapped = navigator.userActivation?.hasBeenActive ?? true;
  if (preferences.haptics && wasTapped && typeof navigator.vibrate === "function") navigator.vibrate(ms);
}
