import { preferences } from "./preferences.svelte";
import type { WinTier } from "./win-tier";

/**
 * The sounds of a table, made here and not recorded: paper, clay, wood and a few bells. Each belongs to something that
 * happens on the screen; all are silent until the reader turns sounds on.
 */
type AudioOutput = { audio: AudioContext; out: AudioNode; hiss: AudioBuffer };
type ToneOptions = { hertz: number; ms: number; loud: number; after?: number; shape?: OscillatorType; rise?: number };
type NoiseOptions = { from: number; to: number; ms: number; loud: number; after?: number; sharp?: number };

const MASTER_VOLUME = 0.6;
const SILENT_GAIN = 0.0001;
let audioOutput: AudioOutput | null = null;

function openAudioOutput(): AudioOutput | null {
  if (!preferences.sounds || typeof AudioContext === "undefined") return null;
  if (audioOutput === null) {
    const audio = new AudioContext();
    const volume = audio.createGain();
    volume.gain.value = MASTER_VOLUME;
    // Many chips at once are no louder than a few.
    const even = audio.createDynamicsCompressor();
    volume.connect(even).connect(audio.destination);
    const hiss = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let nth = 0; nth < samples.length; nth += 1) samples[nth] = Math.random() * 2 - 1;
    audioOutput = { audio, out: volume, hiss };
  }
  if (audioOutput.audio.state === "suspended") void audioOutput.audio.resume();
  return audioOutput;
}

/** A tone that dies away, as of something struck. */
function playTone({ audio, out }: AudioOutput, { hertz, ms, loud, after = 0, shape = "sine", rise = 2 }: ToneOptions): void {
  const from = audio.currentTime + after / 1000;
  const swing = audio.createOscillator();
  const volume = audio.createGain();
  swing.type = shape;
  swing.frequency.value = hertz;
  volume.gain.setValueAtTime(SILENT_GAIN, from);
  volume.gain.exponentialRampToValueAtTime(loud, from + rise / 1000);
  volume.gain.exponentialRampToValueAtTime(SILENT_GAIN, from + (rise + ms) / 1000);
  swing.connect(volume).connect(out);
  swing.start(from);
  swing.stop(from + (rise + ms) / 1000);
}

/** Noise through a band that wanders, as of paper on felt. */
function playNoise({ audio, out, hiss }: AudioOutput, { from: first, to: last, ms, loud, after = 0, sharp = 1 }: NoiseOptions): void {
  const from = audio.currentTime + after / 1000;
  const until = from + ms / 1000;
  const noise = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  const volume = audio.createGain();
  noise.buffer = hiss;
  band.type = "bandpass";
  band.Q.value = sharp;
  band.frequency.setValueAtTime(first, from);
  band.frequency.exponentialRampToValueAtTime(last, until);
  volume.gain.setValueAtTime(SILENT_GAIN, from);
  volume.gain.exponentialRampToValueAtTime(loud, from + ms / 4000);
  volume.gain.exponentialRampToValueAtTime(SILENT_GAIN, until);
  noise.connect(band).connect(volume).connect(out);
  noise.start(from, Math.random() * 0.3);
  noise.stop(until);
}

const withVariation = (value: number): number => value * (0.97 + Math.random() * 0.06);

/** Clay on clay: three partials that do not belong together, over at once. */
function playChipClick(on: AudioOutput, after: number, loud: number): void {
  for (const [hertz, part] of [[2350, 1], [3870, 0.55], [5600, 0.3]] as const) playTone(on, { hertz: withVariation(hertz), ms: 46, loud: loud * part, after, rise: 1 });
  playNoise(on, { from: 5200, to: 3200, ms: 18, loud: loud * 0.6, after });
}

/** A small bell: the tone, its octave and a fifth above, each shorter than the one below. */
function playBell(on: AudioOutput, hertz: number, after: number, loud: number, ms: number): void {
  for (const [times, part, lasts] of [[1, 1, 1], [2, 0.35, 0.6], [3.01, 0.16, 0.35]] as const) playTone(on, { hertz: hertz * times, ms: ms * lasts, loud: loud * part, after, rise: 4 });
}

function playIfEnabled(sound: (on: AudioOutput) => void): void {
  const on = openAudioOutput();
  if (on !== null) sound(on);
}

/** A card comes over the felt. */
export const playCardSound = (): void => playIfEnabled((on) => playNoise(on, { from: withVariation(2600), to: 900, ms: 110, loud: 0.12 }));

/** A card is turned: the flick of its edge, and the table under it. */
export const playCardTurnSound = (): void =>
  playIfEnabled((on) => {
    playNoise(on, { from: withVariation(3800), to: 1500, ms: 36, loud: 0.16 });
    playTone(on, { hertz: 150, ms: 70, loud: 0.1, after: 28 });
  });

/** A chip is set on another. */
export const playChipSound = (): void =>
  playIfEnabled((on) => {
    playChipClick(on, 0, 0.085);
    playChipClick(on, withVariation(46), 0.04);
  });

/** Chips are pushed across: as many clicks as one can tell apart. */
export const playChipsSound = (chips: number): void => playIfEnabled((on) => Array.from({ length: Math.min(7, chips) }, (_, nth) => playChipClick(on, nth * withVariation(52), 0.05)));

/** The last three seconds, on wood; the very last a little higher. */
export const playCountdownSound = (left: number): void =>
  playIfEnabled((on) => {
    playTone(on, { hertz: left === 1 ? 988 : 740, ms: 60, loud: 0.09, shape: "triangle", rise: 1 });
    playNoise(on, { from: 1800, to: 1200, ms: 16, loud: 0.05 });
  });

/** Dice in the shaker, then on the felt until they lie still. */
export const playDiceSound = (ms: number): void =>
  playIfEnabled((on) => {
    for (let at = 0; at < ms; at += withVariation(at < ms / 2 ? 48 : 48 + (at / ms) * 110)) {
      playNoise(on, { from: withVariation(2900), to: 1900, ms: 20, loud: 0.1 * (1 - (at / ms) * 0.6), after: at, sharp: 3 });
      playTone(on, { hertz: withVariation(880), ms: 24, loud: 0.03, after: at, shape: "triangle", rise: 1 });
    }
  });

const G4 = 392;
const frequencyAbove = (semitones: number): number => G4 * 2 ** (semitones / 12);
const WIN_TUNES: Record<Exclude<WinTier, "none">, { notes: readonly number[]; every: number; lasts: number; loud: number }> = {
  even: { notes: [0, 7], every: 90, lasts: 320, loud: 0.05 },
  good: { notes: [0, 4, 7, 12], every: 95, lasts: 480, loud: 0.06 },
  great: { notes: [0, 4, 7, 12, 7, 12, 16, 19], every: 105, lasts: 800, loud: 0.07 },
  jackpot: { notes: [0, 4, 7, 12, 16, 12, 16, 19, 24, 19, 24, 28], every: 130, lasts: 1400, loud: 0.07 },
};

/** A win sounds as large as it is. */
export function playWinSound(tier: WinTier): void {
  if (tier === "none") return;
  const { notes, every, lasts, loud } = WIN_TUNES[tier];
  playIfEnabled((on) => {
    notes.forEach((note, nth) => playBell(on, frequencyAbove(note), nth * every, loud, lasts));
    if (tier === "even" || tier === "good") return;
    for (const note of [0, 7, 12, 16]) playTone(on, { hertz: frequencyAbove(note - 12), ms: lasts * 1.6, loud: 0.025, after: notes.length * every, shape: "triangle", rise: 60 });
    if (tier === "jackpot") for (let nth = 0; nth < 10; nth += 1) playBell(on, frequencyAbove(24 + [0, 4, 7, 12][nth % 4]!), (notes.length + nth) * every, 0.03, 500);
  });
}
