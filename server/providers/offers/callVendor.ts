import type { z } from 'zod';
import { BudgetSpentError, type CallBudget, type CallPriority } from '../callBudget.ts';
import { readLimitedText } from '../readLimitedText.ts';
import { type ExactJson, parseExactJson } from './exactJson.ts';

const TIMEOUT_MS = 15_000;
const DEFAULT_RETRY_AFTER_MS = 5_000;
const MAX_RETRY_AFTER_MS = 3_600_000;
/** Longest accepted answer; the answers of providers are shorter. */
const MOST_ANSWER_BYTES = 5_000_000;

/**
 * A provider's answer to a call that may be repeated. `refused`: it answered with a 4xx other than 429. `failed`: it was
 * unreachable, had an internal error, limited the rate, or its answer does not match its documentation; or the call was
 * not made, because its budget is used up.
 */
export type VendorAnswer<Body> =
  | { readonly kind: 'answered'; readonly body: Body }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string; readonly body: ExactJson }
  | {
      readonly kind: 'failed';
      readonly retryAfterMs: number;
      /** True if the provider's rate limit was exceeded; the call may be retried after `retryAfterMs`. */
      readonly isRateLimited?: boolean;
      readonly detail: string;
    };

export type VendorCall = {
  readonly vendor: string;
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly content?: unknown;
  /** The budget that the call uses, and how long the call may wait for it. Without a budget it is made at once. */
  readonly within?: { readonly budget: CallBudget; readonly priority: CallPriority; readonly longestWaitMs: number };
  /** Aborts the call before the usual timeout. */
  readonly signal?: AbortSignal;
};

/**
 * Calls a provider's API. Numbers of the answer reach the schema as decimal strings. No detail contains the URL, which
 * may have a key.
 */
export function callVendor<Body>(call: VendorCall, schema: z.ZodType<Body>): Promise<VendorAnswer<Body>> {
  const { within } = call;
  if (!within) return callNow(call, schema);
  const { budget, priority, longestWaitMs } = within;
  return budget
    .run(
      1,
      () => priority,
      () => callNow(call, schema),
      longestWaitMs,
    )
    .catch((error: unknown) => {
      if (!(error instanceof BudgetSpentError)) throw error;
      return { ...buildFailure(`${call.vendor}: ${error.message}`), isRateLimited: true };
    });
}

async function callNow<Body>(call: VendorCall, schema: z.ZodType<Body>): Promise<VendorAnswer<Body>> {
  const { vendor, url, method = 'GET', headers, content, signal } = call;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: JSON.stringify(content) }),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return await readAnswer(vendor, response, schema);
  } catch (error) {
    return buildFailure(`${vendor} could not be reached: ${getErrorName(error)}`);
  }
}

function getErrorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? ((error.cause as NodeJS.ErrnoException).code ?? error.name) : error.name;
}

async function readAnswer<Body>(
  vendor: string,
  response: Response,
  schema: z.ZodType<Body>,
): Promise<VendorAnswer<Body>> {
  const text = (await readLimitedText(response, MOST_ANSWER_BYTES)) ?? '';
  const detail = `${vendor} answered ${response.status}`;
  if (response.status === 429) return { ...buildFailure(detail, readRetryAfterMs(response)), isRateLimited: true };
  if (response.status >= 500) return buildFailure(detail, readRetryAfterMs(response));
  const body = readJson(text);
  if (!response.ok)
    return { kind: 'refused', status: response.status, message: findVendorMessage(body, text), body: body ?? null };
  const parsed = schema.safeParse(body);
  return parsed.success ? { kind: 'answered', body: parsed.data } : buildFailure(`${detail} in an unknown form`);
}

function buildFailure(detail: string, after = DEFAULT_RETRY_AFTER_MS) {
  return { kind: 'failed', retryAfterMs: after, detail } as const;
}

function readJson(text: string): ExactJson | undefined {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Returns the provider's message: `message` or `errorMessage`, also inside `error`; else the beginning of the answer. */
function findVendorMessage(body: ExactJson | undefined, text: string): string {
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) {
    const fields = body as Readonly<Record<string, ExactJson>>;
    const { errorMessage, message = errorMessage, error } = fields;
    if (typeof message === 'string') return message.slice(0, 300);
    if (error !== undefined) return findVendorMessage(error, text);
  }
  return typeof body === 'string' ? body.slice(0, 300) : text.slice(0, 300);
}

/**
 * Returns the delay in `Retry-After`: seconds, or a time by the provider's clock (RFC 9110, 10.2.3). It is an hour at
 * most, and the default delay if the header is missing or invalid.
 */
function readRetryAfterMs({ headers }: Response): number {
  const retryAfter = headers.get('retry-after') ?? '';
  const seconds = retryAfter === '' ? Number.NaN : Number(retryAfter);
  const wait = Number.isNaN(seconds)
    ? Date.parse(retryAfter) - Date.parse(headers.get('date') ?? new Date().toUTCString())
    : seconds * 1_000;
  return wait >= 0 ? Math.min(wait, MAX_RETRY_AFTER_MS) : DEFAULT_RETRY_AFTER_MS;
}
