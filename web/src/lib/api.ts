import type { Citation } from "./citations";
import { pendingRetries } from "./pending-retries.svelte";

/** Talking to the house. Every refusal comes as a `Refusal`: a code, a sentence, the rule it rests on. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly citations: readonly Citation[] = [],
    readonly status = 0,
  ) {
    super(message);
  }
}

let csrfToken = "";

export function setCsrfToken(token: string): void {
  csrfToken = token;
}

type RequestBody = Record<string, unknown> | readonly unknown[];

/** A change with a key is asked for until it is answered, for a minute: however often it arrives, it is made once. */
const RETRY_DELAYS_MS = [250, 500, 1000, 2000, ...Array<number>(14).fill(4000)];
const RESPONSE_TIMEOUT_MS = 15_000;
const UNREACHABLE_CODE = "network/away";
/** Keys of changes that nobody answered, by what was asked: whoever asks for the same again means the same change. */
const pendingKeys = new Map<string, unknown>();

async function sendWithKey<T>(method: string, path: string, body?: RequestBody): Promise<T> {
  if (body === undefined || !("key" in body)) return sendRequest<T>(method, path, body);
  const what = path + JSON.stringify({ ...body, key: "" });
  const sent = { ...body, key: pendingKeys.get(what) ?? body["key"] };
  pendingKeys.set(what, sent.key);
  try {
    const answer = await requestWithRetries<T>(method, path, sent);
    pendingKeys.delete(what);
    return answer;
  } catch (refused) {
    if (!isRetryable(refused)) pendingKeys.delete(what);
    throw refused;
  }
}

async function requestWithRetries<T>(method: string, path: string, body: RequestBody): Promise<T> {
  const attempt = (): Promise<T> => sendRequest<T>(method, path, body, AbortSignal.timeout(RESPONSE_TIMEOUT_MS));
  try {
    return await attempt();
  } catch (refused) {
    if (!isRetryable(refused)) throw refused;
  }
  pendingRetries.count += 1;
  try {
    return await retryWithDelays(attempt);
  } finally {
    pendingRetries.count -= 1;
  }
}

async function retryWithDelays<T>(attempt: () => Promise<T>): Promise<T> {
  for (const wait of RETRY_DELAYS_MS) {
    await new Promise((go) => setTimeout(go, wait));
    try {
      return await attempt();
    } catch (refused) {
      if (!isRetryable(refused)) throw refused;
    }
  }
  throw unreachableRefusal();
}

function isRetryable(refused: unknown): boolean {
  return refused instanceof Refusal && (refused.code === UNREACHABLE_CODE || refused.code === "database/unavailable");
}

function unreachableRefusal(): Refusal {
  return new Refusal(UNREACHABLE_CODE, "The house cannot be reached just now.");
}

async function sendRequest<T>(method: string, path: string, body?: RequestBody, signal: AbortSignal | null = null): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["X-CSRF-Token"] = csrfToken;
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
    text = await response.text();
  } catch {
    throw unreachableRefusal();
  }
  const answer: unknown = text === "" ? null : parseJson(text);
  if (!response.ok) throw toRefusal(answer, response.status);
  return answer as T;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toRefusal(answer: unknown, status: number): Refusal {
  const error = (answer as { error?: { code?: string; message?: string; rules?: Citation[] } } | null)?.error;
  return new Refusal(error?.code ?? `http/${status}`, error?.message ?? "That did not work.", error?.rules, status);
}

export const get = <T>(path: string): Promise<T> => sendWithKey<T>("GET", path);
export const post = <T>(path: string, body: RequestBody = {}): Promise<T> => sendWithKey<T>("POST", path, body);
export const put = <T>(path: string, body: RequestBody): Promise<T> => sendWithKey<T>("PUT", path, body);
export const patch = <T>(path: string, body: RequestBody): Promise<T> => sendWithKey<T>("PATCH", path, body);
export const remove = <T>(path: string): Promise<T> => sendWithKey<T>("DELETE", path);

/** A key of its own for every command: sent twice, it is carried out once. */
export function newIdempotencyKey(): string {
  return `w-${crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`}`;
}
