import type { Citation } from "./citations";
import { takeEarlyResponse } from "./early";
import { pendingRetries } from "./pending-retries.svelte";
import type { ErrorBody, ErrorCode, WagerProblem } from "../wire";
import type { paths } from "../wire.http";

/** Code of an error: one of the server's, `network/away` if it does not respond, or empty. */
export type RefusalCode = ErrorCode | typeof UNREACHABLE_CODE | "";

/** What the server says about refused bets: the problem of each wager, and the stakes that could be placed without the others. */
export type RefusedBets = { problems: readonly WagerProblem[]; placeable: Readonly<Record<string, number>> };

/** Error response of the server, or no response: an error code, a message in English, and the rules the refusal is based on. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly citations: readonly Citation[] = [],
    readonly status = 0,
    readonly refusedBets: RefusedBets | null = null,
  ) {
    super(message);
  }
}

let csrfToken = "";

export function setCsrfToken(token: string): void {
  csrfToken = token;
}

type SegmentMatches<Given, Declared> = Declared extends `{${string}}` ? true : Given extends Declared ? true : false;
type PathMatches<Given, Declared> = Given extends `${infer GivenFirst}/${infer GivenRest}`
  ? Declared extends `${infer DeclaredFirst}/${infer DeclaredRest}`
    ? SegmentMatches<GivenFirst, DeclaredFirst> extends true
      ? PathMatches<GivenRest, DeclaredRest>
      : false
    : false
  : Declared extends `${string}/${string}`
    ? false
    : SegmentMatches<Given, Declared>;
type WithoutQuery<Path> = Path extends `${infer Before}?${string}` ? Before : Path;
/** The declared path of a request's path: "/api/prints/{job}" for `/api/prints/${id}`; `never` if the server has no such route. */
type DeclaredPath<Path> =
  WithoutQuery<Path> extends infer Given
    ? Given extends keyof paths
      ? Given
      : { [Declared in keyof paths]: PathMatches<Given, Declared> extends true ? Declared : never }[keyof paths]
    : never;
type Route<Method, Path> = Method extends keyof paths[DeclaredPath<Path>] ? paths[DeclaredPath<Path>][Method] : never;
/** Type of a successful response; `null` if it has no body. */
type ResponseBody<Method, Path> =
  Route<Method, Path> extends { responses: infer Responses }
    ? Responses[keyof Responses] extends { content: { "application/json": infer Body } }
      ? Body
      : null
    : never;
/** Arguments for the body of a request: none or an empty body if the route takes none. */
type BodyArguments<Method, Path> =
  Route<Method, Path> extends { requestBody: { content: { "application/json": infer Body } } }
    ? [body: Body]
    : [body?: Record<string, never>];
type RequestBody = object;

/** Pauses between retries of a request with an idempotency key; about one minute in all. The server makes the change once. */
const RETRY_DELAYS_MS = [250, 500, 1000, 2000, ...Array<number>(14).fill(4000)];
const RESPONSE_TIMEOUT_MS = 15_000;
const UNREACHABLE_CODE = "network/away";
/** Refusals that say that nothing was decided: the same command is sent again with its key. */
export const RETRIED_CODES: ReadonlySet<string> = new Set<RefusalCode>(["database/unavailable", "server/busy"]);
/**
 * Idempotency keys of requests without a response, by path and body. When the user sends the same request again, it reuses the key,
 * so the server makes the change once.
 */
const pendingKeys = new Map<string, unknown>();

/** Send a request. A body with a `key` is retried while the server does not respond; any other request is sent once. */
async function request<T>(method: string, path: string, body?: RequestBody): Promise<T> {
  if (body === undefined || !("key" in body)) return sendRequest<T>(method, path, body);
  const fingerprint = path + JSON.stringify({ ...body, key: "" });
  const keyedBody = { ...body, key: pendingKeys.get(fingerprint) ?? body.key };
  pendingKeys.set(fingerprint, keyedBody.key);
  try {
    const response = await requestWithRetries<T>(method, path, keyedBody);
    pendingKeys.delete(fingerprint);
    return response;
  } catch (error) {
    if (!isRetryable(error)) pendingKeys.delete(fingerprint);
    throw error;
  }
}

async function requestWithRetries<T>(method: string, path: string, body: RequestBody): Promise<T> {
  const attempt = (): Promise<T> => sendRequest<T>(method, path, body, AbortSignal.timeout(RESPONSE_TIMEOUT_MS));
  try {
    return await attempt();
  } catch (error) {
    if (!isRetryable(error)) throw error;
  }
  pendingRetries.count += 1;
  try {
    return await retryWithDelays(attempt);
  } finally {
    pendingRetries.count -= 1;
  }
}

async function retryWithDelays<T>(attempt: () => Promise<T>): Promise<T> {
  for (const delayMs of RETRY_DELAYS_MS) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error)) throw error;
    }
  }
  throw unreachableRefusal();
}

function isRetryable(error: unknown): boolean {
  return error instanceof Refusal && (error.code === UNREACHABLE_CODE || RETRIED_CODES.has(error.code));
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
    const early = method === "GET" ? await takeEarlyResponse(path) : null;
    response = early ?? (await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) }));
    text = await response.text();
  } catch {
    throw unreachableRefusal();
  }
  const content: unknown = text === "" ? null : parseJson(text);
  if (!response.ok) throw toRefusal(content, response.status);
  return content as T;
}

/** Parse JSON; return the text itself if it is not JSON, such as an error page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toRefusal(content: unknown, status: number): Refusal {
  const error = (content as Partial<ErrorBody> | null)?.error;
  return new Refusal(error?.code ?? `http/${status}`, error?.message ?? "That did not work.", error?.rules, status);
}

export const get = <Path extends string>(path: Path): Promise<ResponseBody<"get", Path>> => request("GET", path);
export const post = <Path extends string>(path: Path, ...[body = {}]: BodyArguments<"post", Path>): Promise<ResponseBody<"post", Path>> =>
  request("POST", path, body as RequestBody);
export const put = <Path extends string>(path: Path, ...[body]: BodyArguments<"put", Path>): Promise<ResponseBody<"put", Path>> =>
  request("PUT", path, body as RequestBody);
export const patch = <Path extends string>(path: Path, ...[body]: BodyArguments<"patch", Path>): Promise<ResponseBody<"patch", Path>> =>
  request("PATCH", path, body as RequestBody);
export const remove = <Path extends string>(path: Path): Promise<ResponseBody<"delete", Path>> => request("DELETE", path);

/** Create an idempotency key. The server carries out a command once, even if it receives the command and its key several times. */
export function newIdempotencyKey(): string {
  return `w-${crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`}`;
}
