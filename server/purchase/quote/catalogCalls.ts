import { isOwnOffer } from '@slipway/contract/entities/ownOffer.ts';
import { type Amount, amountOf } from '@slipway/money/amount.ts';
import { priceFromPay, priceWithSpread } from '@slipway/money/pricing.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { findCountry } from '../../region/countries.ts';
import { type Catalog, type Crypto, findTakenCurrency, methodsIn, soldCryptos } from '../catalog/catalog.ts';
import travelExchanges from '../catalog/travelExchanges.json' with { type: 'json' };
import { payRow, receiveRow } from './listRows.ts';
import { type PriceBook, referencePrice } from './priceBook.ts';
import { type ListContext, providerGetList, providerPayList } from './providerLists.ts';

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
          ),
        ),
        beside: { normalCurrency: normalCurrency(catalog, country) },
      };
    },

    async getList({ offerType = '' }, { country }) {
      if (!catalog.sellsItself || !isOwnOffer(offerType)) return providerGetList(context, offerType, country);
      const machineNow = new Date();
      return {
        data: soldCryptos(catalog).map((crypto) =>
          receiveRow(crypto, receiveLimits(catalog, crypto, prices(), machineNow)),
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

/** About what the default currency's limits buy; indicative, since the true limits are on what the buyer pays. */
export function receiveLimits(
  catalog: Catalog,
  crypto: Crypto,
  book: PriceBook,
  machineNow: Date,
): { minimum: Amount; maximum: Amount } {
  const none = amountOf(crypto.asset, 0n);
  const currency = catalog.payCurrencies.get(catalog.defaultPayCurrency);
  const [method] = currency?.methods ?? [];
  const reference = currency && referencePrice(book, crypto.marketBase, currency.asset.code, machineNow);
  if (!currency || !method || !reference) return { minimum: none, maximum: none };
  const terms = {
    price: priceWithSpread(reference.mid, crypto.spread),
    fee: method.fee,
    networkFee: amountOf(currency.asset, 0n),
  };
  const bought = (units: bigint) => priceFromPay(amountOf(currency.asset, units), crypto.asset, terms)?.receive ?? none;
  return { minimum: bought(currency.minimumUnits), maximum: bought(currency.maximumUnits) };
}
