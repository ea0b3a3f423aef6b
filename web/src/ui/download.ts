import { Refusal } from "../lib/api";
import { session } from "../lib/session.svelte";

/** Fetch a file and hand it to the browser to keep; a POST carries the page's token. */
export async function downloadFile(path: string, method: "GET" | "POST", fallback: string): Promise<string> {
  const headers = { "X-CSRF-Token": session.me?.csrf ?? "" };
  const response = await fetch(path, { method, headers });
  if (!response.ok) throw await refusalFrom(response);
  const named = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "");
  const name = named?.[1] ?? fallback;
  saveToDisk(await response.blob(), name);
  return response.headers.get("X-Bundle-Digest") ?? name;
}

async function refusalFrom(response: Response): Promise<Refusal> {
  const told = (await response.json().catch(() => null)) as { error?: { code: string; message: string } } | null;
  return new Refusal(told?.error?.code ?? `http/${response.status}`, told?.error?.message ?? response.statusText);
}

function saveToDisk(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
