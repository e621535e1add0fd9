import type { z } from 'zod';
import { type ExactJson, parseExactJson } from './exactJson.ts';

const TIMEOUT_MS = 15_000;
const DEFAULT_RETRY_AFTER_MS = 5_000;
const LONGEST_WAIT_MS = 3_600_000;
/** Longer answers are none that a provider gives. */
const LONGEST_ANSWER = 5_000_000;

/**
 * What a provider's API says to a question that may be asked again. `refused`: it answered with a 4xx and its reason.
 * `failed`: it could not be asked, fell over, or says what no document of it knows.
 */
export type VendorAnswer<Body> =
  | { readonly kind: 'answered'; readonly body: Body }
  | { readonly kind: 'refused'; readonly status: number; readonly words: string; readonly body: ExactJson }
  | {
      readonly kind: 'failed';
      readonly retryAfterMs: number;
      /** Whether it has had too many questions, and wants none for so long. */
      readonly isLimit?: boolean;
      readonly detail: string;
    };

export type VendorCall = {
  readonly vendor: string;
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly content?: unknown;
  /** Ends the asking before the usual time. */
  readonly signal?: AbortSignal;
};

/** Numbers of the answer reach the schema as decimal strings. No detail names the address: it may carry a key. */
export async function callVendor<Body>(call: VendorCall, schema: z.ZodType<Body>): Promise<VendorAnswer<Body>> {
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
    return failed(`${vendor} could not be asked: ${nameOf(error)}`);
  }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? ((error.cause as NodeJS.ErrnoException).code ?? error.name) : error.name;
}

async function readAnswer<Body>(
  vendor: string,
  response: Response,
  schema: z.ZodType<Body>,
): Promise<VendorAnswer<Body>> {
  const text = await response.text();
  const detail = `${vendor} answered ${response.status}`;
  if (response.status === 429) return { ...failed(detail, retryAfterMs(response)), isLimit: true };
  if (response.status >= 500) return failed(detail, retryAfterMs(response));
  const body = readJson(text);
  if (!response.ok) return { kind: 'refused', status: response.status, words: wordsOf(body, text), body: body ?? null };
  const parsed = schema.safeParse(body);
  return parsed.success ? { kind: 'answered', body: parsed.data } : failed(`${detail} in an unknown form`);
}

function failed(detail: string, after = DEFAULT_RETRY_AFTER_MS) {
  return { kind: 'failed', retryAfterMs: after, detail } as const;
}

function readJson(text: string): ExactJson | undefined {
  if (text.length > LONGEST_ANSWER) return undefined;
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** The provider's own words: `message` or `errorMessage`, wherever it lies, else the beginning of what came. */
function wordsOf(body: ExactJson | undefined, text: string): string {
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) {
    const fields = body as Readonly<Record<string, ExactJson>>;
    const { errorMessage, message = errorMessage, error } = fields;
    if (typeof message === 'string') return message.slice(0, 300);
    if (error !== undefined) return wordsOf(error, text);
  }
  return typeof body === 'string' ? body.slice(0, 300) : text.slice(0, 300);
}

/** Seconds, or the time at which to come again by the answer's own clock (RFC 9110, 10.2.3). */
function retryAfterMs({ headers }: Response): number {
  const said = headers.get('retry-after') ?? '';
  const seconds = said === '' ? Number.NaN : Number(said);
  const wait = Number.isNaN(seconds)
    ? Date.parse(said) - Date.parse(headers.get('date') ?? new Date().toUTCString())
    : seconds * 1_000;
  return wait >= 0 ? Math.min(wait, LONGEST_WAIT_MS) : DEFAULT_RETRY_AFTER_MS;
}
