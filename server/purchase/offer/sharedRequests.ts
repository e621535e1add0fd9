import type { OfferAnswer, OfferRequest } from '../../providers/offers/offerPort.ts';

/** A provider's answer, and the milliseconds since it was queried. */
export type AgedAnswer = { readonly answer: OfferAnswer; readonly ageMs: number };

/** An answer is reused for equal requests for this long. */
const SHARED_MS = 5_000;
const MOST_KEPT = 500;

type CachedAnswer = { readonly answer: Promise<OfferAnswer>; readonly requestedAt: number };

/**
 * Sends equal requests within a few seconds only once, so that many buyers do not exhaust a provider's rate limit.
 * Failures are not shared with later requests. `now` is the machine's time.
 */
export function shareEqualRequests(
  requestOffer: (request: OfferRequest) => Promise<OfferAnswer>,
  now: () => number,
): (request: OfferRequest) => Promise<AgedAnswer> {
  // In request order, oldest first.
  const cache = new Map<string, CachedAnswer>();

  function dropOldAnswers(): void {
    for (const [key, { requestedAt }] of cache) {
      if (cache.size < MOST_KEPT && now() - requestedAt < SHARED_MS) return;
      cache.delete(key);
    }
  }

  function sendRequest(key: string, request: OfferRequest): CachedAnswer {
    dropOldAnswers();
    const begun: CachedAnswer = { answer: requestOffer(request), requestedAt: now() };
    cache.delete(key);
    cache.set(key, begun);
    const drop = () => {
      if (cache.get(key) === begun) cache.delete(key);
    };
    void begun.answer.then(({ kind }) => kind === 'unavailable' && drop(), drop);
    return begun;
  }

  return async (request) => {
    const key = buildKey(request);
    const known = cache.get(key);
    const { answer, requestedAt } = known && now() - known.requestedAt < SHARED_MS ? known : sendRequest(key, request);
    return { answer: await answer, ageMs: Math.round(now() - requestedAt) };
  };
}

function buildKey({ side, amount: requestedAmount, payAsset, coin, method, country }: OfferRequest): string {
  return [side, requestedAmount.units, payAsset.id, coin.asset.id, method, country].join(' ');
}
