import type { OfferAnswer, OfferRequest } from '../../providers/offers/offerPort.ts';

/** What a provider said, and how long ago it was asked, in milliseconds. */
export type HeardAnswer = { readonly answer: OfferAnswer; readonly ageMs: number };

/** An answer serves equal questions for so long. */
const SHARED_MS = 5_000;
const MOST_KEPT = 500;

type Kept = { readonly answer: Promise<OfferAnswer>; readonly askedAt: number };

/**
 * One question for all equal ones of a few seconds, so that many buyers do not use up what a provider answers in a minute. That
 * it did not answer is nobody else's answer. `now` is the machine's time.
 */
export function shareAnswers(
  ask: (request: OfferRequest) => Promise<OfferAnswer>,
  now: () => number,
): (request: OfferRequest) => Promise<HeardAnswer> {
  // In the order of asking, so that the oldest come first.
  const kept = new Map<string, Kept>();

  function forget(): void {
    for (const [key, { askedAt }] of kept) {
      if (kept.size < MOST_KEPT && now() - askedAt < SHARED_MS) return;
      kept.delete(key);
    }
  }

  function begin(key: string, request: OfferRequest): Kept {
    forget();
    const begun: Kept = { answer: ask(request), askedAt: now() };
    kept.delete(key);
    kept.set(key, begun);
    const drop = () => {
      if (kept.get(key) === begun) kept.delete(key);
    };
    void begun.answer.then(({ kind }) => kind === 'unavailable' && drop(), drop);
    return begun;
  }

  return async (request) => {
    const key = keyOf(request);
    const known = kept.get(key);
    const { answer, askedAt } = known && now() - known.askedAt < SHARED_MS ? known : begin(key, request);
    return { answer: await answer, ageMs: Math.round(now() - askedAt) };
  };
}

function keyOf({ side, asked, payAsset, coin, method, country }: OfferRequest): string {
  return [side, asked.units, payAsset.id, coin.asset.id, method, country].join(' ');
}
