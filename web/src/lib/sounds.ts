import { preferences } from "./preferences.svelte";
import type { WinTier } from "./win-tier";

/** Synthesized sounds of the table (Web Audio, no recordings). Silent unless the viewer turned sounds on. */
type AudioOutput = { context: AudioContext; destination: AudioNode; noise: AudioBuffer };
type ToneOptions = { hertz: number; ms: number; gain: number; delayMs?: number; waveform?: OscillatorType; attackMs?: number };
/** The band-pass filter moves from `fromHertz` to `toHertz`; `q` is its quality factor. */
type NoiseOptions = { fromHertz: number; toHertz: number; ms: number; gain: number; delayMs?: number; q?: number };

const MASTER_VOLUME = 0.6;
/** Not 0: an exponential ramp cannot reach zero. */
const SILENT_GAIN = 0.0001;
let audioOutput: AudioOutput | null = null;

/** Return the audio output, created on first use; null if sounds are off or the browser has no Web Audio. */
function openAudioOutput(): AudioOutput | null {
  if (!preferences.sounds || typeof AudioContext === "undefined") return null;
  if (audioOutput === null) {
    const context = new AudioContext();
    const volume = context.createGain();
    volume.gain.value = MASTER_VOLUME;
    // Limits the volume when many chips sound at once.
    const compressor = context.createDynamicsCompressor();
    volume.connect(compressor).connect(context.destination);
    const noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
    audioOutput = { context, destination: volume, noise };
  }
  if (audioOutput.context.state === "suspended") void audioOutput.context.resume();
  return audioOutput;
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

function playIfEnabled(sound: (output: AudioOutput) => void): void {
  const output = openAudioOutput();
  if (output !== null) sound(output);
}

/** Play a card sliding over the felt. */
export const playCardSound = (): void =>
  playIfEnabled((output) => playNoise(output, { fromHertz: withVariation(2600), toHertz: 900, ms: 110, gain: 0.12 }));

/** Play a card being turned: the flick of its edge, then the tap on the table. */
export const playCardTurnSound = (): void =>
  playIfEnabled((output) => {
    playNoise(output, { fromHertz: withVariation(3800), toHertz: 1500, ms: 36, gain: 0.16 });
    playTone(output, { hertz: 150, ms: 70, gain: 0.1, delayMs: 28 });
  });

/** Play a chip set on another. */
export const playChipSound = (): void =>
  playIfEnabled((output) => {
    playChipClick(output, 0, 0.085);
    playChipClick(output, withVariation(46), 0.04);
  });

/** Play chips being pushed: one click for each chip, at most seven. */
export const playChipsSound = (chips: number): void =>
  playIfEnabled((output) =>
    Array.from({ length: Math.min(7, chips) }, (_, index) => playChipClick(output, index * withVariation(52), 0.05)),
  );

/** Play the tick of a countdown, a wooden click; higher in the last second. */
export const playCountdownSound = (secondsLeft: number): void =>
  playIfEnabled((output) => {
    playTone(output, { hertz: secondsLeft === 1 ? 988 : 740, ms: 60, gain: 0.09, waveform: "triangle", attackMs: 1 });
    playNoise(output, { fromHertz: 1800, toHertz: 1200, ms: 16, gain: 0.05 });
  });

/** Play dice in the shaker for the first half of `ms`, then slowing down on the felt. */
export const playDiceSound = (ms: number): void =>
  playIfEnabled((output) => {
    for (let at = 0; at < ms; at += withVariation(at < ms / 2 ? 48 : 48 + (at / ms) * 110)) {
      playNoise(output, { fromHertz: withVariation(2900), toHertz: 1900, ms: 20, gain: 0.1 * (1 - (at / ms) * 0.6), delayMs: at, q: 3 });
      playTone(output, { hertz: withVariation(880), ms: 24, gain: 0.03, delayMs: at, waveform: "triangle", attackMs: 1 });
    }
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

/** Play a tune for a win; the higher the tier, the longer. */
export function playWinSound(tier: WinTier): void {
  if (tier === "none") return;
  const { notes, intervalMs, noteMs, gain } = WIN_TUNES[tier];
  playIfEnabled((output) => {
    notes.forEach((note, index) => playBell(output, frequencyAbove(note), index * intervalMs, gain, noteMs));
    if (tier === "even" || tier === "good") return;
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
  });
}
