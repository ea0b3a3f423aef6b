import { Refusal } from "../../lib/api";
import { session } from "../../lib/session.svelte";
import type { ErrorBody } from "../../lib/types";
import type {
  AttackEvent,
  CheckedEvent,
  CountRequest,
  DecksEvent,
  DesignEvent,
  DoneEvent,
  EffectsEvent,
  FailedEvent,
  ProgressEvent,
  SheetEvent,
} from "../../wire.http";

export type LabEvent =
  CheckedEvent | SheetEvent | DecksEvent | EffectsEvent | DesignEvent | AttackEvent | ProgressEvent | FailedEvent | DoneEvent;

/** Split a stream of text into its lines; a line that has not ended yet waits for the rest. */
export function lineSplitter(onLine: (line: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") onLine(line);
  };
}

/** Ask the server to count, and pass each event to `onEvent` as it arrives. Aborting the signal cancels the count. */
export async function streamCount(body: CountRequest, signal: AbortSignal, onEvent: (event: LabEvent) => void): Promise<void> {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": session.me?.csrf ?? "" };
  const response = await fetch("/api/lab/count", { method: "POST", headers, signal, body: JSON.stringify(body) });
  if (!response.ok || response.body === null) {
    const error = ((await response.json().catch(() => null)) as Partial<ErrorBody> | null)?.error;
    throw new Refusal(error?.code ?? `http/${response.status}`, error?.message ?? response.statusText);
  }
  const read = lineSplitter((line) => onEvent(JSON.parse(line) as LabEvent));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) read(chunk.value);
}
