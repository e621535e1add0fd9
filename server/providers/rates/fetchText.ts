import { readLimitedText } from '../readLimitedText.ts';

const TIMEOUT_MS = 10_000;
const RETRY_MS = 5_000;
const MOST_BYTES = 1_000_000;

export type TextOutcome =
  | { readonly kind: 'ok'; readonly value: string }
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number; readonly detail: string };

/**
 * Reads a whole document. A read has no side effects, so every failure is `unavailable`. Reports only the URL's host, since
 * the URL may contain a key.
 */
export async function fetchText(url: URL): Promise<TextOutcome> {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) return unavailable(`${url.host} answered ${answer.status}`, readRetryAfterMs(answer));
    const value = await readLimitedText(answer, MOST_BYTES);
    return value === undefined
      ? unavailable(`${url.host} answered more than ${MOST_BYTES} bytes`)
      : { kind: 'ok', value };
  } catch (error) {
    return unavailable(`${url.host}: ${error instanceof Error ? error.name : 'failed'}`);
  }
}

export function unavailable(detail: string, retryAfterMs: number = RETRY_MS): Exclude<TextOutcome, { kind: 'ok' }> {
  return { kind: 'unavailable', retryAfterMs, detail };
}

function readRetryAfterMs(answer: Response): number {
  const seconds = Number(answer.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : RETRY_MS;
}
