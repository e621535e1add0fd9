import { isOwnOffer } from '@slipway/contract/entities/ownOffer.ts';
import { createZeroAmount } from '@slipway/money/amount.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { findCountry } from '../../region/countries.ts';
import {
  type Catalog,
  type Crypto,
  findAcceptedCurrency,
  listMethodsInCountry,
  listSoldCryptos,
} from '../catalog/catalog.ts';
import travelExchanges from '../catalog/travelExchanges.json' with { type: 'json' };
import { computePayLimits, computeReceiveLimits, type Limits } from './amountLimits.ts';
import { presentPayCurrency, presentReceiveCrypto } from './currencyListRows.ts';
import type { PriceBook } from './priceBook.ts';
import { type ListContext, listProviderCryptos, listProviderPayCurrencies } from './providerLists.ts';

export type CatalogContext = ListContext & { readonly prices: () => PriceBook };

export function catalogCalls(context: CatalogContext): Pick<Handlers, 'payList' | 'getList' | 'travelExchangeList'> {
  const { catalog, prices } = context;
  return {
    async payList({ offerType = '' }, { country }) {
      if (!catalog.operatorSells || !isOwnOffer(offerType))
        return listProviderPayCurrencies(context, offerType, country);
      const acceptedCurrencies = [...catalog.payCurrencies.keys()].flatMap(
        (code) => findAcceptedCurrency(catalog, code, country) ?? [],
      );
      return {
        data: acceptedCurrencies.map((currency) =>
          presentPayCurrency(
            currency,
            listMethodsInCountry(catalog, currency, country).map(({ method }) => method),
            computePayLimits(catalog, prices(), currency, country),
          ),
        ),
        extraFields: { normalCurrency: findDefaultCurrency(catalog, country) },
      };
    },

    async getList({ offerType = '' }, { country }) {
      if (!catalog.operatorSells || !isOwnOffer(offerType)) return listProviderCryptos(context, offerType, country);
      return {
        data: listSoldCryptos(catalog).map((crypto) =>
          presentReceiveCrypto(crypto, computeDefaultReceiveLimits(catalog, prices(), crypto, country)),
        ),
      };
    },

    async travelExchangeList() {
      return { data: travelExchanges };
    },
  };
}

/**
 * Returns the country's currency if it is accepted, else the operator's default, else the first accepted one. If none is
 * accepted, returns the operator's default.
 */
export function findDefaultCurrency(catalog: Catalog, country: string): string {
  const local = findCountry(country)?.currency ?? '';
  const wanted = [local, catalog.defaultPayCurrency, ...catalog.payCurrencies.keys()];
  return wanted.find((code) => findAcceptedCurrency(catalog, code, country)) ?? catalog.defaultPayCurrency;
}

/** Returns {@link computeReceiveLimits} for a country, in the currency that is shown first there. */
export function computeDefaultReceiveLimits(
  catalog: Catalog,
  book: PriceBook,
  crypto: Crypto,
  country: string,
): Limits {
  const payCurrency = findAcceptedCurrency(catalog, findDefaultCurrency(catalog, country), country);
  if (!payCurrency) return { minimum: createZeroAmount(crypto.asset), maximum: createZeroAmount(crypto.asset) };
  return computeReceiveLimits(catalog, book, new Date(), { payCurrency, crypto, country });
}
