import { choices } from "../lib/choices.svelte";

let audio: AudioContext | null = null;

/** Soft tones of our own making; silent unless the reader has turned sounds on. */
function tone(hertz: number, ms: number, loudness: number, shape: OscillatorType = "sine", after = 0): void {
  if (!choices.sounds) return;
  audio ??= new AudioContext();
  const from = audio.currentTime + after / 1000;
  const swing = audio.createOscillator();
  const volume = audio.createGain();
  swing.type = shape;
  swing.frequency.value = hertz;
  volume.gain.setValueAtTime(loudness, from);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + ms / 1000);
  swing.connect(volume).connect(audio.destination);
  swing.start(from);
  swing.stop(from + ms / 1000);
}

export const chipSound = (): void => tone(1900, 60, 0.08, "triangle");
export const cardSound = (): void => tone(240, 70, 0.06, "triangle");
export const secondSound = (): void => tone(880, 90, 0.06);

export function winSound(): void {
  tone(523, 220, 0.07);
  tone(659, 260, 0.07, "sine", 110);
  tone(784, 380, 0.07, "sine", 220);
}
