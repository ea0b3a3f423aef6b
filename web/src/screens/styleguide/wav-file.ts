const RATE_HERTZ = 44_100;
const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** Return samples between -1 and 1, 44,100 each second, as a WAV file of one channel and 16 bits. */
export function wavFile(samples: Float32Array): Blob {
  const dataBytes = samples.length * SAMPLE_BYTES;
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + dataBytes));
  const writeText = (at: number, text: string): void => [...text].forEach((letter, nth) => view.setUint8(at + nth, letter.charCodeAt(0)));
  writeText(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  writeText(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE_HERTZ, true);
  view.setUint32(28, RATE_HERTZ * SAMPLE_BYTES, true);
  view.setUint16(32, SAMPLE_BYTES, true);
  view.setUint16(34, 8 * SAMPLE_BYTES, true);
  writeText(36, "data");
  view.setUint32(40, dataBytes, true);
  samples.forEach((sample, nth) => view.setInt16(HEADER_BYTES + nth * SAMPLE_BYTES, Math.max(-1, Math.min(1, sample)) * 0x7fff, true));
  return new Blob([view], { type: "audio/wav" });
}
