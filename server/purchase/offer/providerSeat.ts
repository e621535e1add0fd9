import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhenResult,
} from 'cockatiel';
import type {
  MarketAnswer,
  MarketRequest,
  OfferAnswer,
  OfferProvider,
  OfferRequest,
} from '../../providers/offers/offerPort.ts';
import type { HeardAnswers } from './heardAnswers.ts';
import { type HeardAnswer, shareAnswers } from './sharedAnswers.ts';

/** A provider as it may be asked: within a time, and not while it is left out. */
export type ProviderSeat = {
  readonly provider: OfferProvider;
  quote(request: OfferRequest): Promise<HeardAnswer>;
  market(request: MarketRequest): Promise<MarketAnswer>;
};

export const OFFER_TIME_MS = 2_000;
const FAILURES_IN_A_ROW = 4;
const OUT_FIRST_MS = 5_000;
const OUT_AT_MOST_MS = 120_000;

type Away = Extract<OfferAnswer, { kind: 'unavailable' }>;

const LATE: Away = { kind: 'unavailable', detail: 'no answer in time' };
const OUT: Away = { kind: 'unavailable', detail: 'left out after it failed again and again' };
const LIMITED: Away = { kind: 'unavailable', detail: 'left alone: it has had too many questions' };

/** One that fails again and again is left out for a while; one that has had too many questions, for as long as it says. */
export function openSeat(provider: OfferProvider, now: () => number, heard: Pick<HeardAnswers, 'note'>): ProviderSeat {
  const breaker = circuitBreaker(
    handleWhenResult((result) => (result as OfferAnswer).kind === 'unavailable'),
    {
      breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
      halfOpenAfter: new ExponentialBackoff({ initialDelay: OUT_FIRST_MS, maxDelay: OUT_AT_MOST_MS }),
    },
  );
  let limitedUntil = Number.NEGATIVE_INFINITY;

  async function ask<Answer extends OfferAnswer | MarketAnswer>(
    question: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | Away> {
    const begunAt = now();
    if (begunAt < limitedUntil) {
      heard.note(provider.id, 'limited', 0);
      return LIMITED;
    }
    const ending = AbortSignal.timeout(OFFER_TIME_MS);
    const late = new Promise<Away>((resolve) => {
      ending.addEventListener('abort', () => resolve(LATE), { once: true });
    });
    const answer = await breaker
      .execute(() => Promise.race([question(ending), late]))
      .catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) return OUT;
        throw error;
      });
    heard.note(provider.id, answer === OUT ? 'left_out' : answer.kind, now() - begunAt);
    if (answer.kind === 'unavailable' && answer.limitedMs !== undefined) limitedUntil = now() + answer.limitedMs;
    return answer;
  }

  return {
    provider,
    quote: shareAnswers((request) => ask((signal) => provider.quote(request, signal)), now),
    market: (request) => ask((signal) => provider.market(request, signal)),
  };
}
