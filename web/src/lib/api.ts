import type { Rule } from "./rules";
import { unanswered } from "./unanswered.svelte";

/** Talking to the house. Every refusal comes as a `Refusal`: a code, a sentence, the rule it rests on. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rules: readonly Rule[] = [],
    readonly status = 0,
  ) {
    super(message);
  }
}

let csrf = "";

export function rememberCsrf(token: string): void {
  csrf = token;
}

type Body = Record<string, unknown> | readonly unknown[];

/** A change with a key is asked for until it is answered, for a minute: however often it arrives, it is made once. */
const AGAIN_MS = [250, 500, 1000, 2000, ...Array<number>(14).fill(4000)];
const ANSWER_MS = 15_000;
const AWAY = "network/away";
/** Keys of changes that nobody answered, by what was asked: whoever asks for the same again means the same change. */
const keys = new Map<string, unknown>();

async function ask<T>(method: string, path: string, body?: Body): Promise<T> {
  if (body === undefined || !("key" in body)) return askOnce<T>(method, path, body);
  const what = path + JSON.stringify({ ...body, key: "" });
  const sent = { ...body, key: keys.get(what) ?? body["key"] };
  keys.set(what, sent.key);
  try {
    const answer = await askAgain<T>(method, path, sent);
    keys.delete(what);
    return answer;
  } catch (refused) {
    if (!isUnanswered(refused)) keys.delete(what);
    throw refused;
  }
}

async function askAgain<T>(method: string, path: string, body: Body): Promise<T> {
  const attempt = (): Promise<T> => askOnce<T>(method, path, body, AbortSignal.timeout(ANSWER_MS));
  try {
    return await attempt();
  } catch (refused) {
    if (!isUnanswered(refused)) throw refused;
  }
  unanswered.count += 1;
  try {
    return await afterPauses(attempt);
  } finally {
    unanswered.count -= 1;
  }
}

async function afterPauses<T>(attempt: () => Promise<T>): Promise<T> {
  for (const wait of AGAIN_MS) {
    await new Promise((go) => setTimeout(go, wait));
    try {
      return await attempt();
    } catch (refused) {
      if (!isUnanswered(refused)) throw refused;
    }
  }
  throw away();
}

function isUnanswered(refused: unknown): boolean {
  return refused instanceof Refusal && (refused.code === AWAY || refused.code === "database/unavailable");
}

function away(): Refusal {
  return new Refusal(AWAY, "The house cannot be reached just now.");
}

async function askOnce<T>(method: string, path: string, body?: Body, signal: AbortSignal | null = null): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["X-CSRF-Token"] = csrf;
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
    text = await response.text();
  } catch {
    throw away();
  }
  const answer: unknown = text === "" ? null : parsed(text);
  if (!response.ok) throw refusal(answer, response.status);
  return answer as T;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refusal(answer: unknown, status: number): Refusal {
  const error = (answer as { error?: { code?: string; message?: string; rules?: Rule[] } } | null)?.error;
  return new Refusal(error?.code ?? `http/${status}`, error?.message ?? "That did not work.", error?.rules, status);
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: Body = {}): Promise<T> => ask<T>("POST", path, body);
export const put = <T>(path: string, body: Body): Promise<T> => ask<T>("PUT", path, body);
export const patch = <T>(path: string, body: Body): Promise<T> => ask<T>("PATCH", path, body);
export const remove = <T>(path: string): Promise<T> => ask<T>("DELETE", path);

/** A key of its own for every command: sent twice, it is carried out once. */
export function newKey(): string {
  return `w-${crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`}`;
}
