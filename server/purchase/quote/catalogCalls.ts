import { type Amount, amountOf, formatAmount } from '@slipway/money/amount.ts';
import { quotedDecimals } from '@slipway/money/asset.ts';
import { priceFromPay, priceWithSpread } from '@slipway/money/pricing.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { findCountry } from '../../region/countries.ts';
import { type Catalog, type Crypto, findTakenCurrency, methodsIn } from '../catalog/catalog.ts';
import { cryptoImage, currencyImage, methodImage } from '../catalog/images.ts';
import travelExchanges from '../catalog/travelExchanges.json' with { type: 'json' };
import { type PriceBook, referencePrice } from './priceBook.ts';
import { formatReceive } from './pricedQuote.ts';

export type CatalogContext = { readonly catalog: Catalog; readonly prices: () => PriceBook };

export function catalogCalls({
  catalog,
  prices,
}: CatalogContext): Pick<Handlers, 'payList' | 'getList' | 'travelExchangeList'> {
  return {
    async payList(_input, { country }) {
      const taken = [...catalog.payCurrencies.keys()].flatMap(
        (code) => findTakenCurrency(catalog, code, country) ?? [],
      );
      return {
        data: taken.map((currency) => {
          const { asset, name, minimumUnits, maximumUnits, stepUnits } = currency;
          return {
            network: 'fiat',
            currency: asset.code,
            name,
            decimals: asset.decimals - (stepUnits.toString().length - 1),
            imgUrl: currencyImage(asset.code),
            minAmount: formatAmount(amountOf(asset, minimumUnits)),
            maxAmount: formatAmount(amountOf(asset, maximumUnits)),
            imageList: methodsIn(catalog, currency, country).map(({ method }) => methodImage(method)),
          };
        }),
        beside: { normalCurrency: normalCurrency(catalog, country) },
      };
    },

    async getList() {
      const machineNow = new Date();
      const sold = [...catalog.cryptos.values()].filter(({ enabled }) => enabled);
      return {
        data: sold.map((crypto) => {
          const limits = receiveLimits(catalog, crypto, prices(), machineNow);
          return {
            network: crypto.network.id,
            networkName: crypto.network.name,
            symbol: crypto.symbol,
            currency: crypto.id,
            name: crypto.name,
            decimals: quotedDecimals(crypto.asset),
            contract: crypto.contract,
            imgUrl: cryptoImage(crypto.symbol),
            minAmount: formatReceive(limits.minimum),
            maxAmount: formatReceive(limits.maximum),
            is_popular: crypto.popular,
          };
        }),
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
