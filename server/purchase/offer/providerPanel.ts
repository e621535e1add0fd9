import type {
  MarketAnswer,
  MarketRequest,
  OfferAnswer,
  OfferProvider,
  OfferRequest,
  ProviderOffer,
} from '../../providers/offers/offerPort.ts';
import { countHeard, type Heard } from './heardAnswers.ts';
import { openSeat } from './providerSeat.ts';

/** `ageMs`: how long ago the provider was asked for it. */
export type Answered = { readonly provider: OfferProvider; readonly offer: ProviderOffer; readonly ageMs: number };
export type Refused = { readonly provider: OfferProvider; readonly answer: Extract<OfferAnswer, { kind: 'refused' }> };

/** What providers said within the time; nobody waits for the others. */
export type PanelAnswer = {
  readonly offers: readonly Answered[];
  readonly refusals: readonly Refused[];
  readonly missing: readonly OfferProvider[];
};

/** Providers that are asked together. Equal questions of a few seconds are asked once. */
export type ProviderPanel = {
  find(offerType: string): OfferProvider | undefined;
  /** Ids of those that may be asked, whether or not they answer now. */
  offerTypes(): readonly string[];
  /** All of them, or the one that is named. */
  ask(request: OfferRequest, offerType?: string): Promise<PanelAnswer>;
  /** How they have answered since it was asked the last time. */
  takeHeard(): readonly Heard[];
  /** What the named one sells. */
  market(offerType: string, request: MarketRequest): Promise<MarketAnswer>;
};

const OFF: MarketAnswer = { kind: 'unavailable', detail: 'not connected, or switched off' };

/** `isOn`: whether the operator sells a provider's offers; asked each time. `now` is the machine's time. */
export function openPanel(
  providers: readonly OfferProvider[],
  isOn: (offerType: string) => boolean,
  now: () => number = () => performance.now(),
): ProviderPanel {
  const heard = countHeard();
  const seats = providers.map((provider) => openSeat(provider, now, heard));
  const open = () => seats.filter(({ provider }) => isOn(provider.id));

  return {
    takeHeard: heard.take,
    find: (offerType) => open().find(({ provider }) => provider.id === offerType)?.provider,
    offerTypes: () => open().map(({ provider }) => provider.id),
    async ask(request, offerType) {
      const answers = await Promise.all(
        open()
          .filter(({ provider }) => offerType === undefined || provider.id === offerType)
          .map(async ({ provider, quote }) => ({ provider, ...(await quote(request)) })),
      );
      return {
        offers: answers.flatMap(({ provider, answer, ageMs }) =>
          answer.kind === 'ok' ? [{ provider, offer: answer.value, ageMs }] : [],
        ),
        refusals: answers.flatMap(({ provider, answer }) => (answer.kind === 'refused' ? [{ provider, answer }] : [])),
        missing: answers.flatMap(({ provider, answer }) => (answer.kind === 'unavailable' ? [provider] : [])),
      };
    },
    async market(offerType, request) {
      const seat = open().find(({ provider }) => provider.id === offerType);
      return seat ? seat.market(request) : OFF;
    },
  };
}
