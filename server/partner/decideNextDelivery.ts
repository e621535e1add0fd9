import { parseRetryAfter } from '../platform/webhook/parseRetryAfter.ts';
import type { WebhookAnswer } from '../platform/webhook/postWebhook.ts';
import { getWebhookRetryDelay } from '../platform/webhook/webhookRetry.ts';

/** Consequence of an endpoint's answer. */
export type DeliveryDecision =
  | { readonly kind: 'taken' }
  /** The endpoint answered 410: this event and all others wait until the endpoint is switched on again. */
  | { readonly kind: 'gone' }
  /** `slows`: the whole endpoint is paused, for `retryAfterSeconds` if its answer requested a time. */
  | {
      readonly kind: 'again';
      readonly inSeconds: number;
      readonly slows: boolean;
      readonly retryAfterSeconds: number | null;
    }
  | { readonly kind: 'given_up'; readonly slows: boolean; readonly retryAfterSeconds: number | null };

const GONE = 410;
/** Too many requests, bad gateway and gateway timeout: answers that ask for fewer requests, by Standard Webhooks. */
const SLOWDOWN_STATUSES: ReadonlySet<number | null> = new Set([429, 502, 504]);
/** Spreads the retries of many events that failed together over this fraction of their wait. */
const JITTER = 0.1;

/**
 * Decides what follows a delivery try. `tries` counts this one; `random` is from 0 to below 1; `now` is the machine's
 * time, which the answer's date is compared with.
 */
export function decideNextDelivery(
  { status, retryAfter }: Pick<WebhookAnswer, 'status' | 'retryAfter'>,
  tries: number,
  { random, now }: { readonly random: number; readonly now: Date },
): DeliveryDecision {
  if (status !== null && status >= 200 && status < 300) return { kind: 'taken' };
  if (status === GONE) return { kind: 'gone' };
  const slows = SLOWDOWN_STATUSES.has(status);
  const retryAfterSeconds = parseRetryAfter(retryAfter, now);
  const planned = getWebhookRetryDelay(tries);
  if (planned === null) return { kind: 'given_up', slows, retryAfterSeconds };
  return {
    kind: 'again',
    inSeconds: Math.max(planned * (1 + JITTER * random), retryAfterSeconds ?? 0),
    slows,
    retryAfterSeconds,
  };
}
