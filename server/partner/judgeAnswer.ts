import type { WebhookAnswer } from '../platform/webhook/postWebhook.ts';
import { secondsAsked } from '../platform/webhook/secondsAsked.ts';
import { againAfter } from '../platform/webhook/triesAgain.ts';

/** What follows from an endpoint's answer. */
export type Verdict =
  | { readonly kind: 'taken' }
  /** The endpoint is gone for good: this event waits with the others until it is switched on. */
  | { readonly kind: 'gone' }
  /** `slows`: the whole endpoint rests, for as long as it has asked for (null: it has not said). */
  | {
      readonly kind: 'again';
      readonly inSeconds: number;
      readonly slows: boolean;
      readonly askedSeconds: number | null;
    }
  | { readonly kind: 'given_up'; readonly slows: boolean; readonly askedSeconds: number | null };

const GONE = 410;
/** Too many requests, a broken or a late gateway: what asks for less, by Standard Webhooks. */
const SLOWS: ReadonlySet<number | null> = new Set([429, 502, 504]);
/** Tries of many events that failed together are spread over this part of their wait. */
const JITTER = 0.1;

/** `tries` counts this one; `random` is from 0 up to 1; `now` is the machine's time, which the answer's date is in. */
export function judgeAnswer(
  { status, retryAfter }: Pick<WebhookAnswer, 'status' | 'retryAfter'>,
  tries: number,
  { random, now }: { readonly random: number; readonly now: Date },
): Verdict {
  if (status !== null && status >= 200 && status < 300) return { kind: 'taken' };
  if (status === GONE) return { kind: 'gone' };
  const slows = SLOWS.has(status);
  const askedSeconds = secondsAsked(retryAfter, now);
  const planned = againAfter(tries);
  if (planned === null) return { kind: 'given_up', slows, askedSeconds };
  return {
    kind: 'again',
    inSeconds: Math.max(planned * (1 + JITTER * random), askedSeconds ?? 0),
    slows,
    askedSeconds,
  };
}
