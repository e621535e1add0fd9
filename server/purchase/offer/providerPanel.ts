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
  ProviderOffer,
} from '../../providers/offers/offerPort.ts';

export type Answered = { readonly provider: OfferProvider; readonly offer: ProviderOffer };
export type Refused = { readonly provider: OfferProvider; readonly answer: Extract<OfferAnswer, { kind: 'refused' }> };

/** What providers said within the time; nobody waits for the others. */
export type PanelAnswer = {
  readonly offers: readonly Answered[];
  readonly refusals: readonly Refused[];
  readonly missing: readonly OfferProvider[];
};

/** Providers that are asked together. One that fails again and again is left out for a while, and tried again by itself. */
export type ProviderPanel = {
  find(offerType: string): OfferProvider | undefined;
  /** Ids of those that may be asked, whether or not they answer now. */
  offerTypes(): readonly string[];
  /** All of them, or the one that is named. */
  ask(request: OfferRequest, offerType?: string): Promise<PanelAnswer>;
  /** What the named one sells. */
  market(offerType: string, request: MarketRequest): Promise<MarketAnswer>;
};

export const OFFER_TIME_MS = 2_000;
const FAILURES_IN_A_ROW = 4;
const OUT_FIRST_MS = 5_000;
const OUT_AT_MOST_MS = 120_000;

type Away = Extract<OfferAnswer, { kind: 'unavailable' }>;

const LATE: Away = { kind: 'unavailable', detail: 'no answer in time' };
const OUT: Away = { kind: 'unavailable', detail: 'left out after it failed again and again' };
const OFF: Away = { kind: 'unavailable', detail: 'not connected, or switched off' };

type Seat = { readonly provider: OfferProvider; readonly breaker: ReturnType<typeof newBreaker> };

/** `isOn`: whether the operator sells a provider's offers; asked each time. */
export function openPanel(providers: readonly OfferProvider[], isOn: (offerType: string) => boolean): ProviderPanel {
  const seats: readonly Seat[] = providers.map((provider) => ({ provider, breaker: newBreaker() }));
  const open = () => seats.filter(({ provider }) => isOn(provider.id));

  return {
    find: (offerType) => open().find(({ provider }) => provider.id === offerType)?.provider,
    offerTypes: () => open().map(({ provider }) => provider.id),
    async ask(request, offerType) {
      const answers = await Promise.all(
        open()
          .filter(({ provider }) => offerType === undefined || provider.id === offerType)
          .map(async (seat) => ({
            provider: seat.provider,
            answer: await inTime(seat, (signal) => seat.provider.quote(request, signal)),
          })),
      );
      return {
        offers: answers.flatMap(({ provider, answer }) =>
          answer.kind === 'ok' ? [{ provider, offer: answer.value }] : [],
        ),
        refusals: answers.flatMap(({ provider, answer }) => (answer.kind === 'refused' ? [{ provider, answer }] : [])),
        missing: answers.flatMap(({ provider, answer }) => (answer.kind === 'unavailable' ? [provider] : [])),
      };
    },
    async market(offerType, request) {
      const seat = open().find(({ provider }) => provider.id === offerType);
      return seat ? inTime(seat, (signal) => seat.provider.market(request, signal)) : OFF;
    },
  };
}

/** What a provider says within the time, unless it is left out. */
async function inTime<Answer extends { readonly kind: string }>(
  { breaker }: Pick<Seat, 'breaker'>,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | Away> {
  const ending = AbortSignal.timeout(OFFER_TIME_MS);
  const late = new Promise<Away>((resolve) => {
    ending.addEventListener('abort', () => resolve(LATE), { once: true });
  });
  return breaker
    .execute(() => Promise.race([ask(ending), late]))
    .catch((error: unknown) => {
      if (error instanceof BrokenCircuitError) return OUT;
      throw error;
    });
}

function newBreaker() {
  return circuitBreaker(
    handleWhenResult((result) => (result as OfferAnswer).kind === 'unavailable'),
    {
      breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
      halfOpenAfter: new ExponentialBackoff({ initialDelay: OUT_FIRST_MS, maxDelay: OUT_AT_MOST_MS }),
    },
  );
}
