import type {
  MarketAnswer,
  MarketRequest,
  OfferAnswer,
  OfferProvider,
  OfferRequest,
  ProviderOffer,
} from '../../providers/offers/offerPort.ts';
import { type AnswerCount, createAnswerCounter } from './providerAnswerCounter.ts';
import { createProviderClient } from './providerClient.ts';

/** `ageMs`: time since the provider was queried. */
export type ProviderOfferAnswer = {
  readonly provider: OfferProvider;
  readonly offer: ProviderOffer;
  readonly ageMs: number;
};
export type ProviderRefusal = {
  readonly provider: OfferProvider;
  readonly answer: Extract<OfferAnswer, { kind: 'refused' }>;
};

/** The answers that arrived in time, and the providers without one (`missing`); late answers are not awaited. */
export type ProviderGroupAnswer = {
  readonly offers: readonly ProviderOfferAnswer[];
  readonly refusals: readonly ProviderRefusal[];
  readonly missing: readonly OfferProvider[];
};

/** Providers that are queried together. Equal requests within a few seconds are sent once. */
export type ProviderGroup = {
  find(offerType: string): OfferProvider | undefined;
  /** Returns the ids of the providers that may be queried, whether they answer or not. */
  offerTypes(): readonly string[];
  /** Queries all providers, or the named one. */
  requestOffers(request: OfferRequest, offerType?: string): Promise<ProviderGroupAnswer>;
  /** Returns the counts of the providers' answers since the last call. */
  takeCounts(): readonly AnswerCount[];
  /** Returns the market of the named provider. */
  market(offerType: string, request: MarketRequest): Promise<MarketAnswer>;
};

const PROVIDER_OFF: MarketAnswer = { kind: 'unavailable', detail: 'not connected, or disabled' };

/** `isOn`: whether the operator sells a provider's offers; called for each request. `now`: the machine's time. */
export function createProviderGroup(
  providers: readonly OfferProvider[],
  isOn: (offerType: string) => boolean,
  now: () => number = () => performance.now(),
): ProviderGroup {
  const counter = createAnswerCounter();
  const clients = providers.map((provider) => createProviderClient(provider, now, counter));
  const listEnabledClients = () => clients.filter(({ provider }) => isOn(provider.id));

  return {
    takeCounts: counter.take,
    find: (offerType) => listEnabledClients().find(({ provider }) => provider.id === offerType)?.provider,
    offerTypes: () => listEnabledClients().map(({ provider }) => provider.id),
    async requestOffers(request, offerType) {
      const answers = await Promise.all(
        listEnabledClients()
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
      const client = listEnabledClients().find(({ provider }) => provider.id === offerType);
      return client ? client.market(request) : PROVIDER_OFF;
    },
  };
}
