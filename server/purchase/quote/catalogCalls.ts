import { isOwnOffer } from '@slipway/contract/entities/ownOffer.ts';
import { zeroOf } from '@slipway/money/amount.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { findCountry } from '../../region/countries.ts';
import { type Catalog, type Crypto, findTakenCurrency, methodsIn, soldCryptos } from '../catalog/catalog.ts';
import travelExchanges from '../catalog/travelExchanges.json' with { type: 'json' };
import { payRow, receiveRow } from './listRows.ts';
import type { PriceBook } from './priceBook.ts';
import { type ListContext, providerGetList, providerPayList } from './providerLists.ts';
import { type Limits, payLimits, receiveLimits } from './shownLimits.ts';

export type CatalogContext = ListContext & { readonly prices: () => PriceBook };

export function catalogCalls(context: CatalogContext): Pick<Handlers, 'payList' | 'getList' | 'travelExchangeList'> {
  const { catalog, prices } = context;
  return {
    async payList({ offerType = '' }, { country }) {
      if (!catalog.sellsItself || !isOwnOffer(offerType)) return providerPayList(context, offerType, country);
      const taken = [...catalog.payCurrencies.keys()].flatMap(
        (code) => findTakenCurrency(catalog, code, country) ?? [],
      );
      return {
        data: taken.map((currency) =>
          payRow(
            currency,
            methodsIn(catalog, currency, country).map(({ method }) => method),
            payLimits(catalog, prices(), currency, country),
          ),
        ),
        beside: { normalCurrency: normalCurrency(catalog, country) },
      };
    },

    async getList({ offerType = '' }, { country }) {
      if (!catalog.sellsItself || !isOwnOffer(offerType)) return providerGetList(context, offerType, country);
      return {
        data: soldCryptos(catalog).map((crypto) =>
          receiveRow(crypto, usualReceiveLimits(catalog, prices(), crypto, country)),
        ),
      };
    },

    async travelExchangeList() {
      return { data: travelExchanges };
    },
  };
}

/** The country's own currency where it is taken, else the operator's default, else the first that is. */
export function normalCurrency(catalog: Catalog, country: string): string {
  const local = findCountry(country)?.currency ?? '';
  const wanted = [local, catalog.defaultPayCurrency, ...catalog.payCurrencies.keys()];
  return wanted.find((code) => findTakenCurrency(catalog, code, country)) ?? catalog.defaultPayCurrency;
}

/** {@link receiveLimits} for whoever asks from a country, in the currency that is shown to them first. */
export function usualReceiveLimits(catalog: Catalog, book: PriceBook, crypto: Crypto, country: string): Limits {
  const payCurrency = findTakenCurrency(catalog, normalCurrency(catalog, country), country);
  if (!payCurrency) return { minimum: zeroOf(crypto.asset), maximum: zeroOf(crypto.asset) };
  return receiveLimits(catalog, book, new Date(), { payCurrency, crypto, country });
}
