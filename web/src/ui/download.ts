import { Refusal } from "../lib/api";
import type { ErrorBody } from "../lib/types";
import { session } from "../lib/session.svelte";

/** Fetch a file with the user's CSRF token and save it. Returns the digest in the response's header, or else the file name. */
export async function downloadFile(path: string, method: "GET" | "POST", fallback: string): Promise<string> {
  const headers = { "X-CSRF-Token": session.me?.csrf ?? "" };
  const response = await fetch(path, { method, headers });
  if (!response.ok) throw await refusalFrom(response);
  const match = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "");
  const name = match?.[1] ?? fallback;
  saveToDisk(await response.blob(), name);
  return response.headers.get("X-Bundle-Digest") ?? name;
}

async function refusalFrom(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  return new Refusal(body?.error?.code ?? `http/${response.status}`, body?.error?.message ?? response.statusText);
}

function saveToDisk(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
