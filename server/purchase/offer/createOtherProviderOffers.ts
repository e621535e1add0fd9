import { isOwnOffer } from '@slipway/contract/entities/ownOffer.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { OfferRequest } from '../../providers/offers/offerPort.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ChosenOffer } from '../quote/makeQuote.ts';
import type { OtherProviderOffers } from '../quote/quoteCalls.ts';
import type { IssuedQuote } from '../quote/quoteToken.ts';
import { chooseRefusalToShow } from './chooseRefusalToShow.ts';
import { compareCosts } from './compareOffers.ts';
import { computePurchasePrice } from './computePurchasePrice.ts';
import { toOfferedCoin } from './offeredCoin.ts';
import { saveOffers } from './offerStore.ts';
import type { ProviderGroup, ProviderOfferAnswer } from './providerGroup.ts';
import { createProviderMarkets, mergeMarkets } from './providerMarkets.ts';

/**
 * Returns access to other providers' markets and prices. Offers for a quote are stored, so that an order can be created
 * from one.
 */
export function createOtherProviderOffers(
  database: Database,
  providerGroup: ProviderGroup,
  catalog: Catalog,
): OtherProviderOffers {
  const markets = createProviderMarkets(providerGroup, catalog);

  /**
   * Requests offers, stores them for the quote and returns at least one, cheapest first. Throws the refusal if there is
   * none.
   */
  async function requestOffers(
    issued: IssuedQuote,
    method: PayMethod,
    offerType?: string,
  ): Promise<readonly ProviderOfferAnswer[]> {
    const { offers, refusals } = await providerGroup.requestOffers(buildRequest(issued, method), offerType);
    if (offers.length === 0) {
      const { error, facts } = chooseRefusalToShow(undefined, refusals);
      throw new AppError(error, facts);
    }
    const stored = offers.map(({ provider, offer, ageMs }) => ({ ...offer, ageMs, offerType: provider.id }));
    await saveOffers(database, issued.id, method, stored);
    return offers.toSorted((one, other) => compareCosts(one.offer, other.offer));
  }

  async function chooseCheapestOffer(issued: IssuedQuote, method: PayMethod, offerType?: string): Promise<ChosenOffer> {
    const [first] = await requestOffers(issued, method, offerType);
    if (!first) throw new AppError('no_provider');
    const { pay, receive, processingFee, networkFee, identity } = first.offer;
    const purchase = { pay, receive, processingFee, networkFee };
    return { offerType: first.provider.id, method, purchase, price: computePurchasePrice(purchase), identity };
  }

  const market: OtherProviderOffers['market'] = async (offerType, country) =>
    isOwnOffer(offerType)
      ? mergeMarkets(await Promise.all(providerGroup.offerTypes().map((one) => markets(one, country))))
      : markets(offerType, country);

  async function listMethods({ terms, country }: IssuedQuote): Promise<readonly PayMethod[]> {
    const sold = await market('', country);
    if (sold.kind !== 'ok') return [];
    const allowed = catalog.countryRules(country).methods;
    const taken = sold.value.currencies.find(({ asset }) => asset.id === terms.conditions.payCurrency.asset.id);
    return (taken?.methods ?? []).filter((method) => allowed?.has(method) ?? true);
  }

  return {
    offerTypes: () => providerGroup.offerTypes(),
    market,
    methods: listMethods,
    async price(issued, { offerType, payMethod }) {
      if (!providerGroup.find(offerType)) throw new AppError('no_provider');
      return chooseCheapestOffer(issued, payMethod || catalog.defaultMethod, offerType);
    },
    async best(issued, payMethod) {
      const offered = payMethod === '' ? await listMethods(issued) : [];
      const { defaultMethod } = catalog;
      const usual = offered.includes(defaultMethod) ? defaultMethod : (offered[0] ?? defaultMethod);
      return chooseCheapestOffer(issued, payMethod || usual);
    },
  };
}

function buildRequest({ terms, country }: IssuedQuote, method: PayMethod): OfferRequest {
  const { side, amount: requestedAmount, conditions } = terms;
  const { payCurrency, crypto } = conditions;
  return { side, amount: requestedAmount, payAsset: payCurrency.asset, coin: toOfferedCoin(crypto), method, country };
}
