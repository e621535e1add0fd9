import { errorText } from '@slipway/contract/errors.ts';
import { type Amount, createAmount, fromDecimal, toDecimal } from '@slipway/money/amount.ts';
import { getQuotedDecimals } from '@slipway/money/asset.ts';
import { divide } from '@slipway/money/decimal.ts';
import type { Reply } from '../../platform/http/handlers.ts';
import type { AcceptedCurrency } from '../../providers/offers/offerPort.ts';
import { findCountry } from '../../region/countries.ts';
import { type Catalog, type Crypto, isAllowedIn, listSoldCryptos } from '../catalog/catalog.ts';
import { type Limits, narrowLimits } from './amountLimits.ts';
import { presentPayCurrency, presentReceiveCrypto } from './currencyListRows.ts';
import { findReferencePrice, type PriceBook } from './priceBook.ts';
import type { OtherProviderOffers } from './quoteCalls.ts';

export type ListContext = {
  readonly catalog: Catalog;
  readonly prices: () => PriceBook;
  readonly otherProviderOffers: Pick<OtherProviderOffers, 'market'>;
};

/** An empty list with the reason. The page stays usable, and a quote returns the same reason. */
const NO_PROVIDER_REPLY = { data: [], message: errorText('no_provider') };

/** Returns the catalog's currencies that another provider accepts, with the provider's limits; by default of any provider. */
export async function listProviderPayCurrencies(
  { catalog, otherProviderOffers }: ListContext,
  offerType: string,
  country: string,
): Promise<Reply<'payList'>> {
  const market = await otherProviderOffers.market(offerType, country);
  const taken = market.kind === 'ok' ? filterAcceptedInCountry(catalog, country, market.value.currencies) : [];
  const normalCurrency = findDefaultAcceptedCurrency(catalog, country, taken)?.asset.code ?? catalog.defaultPayCurrency;
  if (taken.length === 0) return { ...NO_PROVIDER_REPLY, extraFields: { normalCurrency } };
  return {
    data: taken.flatMap(({ asset, methods, least, most }) => {
      const currency = catalog.payCurrencies.get(asset.code);
      return currency ? [presentPayCurrency(currency, methods, { minimum: least, maximum: most })] : [];
    }),
    extraFields: { normalCurrency },
  };
}

/** Returns the catalog's cryptos that another provider sells, with approximate limits; by default of any provider. */
export async function listProviderCryptos(
  { catalog, prices, otherProviderOffers }: ListContext,
  offerType: string,
  country: string,
): Promise<Reply<'getList'>> {
  const market = await otherProviderOffers.market(offerType, country);
  if (market.kind !== 'ok') return NO_PROVIDER_REPLY;
  const sold = new Set(market.value.coins.map(({ asset }) => asset.id));
  const usual = findDefaultAcceptedCurrency(
    catalog,
    country,
    filterAcceptedInCountry(catalog, country, market.value.currencies),
  );
  const listed = listSoldCryptos(catalog).filter(({ asset }) => sold.has(asset.id));
  if (listed.length === 0) return NO_PROVIDER_REPLY;
  return { data: listed.map((crypto) => presentReceiveCrypto(crypto, estimateBoughtLimits(usual, crypto, prices()))) };
}

/** Returns approximate limits of a crypto if only other providers sell. */
export async function estimateReceiveLimits(
  { catalog, prices, otherProviderOffers }: ListContext,
  crypto: Crypto,
  country: string,
): Promise<Limits> {
  const market = await otherProviderOffers.market('', country);
  const taken = market.kind === 'ok' ? filterAcceptedInCountry(catalog, country, market.value.currencies) : [];
  return estimateBoughtLimits(findDefaultAcceptedCurrency(catalog, country, taken), crypto, prices());
}

/** Returns the currencies that another provider accepts, narrowed by the operator's rules for the country. */
function filterAcceptedInCountry(
  catalog: Catalog,
  country: string,
  currencies: readonly AcceptedCurrency[],
): AcceptedCurrency[] {
  const { methods } = catalog.countryRules(country);
  return currencies
    .filter(({ asset }) => isAllowedIn(catalog, asset.code, country))
    .map((taken) => ({ ...taken, methods: taken.methods.filter((method) => methods?.has(method) ?? true) }))
    .filter((taken) => taken.methods.length > 0);
}

/** Returns the country's currency if it is accepted, else the operator's default, else the first accepted one, if any. */
function findDefaultAcceptedCurrency(
  catalog: Catalog,
  country: string,
  taken: readonly AcceptedCurrency[],
): AcceptedCurrency | undefined {
  const wanted = [findCountry(country)?.currency, catalog.defaultPayCurrency];
  return wanted.map((code) => taken.find(({ asset }) => asset.code === code)).find((one) => one) ?? taken[0];
}

/** Assumed upper bound of other providers' fees, which are known only for an amount. */
const FEES_PERCENT = 10n;

/**
 * Returns approximately what a currency's limits buy at the mid price. The result is only indicative, since the limits apply
 * to what the buyer pays.
 */
function estimateBoughtLimits(taken: AcceptedCurrency | undefined, crypto: Crypto, book: PriceBook): Limits {
  const none = createAmount(crypto.asset, 0n);
  const reference = taken && findReferencePrice(book, crypto.marketBase, taken.asset.code, new Date());
  if (!taken || !reference) return { minimum: none, maximum: none };
  const computeBoughtAmount = (pay: Amount | undefined) =>
    pay
      ? fromDecimal(
          crypto.asset,
          divide(toDecimal(pay), reference.mid, getQuotedDecimals(crypto.asset), 'down'),
          'down',
        )
      : none;
  return narrowLimits(
    { minimum: computeBoughtAmount(taken.least), maximum: computeBoughtAmount(taken.most) },
    FEES_PERCENT,
  );
}
