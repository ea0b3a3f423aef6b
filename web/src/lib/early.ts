/** What the script of index.html has asked of the server before the code of the pages was loaded. Each part is taken once. */

/** A message of a table's connection, and the browser's time at which it arrived. */
export type EarlyFrame = { data: unknown; at: number };
export type EarlyTable = { name: string; socket: WebSocket; frames: readonly EarlyFrame[] };
type Early = { responses: Record<string, Promise<Response | null>>; table: EarlyTable | null };

declare global {
  interface Window {
    early?: Early;
  }
}

/** Return the response to a path; null if it was not asked early, or the server did not respond. */
export async function takeEarlyResponse(path: string): Promise<Response | null> {
  const response = window.early?.responses[path];
  delete window.early?.responses[path];
  return (await response) ?? null;
}

/** Return the connection to a table, if one was opened and is still open. */
export function takeEarlyTable(name: string): EarlyTable | null {
  const table = window.early?.table ?? null;
  if (table?.name !== name || table.socket.readyState > WebSocket.OPEN) return null;
  if (window.early !== undefined) window.early.table = null;
  return table;
}

/** Close a connection that nobody has taken: it would belong to nobody after a sign-in. */
export function closeEarlyTable(): void {
  window.early?.table?.socket.close();
  if (window.early !== undefined) window.early.table = null;
}
