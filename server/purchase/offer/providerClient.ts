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
import type { AnswerCounter } from './providerAnswerCounter.ts';
import { type AgedAnswer, shareEqualRequests } from './sharedRequests.ts';

/** Access to a provider with a timeout, a circuit breaker and a rate limit. */
export type ProviderClient = {
  readonly provider: OfferProvider;
  quote(request: OfferRequest): Promise<AgedAnswer>;
  market(request: MarketRequest): Promise<MarketAnswer>;
};

export const OFFER_TIMEOUT_MS = 2_000;
const FAILURES_IN_A_ROW = 4;
const INITIAL_BREAK_MS = 5_000;
const MAX_BREAK_MS = 120_000;

type UnavailableAnswer = Extract<OfferAnswer, { kind: 'unavailable' }>;

const TIMED_OUT: UnavailableAnswer = { kind: 'unavailable', detail: 'no answer in time' };
const CIRCUIT_OPEN: UnavailableAnswer = { kind: 'unavailable', detail: 'skipped after repeated failures' };
const RATE_LIMITED: UnavailableAnswer = { kind: 'unavailable', detail: 'skipped: its rate limit is used up' };

/**
 * Opens access to a provider. Repeated failures open the circuit breaker for a while. After a rate-limit answer the
 * provider is not queried for the stated time.
 */
export function createProviderClient(
  provider: OfferProvider,
  now: () => number,
  counter: Pick<AnswerCounter, 'note'>,
): ProviderClient {
  const breaker = circuitBreaker(
    handleWhenResult((result) => (result as OfferAnswer).kind === 'unavailable'),
    {
      breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
      halfOpenAfter: new ExponentialBackoff({ initialDelay: INITIAL_BREAK_MS, maxDelay: MAX_BREAK_MS }),
    },
  );
  let limitedUntil = Number.NEGATIVE_INFINITY;

  async function callProvider<Answer extends OfferAnswer | MarketAnswer>(
    sendRequest: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | UnavailableAnswer> {
    const begunAt = now();
    if (begunAt < limitedUntil) {
      counter.note(provider.id, 'limited', 0);
      return RATE_LIMITED;
    }
    const ending = AbortSignal.timeout(OFFER_TIMEOUT_MS);
    const late = new Promise<UnavailableAnswer>((resolve) => {
      ending.addEventListener('abort', () => resolve(TIMED_OUT), { once: true });
    });
    const answer = await breaker
      .execute(() => Promise.race([sendRequest(ending), late]))
      .catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) return CIRCUIT_OPEN;
        throw error;
      });
    counter.note(provider.id, answer === CIRCUIT_OPEN ? 'left_out' : answer.kind, now() - begunAt);
    if (answer.kind === 'unavailable' && answer.limitedMs !== undefined) limitedUntil = now() + answer.limitedMs;
    return answer;
  }

  return {
    provider,
    quote: shareEqualRequests((request) => callProvider((signal) => provider.quote(request, signal)), now),
    market: (request) => callProvider((signal) => provider.market(request, signal)),
  };
}
